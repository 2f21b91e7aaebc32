// `npm test`: sets up what is missing, then every check and test that can run here, and says what was skipped and why.
// `--quick` leaves out the database servers, the browser and the killed processes (docs/decisions/0117-tests-in-two-tiers.md);
// `--deep` runs the long counts. Further arguments go to Vitest.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { staticChecks } from './check.mjs'
import { ensureInstalled, ensureWebBuilt, root, runTool } from './lib/setup.mjs'
import { wholeProjects } from './lib/tiers.mjs'

const deep = process.argv.includes('--deep')
const quick = process.argv.includes('--quick')
const rest = process.argv.slice(2).filter((argument) => argument !== '--deep' && argument !== '--quick')

ensureInstalled('full')
const failedChecks = rest.length > 0 ? 0 : staticChecks()
ensureWebBuilt()

const report = join(root, 'test-results', 'vitest.json')
mkdirSync(join(root, 'test-results'), { recursive: true })
rmSync(report, { force: true })
const status = runTool(
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest],
  { env: { ...(deep ? { OCTAVO_DEEP: '1' } : {}), ...(quick ? { OCTAVO_TESTS: 'embedded' } : {}) } },
)

if (!existsSync(report)) {
  console.error('Vitest wrote no report.')
  process.exit(1)
}
const results = JSON.parse(readFileSync(report, 'utf8'))
const tests = results.testResults.flatMap((file) => file.assertionResults)
const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed')
const skippedGroups = new Map()
for (const test of skipped) {
  const group = test.ancestorTitles[0] ?? test.title
  skippedGroups.set(group, (skippedGroups.get(group) ?? 0) + 1)
}
if (skipped.length > 0) {
  console.log('\nSkipped (the title says why):')
  for (const [group, count] of skippedGroups) console.log(`- ${group} (${count} tests)`)
}
if (quick) {
  console.log('\nLeft out (npm test runs everything):')
  console.log('- the suites on PostgreSQL and MariaDB that are skipped above')
  for (const [project, folders] of Object.entries(wholeProjects)) {
    const files = folders.flatMap((folder) => readdirSync(join(root, folder))).filter((file) => file.includes('.test.'))
    console.log(`- ${project}: ${files.length} files in ${folders.join(', ')}`)
  }
}
const passed = tests.filter((test) => test.status === 'passed').length
const failed = tests.filter((test) => test.status === 'failed').length
const brokenFiles = results.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
).length
console.log(`\n${failedChecks === 0 ? 'Checks: all good' : `Checks: ${failedChecks} failed`}`)
console.log(`Tests: ${passed} passed, ${failed + brokenFiles} failed, ${skipped.length} skipped`)
process.exit(status === 0 && failedChecks === 0 && failed + brokenFiles === 0 && passed > 0 ? 0 : 1)
