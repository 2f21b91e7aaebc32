// `npm run contract`: which parts of the published contract are implemented, missing, or intentionally different.
import { become, ensureInstalled } from './lib/setup.mjs'

ensureInstalled('full')
become('test/contract/coverage.ts', process.argv.slice(2))
