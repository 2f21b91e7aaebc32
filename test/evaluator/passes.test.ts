import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Analysis } from '../../packages/core/src/plan/analysis.ts'
import { LevelCompiler } from '../../packages/core/src/plan/level-compiler.ts'
import { type PassName, passNames } from '../../packages/core/src/plan/passes/improve-plan.ts'
import { type GoldenEngine, openDuckDb } from '../golden/engines.ts'
import { goldenContext, readLevel } from '../golden/run-case.ts'
import { catalogOf, createTables } from './check.ts'
import { documentOf, goldenTableOf } from './document.ts'
import { workbooks } from './random-workbook.ts'

const numRuns = process.env.OCTAVO_DEEP === '1' ? 1000 : 30

describe('random workbooks', () => {
  let engine: GoldenEngine
  beforeAll(async () => {
    engine = await openDuckDb()
  })
  afterAll(() => engine.close())

  test.each(passNames.map((name): [string, PassName[]] => [name, [name]]).concat([['all passes', [...passNames]]]))(
    'have the same rows without %s',
    { timeout: 600_000 },
    async (_, leftOut) => {
      await fc.assert(
        fc.asyncProperty(workbooks, async (workbook) => {
          const tables = workbook.tables.map(goldenTableOf)
          await createTables(engine, tables)
          const document = documentOf(workbook)
          const context = goldenContext(catalogOf(engine.dialect, tables), { now: '2024-03-31T10:00:00Z' })
          for (const { id } of workbook.elements) {
            const rowsWithout = async (left: readonly PassName[]) => {
              const analysis = new Analysis(document, context)
              const outcome = analysis.model(analysis.root, id)
              if (!outcome.ok) throw new Error(outcome.failure.message)
              const levels: Record<string, string[]> = {}
              for (const level of new LevelCompiler(analysis, outcome.model, left).levels()) {
                const { rows } = await readLevel(engine, level)
                levels[level.level] = rows.map((row) => JSON.stringify(row.map(rounded))).sort()
              }
              return levels
            }
            expect(await rowsWithout(leftOut)).toEqual(await rowsWithout([]))
          }
        }),
        { seed: 2026, numRuns },
      )
    },
  )
})

/** Sums in another order end in other digits. */
const rounded = (cell: unknown) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell)
