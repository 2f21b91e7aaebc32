import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadTpch } from './load.ts'
import type { Question } from './question.ts'
import { questions } from './questions/index.ts'
import { compileQuestion, plainCell, rowsOf } from './run.ts'

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
    const ours = (await rowsOf(connection, statement)).map((row) => places.map((place) => plainCell(row[place])))
    const theirs = (await rowsOf(connection, { text: question.sql, values: [] })).map((row) => row.map(plainCell))
    expect(ours).toEqual(theirs)
    // A question without a result would prove nothing.
    expect(theirs.flat().some((cell) => cell !== null)).toBe(true)
  })
})
