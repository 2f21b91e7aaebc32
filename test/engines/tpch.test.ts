import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whyNoTrino } from '../../packages/server/src/connectors/trino/testing.ts'
import { loadRows } from '../tpch/load.ts'
import type { Question } from '../tpch/question.ts'
import { questions } from '../tpch/questions/index.ts'
import { compileQuestion, plainCell, rowsOf } from '../tpch/run.ts'
import { tpchTables } from '../tpch/tables.ts'
import { newTpchCatalog, type TrinoCatalog } from './trino-catalog.ts'

/** Both engines have the rows of Trino's TPC-H connector: they are copied to DuckDB, which runs the SQL written by hand. */
describe(`the questions of TPC-H, as elements on Trino and as SQL on DuckDB${whyNoTrino ? ` (skipped: ${whyNoTrino})` : ''}`, () => {
  let instance: DuckDBInstance
  let duck: DuckDBConnection
  let trino: TrinoCatalog
  beforeAll(async () => {
    if (whyNoTrino !== null) return
    instance = await DuckDBInstance.create(':memory:')
    duck = await instance.connect()
    trino = await newTpchCatalog()
    await loadRows(duck, async (put) => {
      for (const { name, columns } of tpchTables) {
        const { rows } = await trino.administer(
          `SELECT ${columns.map((column) => column.name).join(', ')} FROM ${name}`,
        )
        for (const row of rows) put(name, row.map(String))
      }
    })
  }, 120_000)
  afterAll(async () => {
    duck?.closeSync()
    instance?.closeSync()
    await trino?.close()
  })

  const numbered = questions.map((question, index): [number, string, Question] => [index + 1, question.title, question])
  test.skipIf(whyNoTrino).each(numbered)('%i, %s: equal rows in equal order', async (_number, _title, question) => {
    const { statement, places } = compileQuestion(question, { dialect: 'trino', schema: [trino.name, 'tiny'] })
    const { rows } = await trino.query(statement)
    const ours = rows.map((row) => places.map((place) => plainCell(row[place] as string | number | null | undefined)))
    const theirs = (await rowsOf(duck, { text: question.sql, values: [] })).map((row) => row.map(plainCell))
    expect(ours).toEqual(theirs)
  })
})
