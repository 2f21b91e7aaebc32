import type { CompiledLevel } from '@octavo/core/plan'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DocumentAnalysis } from '../../packages/core/src/plan/analyse/document-analysis.ts'
import { LevelStatements } from '../../packages/core/src/plan/level-statements.ts'
import { type PassName, passNames } from '../../packages/core/src/plan/passes/improve-plan.ts'
import { newDatabase, whyNoPglite, whySkipped } from '../engines/servers.ts'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { goldenContext, readLevel } from '../golden/run-case.ts'
import { openMariadbAt, openPostgresAt, openTrino } from '../golden/server-engines.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { catalogOf, createTables, documentsOf } from './check.ts'
import { documentOf, goldenTableOf } from './document.ts'
import { call, column, source } from './expression.ts'
import { limitedShrinking } from './limited-shrinking.ts'
import type { Element, Workbook } from './model.ts'
import { formulasOf, missingFunctions } from './property.ts'
import { plainElement } from './random-tables.ts'
import { workbooks } from './random-workbook.ts'
import { rounded } from './rounded.ts'
import { seed } from './seed.ts'
import { NOBODY, NOW_UTC } from './sources.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'
const each: readonly (readonly PassName[])[] = passNames.map((name) => [name])
const all: readonly PassName[] = passNames
const WHOLE = { offset: 0, limit: null }

/** Additions that are too rare in random workbooks: filters that test whether a lookup found a row. */
function additions(key: string): Element[] {
  const rows = plainElement('Rows', { kind: 'warehouse-table', path: ['R', 'T'] }, 'T')
  const others = plainElement('Others', { kind: 'warehouse-table', path: ['R', 'S'] }, 'S')
  const found = call('IsNotNull', call('Rollup', call('Count'), column(key), source('Others', key)))
  const asking = (id: string, hasPartner: boolean): Element => ({
    ...rows,
    id,
    columns: [...rows.columns, { id: 'found', kind: 'logical', expr: found }],
    filters: [{ id: 'f', columnId: 'found', kind: 'list', mode: 'include', values: [hasPartner] }],
  })
  return [others, asking('With a partner', true), asking('Without a partner', false)]
}

const drawn = fc
  .tuple(workbooks, fc.constantFrom('k', 'l', 'n', 'b', 'day'))
  .map(([workbook, key]) => ({ workbook, added: additions(key) }))

describe.each([
  ['DuckDB', openDuckDb, [...each, all], isDeep ? 1000 : 30, null],
  ['PGlite', openPostgres, isDeep ? [...each, all] : [all], isDeep ? 300 : 40, whyNoPglite()],
  [
    'a PostgreSQL server',
    async () => openPostgresAt(await newDatabase('postgres')),
    [all],
    isDeep ? 300 : 40,
    whySkipped('postgres'),
  ],
  [
    `a ${flavourLabel} server`,
    async () => openMariadbAt(await newDatabase('mariadb')),
    [all],
    isDeep ? 300 : 40,
    whySkipped('mariadb'),
  ],
  ['a Trino server', openTrino, [all], isDeep ? 300 : 20, whySkipped('trino')],
] as const)('random workbooks on %s', (_, open, leaving, numRuns, skipped) => {
  let engine: GoldenEngine
  beforeAll(async () => {
    if (!skipped) engine = await open()
  })
  afterAll(() => engine?.close())

  const without = leaving.length > 1 ? 'each pass, and without all of them' : 'all passes'
  test.skipIf(skipped)(
    `have the same rows without ${without} (seed ${seed})${skipped ? ` (skipped: ${skipped})` : ''}`,
    { timeout: 1_200_000 },
    async () => {
      const missing = missingFunctions(engine.dialect)
      await fc.assert(
        fc.asyncProperty(
          drawn,
          limitedShrinking(async ({ workbook, added }) => {
            fc.pre(
              !missing.some((call) =>
                [...formulasOf(workbook), ...formulasOf({ elements: added })].some((formula) => formula.includes(call)),
              ),
            )
            await createTables(engine, workbook.tables.map(goldenTableOf))
            for (const levelsWithout of plansOf(workbook, added, engine.dialect)) {
              const whole = levelsWithout([])
              const expected = new Map<string, string[]>()
              for (const left of leaving) {
                const levels = levelsWithout(left)
                expect(levels.map(({ level }) => level)).toEqual(whole.map(({ level }) => level))
                for (const [at, level] of levels.entries()) {
                  const improved = whole[at]
                  // A pass that changed nothing needs no comparison.
                  if (improved === undefined || statementOf(level) === statementOf(improved)) continue
                  const rows = expected.get(level.level) ?? (await rowsOf(engine, improved))
                  expected.set(level.level, rows)
                  expect(await rowsOf(engine, level), `${level.level} without ${left}`).toEqual(rows)
                }
              }
            }
          }),
        ),
        { seed, numRuns },
      )
    },
  )
})

// Always the same workbooks: a random seed must not decide whether a test is valid.
test('the passes change statements of random workbooks: each of them, and one level in five at least', () => {
  const sample = fc.sample(drawn, { seed: 1, numRuns: 25 })
  const changed = new Map<PassName, number>(passNames.map((name) => [name, 0]))
  // For statements with all levels of a pivot table, which pivots.test.ts compares with each level.
  changed.delete('useGroupingSets')
  let levelsOfAll = 0
  let changedByAny = 0
  for (const levelsWithout of sample.flatMap(({ workbook, added }) => plansOf(workbook, added, 'duckdb'))) {
    const window = { offset: 3, limit: 5 }
    const whole = levelsWithout([]).map((level) => statementOf(level, window))
    const differing = (left: readonly PassName[]) =>
      levelsWithout(left).filter((level, at) => statementOf(level, window) !== whole[at]).length
    for (const [name, count] of changed) changed.set(name, count + differing([name]))
    changedByAny += differing(all)
    levelsOfAll += whole.length
  }
  expect([...changed].filter(([, count]) => count === 0)).toEqual([])
  expect(changedByAny).toBeGreaterThan(levelsOfAll / 5)
})

/** For each element its levels without the skipped passes. */
function plansOf(
  workbook: Workbook,
  added: readonly Element[],
  dialect: string,
): ((left: readonly PassName[]) => CompiledLevel[])[] {
  const tables = workbook.tables.map(goldenTableOf)
  const viewer = workbook.viewer ?? NOBODY
  const catalog = catalogOf(dialect, tables, undefined, workbook)
  const context = goldenContext(catalog, { now: NOW_UTC, viewer })
  const documentWith = documentsOf(workbook)
  const addition = documentOf({ tables: workbook.tables, elements: [...added] })
  const all = [
    ...workbook.elements.map(({ id }) => [id, documentWith(id)] as const),
    ...added.map(({ id }) => [id, addition] as const),
  ]
  return all.map(([id, document]) => (left) => {
    const analysis = new DocumentAnalysis(document, context)
    const outcome = analysis.model(analysis.root, id)
    if (!outcome.ok) throw new Error(outcome.failure.message)
    return new LevelStatements(analysis, outcome.model, left).levels()
  })
}

const statementOf = (level: CompiledLevel, window: Parameters<CompiledLevel['statement']>[0] = WHOLE) => {
  const { text, values } = level.statement(window)
  return JSON.stringify([text, values])
}

async function rowsOf(engine: GoldenEngine, level: CompiledLevel): Promise<string[]> {
  const { rows } = await readLevel(engine, level)
  return rows.map((row) => JSON.stringify(row.map(rounded))).sort()
}
