import { hasRight, type Viewer } from '@octavo/core/access'
import type { CsvFile } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { valueTypeToText } from '@octavo/core/types'
import type { Access } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { UploadFolder } from '../../connectors/index.ts'
import { type CsvFileFacts, deleteCsvFile, findCsvFile, insertCsvFile } from '../../store/csv-files.ts'
import { isUuid, newUuid, type Queryable, type Store } from '../../store/index.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { SchemaTables } from '../schema-tables/schema-tables.ts'
import { schemaTableOf, unnameRows } from '../schema-tables/uploaded-place.ts'
import { serviceOf } from '../service/service.ts'
import { readCsv } from './csv-text.ts'
import { csvColumnsFromText, csvColumnsToText, rowsToJson, storedRowLimits } from './stored-rows.ts'

export type CsvFiles = ReturnType<typeof createCsvFiles>

/** CSV files as tables: uploaded to a connection, whose engine reads them together with its own tables. */
export function createCsvFiles(parts: Parts) {
  return serviceOf(parts, { upload, get, remove })
}

interface Parts {
  store: Store
  access: Access
  clock: Clock
  uploadFolder: UploadFolder
  schemaTables: SchemaTables
}

/** Only the uploader and administrators can see a file; for others it is not found. */
async function fileOf({ store }: Parts, viewer: Viewer, id: string, db: Queryable = store.db): Promise<CsvFileFacts> {
  const found = isUuid(id) ? await findCsvFile(db, viewer.organizationId, id) : null
  if (!found || (found.created_by !== viewer.memberId && !hasRight(viewer, 'useEveryFile'))) {
    throw new AppError('not_found', { kind: 'CSV', id })
  }
  return found
}

async function upload(
  { access, clock, store }: Parts,
  viewer: Viewer,
  connectionId: string,
  given: { name: string; csv: string },
): Promise<CsvFile> {
  await access.requireConnection(viewer, connectionId, 'uploadCsv')
  if (given.csv.includes('\0')) {
    throw new AppError('invalid_request', { reason: 'The text holds a character with the code 0.' })
  }
  const { columns, rows } = readCsv(given.csv, storedRowLimits)
  const content = rowsToJson(rows)
  const sizeBytes = Buffer.byteLength(content)
  if (sizeBytes > storedRowLimits.bytes) {
    const reason = `The rows take ${sizeBytes} bytes; a CSV may have ${storedRowLimits.bytes}.`
    throw new AppError('invalid_request', { reason, problems: [{ path: 'csv', message: reason }] })
  }
  const now = clock.now()
  const row = {
    organization_id: viewer.organizationId,
    id: newUuid(),
    connection_id: connectionId,
    name: given.name,
    columns: csvColumnsToText(columns, valueTypeToText),
    row_count: rows.length,
    size_bytes: sizeBytes,
    content,
    format: 'csv',
    revision: 0,
    is_table: 0,
    write_schema: null,
    table_name: null,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  await store.write(
    eventOf(viewer, {
      category: 'CONNECTION',
      action: 'CSV_UPLOADED',
      object: { kind: 'csv', id: row.id },
      change: { before: null, after: factsOf(row) },
    }),
    async (tx) => {
      await access.requireConnection(viewer, connectionId, 'uploadCsv', tx)
      await insertCsvFile(tx, row)
    },
  )
  return entry(row)
}

async function get(parts: Parts, viewer: Viewer, id: string): Promise<CsvFile> {
  return entry(await fileOf(parts, viewer, id))
}

/** Elements that read the file have no rows afterwards. */
async function remove(parts: Parts, viewer: Viewer, id: string): Promise<void> {
  const { schemaTables, store } = parts
  const deleted = await store.write<CsvFileFacts>(
    (file) =>
      eventOf(viewer, {
        category: 'CONNECTION',
        action: 'CSV_DELETED',
        object: { kind: 'csv', id },
        change: { before: factsOf(file), after: null },
      }),
    async (tx) => {
      const file = await fileOf(parts, viewer, id, tx)
      await deleteCsvFile(tx, viewer.organizationId, id)
      await unnameRows(parts, tx, file)
      return file
    },
  )
  const table = schemaTableOf(deleted)
  if (table) await schemaTables.dropNow(table)
}

/** Facts about a file for the audit log, without its rows. */
function factsOf({ connection_id: connectionId, name, row_count: rows, size_bytes: sizeBytes }: CsvFileFacts) {
  return { connectionId, name, rows, sizeBytes }
}

function entry(row: CsvFileFacts): CsvFile {
  return {
    csvId: row.id,
    connectionId: row.connection_id,
    name: row.name,
    columns: csvColumnsFromText(row.columns).map(({ name, type }) => ({ name, type: valueTypeToText(type) })),
    rows: row.row_count,
    sizeBytes: row.size_bytes,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
