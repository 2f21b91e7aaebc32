/**
 * `npm run bench -- --embeds`: page data and memory of 500 embed sessions with a row policy each, beside one session alone. Prints a table;
 * `--write` also writes it into docs/performance.md.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { embedsBench } from './embeds.ts'
import { machine, printTable, writeIntoPage } from './report.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-'))
const load = loadavg()[0] ?? 0
try {
  const figures = await embedsBench(dataDir)
  printTable(figures)
  if (process.argv.includes('--write')) {
    const { cores, memoryGb, node } = machine()
    const lead = `One run of \`npm run bench -- --embeds\` on ${cores} cores and ${memoryGb} GB, Node ${node}, at a load of ${load.toFixed(1)} when it began: 20,000 rows, a page of a table and three charts, one request at a time.`
    writeIntoPage('performance of embeds', lead, figures)
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
