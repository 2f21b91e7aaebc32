// `npm test`: sets up what is missing, then runs every check and test that can run here, and lists skipped ones with the reason. `--quick`
// skips the database servers, the browser and killed processes (docs/decisions/0117-tests-in-two-tiers.md); `--deep` runs the long
// versions. Further arguments are passed to Vitest.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { staticChecks } from './check.mjs'
import { runTests } from './lib/run-tests.mjs'
import { ensureInstalled, ensureWebBuilt, root } from './lib/setup.mjs'
import { wholeProjects } from './lib/tiers.mjs'

const deep = process.argv.includes('--deep')
const quick = process.argv.includes('--quick')
const rest = process.argv.slice(2).filter((argument) => argument !== '--deep' && argument !== '--quick')

ensureInstalled('full')
const failedChecks = rest.length > 0 ? 0 : staticChecks()
ensureWebBuilt()

const run = runTests(rest, {
  ...(deep ? { OCTAVO_DEEP: '1' } : {}),
  ...(quick ? { OCTAVO_TESTS: 'embedded' } : {}),
})
if (run === null) {
  console.error('Vitest wrote no report.')
  process.exit(1)
}
const { results, isGood } = run
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
process.exit(isGood && failedChecks === 0 && failed + brokenFiles === 0 && passed > 0 ? 0 : 1)
