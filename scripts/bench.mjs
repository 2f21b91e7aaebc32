// `npm run bench`: figures of the product beside the raw engine, measured in one run; a table and bench-results.json.
import { become, ensureInstalled, ensureWebBuilt } from './lib/setup.mjs'

ensureInstalled('full')
ensureWebBuilt()
// The large organization takes minutes to load, so it is asked for by name.
const part = process.argv.includes('--organization') ? 'organization-main' : 'main'
become(`test/bench/${part}.ts`, process.argv.slice(2))
