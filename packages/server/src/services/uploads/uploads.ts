import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasRight, type Viewer } from '@octavo/core/access'
import {
  type AuditEventType,
  type Upload,
  type UploadImport,
  uploadBytesLimits,
  uploadFormats,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { valueTypeToText } from '@octavo/core/types'
import type { Access } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { type Ingest, type Sessions, stagedFiles, type UploadFolder } from '../../connectors/index.ts'
import { findConnection } from '../../store/connections.ts'
import {
  type CsvFileFacts,
  type CsvFileRow,
  deleteCsvFile,
  findCsvContent,
  findCsvFile,
  insertCsvFile,
  listCsvFiles,
  updateCsvRows,
} from '../../store/csv-files.ts'
import { isDryRun, isUuid, newUuid, type Store } from '../../store/index.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { csvColumnsFromText, csvColumnsToText, storedRowLimits } from '../input-tables/stored-rows.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { serviceOf } from '../service/service.ts'
import { createPreviews, type Preview, type Previews } from './previews.ts'
import type { SentFile } from './sent-file.ts'
import {
  type ColumnChoice,
  choicesOf,
  chosenColumns,
  convertedColumn,
  matchedColumns,
  type TableColumn,
  type UploadChoices,
} from './upload-choices.ts'

export type Uploads = ReturnType<typeof createUploads>

/** Uploads files of any size as tables of a connection. */
export function createUploads(given: Given) {
  return serviceOf(
    { ...given, previews: createPreviews(given), running: new Map<string, Running>() },
    { create, importPreview, list, get, replace, append, remove },
  )
}

interface Given {
  store: Store
  access: Access
  clock: Clock
  sessions: Sessions
  settings: OrganizationSettingsReader
  ingest: Ingest
  uploadFolder: UploadFolder
}

interface Parts extends Given {
  previews: Previews
  /** Uploads in progress in this process. */
  running: Map<string, Running>
}

interface Running {
  upload: Upload
  organizationId: string
}

/** Allowance for boundaries, headers and fields of the form besides the file. */
const formBytes = 512 * 1024
const readingFields = ['format', 'encoding', 'sheet']

interface Staged {
  id: string
  folder: string
  choices: UploadChoices
  columns: { name: string; type: string }[]
  rows: number
  preview: (string | null)[][]
}

async function create(
  parts: Parts,
  viewer: Viewer,
  connectionId: string,
  { file, isPreview, signal }: { file: SentFile; isPreview: boolean; signal: AbortSignal },
): Promise<Upload> {
  const { access, clock, previews, uploadFolder } = parts
  await access.requireConnection(viewer, connectionId, 'uploadCsv')
  const id = newUuid()
  let isKept = false
  try {
    const staged = await stage(parts, viewer, {
      id,
      connectionId,
      file,
      fields: ['name', 'columns', ...readingFields],
      signal,
    })
    const { choices } = staged
    if (isPreview) {
      const preview = { ...staged, connectionId, viewer, createdAt: clock.now() }
      await previews.keep(preview)
      isKept = true
      return previewEntry(preview)
    }
    return await makeTable(parts, viewer, {
      connectionId,
      staged,
      name: choices.name,
      choices: choices.columns,
      signal,
    })
  } finally {
    if (!isKept) await uploadFolder.discard(id)
  }
}

/** Receives a file and reads its rows. The caller must discard the folder. */
async function stage(
  parts: Parts,
  viewer: Viewer,
  given: { id: string; connectionId: string; file: SentFile; fields: readonly string[]; signal: AbortSignal },
): Promise<Staged> {
  const { clock, ingest, running, settings, store, uploadFolder } = parts
  const { id, connectionId, file, signal } = given
  const { uploadBytes: limitBytes = uploadBytesLimits.usual } = await settings.read(viewer.organizationId)
  if ((file.announcedBytes ?? 0) > limitBytes + formBytes) throw new AppError('body_too_large', { limitBytes })
  if (store.isShortOfRoom()) throw new AppError('store_unavailable', { reason: 'the disk is nearly full' })
  const now = timestamp(clock.now())
  const upload: Upload = {
    uploadId: id,
    connectionId,
    name: '',
    state: 'receiving',
    format: 'csv',
    columns: [],
    rows: 0,
    sizeBytes: 0,
    ...(file.announcedBytes === null ? {} : { announcedBytes: file.announcedBytes }),
    revision: 0,
    createdBy: viewer.memberId,
    updatedBy: viewer.memberId,
    createdAt: now,
    updatedAt: now,
  }
  running.set(id, { upload, organizationId: viewer.organizationId })
  try {
    const folder = await uploadFolder.stage(id)
    const { fileName, fields } = await file.save(join(folder, stagedFiles.input), {
      limitBytes,
      onBytes: (sizeBytes) => {
        upload.sizeBytes = sizeBytes
      },
    })
    const choices = choicesOf(fileName, fields, given.fields)
    Object.assign(upload, { state: 'reading', name: choices.name, format: choices.format } satisfies Partial<Upload>)
    const { format, encoding, sheet } = choices
    const { columns, rows, preview } = await ingest.read({ folder, format, encoding, sheet }, viewer.memberId, signal)
    return { id, folder, choices, columns, rows, preview }
  } finally {
    running.delete(id)
  }
}

async function importPreview(
  parts: Parts,
  viewer: Viewer,
  connectionId: string,
  uploadId: string,
  body: UploadImport | undefined,
  signal: AbortSignal,
): Promise<Upload> {
  const { access, previews } = parts
  const preview = await previews.find(viewer, connectionId, uploadId)
  if (!preview) throw new AppError('not_found', { kind: 'upload', id: uploadId })
  await access.requireConnection(viewer, connectionId, 'uploadCsv')
  const { name = preview.choices.name, columns = [] } = body ?? {}
  const choices = [
    ...preview.choices.columns.filter((old) => !columns.some((next) => next.name === old.name)),
    ...columns,
  ]
  const made = await makeTable(parts, viewer, { connectionId, staged: preview, name: name.trim(), choices, signal })
  if (!isDryRun()) await previews.forget(uploadId)
  return made
}

async function makeTable(
  parts: Parts,
  viewer: Viewer,
  given: { connectionId: string; staged: Staged; name: string; choices: readonly ColumnChoice[]; signal: AbortSignal },
): Promise<Upload> {
  const { access, clock, store, uploadFolder } = parts
  const { connectionId, staged, name, signal } = given
  const columns = chosenColumns(staged.columns, given.choices)
  const stored = await convert(parts, viewer, { connectionId, staged, columns, signal })
  const now = clock.now()
  const id = staged.id
  const facts = {
    organization_id: viewer.organizationId,
    id,
    connection_id: connectionId,
    name,
    columns: csvColumnsToText(
      columns.map((column) => ({ ...column, id: column.name })),
      valueTypeToText,
    ),
    row_count: stored.rows,
    format: staged.choices.format,
    revision: 1,
    is_table: stored.isTable ? 1 : 0,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  try {
    const size = stored.isTable
      ? uploadFolder.place(join(staged.folder, stagedFiles.table), id, 1, null)
      : Buffer.byteLength(stored.content)
    const row: CsvFileRow = { ...facts, size_bytes: size, content: stored.content }
    await store.write(
      eventOf(viewer, {
        category: 'CONNECTION',
        action: 'UPLOAD_CREATED',
        object: { kind: 'upload', id },
        change: { before: null, after: toldOf(row) },
      }),
      async (tx) => {
        await access.requireConnection(viewer, connectionId, 'uploadCsv', tx)
        await insertCsvFile(tx, row)
      },
    )
    if (isDryRun()) uploadFolder.remove(id)
    return entry(row)
  } catch (error) {
    uploadFolder.remove(id)
    throw error
  }
}

interface Converted {
  rows: number
  isTable: boolean
  /** JSON; empty for a table. */
  content: string
}

/** Converts the rows of a file to the types of their columns, in the form that the connection's upload place needs. */
async function convert(
  { ingest, sessions, store }: Parts,
  viewer: Viewer,
  given: {
    connectionId: string
    staged: Staged
    columns: readonly (Omit<TableColumn, 'id'> & { from: number })[]
    rowsBefore?: number
    /** Set when the rows are stored as a table in the upload place. */
    isTable?: boolean
    signal: AbortSignal
  },
): Promise<Converted> {
  const { staged, rowsBefore = 0, signal } = given
  const connection = await findConnection(store.db, viewer.organizationId, given.connectionId)
  const mayBeTable = sessions.connector(connection?.type ?? '')?.capabilities.uploads === true
  const { isTable = mayBeTable } = given
  const { rows: mostRows, bytes } = storedRowLimits
  const task = {
    folder: staged.folder,
    format: staged.choices.format,
    columns: given.columns.map(convertedColumn),
    rowsBefore,
    asJson: isTable ? null : { rows: mostRows, bytes },
  }
  const { rows } = await ingest.convert(task, viewer.memberId, signal)
  return { rows, isTable, content: isTable ? '' : await readFile(join(staged.folder, stagedFiles.rows), 'utf8') }
}

/** Only the uploader and administrators can see a table; for others it is not found. */
async function tableOf({ store }: Parts, viewer: Viewer, connectionId: string, id: string): Promise<CsvFileFacts> {
  const found = isUuid(id) ? await findCsvFile(store.db, viewer.organizationId, id) : null
  const isKnown = found?.created_by === viewer.memberId || hasRight(viewer, 'useEveryFile')
  if (found?.connection_id !== connectionId || !isKnown) throw new AppError('not_found', { kind: 'upload', id })
  return found
}

interface Sent {
  file: SentFile
  signal: AbortSignal
}

const replace = (parts: Parts, viewer: Viewer, connectionId: string, id: string, sent: Sent) =>
  changeRows(parts, viewer, connectionId, id, { ...sent, isAppended: false })
const append = (parts: Parts, viewer: Viewer, connectionId: string, id: string, sent: Sent) =>
  changeRows(parts, viewer, connectionId, id, { ...sent, isAppended: true })

async function changeRows(
  parts: Parts,
  viewer: Viewer,
  connectionId: string,
  id: string,
  { file, isAppended, signal }: Sent & { isAppended: boolean },
): Promise<Upload> {
  const { access, uploadFolder } = parts
  const table = await tableOf(parts, viewer, connectionId, id)
  await access.requireConnection(viewer, connectionId, 'uploadCsv')
  const stagedId = newUuid()
  try {
    const staged = await stage(parts, viewer, { id: stagedId, connectionId, file, fields: readingFields, signal })
    const columns = matchedColumns(csvColumnsFromText(table.columns), staged.columns, { mayGrow: !isAppended })
    const rowsBefore = isAppended ? table.row_count : 0
    const place = isAppended ? { rowsBefore, isTable: table.is_table === 1 } : {}
    const converted = await convert(parts, viewer, { connectionId, staged, columns, ...place, signal })
    const content = converted.isTable || !isAppended ? converted.content : await joined(parts, table, converted.content)
    const after = isAppended ? table.revision : null
    const source = join(staged.folder, stagedFiles.table)
    const size = converted.isTable
      ? uploadFolder.place(source, id, table.revision + 1, after)
      : Buffer.byteLength(content)
    const changed: CsvFileRow = {
      ...table,
      columns: csvColumnsToText(columns, valueTypeToText),
      row_count: rowsBefore + converted.rows,
      size_bytes: size,
      content,
      format: staged.choices.format,
      is_table: converted.isTable ? 1 : 0,
    }
    return await storeRows(parts, viewer, table, changed, isAppended ? 'UPLOAD_APPENDED' : 'UPLOAD_REPLACED')
  } finally {
    await uploadFolder.discard(stagedId)
  }
}

/** Appends new rows to a table's rows, when they are sent with statements. */
async function joined(
  { store }: Parts,
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

async function storeRows(
  { access, clock, store, uploadFolder }: Parts,
  viewer: Viewer,
  table: CsvFileFacts,
  changed: CsvFileRow,
  action: AuditEventType,
): Promise<Upload> {
  const { id, connection_id, revision } = table
  const row = { ...changed, updated_by: viewer.memberId, updated_at: clock.now() }
  try {
    await store.write(
      eventOf(viewer, {
        category: 'CONNECTION',
        action,
        object: { kind: 'upload', id },
        change: { before: toldOf(table), after: toldOf(row) },
      }),
      async (tx) => {
        await access.requireConnection(viewer, connection_id, 'uploadCsv', tx)
        const { columns, row_count, size_bytes, content, format, is_table, updated_by, updated_at } = row
        const change = { columns, row_count, size_bytes, content, format, is_table, updated_by, updated_at }
        if (await updateCsvRows(tx, table, change)) return
        throw new AppError('conflict', {
          reason: 'Somebody else has changed the rows of this table in the meantime. Send the file again.',
        })
      },
    )
  } catch (error) {
    const isTaken = (await findCsvFile(store.db, table.organization_id, id))?.revision === revision + 1
    if (row.is_table === 1 && !isTaken) uploadFolder.removeRevision(id, revision + 1)
    throw error
  }
  if (table.is_table === 1) uploadFolder.retireRevision(id, revision)
  return entry({ ...row, revision: revision + 1 })
}

async function list(parts: Parts, viewer: Viewer, connectionId: string, window: Window): Promise<Slice<Upload>> {
  const { access, running, store } = parts
  await access.requireConnection(viewer, connectionId, 'view')
  const mine = hasRight(viewer, 'useEveryFile') ? {} : { createdBy: viewer.memberId }
  const rows = await listCsvFiles(store.db, viewer.organizationId, { connectionId, ...mine })
  const coming = [...running.values()].flatMap(({ upload, organizationId }) =>
    organizationId === viewer.organizationId &&
    upload.connectionId === connectionId &&
    upload.createdBy === viewer.memberId
      ? [{ ...upload }]
      : [],
  )
  return sliceOfList([...coming, ...rows.map(entry)], window)
}

async function get(parts: Parts, viewer: Viewer, connectionId: string, id: string): Promise<Upload> {
  const preview = await parts.previews.find(viewer, connectionId, id)
  return preview ? previewEntry(preview) : entry(await tableOf(parts, viewer, connectionId, id))
}

/** Elements that read the table have no rows afterwards. */
async function remove(parts: Parts, viewer: Viewer, connectionId: string, id: string): Promise<void> {
  const { previews, store, uploadFolder } = parts
  if (await previews.find(viewer, connectionId, id)) return isDryRun() ? undefined : previews.forget(id)
  const table = await tableOf(parts, viewer, connectionId, id)
  await store.write(
    eventOf(viewer, {
      category: 'CONNECTION',
      action: 'UPLOAD_DELETED',
      object: { kind: 'upload', id },
      change: { before: toldOf(table), after: null },
    }),
    async (tx) => {
      await deleteCsvFile(tx, viewer.organizationId, id)
      store.afterCommit(tx, () => uploadFolder.remove(id))
    },
  )
}

/** Facts about a table for the audit log, without its rows. */
function toldOf({ connection_id: connectionId, name, row_count: rows, size_bytes: sizeBytes, columns }: CsvFileFacts) {
  return { connectionId, name, rows, sizeBytes, columns: csvColumnsFromText(columns).length }
}

function entry(row: CsvFileFacts): Upload {
  return {
    uploadId: row.id,
    connectionId: row.connection_id,
    name: row.name,
    state: 'ready',
    format: uploadFormats.find((format) => format === row.format) ?? 'csv',
    columns: csvColumnsFromText(row.columns).map(({ name, type }) => ({ name, type: valueTypeToText(type) })),
    rows: row.row_count,
    sizeBytes: row.size_bytes,
    revision: row.revision,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

function previewEntry({ id, connectionId, viewer, choices, columns, rows, preview, createdAt }: Preview): Upload {
  const at = timestamp(createdAt)
  return {
    uploadId: id,
    connectionId,
    name: choices.name,
    state: 'preview',
    format: choices.format,
    columns,
    rows,
    sizeBytes: 0,
    revision: 0,
    preview,
    createdBy: viewer.memberId,
    updatedBy: viewer.memberId,
    createdAt: at,
    updatedAt: at,
  }
}
