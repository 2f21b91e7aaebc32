/**
 * `npm run bench -- --search`: searches the contents of 100,000 documents, on both stores. Prints a table and writes bench-search.json.
 * `--documents N` changes the size, `--write` also writes the table into docs/performance.md.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { startPostgres, whyNoPostgres } from '../setup/postgres-server.ts'
import { type Figure, machine, printTable, writeIntoPage } from './report.ts'
import { searchBench } from './search.ts'

const at = process.argv.indexOf('--documents')
const documents = at < 0 ? 100_000 : Number(process.argv[at + 1])
const load = loadavg()[0] ?? 0

const figures: Figure[] = []
await addFigures('SQLite')
if (whyNoPostgres() === null) {
  const server = await startPostgres({ shared_buffers: '512MB', max_wal_size: '4GB' })
  try {
    await addFigures('PostgreSQL', server.urlOf('postgres'))
  } finally {
    await server.stop()
  }
}
printTable(figures)
writeFileSync('bench-search.json', `${JSON.stringify({ machine: machine(), load, documents, figures }, null, 2)}\n`)
if (process.argv.includes('--write')) {
  const { cores, memoryGb, node } = machine()
  const lead = `One run of \`npm run bench -- --search\` on ${cores} cores and ${memoryGb} GB, Node ${node}, at a load of ${load.toFixed(1)} when it began: ${documents.toLocaleString('en-US')} documents of two pages with 60 words each that differ, 20 searches eight times for each viewer.`
  writeIntoPage('performance of search', lead, figures)
}

async function addFigures(store: string, databaseUrl?: string): Promise<void> {
  const { indexed, all, third, few, slowest } = await searchBench(documents, databaseUrl)
  const bar = (median: number) => `median ${median.toFixed(1)} ms, bar 50 ms`
  figures.push({ figure: `${store}: documents made and indexed`, value: indexed, unit: 's' })
  figures.push({ figure: `${store}: search, who sees all, p95`, value: all.p95, unit: 'ms', beside: bar(all.median) })
  figures.push({ figure: `${store}: who sees a third, p95`, value: third.p95, unit: 'ms', beside: bar(third.median) })
  figures.push({
    figure: `${store}: who sees few, p95`,
    value: few.p95,
    unit: 'ms',
    beside: `${bar(few.median)}; slowest of all ${slowest}`,
  })
}
