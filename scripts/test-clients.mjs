// `npm run test:clients`: connectors that others wrote for the contract, from PyPI, against a server of ours. Needs Python 3.
import { become, ensureInstalled } from './lib/setup.mjs'

ensureInstalled('full')
become('test/clients/run.ts', process.argv.slice(2))
