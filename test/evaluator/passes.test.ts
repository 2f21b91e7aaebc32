import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DocumentAnalysis } from '../../packages/core/src/plan/analyse/document-analysis.ts'
import { LevelStatements } from '../../packages/core/src/plan/level-statements.ts'
import { type PassName, passNames } from '../../packages/core/src/plan/passes/improve-plan.ts'
import { newDatabase, whySkipped } from '../engines/servers.ts'
import { type GoldenEngine, openDuckDb, openPostgres } from '../golden/engines.ts'
import { goldenContext, readLevel } from '../golden/run-case.ts'
import { openMariadbAt, openPostgresAt } from '../golden/server-engines.ts'
import { catalogOf, createTables, documentsOf } from './check.ts'
import { goldenTableOf } from './document.ts'
import { formulasOf, missingFunctions } from './property.ts'
import { workbooks } from './random-workbook.ts'
import { NOBODY, NOW_UTC } from './sources.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'
const each = passNames.map((name): [string, PassName[]] => [name, [name]])
const all: [string, PassName[]] = ['all passes', [...passNames]]

describe.each([
  ['DuckDB', openDuckDb, [...each, all], isDeep ? 1000 : 30, null],
  ['PGlite', openPostgres, isDeep ? [...each, all] : [all], isDeep ? 300 : 15, null],
  [
    'a PostgreSQL server',
    async () => openPostgresAt(await newDatabase('postgres')),
    [all],
    isDeep ? 300 : 15,
    whySkipped('postgres'),
  ],
  [
    'a MariaDB server',
    async () => openMariadbAt(await newDatabase('mariadb')),
    [all],
    isDeep ? 300 : 15,
    whySkipped('mariadb'),
  ],
] as const)('random workbooks on %s', (_, open, leaving, numRuns, skipped) => {
  let engine: GoldenEngine
  beforeAll(async () => {
    if (!skipped) engine = await open()
  })
  afterAll(() => engine?.close())

  test.skipIf(skipped).each(leaving)(
    `have the same rows without %s${skipped ? ` (skipped: ${skipped})` : ''}`,
    { timeout: 1_200_000 },
    async (_title, leftOut) => {
      const missing = missingFunctions(engine.dialect)
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
            const rowsWithout = async (left: readonly PassName[]) => {
              const analysis = new DocumentAnalysis(documentWith(id), context)
              const outcome = analysis.model(analysis.root, id)
              if (!outcome.ok) throw new Error(outcome.failure.message)
              const levels: Record<string, string[]> = {}
              for (const level of new LevelStatements(analysis, outcome.model, left).levels()) {
                const { rows } = await readLevel(engine, level)
                levels[level.level] = rows.map((row) => JSON.stringify(row.map(rounded))).sort()
              }
              return levels
            }
            expect(await rowsWithout(leftOut)).toEqual(await rowsWithout([]))
          }
        }),
        { seed: isDeep ? Date.now() : 2026, numRuns },
      )
    },
  )
})

/** Sums in another order end in other digits. */
const rounded = (cell: unknown) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell)
