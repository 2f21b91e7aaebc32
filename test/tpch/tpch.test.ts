import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadTpch } from './load.ts'
import type { Question } from './question.ts'
import { questions } from './questions/index.ts'
import { compileQuestion, rowsOf } from './run.ts'

/** A cell in the same form for both ways: numbers to ten digits, whatever their type. */
function plain(cell: DuckDBValue | undefined): string | number | null {
  if (cell === null || cell === undefined) return null
  const text = String(cell)
  return text !== '' && Number.isFinite(Number(text)) ? Number(Number(text).toPrecision(10)) : text
}

describe('the questions of TPC-H, as elements and as SQL', () => {
  let instance: DuckDBInstance
  let connection: DuckDBConnection
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:')
    connection = await instance.connect()
    await loadTpch(connection, 0.01)
  }, 120_000)
  afterAll(() => {
    connection.closeSync()
    instance.closeSync()
  })

  const numbered = questions.map((question, index): [number, string, Question] => [index + 1, question.title, question])
  test.each(numbered)('%i, %s: equal rows in equal order', async (_number, _title, question) => {
    const { statement, places } = compileQuestion(question)
    const ours = (await rowsOf(connection, statement)).map((row) => places.map((place) => plain(row[place])))
    const theirs = (await rowsOf(connection, { text: question.sql, values: [] })).map((row) => row.map(plain))
    expect(ours).toEqual(theirs)
    // A question without a result would prove nothing.
    expect(theirs.flat().some((cell) => cell !== null)).toBe(true)
  })
})
