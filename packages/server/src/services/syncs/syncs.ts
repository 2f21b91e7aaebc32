import { decide, type Viewer } from '@octavo/core/access'
import type { AffectedDocument, ConnectionSync } from '@octavo/core/contract'
import { columnKey, findElement, type WorkbookDocument } from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import type { Transaction } from 'kysely'
import type { Access } from '../../access/index.ts'
import { type AuditEvent, eventOf, systemActor } from '../../audit/index.ts'
import type { Catalog, CatalogChange, CatalogReader } from '../../catalog/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import {
  type CatalogSyncEffectRow,
  countCatalogSyncs,
  countSyncEffects,
  deleteMissingSources,
  findCatalogSync,
  insertCatalogSync,
  insertMissingSource,
  insertSyncEffects,
  listCatalogSyncs,
  listSyncEffects,
  updateCatalogSync,
} from '../../store/catalog-syncs.ts'
import { findSendings } from '../../store/document-reads.ts'
import { type Database, isUuid, newUuidV7, type Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { tableKeyOf } from '../../store/read-rows.ts'
import { firstKey, type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { createTotals } from '../answers/totals.ts'
import type { Connections } from '../connections/connections.ts'
import { enqueueRowSettling } from '../connections/row-settling-job.ts'
import { readableTypeOf } from '../documents/document-type.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { InodeRecord, Inodes } from '../inodes/inodes.ts'
import type { AffectedBy, Impact, SourceChange } from '../lineage/impact.ts'
import { embedIdsShowing } from '../lineage/source-uses.ts'
import { nameViews, type ViewUse } from '../lineage/view-uses.ts'
import type { Mails } from '../organization/mails/mails.ts'
import { serviceOf } from '../service/service.ts'
import { changesOf, isBreaking, type KeptChanges, keptChanges, syncEntry } from './sync-entries.ts'

export type Syncs = ReturnType<typeof createSyncs>

/** Reads connections again, and reports changes and the affected documents. */
export function createSyncs(given: Given) {
  return serviceOf({ ...given, totals: createTotals(given) }, { run, runDueSync, list, affected })
}

interface Given {
  store: Store
  clock: Clock
  queue: Queue
  access: Access
  catalog: Catalog
  connections: Connections
  documents: Documents
  inodes: Inodes
  impact: Impact
  mails: Pick<Mails, 'isSet'>
}
type Parts = Given & { totals: ReturnType<typeof createTotals> }

/** Longer than a request may take: an older sync without an end was interrupted. */
const deadlineMs = 10 * 60_000

/** The initiator of a sync. */
interface Asker {
  organizationId: string
  /** Id of the member, or of the system. */
  id: string
  event(happened: Omit<AuditEvent, 'organizationId' | 'actor'>): AuditEvent
}

interface Asked {
  connectionId: string
  path: readonly string[]
  /** Base URL of links in mails; null for mails without links. */
  baseUrl: string | null
  signal: AbortSignal
  /** The reader whose tables are listed when members sign in themselves. */
  reader: CatalogReader
}

/** Syncs a whole connection, or the part below a path, for a member. */
async function run(
  parts: Parts,
  viewer: Viewer,
  id: string,
  path: readonly string[],
  { baseUrl, signal, useServiceAccount }: Pick<Asked, 'baseUrl' | 'signal'> & { useServiceAccount: boolean },
): Promise<void> {
  const { connectionId } = await parts.connections.get(viewer, id)
  const { organizationId, memberId } = viewer
  const asker: Asker = { organizationId, id: memberId, event: (happened) => eventOf(viewer, happened) }
  await sync(parts, asker, { connectionId, path, baseUrl, signal, reader: useServiceAccount ? organizationId : viewer })
}

/** Syncs a whole connection on schedule. */
async function runDueSync(
  parts: Parts,
  organizationId: string,
  connectionId: string,
  given: Pick<Asked, 'baseUrl' | 'signal'>,
): Promise<void> {
  const event: Asker['event'] = (happened) => ({ organizationId, actor: systemActor, ...happened })
  await sync(
    parts,
    { organizationId, id: systemActor.id, event },
    { connectionId, path: [], reader: organizationId, ...given },
  )
}

async function sync(parts: Parts, asker: Asker, asked: Asked): Promise<void> {
  const { store, clock, catalog } = parts
  const { organizationId } = asker
  const { connectionId, path, baseUrl, signal, reader } = asked
  const syncId = newUuidV7(clock.now())
  const now = clock.now()
  await store.maintain('begin of a sync', (tx) =>
    insertCatalogSync(tx, {
      organization_id: organizationId,
      id: syncId,
      connection_id: connectionId,
      path: JSON.stringify(path),
      member_id: asker.id,
      state: 'running',
      started_at: now,
      deadline_at: now + deadlineMs,
      finished_at: null,
      objects: null,
      changes: JSON.stringify(keptChanges([])),
      reason: null,
    }),
  )
  try {
    const findings = await catalog.look(reader, connectionId, path, signal)
    if (!findings) throw new AppError('not_found', { kind: 'path', id: path.join('.') })
    const kept = keptChanges(findings.changes)
    const breaking = kept.list.map((change) => ({ ...change, connectionId })).filter(isBreaking)
    const effects = await parts.impact.ofChanges(organizationId, breaking.map(sourceChange))
    await settle(parts, asker, { syncId, connectionId, path, findings, kept, effects, baseUrl })
  } catch (error) {
    await store.maintain('end of a sync', (tx) =>
      updateCatalogSync(tx, organizationId, syncId, {
        state: 'failed',
        finished_at: clock.now(),
        reason: isAppError(error) ? error.message : 'The sync failed. The log of the server has the cause.',
      }),
    )
    throw error
  }
}

/** For a column with a changed type: the column. */
const sourceChange = ({
  connectionId,
  path,
  column,
}: {
  connectionId: string
  path: readonly string[]
  column?: string
}): SourceChange => ({ connectionId, path, ...(column === undefined ? {} : { column }) })

interface Found {
  syncId: string
  connectionId: string
  path: readonly string[]
  findings: NonNullable<Awaited<ReturnType<Catalog['look']>>>
  kept: KeptChanges
  effects: readonly AffectedBy[]
  baseUrl: string | null
}

/** Stores everything that a sync found, in one transaction. */
async function settle(parts: Parts, asker: Asker, found: Found): Promise<void> {
  const { store, clock, catalog } = parts
  const { organizationId } = asker
  const { syncId, connectionId, path, findings } = found
  const object = { kind: 'connection', id: connectionId }
  await store.write<KeptChanges>(
    ({ counts }) => {
      const details = { path: [...path], objects: findings.count, syncId, counts }
      return asker.event({ category: 'CONNECTION', action: 'CONNECTION_SYNCED', object, details })
    },
    async (tx) => {
      const changes = await catalog.settle(tx, organizationId, connectionId, findings)
      const isWhole = changes.length === findings.changes.length
      const kept = isWhole ? found.kept : keptChanges(changes)
      await noteMissing(parts, tx, organizationId, connectionId, changes)
      await updateCatalogSync(tx, organizationId, syncId, {
        state: 'done',
        finished_at: clock.now(),
        objects: findings.count,
        changes: JSON.stringify(kept),
      })
      await enqueueRowSettling(parts.queue, tx, { organizationId, connectionId, baseUrl: found.baseUrl })
      // When another sync has reported some of the changes, it has reported their effects too.
      if (isWhole) await noteEffects(parts, tx, asker, found)
      return kept
    },
  )
}

/** Records missing tables and columns until a sync finds them again. */
async function noteMissing(
  { clock }: Parts,
  tx: Transaction<Database>,
  organizationId: string,
  connectionId: string,
  changes: readonly CatalogChange[],
): Promise<void> {
  for (const { kind, objectId, path, column } of changes) {
    const key = column === undefined ? '' : columnKey(column)
    if (kind === 'table-dropped') await deleteMissingSources(tx, organizationId, objectId)
    if (kind === 'table-added' || kind === 'column-added') await deleteMissingSources(tx, organizationId, objectId, key)
    if (kind !== 'table-dropped' && kind !== 'column-dropped') continue
    await insertMissingSource(tx, {
      organization_id: organizationId,
      object_id: objectId,
      column_key: key,
      connection_id: connectionId,
      source_key: tableKeyOf(connectionId, path),
      path: JSON.stringify(path),
      column_name: column ?? null,
      noticed_at: clock.now(),
    })
  }
}

/** Records the affected documents, and enqueues one mail for each owner when there is a mail server. */
async function noteEffects(
  { queue, mails }: Parts,
  tx: Transaction<Database>,
  { organizationId, id: actorId }: Asker,
  { syncId, effects, baseUrl }: Found,
): Promise<void> {
  const rows = effects.map(({ documentId, ownerId, elements, views }): CatalogSyncEffectRow => {
    const document = { organization_id: organizationId, document_id: documentId, owner_id: ownerId }
    return { ...document, sync_id: syncId, elements: JSON.stringify(elements), views: JSON.stringify(views) }
  })
  await insertSyncEffects(tx, rows)
  if (!(await mails.isSet(organizationId, tx))) return
  for (const ownerId of new Set(effects.flatMap((effect) => effect.ownerId ?? []))) {
    const payload = { syncId, memberId: ownerId, baseUrl }
    await queue.enqueue(tx, { organizationId, kind: 'mail.sync', payload, actorId })
  }
}

/** Newest first; only changes of tables that the viewer may use. */
async function list(parts: Parts, viewer: Viewer, id: string, window: Window): Promise<Slice<ConnectionSync>> {
  const { store, clock, connections, totals } = parts
  const { organizationId, memberId } = viewer
  const { connectionId } = await connections.get(viewer, id)
  const after = window.after === null ? null : { startedAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listCatalogSyncs(store.db, organizationId, connectionId, { after, limit: window.limit })
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.started_at, row.id])
  const total = await totals(['syncs', organizationId, memberId, connectionId], (atMost) =>
    countCatalogSyncs(store.db, organizationId, connectionId, atMost),
  )
  const paths = page.flatMap((row) => changesOf(row).list.map(({ path }) => path))
  const mayKnow = await knownPaths(parts, viewer, connectionId, paths)
  return { entries: page.map((row) => syncEntry(row, clock.now(), mayKnow)), next, total }
}

async function knownPaths(
  { access }: Parts,
  viewer: Viewer,
  connectionId: string,
  paths: readonly (readonly string[])[],
): Promise<(path: readonly string[]) => boolean> {
  const distinct = new Map(paths.map((path) => [JSON.stringify(path), { connectionId, path }]))
  const connections = await access.connectionFacts(viewer, [connectionId])
  const facts = await access.pathFacts(viewer, [...distinct.values()], connections)
  const allowed = new Set(
    [...distinct.keys()].filter((_, index) => {
      const fact = facts[index]
      return fact ? decide(viewer, fact, 'view').allowed : false
    }),
  )
  return (path) => allowed.has(JSON.stringify(path))
}

/** Documents that are visible to the viewer, with the elements of visible pages. */
async function affected(
  parts: Parts,
  viewer: Viewer,
  id: string,
  syncId: string,
  window: Window,
): Promise<Slice<AffectedDocument>> {
  const { store, access, connections, inodes, totals } = parts
  const { organizationId, memberId } = viewer
  const { connectionId } = await connections.get(viewer, id)
  const sync = isUuid(syncId) ? await findCatalogSync(store.db, organizationId, syncId.toLowerCase()) : undefined
  if (sync?.connection_id !== connectionId) throw new AppError('not_found', { kind: 'sync', id: syncId })
  const mayKnow = await knownPaths(
    parts,
    viewer,
    connectionId,
    changesOf(sync).list.map(({ path }) => path),
  )
  const shownPlaces = placesShown(changesOf(sync), mayKnow)
  const seen = access.visibleInodes(viewer)
  const rows = await listSyncEffects(store.db, organizationId, sync.id, {
    seen,
    after: firstKey(window),
    limit: window.limit,
  })
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.document_id])
  const total = await totals(['affected', organizationId, memberId, sync.id], (atMost) =>
    countSyncEffects(store.db, organizationId, sync.id, seen, atMost),
  )
  const ids = page.map((row) => row.document_id)
  const found = await findInodes(store.db, organizationId, ids)
  const records = await inodes.recordsOf(
    viewer,
    ids.flatMap((each) => found.get(each) ?? []),
  )
  const sendings = await findSendings(store.db, organizationId, ids, memberId)
  const effects = new Map(page.map((row) => [row.document_id, row]))
  const contents = await parts.documents.readLatest(organizationId, ids)
  const viewUses = new Map(page.map((row) => [row.document_id, JSON.parse(row.views) as ViewUse[]]))
  const viewsOf = await nameViews(parts, viewer, viewUses)
  const entries = records.flatMap((record): AffectedDocument[] => {
    const [effect, content] = [effects.get(record.inode.id), contents.get(record.inode.id)]
    return effect && content
      ? [affectedEntry(viewer, { record, content, effect }, { shownPlaces, sendings, viewsOf })]
      : []
  })
  return { entries, next, total }
}

/** The position of each change in the viewer's list; absent for changes that the viewer may not see. */
function placesShown(
  { list: changes }: KeptChanges,
  mayKnow: (path: readonly string[]) => boolean,
): Map<number, number> {
  const places = new Map<number, number>()
  for (const [place, { path }] of changes.entries()) if (mayKnow(path)) places.set(place, places.size)
  return places
}

function affectedEntry(
  viewer: Viewer,
  { record, content, effect }: { record: InodeRecord; content: WorkbookDocument; effect: CatalogSyncEffectRow },
  {
    shownPlaces,
    sendings,
    viewsOf,
  }: {
    shownPlaces: ReadonlyMap<number, number>
    sendings: Awaited<ReturnType<typeof findSendings>>
    viewsOf: Awaited<ReturnType<typeof nameViews>>
  },
): AffectedDocument {
  const { inode, facts, path, sourceId } = record
  const documentType = readableTypeOf({ inode })
  const shown = shownContent(viewer, facts, content)
  const mayEdit = decide(viewer, facts, 'edit').allowed
  const elements = JSON.parse(effect.elements) as AffectedDocument['elements']
  const { views, otherViews } = viewsOf(inode.id, mayEdit)
  const shownChanges = (changes: readonly number[]) => changes.flatMap((place) => shownPlaces.get(place) ?? [])
  return {
    documentId: inode.id,
    documentType,
    name: inode.name,
    path,
    ownerId: inode.owner_id ?? '',
    ...(sourceId === null ? {} : { taggedSourceId: sourceId }),
    elements: elements
      .filter(({ elementId }) => findElement(shown, elementId))
      .map((element) => ({ ...element, changes: shownChanges(element.changes) })),
    views: views.map((view) => ({ ...view, changes: shownChanges(view.changes) })),
    otherViews,
    scheduleIds: sendings.schedules
      .filter(({ document_id, owner_id }) => document_id === inode.id && (mayEdit || owner_id === viewer.memberId))
      .map(({ id }) => id),
    exportIds: sendings.exports.filter(({ document_id }) => document_id === inode.id).map(({ id }) => id),
    embedIds: mayEdit
      ? embedIdsShowing(content, sendings.embeds, inode.id, new Set(elements.map(({ elementId }) => elementId)))
      : [],
  }
}
