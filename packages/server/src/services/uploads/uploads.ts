import { join } from 'node:path'
import { hasRight, type Viewer } from '@octavo/core/access'
import {
  type AuditEventType,
  type Upload,
  type UploadImport,
  uploadBytesLimits,
  uploadFormats,
} from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { valueTypeToText } from '@octavo/core/types'
import type { Access } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { type Ingest, type Sessions, stagedFiles, type UploadFolder } from '../../connectors/index.ts'
import {
  type CsvFileFacts,
  type CsvFileRow,
  deleteCsvFile,
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
import type { SchemaTables } from '../schema-tables/schema-tables.ts'
import { schemaTableOf, unnameRows } from '../schema-tables/uploaded-place.ts'
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
import {
  type ConvertedFile,
  forgetRows,
  type KeptRows,
  keepRows,
  nameRows,
  placeForUploads,
  placeOfTable,
  type RowsToKeep,
  shownPlace,
  type UploadPlace,
} from './upload-places.ts'

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
  schemaTables: SchemaTables
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
      return previewEntry(parts, preview)
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
    ...shownPlace(await placeForUploads(parts, viewer.organizationId, connectionId)),
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
  const place = await placeForUploads(parts, viewer.organizationId, connectionId)
  const file = await convert(parts, viewer, { place, staged, columns, signal })
  const id = staged.id
  const table = { organization_id: viewer.organizationId, connection_id: connectionId, id, revision: 1 }
  const kept = await writing(parts, viewer, { id, name, table, place, before: null, file, signal })
  const now = clock.now()
  const row: CsvFileRow = {
    ...table,
    ...kept,
    name,
    columns: csvColumnsToText(
      columns.map((column) => ({ ...column, id: column.name })),
      valueTypeToText,
    ),
    row_count: file.rows,
    format: staged.choices.format,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  try {
    await store.write(
      eventOf(viewer, {
        category: 'CONNECTION',
        action: 'UPLOAD_CREATED',
        object: { kind: 'upload', id },
        change: { before: null, after: auditFactsOf(row) },
      }),
      async (tx) => {
        await access.requireConnection(viewer, connectionId, 'uploadCsv', tx)
        await insertCsvFile(tx, row)
        await nameRows(parts, tx, row, null)
      },
    )
    if (isDryRun()) uploadFolder.remove(id)
    return entry(row)
  } catch (error) {
    await forgetRows(parts, row)
    throw error
  }
}

/** Converts the rows of a file to the types of their columns, in the form that their place requires. */
async function convert(
  { ingest }: Parts,
  viewer: Viewer,
  given: {
    place: UploadPlace
    staged: Staged
    columns: readonly (Omit<TableColumn, 'id'> & { from: number })[]
    rowsBefore?: number
    signal: AbortSignal
  },
): Promise<ConvertedFile> {
  const { place, staged, columns, rowsBefore = 0, signal } = given
  const { folder } = staged
  const { format } = staged.choices
  const { rows: mostRows, bytes } = storedRowLimits
  const forms = { engine: 'table', schema: 'lines', statements: { rows: mostRows, bytes } } as const
  const task = { folder, format, columns: columns.map(convertedColumn), rowsBefore, as: forms[place.kind] }
  const { rows } = await ingest.convert(task, viewer.memberId, signal)
  return { folder, format, rows, columns }
}

/** Stores the rows of a file. While they are written into a schema, the list of uploads shows the progress. */
async function writing(
  parts: Parts,
  viewer: Viewer,
  given: Omit<RowsToKeep, 'onBytes' | 'memberId'> & { id: string; name: string },
): Promise<KeptRows> {
  const { clock, running } = parts
  const { id, name, place, table, file } = given
  const now = timestamp(clock.now())
  const upload: Upload = {
    uploadId: id,
    connectionId: table.connection_id,
    name,
    state: 'writing',
    ...shownPlace(place),
    format: file.format,
    columns: [],
    rows: file.rows,
    sizeBytes: 0,
    revision: 0,
    createdBy: viewer.memberId,
    updatedBy: viewer.memberId,
    createdAt: now,
    updatedAt: now,
  }
  const onBytes = (sizeBytes: number, announcedBytes: number) => Object.assign(upload, { sizeBytes, announcedBytes })
  running.set(id, { upload, organizationId: viewer.organizationId })
  try {
    return await keepRows(parts, { ...given, onBytes, memberId: viewer.memberId })
  } finally {
    running.delete(id)
  }
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
    const before = isAppended ? table : null
    const place = isAppended ? placeOfTable(table) : await placeForUploads(parts, viewer.organizationId, connectionId)
    const rowsBefore = before?.row_count ?? 0
    const converted = await convert(parts, viewer, { place, staged, columns, rowsBefore, signal })
    const next = { ...table, revision: table.revision + 1 }
    const rows = { id: stagedId, name: table.name, table: next, place, before, file: converted, signal }
    const changed: CsvFileRow = {
      ...next,
      ...(await writing(parts, viewer, rows)),
      columns: csvColumnsToText(columns, valueTypeToText),
      row_count: rowsBefore + converted.rows,
      format: staged.choices.format,
    }
    return await storeRows(parts, viewer, table, changed, isAppended ? 'UPLOAD_APPENDED' : 'UPLOAD_REPLACED')
  } finally {
    await uploadFolder.discard(stagedId)
  }
}

async function storeRows(
  parts: Parts,
  viewer: Viewer,
  table: CsvFileFacts,
  changed: CsvFileRow,
  action: AuditEventType,
): Promise<Upload> {
  const { access, clock, store, uploadFolder } = parts
  const { id, connection_id, revision } = table
  const row = { ...changed, updated_by: viewer.memberId, updated_at: clock.now() }
  try {
    await store.write(
      eventOf(viewer, {
        category: 'CONNECTION',
        action,
        object: { kind: 'upload', id },
        change: { before: auditFactsOf(table), after: auditFactsOf(row) },
      }),
      async (tx) => {
        await access.requireConnection(viewer, connection_id, 'uploadCsv', tx)
        const { organization_id: _, id: __, revision: ___, ...change } = row
        if (await updateCsvRows(tx, table, change)) return nameRows(parts, tx, row, table)
        throw conflict({ rule: 'upload_changed' })
      },
    )
  } catch (error) {
    await forgetRows(parts, row)
    throw error
  }
  if (placeOfTable(table).kind === 'engine') uploadFolder.retireRevision(id, revision)
  return entry(row)
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
  return preview ? previewEntry(parts, preview) : entry(await tableOf(parts, viewer, connectionId, id))
}

/** Elements that read the table have no rows afterwards. */
async function remove(parts: Parts, viewer: Viewer, connectionId: string, id: string): Promise<void> {
  const { previews, schemaTables, store } = parts
  if (await previews.find(viewer, connectionId, id)) return isDryRun() ? undefined : previews.forget(id)
  const table = await tableOf(parts, viewer, connectionId, id)
  await store.write(
    eventOf(viewer, {
      category: 'CONNECTION',
      action: 'UPLOAD_DELETED',
      object: { kind: 'upload', id },
      change: { before: auditFactsOf(table), after: null },
    }),
    async (tx) => {
      await deleteCsvFile(tx, viewer.organizationId, id)
      await unnameRows(parts, tx, table)
    },
  )
  const old = schemaTableOf(table)
  if (old) await schemaTables.dropNow(old)
}

/** Facts about a table for the audit log, without its rows. */
function auditFactsOf({
  connection_id: connectionId,
  name,
  row_count: rows,
  size_bytes: sizeBytes,
  columns,
}: CsvFileFacts) {
  return { connectionId, name, rows, sizeBytes, columns: csvColumnsFromText(columns).length }
}

function entry(row: CsvFileFacts): Upload {
  return {
    uploadId: row.id,
    connectionId: row.connection_id,
    name: row.name,
    state: 'ready',
    ...shownPlace(placeOfTable(row)),
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

async function previewEntry(parts: Parts, given: Preview): Promise<Upload> {
  const { id, connectionId, viewer, choices, columns, rows, preview, createdAt } = given
  const at = timestamp(createdAt)
  return {
    uploadId: id,
    connectionId,
    name: choices.name,
    state: 'preview',
    ...shownPlace(await placeForUploads(parts, viewer.organizationId, connectionId)),
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
