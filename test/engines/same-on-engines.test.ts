import { afterAll, beforeAll, describe, it } from 'vitest'
import { openDuckdb, type TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import { expectSame } from '../../packages/core/src/formula/testing/random-formulas.ts'
import { flavour, flavourLabel } from '../setup/flavour.ts'
import { openMariadb, openPostgresServer, openTrino, whySkipped } from './servers.ts'

const runs = process.env.OCTAVO_DEEP ? 5000 : 150

describe.each([
  [flavourLabel, flavour, openMariadb],
  ['PostgreSQL', 'postgres', openPostgresServer],
  ['Trino', 'trino', openTrino],
] as const)('any formula on %s', (_title, engine, open) => {
  const skipped = whySkipped(engine)
  let [duck, server]: TestEngine[] = []
  beforeAll(async () => {
    if (skipped === null) [duck, server] = await Promise.all([openDuckdb(), open()])
  }, 120_000)
  afterAll(() => Promise.all([duck?.close(), server?.close()]))

  it.skipIf(skipped)(
    `returns the same as on DuckDB${skipped ? ` (skipped: ${skipped})` : ''}`,
    async () => {
      // The tests' server has the locale C, in which only ASCII letters have upper case.
      if (duck && server) await expectSame(duck, server, runs, { isAscii: engine === 'postgres' })
    },
    600_000,
  )
})
