import fc from 'fast-check'
import { describe, test } from 'vitest'
import { openDuckDb, openPostgres } from '../golden/engines.ts'
import { check } from './check.ts'
import { printWorkbook } from './print-workbook.ts'
import { workbooks } from './random-workbook.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'

describe.each([
  ['duckdb', openDuckDb, isDeep ? 10_000 : 200],
  ['postgres', openPostgres, isDeep ? 1_000 : 40],
] as const)('%s', (_, open, numRuns) => {
  test('random workbooks give the cells that the language says', { timeout: 1_800_000 }, async () => {
    const engine = await open()
    try {
      const property = fc.asyncProperty(workbooks, async (workbook) => {
        await check(engine, workbook)
      })
      await fc.assert(property, {
        seed: isDeep ? Date.now() : 2026,
        numRuns,
        reporter: (details) => {
          const [workbook] = details.counterexample ?? []
          if (!details.failed || !workbook) return
          const why = details.errorInstance instanceof Error ? details.errorInstance.message : ''
          throw new Error(
            `seed ${details.seed}, path ${details.counterexamplePath}\n${printWorkbook(workbook)}\n${why}`,
          )
        },
      })
    } finally {
      await engine.close()
    }
  })
})
