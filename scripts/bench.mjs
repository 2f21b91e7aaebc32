// `npm run bench`: figures of the product compared with the raw engine, measured in one run; prints a table and writes bench-results.json.
import { become, ensureInstalled, ensureServerBuilt, ensureWebBuilt } from './lib/setup.mjs'

// The large organization takes minutes to load and the editor needs Chromium, so they run only when requested by name.
const parts = {
  '--answers': 'answers-main',
  '--audit': 'audit-main',
  '--organization': 'organization-main',
  '--browser': 'browser-main',
  '--search': 'search-main',
  '--deliveries': 'deliveries-main',
  '--embeds': 'embeds-main',
  '--trino': 'trino-main',
}
const part = Object.entries(parts).find(([name]) => process.argv.includes(name))?.[1] ?? 'main'
if (process.argv.includes('--help') && part === 'main') {
  console.log(
    `npm run bench -- [${Object.keys(parts).join(' | ')}] [--write]\nWithout a part: the product beside the raw engine.`,
  )
  process.exit(0)
}
ensureInstalled('full')
ensureWebBuilt()
ensureServerBuilt()
become(`test/bench/${part}.ts`, process.argv.slice(2))
