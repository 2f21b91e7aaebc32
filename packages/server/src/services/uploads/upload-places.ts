import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Upload } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { ValueType } from '@octavo/core/types'
import { type Ingest, RowRefused, type Sessions, stagedFiles, type UploadFolder } from '../../connectors/index.ts'
import { findConnection } from '../../store/connections.ts'
import { type CsvFileFacts, type CsvFileRow, findCsvContent, findCsvFile } from '../../store/csv-files.ts'
import { isDryRun, type Queryable, type Store } from '../../store/index.ts'
import { storedRowLimits } from '../input-tables/stored-rows.ts'
import { type SchemaTable, type SchemaTables, schemaForUploads } from '../schema-tables/schema-tables.ts'
import { schemaTableOf } from '../schema-tables/uploaded-place.ts'

/** Where the rows of an uploaded table are stored. */
export type UploadPlace = { kind: 'engine' } | { kind: 'schema'; schema: string } | { kind: 'statements' }

export interface PlaceParts {
  store: Store
  sessions: Sessions
  ingest: Ingest
  uploadFolder: UploadFolder
  schemaTables: SchemaTables
}

/** Where a connection stores the tables that are uploaded to it. */
export async function placeForUploads(
  parts: Pick<PlaceParts, 'store' | 'sessions'>,
  organizationId: string,
  connectionId: string,
): Promise<UploadPlace> {
  const { store, sessions } = parts
  const connection = await findConnection(store.db, organizationId, connectionId)
  if (sessions.connector(connection?.type ?? '')?.capabilities.uploads === true) return { kind: 'engine' }
  const schema = await schemaForUploads(parts, organizationId, connectionId)
  return schema === null ? { kind: 'statements' } : { kind: 'schema', schema }
}

export function placeOfTable({ is_table, write_schema: schema }: CsvFileFacts): UploadPlace {
  if (is_table === 0) return { kind: 'statements' }
  return schema === null ? { kind: 'engine' } : { kind: 'schema', schema }
}

export const shownPlace = (place: UploadPlace): Pick<Upload, 'place' | 'writeSchema'> =>
  place.kind === 'schema' ? { place: place.kind, writeSchema: place.schema } : { place: place.kind }

/** A file whose rows have the types of their columns. */
export interface ConvertedFile {
  folder: string
  format: Upload['format']
  rows: number
  /** Names and types of the columns of the table, in its order. */
  columns: readonly { name: string; type: ValueType }[]
}

export interface RowsToKeep {
  place: UploadPlace
  table: Pick<CsvFileFacts, 'organization_id' | 'connection_id' | 'id' | 'revision'>
  /** The table whose rows precede those of the file; null for none. */
  before: CsvFileFacts | null
  file: ConvertedFile
  /** Called while rows are written into a schema, with the number of bytes written so far and in total. */
  onBytes: (bytes: number, all: number) => void
  memberId: string
  signal: AbortSignal
}

/** Columns of the store's row that say where the rows are. */
export type KeptRows = Pick<CsvFileRow, 'is_table' | 'write_schema' | 'table_name' | 'size_bytes' | 'content'>

/**
 * Stores the rows of a file in the place of the connection. No row of the store refers to them yet: call `nameRows` or
 * `forgetRows` next.
 */
export async function keepRows(parts: PlaceParts, given: RowsToKeep): Promise<KeptRows> {
  const { place, table, before, file } = given
  const kept = { is_table: place.kind === 'statements' ? 0 : 1, write_schema: null, table_name: null, content: '' }
  switch (place.kind) {
    case 'engine': {
      const source = join(file.folder, stagedFiles.table)
      return {
        ...kept,
        size_bytes: parts.uploadFolder.place(source, table.id, table.revision, before?.revision ?? null),
      }
    }
    case 'schema': {
      const lines = join(file.folder, stagedFiles.lines)
      const { size } = await stat(lines)
      const size_bytes = (before?.size_bytes ?? 0) + size
      // A dry run ends here, after the check of all values.
      if (isDryRun()) return { ...kept, write_schema: place.schema, table_name: '', size_bytes }
      const made = await makeInSchema(parts, given, { schema: place.schema, lines, size })
      return { ...kept, write_schema: place.schema, table_name: made.table_name, size_bytes }
    }
    case 'statements': {
      const own = await readFile(join(file.folder, stagedFiles.rows), 'utf8')
      const content = before === null ? own : await joined(parts, before, own)
      return { ...kept, content, size_bytes: Buffer.byteLength(content) }
    }
  }
}

async function makeInSchema(
  { ingest, schemaTables }: PlaceParts,
  { table, before, file, onBytes, memberId, signal }: RowsToKeep,
  { schema, lines, size }: { schema: string; lines: string; size: number },
): Promise<SchemaTable> {
  try {
    return await schemaTables.make({
      organizationId: table.organization_id,
      connectionId: table.connection_id,
      schema,
      revision: table.revision,
      types: file.columns.map(({ type }) => type),
      before: before && schemaTableOf(before),
      lines,
      onBytes: (bytes) => onBytes(bytes, size),
      signal,
    })
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error
    const { folder, format } = file
    const path = await ingest.place({ folder, format, row: error.row }, memberId, signal)
    const number = Number(/^c_(\d+)$/.exec(error.column ?? '')?.[1] ?? 0)
    const name = file.columns[number - 1]?.name
    const reason = `The data platform does not take ${name === undefined ? 'it' : `"${name}"`}: ${error.message}`
    throw new AppError('invalid_request', {
      reason: `${path.replace(/^\w/, (letter) => letter.toUpperCase())}: ${reason}`,
      problems: [{ path, message: reason }],
    })
  }
}

/** The rows of a table followed by new rows, for rows that are part of statements. */
async function joined(
  { store }: PlaceParts,
  { organization_id, id, row_count }: CsvFileFacts,
  more: string,
): Promise<string> {
  const before = JSON.parse((await findCsvContent(store.db, organization_id, id)) ?? '[]') as unknown[]
  const rows = before.concat(JSON.parse(more) as unknown[])
  const content = JSON.stringify(rows)
  if (rows.length <= storedRowLimits.rows && Buffer.byteLength(content) <= storedRowLimits.bytes) return content
  const reason = `With these rows the table would have ${rows.length} rows and ${content.length} bytes (${row_count} rows now); on this connection it may have ${storedRowLimits.rows} and ${storedRowLimits.bytes}.`
  throw new AppError('invalid_request', { reason, problems: [{ path: 'file', message: reason }] })
}

/** Marks the tables as used and unused. Call it in the transaction that stores `after` in place of `before`. */
export async function nameRows(
  { schemaTables }: PlaceParts,
  tx: Queryable,
  after: CsvFileFacts,
  before: CsvFileFacts | null,
): Promise<void> {
  const [made, old] = [schemaTableOf(after), before && schemaTableOf(before)]
  if (made) await schemaTables.keep(tx, made)
  if (old) await schemaTables.retire(tx, old)
}

/** Removes rows that were stored for a change that failed. */
export async function forgetRows(
  { store, schemaTables, uploadFolder }: PlaceParts,
  changed: CsvFileFacts,
): Promise<void> {
  const made = schemaTableOf(changed)
  if (made) {
    await schemaTables.dropNow(made)
    return
  }
  if (changed.is_table === 0) return
  const stored = await findCsvFile(store.db, changed.organization_id, changed.id)
  if (stored === null) uploadFolder.remove(changed.id)
  // Otherwise a concurrent change has stored a revision with this number, which has the same files.
  else if (stored.revision !== changed.revision) uploadFolder.removeRevision(changed.id, changed.revision)
}
