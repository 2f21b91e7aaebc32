// `npm start`: sets up what is missing, then serves.
import { join, resolve } from 'node:path'
import { become, ensureInstalled, ensureWebBuilt, root } from './lib/setup.mjs'

// Files created from here on, starting with the data folder, are accessible only to this account.
process.umask(0o077)
ensureInstalled('run')
ensureWebBuilt()
const data = resolve(root, process.env.OCTAVO_DATA ?? 'data')
become('packages/server/src/cli/main.ts', ['serve', ...process.argv.slice(2)], {
  OCTAVO_DATA: data,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(data, 'cache', 'compile'),
})
