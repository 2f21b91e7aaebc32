import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './setup.mjs'

const reporter = join(root, 'scripts', 'lib', 'unended-reporter.mjs')

/**
 * Runs Vitest with these arguments. Files whose process died are run once more and named. Returns the JSON report of Vitest, with the
 * second results of such files, and whether all went well; null when Vitest wrote no report.
 */
export function runTests(args, env, { folder = join(root, 'test-results'), stdio = 'inherit' } = {}) {
  mkdirSync(folder, { recursive: true })
  const first = runOnce(join(folder, 'vitest'), args, { env, stdio })
  if (first === null || first.unended.length === 0) return first
  const options = args.filter((argument, at) => argument.startsWith('-') || args[at - 1]?.startsWith('--'))
  const again = runOnce(join(folder, 'vitest-again'), [...options, ...first.unended], { env, stdio })
  for (const file of first.unended) console.log(`The process of ${file} died, so the file was run once more.`)
  const ended = first.results.testResults.filter(({ name }) => !first.unended.includes(name))
  const failed = ended.some(({ status }) => status === 'failed')
  return {
    results: { testResults: [...ended, ...(again?.results.testResults ?? [])] },
    isGood: !failed && first.otherErrors === 0 && again?.isGood === true,
  }
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
