import { afterAll, beforeAll, describe, it } from 'vitest'
import { openDuckdb, openPostgres, type TestEngine } from './testing/engines.ts'
import { expectSame } from './testing/random-formulas.ts'

let duck: TestEngine
let pg: TestEngine
beforeAll(async () => {
  ;[duck, pg] = await Promise.all([openDuckdb(), openPostgres()])
}, 60_000)
afterAll(() => Promise.all([duck.close(), pg.close()]))

describe('any formula', () => {
  it('returns the same on DuckDB and on PostgreSQL', async () => {
    await expectSame(duck, pg, process.env.OCTAVO_DEEP ? 5000 : 150)
  }, 600_000)
})
