import { decide, type Viewer } from '@octavo/core/access'
import type { InputRowChange, InputTableChange, InputTableChanged } from '@octavo/core/contract'
import {
  choicesSource,
  columnsOf,
  type DocumentElement,
  editStopText,
  findElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import { type Access, requireAllowed } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import { hashToken } from '../../secrets/index.ts'
import type { Queryable, Store } from '../../store/index.ts'
import {
  countInputRowChanges,
  findInputTable,
  listInputRowChanges,
  moveInputTable,
  setInputTableSize,
} from '../../store/input-rows.ts'
import { findMembers, fullNameOf } from '../../store/members.ts'
import { claimToken } from '../../store/used-tokens.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals, type Totals } from '../answers/totals.ts'
import { documentTypeOf } from '../documents/document-type.ts'
import type { Documents } from '../documents/documents.ts'
import type { DocumentRecord, OpenDocument } from '../documents/open-document.ts'
import { shownContent } from '../documents/shown-content.ts'
import { requireOwnConnections } from '../embeds/own-connections.ts'
import { changesInConnection } from '../input-rows/edit-log.ts'
import { storeBook, type TablePlace } from '../input-rows/row-book.ts'
import type { RowPlace } from '../input-rows/row-writers.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import type { OfferedValues } from '../queries/offered-values.ts'
import { serviceOf } from '../service/service.ts'
import { checkedChange } from './checked-change.ts'
import { type ConnectionEdits, WrittenBefore } from './connection-edits.ts'
import { type EditTroubles, stoppedShownTo } from './edit-troubles.ts'
import { cellProblemAt, refusedChange } from './refused-change.ts'
import { hasMatches } from './row-matches.ts'
import { type CheckedChange, type HiddenOf, type RowsToWrite, type RowsWritten, writeRows } from './row-plans.ts'
import { writeSeen } from './row-verdicts.ts'
import { rowsChannel } from './rows-channel.ts'
import type { SeenAmong, SeenRows } from './seen-rows.ts'
import { createTableTurns, type TableTurns } from './table-turns.ts'
import { wantedPlace } from './write-places.ts'

export type InputTables = ReturnType<typeof createInputTables>

/** The required right for each setting of who may enter rows. */
const actionOfMode = { edit: 'enterRowsInDraft', explore: 'enterRows', view: 'enterRowsForAll' } as const

/** Inserts, changes and deletes rows of input tables; each request is applied completely or not at all. */
export function createInputTables(parts: Omit<Parts, 'turns'>) {
  return serviceOf(
    { ...parts, totals: createTotals(parts), turns: createTableTurns() },
    { change, changeOnce, history },
  )
}

interface Parts {
  store: Store
  access: Access
  documents: Documents
  offeredValues: OfferedValues
  clock: Clock
  sessions: Sessions
  connectionEdits: ConnectionEdits
  editTroubles: EditTroubles
  seenRows: SeenRows
  turns: TableTurns
}

/**
 * The draft's version of the table when the viewer may edit it and rows are entered in the draft, or it is not published yet; otherwise the
 * published version.
 */
export async function findEntered(
  { documents }: Pick<Parts, 'documents'>,
  viewer: Viewer,
  workbookId: string,
  elementId: string,
) {
  const published = await documents.read(viewer, 'workbook', workbookId)
  const { record } = published
  let open = published
  let element = findElement(shownContent(viewer, record.facts, published.content), elementId)
  if (decide(viewer, record.facts, 'edit').allowed) {
    const draft = await documents.read(viewer, 'workbook', workbookId, { draft: true })
    const drafted = findElement(draft.content, elementId)
    if (drafted && (!element || drafted.inputMode === 'edit')) {
      open = draft
      element = drafted
    }
  }
  if (!element) throw new AppError('not_found', { kind: 'element', id: elementId })
  return { record, open, element }
}

function requireInputTable({ id, kind }: DocumentElement): void {
  if (kind === 'input-table') return
  throw refusedChange('elementId', { code: 'not_an_input_table', values: { value: id } })
}

function actionFor(mode: unknown) {
  return mode === 'explore' || mode === 'view' ? actionOfMode[mode] : actionOfMode.edit
}

/** Throws `invalid_request` that names every cell whose value is not among the choices of its column. */
async function requireOffered(
  { offeredValues }: Parts,
  viewer: Viewer,
  open: OpenDocument,
  element: DocumentElement,
  { insert, update, matched }: CheckedChange,
  signal: AbortSignal,
): Promise<void> {
  const cells = [
    ...insert.map(({ cells: row }, index) => ({ row, path: `insert[${index}]` })),
    ...update.map(({ cells: row }, index) => ({ row, path: `update[${index}].values` })),
    ...matched.map((row, index) => ({ row, path: `updateWhere[${index}].values` })),
  ]
  const problems: Problem[] = []
  for (const column of columnsOf(element)) {
    const source = choicesSource(column)
    if (!source) continue
    const { id } = column
    const entered = cells.flatMap(({ row, path }) =>
      [row[id] ?? []].flat().map((value) => ({ value, path: `${path}.${id}` })),
    )
    if (entered.length === 0) continue
    const values = entered.map(({ value }) => value)
    const missing = new Set(await offeredValues.missing(viewer, queriedDocument(open), source, values, signal))
    for (const { value, path } of entered.filter((each) => missing.has(each.value))) {
      problems.push(cellProblemAt(path, { code: 'not_a_choice', values: { value: String(value) } }))
    }
  }
  const [first] = problems
  if (!first) return
  const reason = `${first.path}: ${first.message}`
  throw new AppError('invalid_request', { reason, problems: problems.slice(0, 100) })
}

interface Asked {
  workbookId: string
  elementId: string
  change: InputTableChange
  /** Base URL of links in mails. */
  baseUrl: string | null
  once?: string
}

/** Applies all of the changes or none; deletes first, then inserts, then updates. */
async function change(parts: Parts, viewer: Viewer, asked: Asked, signal: AbortSignal): Promise<InputTableChanged> {
  return write(parts, viewer, asked, signal)
}

/** As `change`, for a change with a name; null when a change with this name was already written. */
async function changeOnce(
  parts: Parts,
  viewer: Viewer,
  asked: Asked & { once: string },
  signal: AbortSignal,
): Promise<InputTableChanged | null> {
  return write(parts, viewer, asked, signal).catch((error: unknown) => {
    if (error instanceof WrittenBefore) return null
    throw error
  })
}

async function write(parts: Parts, viewer: Viewer, asked: Asked, signal: AbortSignal): Promise<InputTableChanged> {
  return writeAs(parts, viewer, asked, signal).catch(async (error: unknown) => {
    throw await stoppedShownTo(parts.access, viewer, error)
  })
}

async function writeAs(
  parts: Parts,
  viewer: Viewer,
  { workbookId, elementId, change, baseUrl, once }: Asked,
  signal: AbortSignal,
): Promise<InputTableChanged> {
  requireOwnConnections(viewer)
  const { access } = parts
  const { record, open, element } = await findEntered(parts, viewer, workbookId, elementId)
  requireInputTable(element)
  const action = actionFor(element.inputMode)
  await access.requireInode(viewer, record.inode.id, action, 'workbook')
  const fence = await seenAmongOf(parts, viewer, { record, open, element, change }, signal)
  const wanted = checkedChange(element, change)
  await requireOffered(parts, viewer, open, element, wanted, signal)
  const place = { organizationId: viewer.organizationId, documentId: record.inode.id, elementId }
  const write = {
    place,
    record,
    element,
    change,
    wanted,
    once,
    requireAllowed: (tx: Queryable) => access.requireInode(viewer, record.inode.id, action, 'workbook', tx),
  }
  const content = open.content
  if (!fence) return writeAt(parts, viewer, write, { content, baseUrl })
  const { rows: _, ...done } = await writeSeen({ ...parts, baseUrl }, viewer, write, fence, signal, (hiddenOf) =>
    writeAt(parts, viewer, { ...write, hiddenOf }, { content, baseUrl }),
  )
  // The total number of rows is left out, because it would reveal hidden rows.
  return done
}

/** How to determine which rows the writer sees; null when none is hidden. Throws when that cannot be determined for each row. */
async function seenAmongOf(
  { seenRows }: Parts,
  viewer: Viewer,
  {
    record,
    open,
    element,
    change,
  }: { record: DocumentRecord; open: OpenDocument; element: DocumentElement; change: InputTableChange },
  signal: AbortSignal,
): Promise<SeenAmong | null> {
  const fence = await seenRows.readerFiltersOf(viewer, { open, element }, signal)
  if (fence !== 'whole') return fence
  const { replace = false, update = [], delete: deleted = [] } = change
  const namesRows = replace || update.length > 0 || deleted.length > 0 || hasMatches(change)
  // A change of one row could hide or show others, so it cannot be determined which rows such a writer may change.
  const refused = cellProblemAt('elementId', { code: 'rows_compared' })
  if (namesRows) requireAllowed(decide(viewer, record.facts, 'edit'), refused)
  return null
}

/** Writes the rows in the store or in their connection. */
async function writeAt(
  parts: Parts,
  viewer: Viewer,
  write: RowsWrite,
  { content, baseUrl }: { content: WorkbookDocument; baseUrl: string | null },
): Promise<InputTableChanged> {
  const { place, element } = write
  const inStore = await standing(
    parts,
    place,
    await wantedPlace(parts, viewer.organizationId, content, element),
    baseUrl,
  )
  if (inStore === null) {
    const done = await changeInStore(parts, viewer, write)
    // Null: the rows have been moved to the connection in the meantime.
    if (done !== null) return done
  }
  const table = await findInputTable(parts.store.db, place)
  const at = inStore ?? { connectionId: table?.connection_id ?? '', schema: table?.write_schema ?? '' }
  return changeInConnection(parts, viewer, write, { at, moves: table?.write_schema == null, baseUrl })
}

interface RowsWrite extends RowsToWrite {
  record: DocumentRecord
  once: string | undefined
  hiddenOf?: HiddenOf
  requireAllowed(tx: Queryable): Promise<unknown>
}

/**
 * The connection and schema where the rows are changed; null for the store. Throws `edits_stopped` when they are in a
 * connection that does not allow writing any more.
 */
async function standing(
  { store, editTroubles }: Parts,
  place: TablePlace,
  wanted: RowPlace | null,
  baseUrl: string | null,
): Promise<RowPlace | null> {
  const table = await findInputTable(store.db, place)
  const { connection_id: connectionId = null, write_schema: schema = null } = table ?? {}
  if (connectionId === null || schema === null) return wanted
  if (wanted?.connectionId === connectionId && wanted.schema === schema) return wanted
  const where = { organizationId: place.organizationId, connectionId, baseUrl }
  await editTroubles.requireNone(where)
  const reason = editStopText('schema_left', schema)
  throw await editTroubles.stop(where, new AppError('source_unavailable', { source: 'input table', reason }))
}

/** Null when the rows have been moved out of the store. */
function changeInStore(parts: Parts, viewer: Viewer, write: RowsWrite): Promise<RowsWritten | null> {
  const { organizationId, documentId, elementId } = write.place
  const turn = JSON.stringify(['rows', organizationId, documentId, elementId])
  const make = () => writeInStore(parts, viewer, write, turn)
  // A dry run does not wait for its turn: an earlier change may be waiting for the transaction that the dry run holds.
  return parts.store.isDryRun() ? make() : parts.turns.take(turn, make)
}

async function writeInStore(parts: Parts, viewer: Viewer, write: RowsWrite, turn: string): Promise<RowsWritten | null> {
  const { store, clock } = parts
  const { place, record, element, wanted } = write
  let rowsBefore = 0
  return store.write<RowsWritten | null>(
    (done) => (done === null ? [] : eventOf(viewer, actionOf(record, element, done, wanted, rowsBefore))),
    async (tx) => {
      if (write.once !== undefined) await claimOnce(tx, viewer, write.once, clock.now())
      await write.requireAllowed(tx)
      const known = await findInputTable(tx, place)
      if (known !== null && known.write_schema !== null) return null
      const table = await moveInputTable(tx, place)
      rowsBefore = table.row_count
      const header = { revision: table.revision, rowCount: table.row_count, sizeBytes: table.size_bytes }
      const stamp = { by: viewer.memberId, at: clock.now(), revision: table.revision }
      await store.announce(tx, rowsChannel(place.documentId))
      const { result, header: now } = await writeRows(storeBook(tx, place), tx, { ...write, header, stamp })
      await setInputTableSize(tx, place, { row_count: now.rowCount, size_bytes: now.sizeBytes })
      return result
    },
    { turn },
  )
}

/** Longer than a job is retried. */
const onceKeptMs = 86_400_000

/** Equal names produce equal ids. */
const editIdOf = ({ organizationId }: Viewer, once: string) => `once ${hashToken(`${organizationId} ${once}`)}`

async function claimOnce(tx: Queryable, { organizationId }: Viewer, once: string, now: number): Promise<void> {
  const row = { organization_id: organizationId, id_hash: hashToken(once), expires_at: now + onceKeptMs }
  if (!(await claimToken(tx, row))) throw new WrittenBefore()
}

function changeInConnection(
  { connectionEdits, store, clock }: Parts,
  viewer: Viewer,
  write: RowsWrite,
  { at, moves, baseUrl }: { at: RowPlace; moves: boolean; baseUrl: string | null },
): Promise<InputTableChanged> {
  const { place, record, element, wanted, once, requireAllowed } = write
  return connectionEdits.change({
    place,
    id: once === undefined ? null : editIdOf(viewer, once),
    at,
    moves,
    baseUrl,
    requireAllowed,
    event: eventOf(viewer, {
      category: 'INPUT_TABLES',
      action: 'INPUT_TABLE_ROWS_CHANGED',
      object: { kind: documentTypeOf(record), id: record.inode.id },
    }),
    async work(book, header) {
      const stamp = { by: viewer.memberId, at: clock.now(), revision: header.revision }
      const came = await writeRows(book, store.db, { ...write, header, stamp })
      const { details, change } = actionOf(record, element, came.result, wanted, header.rowCount)
      return { ...came, told: { details, change } }
    },
  })
}

/** A removed member has no name. */
const nobody = { first_name: '', last_name: '' }

/** Changes of a row, latest first. */
async function history(
  parts: Parts & { totals: Totals },
  viewer: Viewer,
  { workbookId, elementId, rowId }: { workbookId: string; elementId: string; rowId: string },
  window: Window,
): Promise<Slice<InputRowChange>> {
  const { store, access, totals } = parts
  const { record, element } = await findEntered(parts, viewer, workbookId, elementId)
  const { inode } = record
  await access.requireInode(viewer, inode.id, 'edit', 'workbook')
  if (element.kind !== 'input-table') throw new AppError('not_found', { kind: 'input table', id: elementId })
  const place = { organizationId: viewer.organizationId, documentId: inode.id, elementId }
  const before = window.after === null ? null : Number(window.after[0])
  const changes = await changesOfRow(parts, place, rowId)
  const found = await changes.list({ before, limit: window.limit })
  const { page, next } = sliceOfRows(found, window.limit, (row) => [row.revision])
  const total = await totals(['input row', ...Object.values(place), rowId], changes.count)
  const members = await findMembers(store.db, viewer.organizationId, [...new Set(page.map((row) => row.changed_by))])
  const entries = page.map(({ revision, kind, cells, changed_by, changed_at }) => ({
    revision,
    kind,
    changedBy: changed_by,
    changedByName: fullNameOf(members.get(changed_by) ?? nobody),
    changedAt: timestamp(changed_at),
    cells: JSON.parse(cells) as InputRowChange['cells'],
  }))
  return { entries, next, total }
}

/** The history of a row, wherever it is stored. */
async function changesOfRow(parts: Parts, place: TablePlace, rowId: string) {
  const { db } = parts.store
  const table = await findInputTable(db, place)
  if (table?.connection_id != null && table.write_schema !== null) {
    const at = { connectionId: table.connection_id, schema: table.write_schema }
    return changesInConnection(parts, place, at, rowId)
  }
  return {
    list: (window: { before: number | null; limit: number }) => listInputRowChanges(db, place, rowId, window),
    count: (atMost: number | null) => countInputRowChanges(db, place, rowId, atMost),
  }
}

/** Facts for the audit log: counts only, without entered values. */
function actionOf(
  record: DocumentRecord,
  element: DocumentElement,
  { inserted, updated, deleted, rows, revision }: RowsWritten,
  wanted: CheckedChange,
  rowsBefore: number,
) {
  const entered = [...[...wanted.insert, ...wanted.update].map(({ cells }) => cells), ...wanted.matched]
  const columns = new Set(entered.flatMap(Object.keys))
  return {
    category: 'INPUT_TABLES' as const,
    action: 'INPUT_TABLE_ROWS_CHANGED' as const,
    object: { kind: documentTypeOf(record), id: record.inode.id },
    details: { elementId: element.id, added: inserted.length, updated, deleted, columns: columns.size },
    change: { before: { rows: rowsBefore, revision: revision - 1 }, after: { rows, revision } },
  }
}
