import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { loadTpch } from '../tpch/load.ts'
import { questions } from '../tpch/questions/index.ts'
import { compileQuestion, rowsOf } from '../tpch/run.ts'
import { pair } from './measure.ts'

export interface QuestionTime {
  number: number
  title: string
  /** Medians in milliseconds. */
  ours: number
  byHand: number
}

/** Each question of TPC-H as generated SQL and as SQL written by hand, on the same tables, alternating. */
export async function tpchBench(folder: string, scale: number, runs: number): Promise<QuestionTime[]> {
  const instance = await DuckDBInstance.create(join(folder, 'tpch.duckdb'))
  const connection = await instance.connect()
  try {
    await loadTpch(connection, scale)
    const times: QuestionTime[] = []
    for (const [index, question] of questions.entries()) {
      const { statement } = compileQuestion(question)
      const [byHand, ours] = await pair(
        runs,
        1,
        () => rowsOf(connection, { text: question.sql, values: [] }),
        () => rowsOf(connection, statement),
      )
      times.push({ number: index + 1, title: question.title, ours: ours.median, byHand: byHand.median })
    }
    return times
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
