import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDuckdb, openPostgres, type TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import { openMariadb, openPostgresServer, openTrino, whyNoPglite, whySkipped } from '../engines/servers.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { FINITE, NOT_FINITE, wrongResults } from './float-edges.ts'
import { callsOver } from './function-calls.ts'
import { missingFunctions } from './property.ts'
import { seed } from './seed.ts'

/** Calls that a formula over rows cannot contain. */
const NOT_HERE: Readonly<Record<string, string>> = {
  SparklineAgg: 'its second argument is an aggregate of a level',
  FillDown: 'the plan makes it of two windows on PostgreSQL and MySQL',
}

describe.each([
  ['DuckDB', null, openDuckdb, NOT_FINITE],
  ['PGlite', whyNoPglite(), openPostgres, NOT_FINITE],
  [flavourLabel, whySkipped('mariadb'), openMariadb, []],
  ['PostgreSQL', whySkipped('postgres'), openPostgresServer, NOT_FINITE],
  ['Trino', whySkipped('trino'), openTrino, NOT_FINITE],
] as const)('functions of floats at the ends of their range on %s', (_title, skipped, open, notFinite) => {
  let engine: TestEngine
  beforeAll(async () => {
    if (skipped === null) engine = await open()
  }, 120_000)
  afterAll(() => engine?.close())

  it.skipIf(skipped)(
    `no function raises an error, and none is infinite (seed ${seed})`,
    { timeout: 600_000 },
    async () => {
      const missing = missingFunctions(engine.dialect)
      const found: string[] = []
      for (const call of callsOver('number')) {
        if (call.name in NOT_HERE || missing.some((start) => call.formula.includes(start))) continue
        found.push(...(await wrongResults(engine, call, [...FINITE, ...notFinite], seed)))
      }
      expect(found).toEqual([])
    },
  )
})
