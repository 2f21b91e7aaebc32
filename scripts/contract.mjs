// `npm run contract`: what of the published contract is implemented, missing, or different on purpose.
import { become, ensureInstalled } from './lib/setup.mjs'

ensureInstalled('full')
become('test/contract/coverage.ts', process.argv.slice(2))
