/**
 * `npm run bench -- --browser`: the editor in Chromium, from the trace of its main thread. Prints a table and writes
 * bench-browser.json; `--write` also writes the table into docs/performance.md.
 */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { browserBench } from './browser.ts'
import { machine, writeIntoPage } from './report.ts'

const load = loadavg()[0] ?? 0
const figures = await browserBench()
// Other work on the machine makes every figure larger, so the output includes the load.
const isBusy = load > cpus().length / 2
if (isBusy) console.log(`The machine was busy when the run began: ${load.toFixed(1)} on ${cpus().length} cores.`)
writeFileSync('bench-browser.json', `${JSON.stringify({ machine: machine(), load, figures }, null, 2)}\n`)
if (process.argv.includes('--write')) {
  const { cores, memoryGb, node } = machine()
  const busy = isBusy ? `, with other work on the machine (a load of ${load.toFixed(1)})` : ''
  const lead = `One run of \`npm run bench -- --browser\` on ${cores} cores and ${memoryGb} GB, Node ${node}, headless Chromium${busy}.`
  writeIntoPage('performance of the editor', lead, figures)
}
