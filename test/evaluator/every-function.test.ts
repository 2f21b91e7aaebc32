import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDuckdb, openPostgres, type TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import { openMariadb, openPostgresServer, openTrino, whyNoPglite, whySkipped } from '../engines/servers.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { cancellingRows, differencesOf, kindsOf, NOT_COMPARED, randomRows } from './every-function.ts'
import { callsOver } from './function-calls.ts'
import { missingFunctions } from './property.ts'
import { seed } from './seed.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'
const all = [...callsOver('number'), ...callsOver('date')]
const compared = all.filter(({ name }) => !(name in NOT_COMPARED))

/** The number of rows of a statement; larger windows would take the evaluator hours. */
const ROWS = { row: isDeep ? 20_000 : 100, other: isDeep ? 200 : 60 }
const TIMES = isDeep ? 100 : 1

describe('the functions that are not compared here', () => {
  it('exist, and have a reason', () => {
    const names = new Set(all.map(({ name }) => name))
    expect(Object.keys(NOT_COMPARED).filter((name) => !names.has(name))).toEqual([])
    expect(Object.values(NOT_COMPARED).filter((reason) => reason.length < 10)).toEqual([])
  })
})

describe.each([
  ['DuckDB', null, openDuckdb],
  ['PGlite', whyNoPglite(), openPostgres],
  [flavourLabel, whySkipped('mariadb'), openMariadb],
  ['PostgreSQL', whySkipped('postgres'), openPostgresServer],
  ['Trino', whySkipped('trino'), openTrino],
] as const)('every function of numbers and dates on %s', (_title, skipped, open) => {
  let engine: TestEngine
  beforeAll(async () => {
    if (skipped === null) engine = await open()
  }, 120_000)
  afterAll(() => engine?.close())

  it.skipIf(skipped)(`returns the results of the evaluator (seed ${seed})`, { timeout: 3_600_000 }, async () => {
    const missing = missingFunctions(engine.dialect)
    const found: string[] = []
    for (const call of compared) {
      if (missing.some((start) => call.formula.includes(start))) continue
      for (const kind of kindsOf(call, engine.dialect)) {
        const isRow = call.class === 'row'
        for (let time = 0; time < (isRow ? 1 : TIMES); time += 1) {
          const count = isRow ? ROWS.row : ROWS.other
          const rows = randomRows(call, kind, count, seed + time)
          found.push(...(await differencesOf(engine, call, kind, rows)).slice(0, 2))
        }
      }
    }
    expect(found).toEqual([])
  })

  it.skipIf(skipped)('keeps the small sum of large numbers that cancel out', { timeout: 600_000 }, async () => {
    const missing = missingFunctions(engine.dialect)
    const found: string[] = []
    for (const call of compared) {
      if (call.class === 'row' || missing.some((start) => call.formula.includes(start))) continue
      for (const kind of kindsOf(call, engine.dialect)) {
        const rows = cancellingRows(call, kind)
        for (const count of rows ? [2, 19] : [])
          found.push(...(await differencesOf(engine, call, kind, rows?.slice(0, count) ?? [])).slice(0, 1))
      }
    }
    expect(found).toEqual([])
  })
})
