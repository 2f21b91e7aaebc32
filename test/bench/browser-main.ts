/**
 * `npm run bench -- --browser`: the editor in Chromium, from the trace of its main thread. Prints a table and writes
 * bench-browser.json; `--write` also writes the table into docs/performance.md. `--only=drag,map` runs only these parts and writes nothing;
 * `--frames` also prints where the longest frames of each trace spent their time. `--help` lists the parts.
 */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { browserBench, browserParts } from './browser.ts'
import { machine, writeIntoPage } from './report.ts'

const argument = (name: string) => process.argv.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
const only = argument('--only')?.split(',')
const unknown = only?.filter((name) => !browserParts.includes(name)) ?? []
if (process.argv.includes('--help') || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no part named ${unknown.join(', ')}.`)
  console.log(`npm run bench -- --browser [--only=PART,PART] [--frames] [--write]\nParts: ${browserParts.join(', ')}`)
  process.exit(unknown.length > 0 ? 1 : 0)
}
const load = loadavg()[0] ?? 0
const figures = await browserBench((name) => only?.includes(name) ?? true)
// Other work on the machine makes every figure larger, so the output includes the load.
const isBusy = load > cpus().length / 2
if (isBusy) console.log(`The machine was busy when the run began: ${load.toFixed(1)} on ${cpus().length} cores.`)
if (!only) writeFileSync('bench-browser.json', `${JSON.stringify({ machine: machine(), load, figures }, null, 2)}\n`)
if (process.argv.includes('--write') && !only) {
  const { cores, memoryGb, node } = machine()
  const busy = isBusy ? `, with other work on the machine (a load of ${load.toFixed(1)})` : ''
  const lead = `One run of \`npm run bench -- --browser\` on ${cores} cores and ${memoryGb} GB, Node ${node}, headless Chromium${busy}.`
  writeIntoPage('performance of the editor', lead, figures)
}
