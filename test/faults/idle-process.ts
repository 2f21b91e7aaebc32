import { watchLoop } from './loop-watch.ts'

/** Does nothing: how long its event loop is delayed is what other programs of the machine cost every process. */
watchLoop()
process.send?.({})
