import { decide, type Viewer } from '@octavo/core/access'
import type {
  AuditVerb,
  CustomView,
  CustomViewChange,
  CustomViewContents,
  CustomViewMerged,
  MergeCustomViewRequest,
  NewCustomView,
  NewCustomViewAnswer,
} from '@octavo/core/contract'
import { type DocumentEdit, diffDocuments, editsConflict } from '@octavo/core/document'
import { AppError, conflict, isAppError } from '@octavo/core/errors'
import { requireAllowed, requireMember } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import {
  type CustomViewRow,
  countCustomViews,
  deleteCustomViewRow,
  deleteUnusedLinks,
  findCustomView,
  insertCustomView,
  listCustomViewRows,
  noteCustomViewUse,
  updateCustomViewRow,
} from '../../store/custom-views.ts'
import { newKey, type ObjectChange, type Store } from '../../store/index.ts'
import { changedMeanwhile, type IfMatch, requireMatch } from '../answers/if-match.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import type { Documents } from '../documents/documents.ts'
import type { Drafts } from '../documents/drafts.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { shownCode } from '../documents/shown-content.ts'
import type { Addresses } from '../inodes/addresses.ts'
import { serviceOf } from '../service/service.ts'
import { splitControls } from './view-controls.ts'
import type { ViewDocuments } from './view-documents.ts'
import { type ViewPlace, viewContents } from './view-place.ts'

const hourMs = 3_600_000
/** A link that is not opened for this long expires. */
export const linkLifeMs = 30 * 24 * hourMs
/** The use of a view is recorded at most this often. */
const notedEveryMs = hourMs
/** Maximum private views and links of one member on one workbook. */
const mostViews = 500
/** Maximum attempts when others save the draft or the view between our read and our write. */
const mostAttempts = 8

export type CustomViews = ReturnType<typeof createCustomViews>

/** Private changes of a published version, and copies of them that are shared by link. */
export function createCustomViews(given: Given) {
  return serviceOf(partsOf(given), {
    list,
    create,
    get,
    update,
    moveToLatest,
    remove,
    share,
    merge,
    find,
    endUnusedLinks,
  })
}

interface Given {
  store: Store
  clock: Clock
  documents: Documents
  drafts: Drafts
  addresses: Addresses
  viewDocuments: ViewDocuments
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, documents, drafts, addresses, viewDocuments }: Given) {
  const totals = createTotals({ clock })
  return { store, clock, documents, drafts, addresses, viewDocuments, totals }
}

const latestOf = ({ documents }: Parts, viewer: Viewer, { workbookId, tag }: ViewPlace): Promise<OpenDocument> =>
  documents.read(viewer, 'workbook', workbookId, { tag })

const linksUsedSince = ({ clock }: Parts): number => clock.now() - linkLifeMs

/** A view that the member may open: their own, or one whose link they have. Records its use. */
async function find(
  parts: Parts,
  viewer: Viewer,
  { record }: OpenDocument,
  key: string,
): Promise<CustomViewRow | undefined> {
  const { clock, store } = parts
  const row = await findCustomView(store.db, viewer.organizationId, key, {
    documentId: record.inode.id,
    ownerId: viewer.memberId,
    linksUsedSince: linksUsedSince(parts),
  })
  const now = clock.now()
  if (row === undefined || now - row.used_at < notedEveryMs) return row
  await store.maintain('view used', (tx) => noteCustomViewUse(tx, viewer.organizationId, key, now))
  return { ...row, used_at: now }
}

async function open(parts: Parts, viewer: Viewer, place: ViewPlace, key: string) {
  const latest = await latestOf(parts, viewer, place)
  const row = await find(parts, viewer, latest, key)
  if (!row) throw new AppError('not_found', { kind: 'custom view', id: key })
  return { latest, row }
}

async function list(
  parts: Parts,
  viewer: Viewer,
  place: ViewPlace,
  window: Window,
  baseUrl: string,
): Promise<Slice<CustomView>> {
  const { store, totals } = parts
  const { organizationId, memberId } = viewer
  const latest = await latestOf(parts, viewer, place)
  const listing = {
    documentId: latest.record.inode.id,
    ownerId: memberId,
    allLinks: decide(viewer, latest.record.facts, 'edit').allowed,
    linksUsedSince: linksUsedSince(parts),
  }
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), key: String(window.after[1]) }
  const rows = await listCustomViewRows(store.db, organizationId, listing, { after, limit: window.limit })
  const { documentId, allLinks } = listing
  const total = await totals([organizationId, memberId, documentId, allLinks], (atMost) =>
    countCustomViews(store.db, organizationId, listing, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.key])
  const url = await urlsOf(parts, viewer, latest, baseUrl)
  return { entries: page.map((row) => entry(row, url(row.key))), next, total }
}

async function create(
  parts: Parts,
  viewer: Viewer,
  place: ViewPlace,
  { controls = {}, ...request }: NewCustomView,
  baseUrl: string,
): Promise<NewCustomViewAnswer> {
  const latest = await latestOf(parts, viewer, place)
  const prepared = await parts.viewDocuments.prepare(viewer, latest, request)
  return add(parts, viewer, latest, { ...prepared, controls, isLink: false }, baseUrl)
}

interface Added {
  baseVersion: number
  edits: readonly DocumentEdit[]
  controls: Readonly<Record<string, string>>
  isLink: boolean
}

async function add(
  parts: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  { baseVersion, edits, controls, isLink }: Added,
  baseUrl: string,
): Promise<NewCustomViewAnswer> {
  const { clock, store } = parts
  const { organizationId, memberId } = viewer
  const documentId = latest.record.inode.id
  const reads = await parts.viewDocuments.readsOf(viewer, latest, { baseVersion, edits }, { follows: false })
  const now = clock.now()
  const row: CustomViewRow = {
    organization_id: organizationId,
    key: newKey(),
    document_id: documentId,
    owner_id: memberId,
    is_link: isLink ? 1 : 0,
    base_version: baseVersion,
    edits: JSON.stringify(edits),
    controls: JSON.stringify(controls),
    revision: 1,
    created_at: now,
    updated_at: now,
    used_at: now,
  }
  await store.write(
    event(viewer, row, isLink ? 'SHARED' : 'CREATED', { before: null, after: factsOf(row) }),
    async (tx) => {
      const listing = { documentId, ownerId: memberId, allLinks: false, linksUsedSince: linksUsedSince(parts) }
      if ((await countCustomViews(tx, organizationId, listing, mostViews)) >= mostViews) {
        throw conflict({ rule: 'custom_views_full', most: mostViews })
      }
      await insertCustomView(tx, row, reads)
    },
  )
  return { exploreKey: row.key, url: (await urlsOf(parts, viewer, latest, baseUrl))(row.key) }
}

async function get(
  parts: Parts,
  viewer: Viewer,
  place: ViewPlace,
  key: string,
  { baseUrl, includeBase = false }: { baseUrl: string; includeBase?: boolean | undefined },
): Promise<{ view: CustomViewContents; etag: string }> {
  const { latest, row } = await open(parts, viewer, place, key)
  return answer(parts, viewer, latest, row, baseUrl, { includeBase })
}

async function answer(
  parts: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  row: CustomViewRow,
  baseUrl: string,
  { includeBase = false } = {},
) {
  const contents = viewContents(row)
  const shown = await parts.viewDocuments.show(viewer, latest, contents, { follows: false })
  const url = (await urlsOf(parts, viewer, latest, baseUrl))(row.key)
  return {
    view: {
      ...entry(row, url),
      edits: [...contents.edits],
      controls: { ...contents.controls },
      shownVersion: shown.open.version,
      dropped: shown.dropped,
      droppedControls: splitControls(shown.open.content, contents.controls).dropped,
      ...(includeBase ? { base: shownBase(viewer, latest, shown.base) } : {}),
    },
    etag: shown.open.version === row.base_version ? stateOf(row) : stateOf(row, shown.open.version),
  }
}

/** The parts of a version that its reader may see, in the form that edits address. */
function shownBase(viewer: Viewer, latest: OpenDocument, { content }: OpenDocument): Record<string, unknown> {
  const { written: _, ...base } = shownCode(viewer, latest.record.facts, content, latest.content)
  return base
}

/** The ETag of a view: its revision, and the version that it is shown on when that is not its own. */
const stateOf = ({ revision }: CustomViewRow, shownVersion?: number) =>
  shownVersion === undefined ? `"view-${revision}"` : `"view-${revision}-on-${shownVersion}"`

/** Ignores the version that the view was shown on: a change replaces what the view stores, not what it shows. */
const requireRevision = (ifMatch: IfMatch, row: CustomViewRow) =>
  requireMatch(ifMatch?.map((tag) => tag.replace(/-on-\d+(?="$)/, '')) ?? null, stateOf(row))

/** Replaces the contents of the caller's private view; absent fields keep their values. `ifMatch`: the expected state. */
async function update(
  parts: Parts,
  viewer: Viewer,
  place: ViewPlace,
  key: string,
  request: CustomViewChange,
  { ifMatch, baseUrl, attempt = 1 }: { ifMatch: IfMatch; baseUrl: string; attempt?: number },
): ReturnType<typeof answer> {
  const { clock, store, viewDocuments } = parts
  const { latest, row } = await open(parts, viewer, place, key)
  if (row.is_link === 1) throw conflict({ rule: 'view_of_link' })
  requireRevision(ifMatch, row)
  const before = viewContents(row)
  const { workbookVersion, edits, controls } = request
  const prepared = await viewDocuments.prepare(viewer, latest, {
    workbookVersion: workbookVersion ?? before.baseVersion,
    edits: edits ?? before.edits,
  })
  const reads = await viewDocuments.readsOf(viewer, latest, prepared, { follows: false })
  const now = clock.now()
  const change = {
    base_version: prepared.baseVersion,
    edits: JSON.stringify(prepared.edits),
    controls: JSON.stringify(controls ?? before.controls),
    updated_at: now,
    used_at: now,
  }
  const changed = { ...row, ...change, revision: row.revision + 1 }
  const isChanged = await store.write(
    (isDone: boolean) =>
      isDone ? event(viewer, row, 'CHANGED', { before: factsOf(row), after: factsOf(changed) }) : [],
    (tx) => updateCustomViewRow(tx, row, change, reads),
  )
  if (isChanged) return answer(parts, viewer, latest, changed, baseUrl)
  if (ifMatch !== null) throw changedMeanwhile(ifMatch)
  if (attempt === mostAttempts) throw conflict({ rule: 'view_changing' })
  return update(parts, viewer, place, key, request, { ifMatch, baseUrl, attempt: attempt + 1 })
}

async function remove(
  parts: Parts,
  viewer: Viewer,
  place: ViewPlace,
  key: string,
  ifMatch: IfMatch = null,
): Promise<void> {
  const { store } = parts
  const { latest, row } = await open(parts, viewer, place, key)
  requireRevision(ifMatch, row)
  // Only a link can belong to another member here.
  if (!decide(viewer, latest.record.facts, 'edit').allowed) requireMember(viewer, row.owner_id, 'changeView')
  await store.write(event(viewer, row, 'DELETED', { before: factsOf(row), after: null }), async (tx) => {
    const isDeleted = await deleteCustomViewRow(tx, viewer.organizationId, key, ifMatch === null ? null : row.revision)
    if (!isDeleted && ifMatch !== null) throw changedMeanwhile(ifMatch)
  })
}

/** Rebases the caller's private view onto the latest version. Changes that no longer apply are dropped and listed. */
async function moveToLatest(
  parts: Parts,
  viewer: Viewer,
  place: ViewPlace,
  key: string,
  { ifMatch, baseUrl }: { ifMatch: IfMatch; baseUrl: string },
): ReturnType<typeof answer> {
  const { latest, row } = await open(parts, viewer, place, key)
  const shown = await parts.viewDocuments.show(viewer, latest, viewContents(row), { follows: true })
  const edits = diffDocuments(shown.base.content, shown.open.content)
  const change = { workbookVersion: latest.version, edits }
  // Fails when the view was saved in the meantime, because then other edits were moved.
  const moved = await update(parts, viewer, place, key, change, { ifMatch: ifMatch ?? [stateOf(row)], baseUrl })
  return { ...moved, view: { ...moved.view, dropped: shown.dropped } }
}

/** A copy with a separate key, for everybody who has the key and may see the workbook. */
async function share(
  parts: Parts,
  viewer: Viewer,
  place: ViewPlace,
  key: string,
  baseUrl: string,
): Promise<NewCustomViewAnswer> {
  const { latest, row } = await open(parts, viewer, place, key)
  requireAllowed(decide(viewer, latest.record.facts, 'saveView'))
  return add(parts, viewer, latest, { ...viewContents(row), isLink: true }, baseUrl)
}

/** Merges edits of the view into the draft of the workbook one by one. `edits`: the edits to merge; all by default. */
async function merge(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  key: string,
  { edits: chosen }: MergeCustomViewRequest = {},
): Promise<CustomViewMerged> {
  const { documents, drafts, viewDocuments } = parts
  const { latest, row } = await open(parts, viewer, { workbookId }, key)
  const contents = viewContents(row)
  const edits = chosenOf(contents.edits, chosen)
  for (let attempt = 1; ; attempt += 1) {
    const draft = await documents.read(viewer, 'workbook', workbookId, { draft: true })
    const base = await documents.read(viewer, 'workbook', latest.record.inode.id, { version: contents.baseVersion })
    const { applied, dropped } = await viewDocuments.merge(viewer, base.content, edits, draft.content)
    const since = diffDocuments(base.content, draft.content)
    const overwritten = applied.filter((edit) => editsConflict([edit], since))
    const baseRevision = draft.record.document.draft_revision
    try {
      const { revision } =
        applied.length === 0
          ? { revision: baseRevision }
          : await drafts.apply(viewer, 'workbook', workbookId, { edits: applied, baseRevision })
      return { workbookId: draft.record.inode.id, revision, merged: applied.length, overwritten, dropped }
    } catch (error) {
      if (!isAppError(error, 'draft_conflict') || attempt === mostAttempts) throw error
    }
  }
}

/** The chosen edits in the order of the view. Throws `invalid_request` for an edit that the view does not have. */
function chosenOf(
  edits: readonly DocumentEdit[],
  chosen: readonly DocumentEdit[] | undefined,
): readonly DocumentEdit[] {
  if (chosen === undefined) return edits
  const own = new Set(edits.map((edit) => JSON.stringify(edit)))
  const wanted = chosen.map((edit) => JSON.stringify(edit))
  const foreign = wanted.findIndex((edit) => !own.has(edit))
  if (foreign >= 0) {
    throw new AppError('invalid_request', {
      reason: `edits[${foreign}]: the custom view has no such edit. Read it again; it may have been changed.`,
    })
  }
  const all = new Set(wanted)
  return edits.filter((edit) => all.has(JSON.stringify(edit)))
}

/** Deletes links that were not opened for 30 days. Run it about once an hour. */
async function endUnusedLinks(parts: Parts): Promise<void> {
  await parts.store.maintain('remove unused links', (tx) => deleteUnusedLinks(tx, linksUsedSince(parts)))
}

async function urlsOf({ addresses }: Parts, viewer: Viewer, { record }: OpenDocument, baseUrl: string) {
  const address = (await addresses.of(viewer, baseUrl))(record.inode)
  return (key: string) => `${address}?:customView=${key}`
}

/** The key is not logged, because anyone who has it may open a link. */
function event(viewer: Viewer, { document_id }: CustomViewRow, verb: AuditVerb<'CUSTOM_VIEW'>, change: ObjectChange) {
  return eventOf(viewer, {
    category: 'OBJECT_INTERACTION',
    action: `CUSTOM_VIEW_${verb}`,
    object: { kind: 'workbook', id: document_id },
    change,
  })
}

const factsOf = (row: CustomViewRow) => ({
  isLink: row.is_link === 1,
  workbookVersion: row.base_version,
  revision: row.revision,
  edits: viewContents(row).edits.length,
})

const entry = (row: CustomViewRow, url: string): CustomView => ({
  exploreKey: row.key,
  workbookId: row.document_id,
  workbookVersion: row.base_version,
  kind: row.is_link === 1 ? 'link' : 'private',
  url,
  ownerId: row.owner_id,
  createdAt: timestamp(row.created_at),
  updatedAt: timestamp(row.updated_at),
  lastUsedAt: timestamp(row.used_at),
  expiresAt: row.is_link === 1 ? timestamp(row.used_at + linkLifeMs) : null,
})
