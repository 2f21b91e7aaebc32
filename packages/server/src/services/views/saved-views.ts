import { createHash } from 'node:crypto'
import { decide, type Viewer } from '@octavo/core/access'
import type { AuditVerb, Bookmark, BookmarkChange, NewBookmark } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { requireAllowed, requireMember } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { newUuid, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import {
  clearDefaultView,
  countSavedViews,
  countSharedBeside,
  deleteSavedViewRow,
  findSavedView,
  insertSavedView,
  listSavedViewRows,
  type SavedViewRow,
  updateSavedViewRow,
} from '../../store/saved-views.ts'
import { setViewReads } from '../../store/view-reads.ts'
import { changedMeanwhile, type IfMatch, requireMatch } from '../answers/if-match.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import type { Addresses } from '../inodes/addresses.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import type { CustomViews } from './custom-views.ts'
import { splitControls } from './view-controls.ts'
import type { ViewDocuments } from './view-documents.ts'
import { type StoredContents, type ViewPlace, viewContents } from './view-place.ts'

/** Maximum shared saved views of one workbook or tagged version. */
const mostShared = 10

export type SavedViews = ReturnType<typeof createSavedViews>

/** Named views. They follow the published version; the API calls them bookmarks. */
export function createSavedViews(given: Given) {
  return serviceOf(partsOf(given), { list, create, get, update, remove, find })
}

interface Given {
  store: Store
  clock: Clock
  documents: Documents
  inodes: Inodes
  customViews: CustomViews
  viewDocuments: ViewDocuments
  addresses: Addresses
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ clock, ...given }: Given) {
  return { ...given, clock, totals: createTotals({ clock }) }
}

const latestOf = ({ documents }: Parts, viewer: Viewer, { workbookId, tag }: ViewPlace): Promise<OpenDocument> =>
  documents.read(viewer, 'workbook', workbookId, { tag })

const listingOf = ({ memberId }: Viewer, { record }: OpenDocument) => ({ documentId: record.inode.id, memberId })

/** The location of saved views, and the server address under which they open. */
export interface SavedViewPlace extends ViewPlace {
  baseUrl: string
}

async function urlsOf({ addresses }: Parts, viewer: Viewer, { record }: OpenDocument, baseUrl: string) {
  const address = (await addresses.of(viewer, baseUrl))(record.inode)
  return ({ id }: SavedViewRow) => `${address}?:savedView=${id}`
}

/** A saved view that the member may open: their own, or a shared one. */
function find(
  { store }: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  which: { id: string } | { exploreKey: string },
): Promise<SavedViewRow | undefined> {
  return findSavedView(store.db, viewer.organizationId, listingOf(viewer, latest), which)
}

async function open(parts: Parts, viewer: Viewer, place: ViewPlace, id: string) {
  const latest = await latestOf(parts, viewer, place)
  const row = await find(parts, viewer, latest, { id })
  if (!row) throw new AppError('not_found', { kind: 'saved view', id })
  return { latest, row }
}

async function list(parts: Parts, viewer: Viewer, place: SavedViewPlace, window: Window): Promise<Slice<Bookmark>> {
  const { store, totals } = parts
  const { organizationId } = viewer
  const latest = await latestOf(parts, viewer, place)
  const listing = listingOf(viewer, latest)
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listSavedViewRows(store.db, organizationId, listing, { after, limit: window.limit })
  const total = await totals([organizationId, listing], (atMost) =>
    countSavedViews(store.db, organizationId, listing, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  const url = await urlsOf(parts, viewer, latest, place.baseUrl)
  return { entries: page.map((row) => entry(row, url(row))), next, total }
}

/** The current contents of a custom view, which may also belong to a saved view. */
async function contentsOf(parts: Parts, viewer: Viewer, place: ViewPlace, latest: OpenDocument, exploreKey: string) {
  const view = await parts.customViews.find(viewer, latest, exploreKey)
  const row = view ?? (await find(parts, viewer, latest, { exploreKey }))
  if (!row) throw await unknownView(parts, viewer, place, exploreKey)
  const { base_version, edits, controls } = row
  return { base_version, edits, controls, explore_key: exploreKey }
}

/** A view of the published version does not apply to a tagged version, whose sources may differ. */
async function unknownView(parts: Parts, viewer: Viewer, { workbookId, tag }: ViewPlace, exploreKey: string) {
  const unknown = new AppError('not_found', { kind: 'custom view', id: exploreKey })
  if (tag === undefined) return unknown
  const published = await latestOf(parts, viewer, { workbookId }).catch(() => null)
  if (published === null || !(await parts.customViews.find(viewer, published, exploreKey))) return unknown
  const reason = `The custom view "${exploreKey}" was made on the published version, not on the version tagged "${tag}".`
  const hint = 'Make a view of the tagged version by POST on customViews of the workbook with ?tag= and its name.'
  return new AppError('invalid_request', { reason, hint })
}

/** Reads for the index of source uses. */
function readsOf({ viewDocuments }: Parts, viewer: Viewer, latest: OpenDocument, contents: StoredContents) {
  return viewDocuments.readsOf(viewer, latest, viewContents(contents), { follows: true })
}

async function create(
  parts: Parts,
  viewer: Viewer,
  place: SavedViewPlace,
  request: NewBookmark,
): Promise<WholeSavedView> {
  const { clock, documents, store } = parts
  const latest = await latestOf(parts, viewer, place)
  const { facts, inode } = latest.record
  requireAllowed(decide(viewer, facts, request.isShared ? 'shareView' : 'saveView'))
  if (latest.record.sourceId === null && request.workbookVersion !== latest.version) {
    await documents.read(viewer, 'workbook', inode.id, { version: wholeVersion(request.workbookVersion) })
  }
  const contents = await contentsOf(parts, viewer, place, latest, request.exploreKey)
  const reads = await readsOf(parts, viewer, latest, contents)
  const now = clock.now()
  const row: SavedViewRow = {
    organization_id: viewer.organizationId,
    id: newUuid(),
    document_id: inode.id,
    owner_id: viewer.memberId,
    name: request.name,
    is_shared: request.isShared ? 1 : 0,
    is_default: 0,
    ...contents,
    created_at: now,
    updated_at: now,
  }
  await store.write(event(viewer, row, 'CREATED', { before: null, after: factsOf(row) }), async (tx) => {
    if (request.isShared) await requireRoom(tx, row)
    await insertSavedView(tx, row, reads)
  })
  return whole(parts, viewer, latest, row, place.baseUrl)
}

function wholeVersion(version: number): number {
  if (Number.isSafeInteger(version) && version > 0) return version
  throw new AppError('not_found', { kind: 'version', id: String(version) })
}

async function requireRoom(tx: Queryable, { organization_id, document_id, id }: SavedViewRow): Promise<void> {
  if ((await countSharedBeside(tx, organization_id, document_id, id)) < mostShared) return
  throw conflict({ rule: 'saved_views_full', most: mostShared })
}

/** A saved view, and the ETag of its state. */
export interface WholeSavedView {
  bookmark: Bookmark
  etag: string
}

/** Includes the changes of the view that do not apply to the published version any more. */
async function whole(
  parts: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  row: SavedViewRow,
  baseUrl: string,
): Promise<WholeSavedView> {
  const contents = viewContents(row)
  const { open, dropped } = await parts.viewDocuments.show(viewer, latest, contents, { follows: true })
  const droppedControls = splitControls(open.content, contents.controls).dropped
  const url = (await urlsOf(parts, viewer, latest, baseUrl))(row)
  return { bookmark: { ...entry(row, url), dropped, droppedControls }, etag: stateOf(row, latest) }
}

/** ETag of a saved view: its contents and the version that it is shown on, which determines the dropped changes. */
function stateOf(row: SavedViewRow, { record, version }: OpenDocument): string {
  const state = JSON.stringify([Object.entries(row).sort(), record.inode.id, version])
  return `"${createHash('sha256').update(state).digest('base64url').slice(0, 22)}"`
}

/** In the transaction of a change: throws unless the view is unchanged since `ifMatch` was checked. */
async function requireSame(
  tx: Queryable,
  viewer: Viewer,
  latest: OpenDocument,
  row: SavedViewRow,
  ifMatch: IfMatch,
): Promise<void> {
  if (ifMatch === null) return
  const now = await findSavedView(tx, viewer.organizationId, listingOf(viewer, latest), { id: row.id })
  if (now === undefined || stateOf(now, latest) !== stateOf(row, latest)) throw changedMeanwhile(ifMatch)
}

async function get(parts: Parts, viewer: Viewer, place: SavedViewPlace, id: string): Promise<WholeSavedView> {
  const { latest, row } = await open(parts, viewer, place, id)
  return whole(parts, viewer, latest, row, place.baseUrl)
}

/** Absent and null fields keep their values. `ifMatch`: the expected state. */
async function update(
  parts: Parts,
  viewer: Viewer,
  place: SavedViewPlace,
  id: string,
  { name, isShared, isDefault, exploreKey }: BookmarkChange,
  ifMatch: IfMatch = null,
): Promise<WholeSavedView> {
  const { clock, store } = parts
  const { latest, row } = await open(parts, viewer, place, id)
  requireMatch(ifMatch, stateOf(row, latest))
  const { facts } = latest.record
  const onlyDefault = name == null && isShared == null && exploreKey == null
  if (!(onlyDefault && isDefault != null)) requireMember(viewer, row.owner_id, 'changeView')
  const becomesShared = isShared === true && row.is_shared === 0
  requireAllowed(decide(viewer, facts, becomesShared ? 'shareView' : 'saveView'))
  if (isDefault != null) await requireEditor(parts, viewer, latest)
  const shared = isShared ?? row.is_shared === 1
  if (isDefault === true && !shared) {
    throw conflict({ rule: 'default_view_private' })
  }
  const contents = exploreKey == null ? null : await contentsOf(parts, viewer, place, latest, exploreKey)
  const reads = contents === null ? null : await readsOf(parts, viewer, latest, contents)
  const changed: SavedViewRow = {
    ...row,
    ...contents,
    name: name ?? row.name,
    is_shared: shared ? 1 : 0,
    is_default: shared && (isDefault ?? row.is_default === 1) ? 1 : 0,
    updated_at: clock.now(),
  }
  await store.write(event(viewer, row, 'CHANGED', { before: factsOf(row), after: factsOf(changed) }), async (tx) => {
    await requireSame(tx, viewer, latest, row, ifMatch)
    if (becomesShared) await requireRoom(tx, row)
    if (isDefault === true) await clearDefaultView(tx, viewer.organizationId, row.document_id)
    const { organization_id: _organization, id: _id, ...change } = changed
    await updateSavedViewRow(tx, viewer.organizationId, id, change)
    if (reads !== null) {
      const { organization_id, document_id } = row
      await setViewReads(tx, { organization_id, document_id, view_id: id }, reads)
    }
  })
  return whole(parts, viewer, latest, changed, place.baseUrl)
}

/** Throws unless the viewer may edit the workbook; for a tagged version, which is never edited, the right on its workbook counts. */
async function requireEditor({ documents, inodes }: Parts, viewer: Viewer, { record }: OpenDocument): Promise<void> {
  const { sourceId } = record
  inodes.requireEdit(viewer, sourceId === null ? record : await documents.find(viewer, 'workbook', sourceId))
}

async function remove(
  parts: Parts,
  viewer: Viewer,
  place: ViewPlace,
  id: string,
  ifMatch: IfMatch = null,
): Promise<void> {
  const { store } = parts
  const { latest, row } = await open(parts, viewer, place, id)
  requireMatch(ifMatch, stateOf(row, latest))
  if (row.owner_id !== viewer.memberId) await requireEditor(parts, viewer, latest)
  await store.write(event(viewer, row, 'DELETED', { before: factsOf(row), after: null }), async (tx) => {
    await requireSame(tx, viewer, latest, row, ifMatch)
    await deleteSavedViewRow(tx, viewer.organizationId, id)
  })
}

function event(viewer: Viewer, { id, document_id }: SavedViewRow, verb: AuditVerb<'SAVED_VIEW'>, change: ObjectChange) {
  return eventOf(viewer, {
    category: 'OBJECT_INTERACTION',
    action: `SAVED_VIEW_${verb}`,
    object: { kind: 'workbook', id: document_id },
    details: { bookmarkId: id },
    change,
  })
}

const factsOf = (row: SavedViewRow) => ({
  name: row.name,
  isShared: row.is_shared === 1,
  isDefault: row.is_default === 1,
  workbookVersion: row.base_version,
  edits: viewContents(row).edits.length,
})

const entry = (row: SavedViewRow, url: string): Bookmark => ({
  bookmarkId: row.id,
  url,
  name: row.name,
  isShared: row.is_shared === 1,
  isDefault: row.is_default === 1,
  exploreKey: row.explore_key,
  ownerId: row.owner_id,
  workbookVersion: row.base_version,
  controls: { ...viewContents(row).controls },
  createdAt: timestamp(row.created_at),
  updatedAt: timestamp(row.updated_at),
})
