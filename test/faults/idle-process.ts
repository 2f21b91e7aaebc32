import { watchLoop } from './loop-watch.ts'

/** Does nothing: the delay of its event loop is what other programs of the machine cause in every process. */
watchLoop()
process.send?.({})
