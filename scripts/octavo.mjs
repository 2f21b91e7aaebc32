// `npm run octavo -- <command>`: the commands besides `npm start`, on the same data folder.
import { resolve } from 'node:path'
import { become, ensureInstalled, ensureServerBuilt, program, root } from './lib/setup.mjs'

ensureInstalled('run')
ensureServerBuilt()
become(program, process.argv.slice(2), {
  OCTAVO_DATA: resolve(root, process.env.OCTAVO_DATA ?? 'data'),
})
