import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { dialectOf } from '@octavo/core/sql'
import type { ResultColumn, ValueType } from '@octavo/core/types'
import { ingestLimits } from '../ingest/messages.ts'
import { filesOfUpload } from '../ingest/upload-folder.ts'

/** Rows of another connection, which are to be the table of a name. */
export interface BroughtRows {
  /** Folder of uploaded tables. */
  folder: string | null
  table: string
  types: readonly ValueType[]
}

/** The rows as texts, beside the table while it is made. */
export const broughtTexts = 'rows.csv'

/** Reads the texts of the rows in their types, and returns how many rows there are. The table has its name when it is whole. */
export async function storeBrought(
  connection: DuckDBConnection,
  { folder, table, types }: BroughtRows,
): Promise<number> {
  const files = folder === null ? null : filesOfUpload(folder, table)
  if (files === null) throw new Error(`"${table}" is no name of a table that can be stored.`)
  const place = dirname(files)
  const { lineBytes } = ingestLimits
  const unfinished = join(place, 'unfinished')
  const texts = types.map((_, index) => `t_${index + 1}: 'VARCHAR'`)
  const reader = `read_csv(${literal(join(place, broughtTexts))}, auto_detect = false, header = false,
    columns = {number: 'BIGINT'${texts.map((text) => `, ${text}`).join('')}}, delim = ',', quote = '"', escape = '"',
    nullstr = '', allow_quoted_nulls = false, max_line_size = ${lineBytes}, buffer_size = ${2 * lineBytes})`
  const cells = types.map((type, index) => `, ${asStored(`t_${index + 1}`, type)} AS c_${index + 1}`)
  const rows = `SELECT number${cells.join('')} FROM ${reader}`
  const made = await connection.runAndReadAll(`COPY (${rows}) TO ${literal(unfinished)} (FORMAT parquet)`)
  renameSync(unfinished, join(place, '000001.parquet'))
  return Number(made.getRows()[0]?.[0] ?? 0)
}

/** The table under the name that a statement has for it. */
export function viewOfBrought(name: string, files: string, columns: readonly Pick<ResultColumn, 'type'>[]): string {
  const read = columns.map(({ type }, index) => `${asRead(`c_${index + 1}`, type)} AS c_${index + 1}`)
  return `CREATE OR REPLACE TEMP VIEW "${name.replaceAll('"', '""')}" AS
    SELECT ${read.join(', ')} FROM read_parquet(${literal(files)})`
}

/** Files have no JSON and no lists of every type: those stay texts until they are read. */
const staysText = ({ kind }: ValueType) => ['text', 'variant', 'array', 'geography'].includes(kind)

const asStored = (text: string, type: ValueType) => (staysText(type) ? text : `CAST(${text} AS ${nameOf(type)})`)

function asRead(column: string, type: ValueType): string {
  if (type.kind === 'variant') return `CAST(${column} AS JSON)`
  if (type.kind === 'array') return `CAST(CAST(${column} AS JSON) AS ${nameOf(type)})`
  return column
}

const nameOf = (type: ValueType) => dialectOf('duckdb').typeName(type)

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
