import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, printExpression, type SqlExpression } from '../../sql/index.ts'
import { openDuckdb, type TestEngine } from '../testing/engines.ts'
import { startOf } from '../words/postgres-family.ts'
import { daysBackTo } from './dates.ts'

const days = [
  ['1970-01-01', 9000],
  ['1899-12-20', 900],
  ['2099-12-20', 400],
  ['0001-01-01', 800],
  ['9999-01-01', 800],
] as const
const odd = ["'infinity'", "'-infinity'", "'0044-03-15 (BC)'", "'290000-02-28'", 'NULL']
const spans = days.map(([first, count]) => `SELECT DATE '${first}' + CAST(i AS INTEGER) FROM range(${count}) AS r(i)`)
const table = `(${spans.join(' UNION ALL ')} UNION ALL VALUES ${odd.map((day) => `(CAST(${day} AS DATE))`).join(', ')}) AS t("D")`

describe('the start of a period by counting days back, on DuckDB', () => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await openDuckdb()
  })
  afterAll(() => engine.close())

  it.each(['year', 'month', 'week', 'week_starting_sunday', 'week_starting_monday', 'day'])(
    'is the start of the %s that DATE_TRUNC returns, for every day, also for infinity and before the year 1',
    async (unit) => {
      const day: SqlExpression = { kind: 'column', name: 'D' }
      const print = (expression: SqlExpression) => printExpression(expression, dialects.duckdb).text
      const quick = daysBackTo(unit, day)
      if (!quick) throw new Error(`No count of days for ${unit}.`)
      const { rows } = await engine.run({
        text: `SELECT "D", ${print(quick)}, CAST(${print(startOf(unit, day))} AS DATE) FROM ${table}
          WHERE ${print(quick)} IS DISTINCT FROM CAST(${print(startOf(unit, day))} AS DATE)`,
        values: [],
      })
      expect(rows).toEqual([])
    },
  )

  it.each(['quarter', 'hour', 'minute', 'second'])('has none for the %s', (unit) => {
    expect(daysBackTo(unit, { kind: 'column', name: 'D' })).toBeNull()
  })
})
