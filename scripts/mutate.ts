/**
 * Changes the sources of the most important parts at one small place at a time, and runs the tests that import the file: `npm run mutate --
 * [--seed text] [--count places per part] [--part name] [--tests maximum test files]`. Places are selected by the seed. Results are stored
 * in test-results/mutants, so that an interrupted run can continue; mutants that no test detects must be listed in docs/mutants.md with a
 * reason.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createMutantRunner, type MutantRunner, type Outcome } from './mutation/mutant-runner.ts'
import { drawn, type Mutation, mutationsOf } from './mutation/mutations.ts'
import { testReach } from './mutation/test-reach.ts'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const parts: Readonly<Record<string, readonly string[]>> = {
  access: ['packages/core/src/access', 'packages/server/src/access'],
  plan: ['packages/core/src/plan'],
  formula: ['packages/core/src/formula'],
  queue: ['packages/server/src/queue', 'packages/server/src/store/jobs.ts'],
  'cache keys': ['packages/server/src/cache'],
  exports: ['packages/server/src/services/exports', 'packages/server/src/render'],
}
const leastShare = 0.9
/** A mutant that takes this many times as long as the unchanged source counts as not terminating. */
const patience = 4

interface Result extends Mutation {
  part: string
  outcome: Outcome
  tests: number
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'octavo' },
    count: { type: 'string', default: '100' },
    part: { type: 'string' },
    tests: { type: 'string', default: '8' },
  },
})
const wanted = Object.keys(parts).filter((part) => values.part === undefined || part === values.part)
if (wanted.length === 0) throw new Error(`There is no part "${values.part}". Parts: ${Object.keys(parts).join(', ')}.`)

process.chdir(root)
const places = wanted.flatMap((part) => placesOf(part, Number(values.count)).map((mutation) => ({ part, mutation })))
const kept = join(root, 'test-results', 'mutants', `${values.seed.replaceAll(/[^\w-]/g, '_')}.jsonl`)
mkdirSync(join(kept, '..'), { recursive: true })
const known = existsSync(kept)
  ? readFileSync(kept, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Result)
  : []
const results: Result[] = []
const reach = testReach(root)
const baselines = new Map<string, number>()
const runner = createMutantRunner(root)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    runner.close()
    process.exit(130)
  })
}
try {
  for (const [index, { part, mutation }] of places.entries()) {
    const before = known.find((result) => result.part === part && isSame(result, mutation))
    const result = before ?? { ...mutation, part, ...(await tried(runner, mutation)) }
    if (!before) appendFileSync(kept, `${JSON.stringify(result)}\n`)
    results.push(result)
    console.log(`${index + 1}/${places.length} ${result.outcome.padEnd(9)} ${placeOf(result)} (${result.kind})`)
  }
} finally {
  runner.close()
}
process.exitCode = report(results) ? 0 : 1

function placesOf(part: string, count: number): Mutation[] {
  const files = (parts[part] ?? []).flatMap((path) =>
    path.endsWith('.ts')
      ? [path]
      : readdirSync(path, { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|[\\/])testing/.test(file))
          .map((file) => join(path, file)),
  )
  return drawn(
    files.sort().flatMap((file) => mutationsOf(file)),
    count,
    `${values.seed}/${part}`,
  )
}

async function tried(of: MutantRunner, mutation: Mutation): Promise<Pick<Result, 'outcome' | 'tests'>> {
  const tests = reach(mutation.file).slice(0, Number(values.tests))
  if (tests.length === 0) return { outcome: 'no test', tests: 0 }
  const key = tests.join(' ')
  if (!baselines.has(key)) {
    const start = performance.now()
    const unchanged = await of.passes(tests, 600_000)
    if (unchanged !== 'passed') throw new Error(`These tests have ${unchanged} before any change: ${key}`)
    baselines.set(key, performance.now() - start)
  }
  const timeoutMs = 10_000 + patience * (baselines.get(key) ?? 0)
  const ended = await of.withMutation(mutation, () => of.passes(tests, timeoutMs))
  const outcome = ended === 'passed' ? 'survived' : ended === 'failed' ? 'killed' : 'timed out'
  return { outcome, tests: tests.length }
}

function isSame(a: Mutation, b: Mutation): boolean {
  return a.file === b.file && a.start === b.start && a.kind === b.kind && a.before === b.before
}

function placeOf({ file, line, before, after }: Mutation): string {
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 60)
  return `${file}:${line} ${short(before)} -> ${short(after) || 'nothing'}`
}

/** Prints the result of each part, and the survivors that docs/mutants.md does not explain; returns true when there are none. */
function report(all: readonly Result[]): boolean {
  const explained = readFileSync('docs/mutants.md', 'utf8')
  let isGood = true
  for (const part of wanted) {
    const own = all.filter((result) => result.part === part)
    const killed = own.filter(({ outcome }) => outcome === 'killed' || outcome === 'timed out').length
    const share = own.length === 0 ? 1 : killed / own.length
    console.log(`${part}: ${killed} of ${own.length} noticed (${Math.round(share * 100)} %)`)
    isGood &&= share >= leastShare
  }
  for (const result of all.filter(({ outcome }) => outcome === 'survived' || outcome === 'no test')) {
    const id = `${result.file} ${result.kind} ${result.before.replaceAll(/\s+/g, ' ').slice(0, 80)}`
    if (explained.includes(id)) continue
    console.log(`not explained in docs/mutants.md: ${id} (line ${result.line})`)
    isGood = false
  }
  return isGood
}
