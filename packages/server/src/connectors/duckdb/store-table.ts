import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { type Statement, uploadedRow } from '@octavo/core/types'
import { filesOfUpload } from '../ingest/upload-folder.ts'

const lookEveryMs = 250

interface Place {
  /** Folder of uploaded tables. */
  folder: string | null
  table: string
  /** Number of columns of the statement. */
  columns: number
  maxBytes: number | undefined
}

/**
 * Writes the rows of an already checked statement as a table, and returns their number. The file gets its name when it is complete, so an
 * interrupted process leaves nothing that a statement could read.
 */
export async function storeTable(
  connection: DuckDBConnection,
  statement: Statement,
  { folder, table, columns, maxBytes }: Place,
  bind: (prepared: DuckDBPreparedStatement, statement: Statement) => void,
  tooLarge: (maxBytes: number) => void,
): Promise<number> {
  const files = folder === null ? null : filesOfUpload(folder, table)
  if (files === null) throw new Error(`"${table}" is not the name of a table that can be stored.`)
  const place = dirname(files)
  const unfinished = join(place, 'unfinished')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true, mode: 0o700 })
  const watch = setInterval(() => {
    if (maxBytes !== undefined && sizeOf(unfinished) > maxBytes) tooLarge(maxBytes)
  }, lookEveryMs)
  try {
    const names = Array.from({ length: columns }, (_, index) => `c_${index + 1}`)
    const rows = `SELECT ${names.join(', ')}, row_number() OVER () AS ${uploadedRow}
      FROM (${statement.text}\n) AS t(${names.join(', ')})`
    const copy = await connection.prepare(`COPY (${rows}) TO '${unfinished.replaceAll("'", "''")}' (FORMAT parquet)`)
    bind(copy, statement)
    const reader = await copy.runAndReadAll()
    if (maxBytes !== undefined && sizeOf(unfinished) > maxBytes) tooLarge(maxBytes)
    renameSync(unfinished, join(place, '000001.parquet'))
    return Number(reader.getRows()[0]?.[0] ?? 0)
  } catch (error) {
    rmSync(place, { recursive: true, force: true })
    throw error
  } finally {
    clearInterval(watch)
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
