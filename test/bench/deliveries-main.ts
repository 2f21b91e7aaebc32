/**
 * `npm run bench -- --deliveries`: a PDF of a page, a burst, and an export for each of many recipients, by mail to a local server. Prints a
 * table; `--write` also writes it into docs/performance.md.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deliveriesBench } from './deliveries.ts'
import { machine, printTable, writeIntoPage } from './report.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-'))
try {
  const figures = await deliveriesBench(dataDir)
  printTable(figures)
  if (process.argv.includes('--write')) {
    const { cores, memoryGb, node } = machine()
    const lead = `One run of \`npm run bench -- --deliveries\` on ${cores} cores and ${memoryGb} GB, Node ${node}: 100,000 rows; mail to a server on the same machine.`
    writeIntoPage('performance of deliveries', lead, figures)
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
