import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './setup.mjs'

const reporter = join(root, 'scripts', 'lib', 'unended-reporter.mjs')

/**
 * Browser, server and process tests depend on timeouts, and other tests may occupy the processors for longer than that. Tests with randomly
 * seeded input are never repeated: a second run would use other input.
 */
const waitsOnClock = (file) =>
  ['/test/browser/', '/test/commands/', '/test/contract/', '/test/faults/', '/test/matrix/'].some((each) =>
    file.includes(each),
  ) || /\/packages\/server\/src\/(?:http|jobs|outbound|services|store)\//.test(file)

/** More failures than this are not caused by load, and repeating them one by one would take too long. */
const mostStarved = 8

/**
 * Runs Vitest with these arguments. Two kinds of files are repeated once, alone and listed by name: files whose process died, and failed
 * files for which `mayStarve` is true. A test of the second kind fails when it fails both times. Returns the JSON report of Vitest with the
 * final results of such files, and whether everything passed; null when Vitest wrote no report.
 */
export function runTests(
  args,
  env,
  { folder = join(root, 'test-results'), stdio = 'inherit', mayStarve = waitsOnClock } = {},
) {
  mkdirSync(folder, { recursive: true })
  const first = runOnce(join(folder, 'vitest'), args, { env, stdio })
  if (first === null) return null
  const slow = first.results.testResults.filter(({ name, status }) => status === 'failed' && mayStarve(name))
  const starved = slow.length > mostStarved ? [] : slow
  const repeated = [...new Set([...first.unended, ...starved.map(({ name }) => name)])]
  if (repeated.length === 0) return first
  const switches = args.filter((argument, at) => argument.startsWith('-') || args[at - 1]?.startsWith('--'))
  const again = runOnce(join(folder, 'vitest-again'), [...switches, '--no-file-parallelism', ...repeated], {
    env,
    stdio,
  })
  console.log('\nRun once more, alone:')
  for (const file of first.unended) console.log(`- ${file}, because its process died`)
  for (const file of starved)
    for (const failure of failuresOf(file)) console.log(`- ${file.name}, because of ${failure}`)
  const kept = first.results.testResults.filter(({ name }) => !repeated.includes(name))
  const second = (again?.results.testResults ?? []).map((file) => {
    const before = starved.find(({ name }) => name === file.name)
    return before && !first.unended.includes(file.name) ? eitherPassed(before, file) : file
  })
  const results = { testResults: [...kept, ...second] }
  const isWhole = again !== null && again.unended.length === 0 && again.otherErrors === 0
  const failed = results.testResults.some(({ status }) => status === 'failed')
  return { results, isGood: !failed && isWhole && first.otherErrors === 0 && second.length === repeated.length }
}

/** The second results of a file; a test that passed the first time has passed. An error outside of its tests still counts. */
function eitherPassed(before, file) {
  const passed = new Set(
    before.assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
  )
  const isFailed = ({ status }) => status === 'failed'
  const assertionResults = file.assertionResults.map((test) =>
    isFailed(test) && passed.has(test.fullName) ? { ...test, status: 'passed' } : test,
  )
  const isBroken = isFailed(file) && !file.assertionResults.some(isFailed)
  const status = isBroken || assertionResults.some(isFailed) ? 'failed' : 'passed'
  return { ...file, assertionResults, status }
}

/** The tests of a file that failed, each with the first line of its message. */
function failuresOf({ message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return [message.split('\n')[0]]
  return failed.map(({ fullName, failureMessages }) => `"${fullName}": ${failureMessages[0]?.split('\n')[0]}`)
}

function runOnce(path, args, { env, stdio }) {
  const [report, unendedReport] = [`${path}.json`, `${path}-unended.json`]
  for (const file of [report, unendedReport]) rmSync(file, { force: true })
  const reporters = ['default', 'json', reporter].map((each) => `--reporter=${each}`)
  const status = runTool('vitest', ['run', ...reporters, `--outputFile.json=${report}`, ...args], {
    stdio,
    env: { ...env, OCTAVO_UNENDED: unendedReport },
  })
  if (!existsSync(report) || !existsSync(unendedReport)) return null
  const { files: unended, otherErrors } = JSON.parse(readFileSync(unendedReport, 'utf8'))
  return { results: JSON.parse(readFileSync(report, 'utf8')), isGood: status === 0, unended, otherErrors }
}
