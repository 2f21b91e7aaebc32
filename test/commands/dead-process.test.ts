import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runTests } from '../../scripts/lib/run-tests.mjs'
import { root } from '../../scripts/lib/setup.mjs'

/**
 * A test file whose process dies is run once more: it is neither counted as passed nor a failure by itself. The same applies to a failed
 * file that may have been starved by other tests: a test in it that passed once has passed. Any other failure remains one.
 */
let folder: string
beforeAll(() => {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  folder = mkdtempSync(join(root, 'test-results', 'dead-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dies = 'process.kill(process.pid, "SIGSEGV")'
const fails = 'throw new Error("wrong")'
const once = (what: string) => `if (!existsSync(mark)) { writeFileSync(mark, ''); ${what} }`
const diesOnce = once(dies)
const failsOnce = once(fails)

it.each([
  { what: 'once', body: diesOnce, other: '', isGood: true },
  { what: 'each time', body: dies, other: '', isGood: false },
  { what: 'once and fails then', body: `${diesOnce}; ${fails}`, other: '', isGood: false },
  { what: 'once beside a test that fails', body: diesOnce, other: fails, isGood: false },
  {
    what: 'once beside an error that nobody caught',
    body: diesOnce,
    other: 'Promise.reject(new Error("wrong"))',
    isGood: false,
  },
  { what: 'never', body: '', other: '', isGood: true },
  { what: 'never beside a test that fails once', body: '', other: failsOnce, isGood: false },
  { what: 'never beside a starved test that fails once', body: '', other: failsOnce, isGood: true, starved: 'other' },
  {
    what: 'never beside starved tests that fail in turns',
    body: '',
    other: `if (existsSync(mark)) ${fails} }); it('d', () => { if (!existsSync(mark)) { writeFileSync(mark, ''); ${fails} }`,
    isGood: true,
    starved: 'other',
  },
  {
    what: 'never beside a starved file that fails outside of its tests the second time',
    body: '',
    other: `${failsOnce} }); afterAll(() => { if (existsSync(mark + '2')) ${fails}; writeFileSync(mark + '2', '')`,
    isGood: false,
    starved: 'other',
  },
  { what: 'never beside a starved test that fails', body: '', other: fails, isGood: false, starved: 'other' },
  {
    what: 'once beside a starved test that fails once',
    body: diesOnce,
    other: failsOnce,
    isGood: true,
    starved: 'other',
  },
])('a process that dies $what', ({ what, body, other, isGood, starved }) => {
  const project = join(folder, what.replaceAll(' ', '-'))
  mkdirSync(project)
  const imports = `import { existsSync, writeFileSync } from 'node:fs'
import { afterAll, it } from 'vitest'
const mark = import.meta.filename + '.mark'
`
  writeFileSync(join(project, 'dying.test.ts'), `${imports}it('a', () => {})\nit('b', () => { ${body} })\n`)
  writeFileSync(join(project, 'other.test.ts'), `${imports}it('c', () => { ${other} })\n`)
  writeFileSync(join(project, 'vitest.config.mjs'), "export default { test: { include: ['*.test.ts'] } }\n")
  const run = runTests(
    ['--root', project, '--pool', 'forks'],
    {},
    {
      folder: join(project, 'results'),
      stdio: 'ignore',
      mayStarve: (file: string) => starved !== undefined && file.endsWith(`${starved}.test.ts`),
    },
  )
  expect(run?.isGood).toBe(isGood)
  expect(run?.results.testResults.map(({ name }) => name).toSorted()).toEqual(
    ['dying.test.ts', 'other.test.ts'].map((name) => join(project, name)),
  )
})
