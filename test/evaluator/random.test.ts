import fc from 'fast-check'
import { describe, test } from 'vitest'
import { newDatabase, whyNoPglite, whySkipped } from '../engines/servers.ts'
import { openDuckDb, openPostgres } from '../golden/engines.ts'
import { openMariadbAt, openPostgresAt, openTrino } from '../golden/server-engines.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { printWorkbook } from './print-workbook.ts'
import { returnsSameCells } from './property.ts'
import { seed } from './seed.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'

describe.each([
  ['DuckDB', openDuckDb, isDeep ? 10_000 : 100, null],
  ['PGlite', openPostgres, isDeep ? 1_000 : 20, whyNoPglite()],
  [
    'a PostgreSQL server',
    async () => openPostgresAt(await newDatabase('postgres')),
    isDeep ? 1_000 : 50,
    whySkipped('postgres'),
  ],
  [
    `a ${flavourLabel} server`,
    async () => openMariadbAt(await newDatabase('mariadb')),
    isDeep ? 1_000 : 50,
    whySkipped('mariadb'),
  ],
  ['a Trino server', openTrino, isDeep ? 1_000 : 50, whySkipped('trino')],
] as const)('%s', (_, open, numRuns, skipped) => {
  const title = `random workbooks give the cells that the language says (seed ${seed})${skipped ? ` (skipped: ${skipped})` : ''}`
  test.skipIf(skipped)(title, { timeout: 1_800_000 }, async () => {
    const engine = await open()
    try {
      await fc.assert(returnsSameCells(engine), {
        seed,
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
