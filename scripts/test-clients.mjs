// `npm run test:clients`: connectors for the contract from PyPI, tested against a real server. Requires Python 3.
import { become, ensureInstalled } from './lib/setup.mjs'

ensureInstalled('full')
become('test/clients/run.ts', process.argv.slice(2))
