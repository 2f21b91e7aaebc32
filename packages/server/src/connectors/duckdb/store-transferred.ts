import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { dialectOf } from '@octavo/core/sql'
import type { ResultColumn, ValueType } from '@octavo/core/types'
import { ingestLimits } from '../ingest/messages.ts'
import { filesOfUpload } from '../ingest/upload-folder.ts'

/** Rows of another connection to store as a named table. */
export interface TransferredRows {
  /** Folder of uploaded tables. */
  folder: string | null
  table: string
  types: readonly ValueType[]
}

/** File with the rows as texts, next to the table while it is created. */
export const transferredTexts = 'rows.csv'

/** Converts the texts of the rows to their types, and returns the number of rows. The table gets its name when it is complete. */
export async function storeTransferred(
  connection: DuckDBConnection,
  { folder, table, types }: TransferredRows,
): Promise<number> {
  const files = folder === null ? null : filesOfUpload(folder, table)
  if (files === null) throw new Error(`"${table}" is not the name of a table that can be stored.`)
  const place = dirname(files)
  const { lineBytes } = ingestLimits
  const unfinished = join(place, 'unfinished')
  const texts = types.map((_, index) => `t_${index + 1}: 'VARCHAR'`)
  const reader = `read_csv(${literal(join(place, transferredTexts))}, auto_detect = false, header = false,
    columns = {number: 'BIGINT'${texts.map((text) => `, ${text}`).join('')}}, delim = ',', quote = '"', escape = '"',
    nullstr = '', allow_quoted_nulls = false, max_line_size = ${lineBytes}, buffer_size = ${2 * lineBytes})`
  const cells = types.map((type, index) => `, ${asStored(`t_${index + 1}`, type)} AS c_${index + 1}`)
  const rows = `SELECT number${cells.join('')} FROM ${reader}`
  const made = await connection.runAndReadAll(`COPY (${rows}) TO ${literal(unfinished)} (FORMAT parquet)`)
  renameSync(unfinished, join(place, '000001.parquet'))
  return Number(made.getRows()[0]?.[0] ?? 0)
}

/** A view of the table under the name in the statement. */
export function viewOfTransferred(name: string, files: string, columns: readonly Pick<ResultColumn, 'type'>[]): string {
  const read = columns.map(({ type }, index) => `${asRead(`c_${index + 1}`, type)} AS c_${index + 1}`)
  return `CREATE OR REPLACE TEMP VIEW "${name.replaceAll('"', '""')}" AS
    SELECT ${read.join(', ')} FROM read_parquet(${literal(files)})`
}

/** Files cannot store JSON and lists of every type: those remain texts until they are read. */
const staysText = ({ kind }: ValueType) => ['text', 'variant', 'array', 'geography'].includes(kind)

const asStored = (text: string, type: ValueType) => (staysText(type) ? text : `CAST(${text} AS ${nameOf(type)})`)

function asRead(column: string, type: ValueType): string {
  if (type.kind === 'variant') return `CAST(${column} AS JSON)`
  if (type.kind === 'array') return `CAST(CAST(${column} AS JSON) AS ${nameOf(type)})`
  return column
}

const nameOf = (type: ValueType) => dialectOf('duckdb').typeName(type)

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
