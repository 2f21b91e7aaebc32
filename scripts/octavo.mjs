// `npm run octavo -- <command>`: the commands besides `npm start`, on the same data folder.
import { resolve } from 'node:path'
import { become, ensureInstalled, root } from './lib/setup.mjs'

ensureInstalled('run')
become('packages/server/src/cli/main.ts', process.argv.slice(2), {
  OCTAVO_DATA: resolve(root, process.env.OCTAVO_DATA ?? 'data'),
})
