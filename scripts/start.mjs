// `npm start`: sets up what is missing, then serves. `npm run dev` serves from the sources of the server instead of its bundle.
import { join, resolve } from 'node:path'
import {
  become,
  ensureInstalled,
  ensureServerBuilt,
  ensureWebBuilt,
  program,
  programSource,
  root,
} from './lib/setup.mjs'

const [first, ...others] = process.argv.slice(2)
const isFromSources = first === '--sources'
// Files created from here on, starting with the data folder, are accessible only to this account.
process.umask(0o077)
ensureInstalled('run')
ensureWebBuilt()
if (!isFromSources) ensureServerBuilt()
const data = resolve(root, process.env.OCTAVO_DATA ?? 'data')
become(isFromSources ? programSource : program, ['serve', ...(isFromSources ? others : process.argv.slice(2))], {
  OCTAVO_DATA: data,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(data, 'cache', 'compile'),
})
