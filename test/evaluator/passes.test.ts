import type { CompiledLevel } from '@octavo/core/plan'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DocumentAnalysis } from '../../packages/core/src/plan/analyse/document-analysis.ts'
import { LevelStatements } from '../../packages/core/src/plan/level-statements.ts'
import { type PassName, passNames } from '../../packages/core/src/plan/passes/improve-plan.ts'
import { newDatabase, whyNoPglite, whySkipped } from '../engines/servers.ts'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { goldenContext, readLevel } from '../golden/run-case.ts'
import { openMariadbAt, openPostgresAt } from '../golden/server-engines.ts'
import { catalogOf, createTables, documentsOf } from './check.ts'
import { goldenTableOf } from './document.ts'
import { formulasOf, missingFunctions } from './property.ts'
import { workbooks } from './random-workbook.ts'
import { settledSeed } from './seed.ts'
import { NOBODY, NOW_UTC } from './sources.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'
const each: readonly (readonly PassName[])[] = passNames.map((name) => [name])
const all: readonly PassName[] = passNames

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
    'a MariaDB server',
    async () => openMariadbAt(await newDatabase('mariadb')),
    [all],
    isDeep ? 300 : 40,
    whySkipped('mariadb'),
  ],
] as const)('random workbooks on %s', (_, open, leaving, numRuns, skipped) => {
  let engine: GoldenEngine
  beforeAll(async () => {
    if (!skipped) engine = await open()
  })
  afterAll(() => engine?.close())

  const without = leaving.length > 1 ? 'each pass, and without all of them' : 'all passes'
  test.skipIf(skipped)(
    `have the same rows without ${without}${skipped ? ` (skipped: ${skipped})` : ''}`,
    { timeout: 1_200_000 },
    async () => {
      const missing = missingFunctions(engine.dialect)
      let compared = 0
      await fc.assert(
        fc.asyncProperty(workbooks, async (workbook) => {
          fc.pre(!missing.some((call) => formulasOf(workbook).some((formula) => formula.includes(call))))
          const tables = workbook.tables.map(goldenTableOf)
          await createTables(engine, tables)
          const documentWith = documentsOf(workbook)
          const viewer = workbook.viewer ?? NOBODY
          const catalog = catalogOf(engine.dialect, tables, undefined, workbook)
          const context = goldenContext(catalog, { now: NOW_UTC, viewer })
          for (const { id } of workbook.elements) {
            const levelsWithout = (left: readonly PassName[]) => {
              const analysis = new DocumentAnalysis(documentWith(id), context)
              const outcome = analysis.model(analysis.root, id)
              if (!outcome.ok) throw new Error(outcome.failure.message)
              return new LevelStatements(analysis, outcome.model, left).levels()
            }
            const whole = levelsWithout([])
            const expected = new Map<string, string[]>()
            for (const left of leaving) {
              const levels = levelsWithout(left)
              expect(levels.map(({ level }) => level)).toEqual(whole.map(({ level }) => level))
              for (const [at, level] of levels.entries()) {
                const improved = whole[at]
                // A pass that changed nothing has no rows to compare.
                if (improved === undefined || statementOf(level) === statementOf(improved)) continue
                const rows = expected.get(level.level) ?? (await rowsOf(engine, improved))
                expected.set(level.level, rows)
                expect(await rowsOf(engine, level), `${level.level} without ${left}`).toEqual(rows)
                compared += 1
              }
            }
          }
        }),
        { seed: settledSeed, numRuns },
      )
      // Of many random workbooks a pass changes nothing: at least one in four must have had rows to compare.
      expect(compared).toBeGreaterThan(numRuns / 4)
    },
  )
})

const statementOf = (level: CompiledLevel) => {
  const { text, values } = level.statement({ offset: 0, limit: null })
  return JSON.stringify([text, values])
}

async function rowsOf(engine: GoldenEngine, level: CompiledLevel): Promise<string[]> {
  const { rows } = await readLevel(engine, level)
  return rows.map((row) => JSON.stringify(row.map(rounded))).sort()
}

/** Sums in another order end in other digits. */
const rounded = (cell: unknown) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell)
