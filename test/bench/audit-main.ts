/**
 * `npm run bench -- --audit`: lists and usage dashboards over an audit log of ten million events, and the cost of recording, on both stores.
 * Prints a table and writes bench-audit.json. `--events N` changes the size, `--store sqlite` or `--store postgres` runs one store only.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { startPostgres, whyNoPostgres } from '../setup/postgres-server.ts'
import { auditBench } from './audit.ts'
import { type Figure, machine, printTable } from './report.ts'

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}
const events = Number(option('events') ?? 10_000_000)
const only = option('store')
const load = loadavg()[0] ?? 0

const figures: Figure[] = []
if (only !== 'postgres') await addFigures('SQLite')
if (only !== 'sqlite' && whyNoPostgres() === null) {
  const server = await startPostgres({ shared_buffers: '512MB', max_wal_size: '8GB' })
  try {
    await addFigures('PostgreSQL', server.urlOf('postgres'))
  } finally {
    await server.stop()
  }
}
printTable(figures)
writeFileSync('bench-audit.json', `${JSON.stringify({ machine: machine(), load, events, figures }, null, 2)}\n`)
async function addFigures(store: string, databaseUrl?: string): Promise<void> {
  const { written, copied, lists, dashboards, cost } = await auditBench(events, databaseUrl)
  figures.push({ figure: `${store}: events written for the test`, value: written, unit: 's' })
  figures.push({ figure: `${store}: events copied`, value: copied, unit: 's' })
  for (const { name, timing } of lists) {
    figures.push({
      figure: `${store}: list of ${name}`,
      value: timing.median,
      unit: 'ms',
      beside: `p95 ${timing.p95.toFixed(0)} ms, bar 1,000 ms`,
    })
  }
  for (const { name, first, again } of dashboards) {
    figures.push({
      figure: `${store}: ${name}`,
      value: again.median,
      unit: 'ms',
      beside: `first ${first.toFixed(0)} ms, bar 1,000 ms`,
    })
  }
  const share = (cost.on / cost.off - 1) * 100
  figures.push({
    figure: `${store}: a list of workbooks with recording, processor time`,
    value: cost.on,
    unit: 'ms',
    beside: `without ${cost.off.toFixed(2)} ms: ${share.toFixed(1)} %, bar 5 %`,
  })
}
