// `npm run bench`: figures of the product beside the raw engine, measured in one run; a table and bench-results.json.
import { become, ensureInstalled, ensureWebBuilt } from './lib/setup.mjs'

ensureInstalled('full')
ensureWebBuilt()
become('test/bench/main.ts', process.argv.slice(2))
