/**
 * `npm run bench -- --organization`: lists, checks and writes in an organization with 100,000 members, 10,000 teams and a million files, on
 * both stores. Prints a table and writes bench-organization.json. `--files N` changes the size, `--write` also writes the table into
 * docs/performance.md. Loading takes some minutes.
 */
import { writeFileSync } from 'node:fs'
import { organizationBench } from './organization.ts'
import { machine, printTable, writeIntoPage } from './report.ts'

const at = process.argv.indexOf('--files')
const files = at < 0 ? 1_000_000 : Number(process.argv[at + 1])

const figures = await organizationBench(files)
printTable(figures)
writeFileSync('bench-organization.json', `${JSON.stringify({ machine: machine(), files, figures }, null, 2)}\n`)
if (process.argv.includes('--write')) {
  const { cores, memoryGb, node } = machine()
  const lead = `One run of \`npm run bench -- --organization\` on ${cores} cores and ${memoryGb} GB, Node ${node}: ${files.toLocaleString('en-US')} files, each with grants, 100,000 members, 10,000 teams; lists over the API, a file changed before each call.`
  writeIntoPage('performance of lists', lead, figures)
}
