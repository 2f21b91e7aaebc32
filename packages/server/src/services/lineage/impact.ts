import { decide, type Viewer } from '@octavo/core/access'
import type { AffectedDocument, MissingSource, PlannedChange } from '@octavo/core/contract'
import { allElements, type WorkbookDocument } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import { findMissingSources, type MissingSourceRow } from '../../store/catalog-syncs.ts'
import { findReaders, findSourceKeys, type WantedRead } from '../../store/document-reads.ts'
import type { Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { modelIdOfKey, unreadSqlKeyOf } from '../../store/read-rows.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { DocumentReads } from '../documents/document-reads.ts'
import { contentKindOf, type DocumentKind, readableTypeOf } from '../documents/document-type.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import { serviceOf } from '../service/service.ts'
import { readerTypes, type SourceUses, type UsingDocument, usedElements } from './source-uses.ts'
import { nameViews, type ViewedDocument, type ViewUse, viewUsesOf } from './view-uses.ts'

export type Impact = ReturnType<typeof createImpact>

/**
 * Effects of tables or columns missing from a data platform: before they are removed, when a sync detects it, and for as long as they are
 * missing.
 */
export function createImpact(parts: Parts) {
  return serviceOf(parts, { ofPlanned, ofChanges, missingIn })
}

interface Parts {
  store: Store
  clock: Clock
  access: Access
  documents: Documents
  documentReads: DocumentReads
  sourceUses: SourceUses
}

/** A table, or one of its columns, that is missing or may be removed. */
export interface SourceChange {
  connectionId: string
  path: readonly string[]
  /** Absent for the whole table. */
  column?: string | undefined
}

/** A document that a change affects, with the indexes of the changes in the list. */
export interface AffectedBy {
  documentId: string
  ownerId: string | null
  elements: AffectedDocument['elements']
  views: ViewUse[]
}

const readAtOnce = 200

/** Documents visible to the viewer. A path that they may not use is treated as one that does not exist. */
async function ofPlanned(
  parts: Parts,
  viewer: Viewer,
  connectionId: string,
  planned: readonly PlannedChange[],
  window: Window,
): Promise<Slice<AffectedDocument>> {
  const { access, sourceUses } = parts
  const id = connectionId.toLowerCase()
  await access.requireConnection(viewer, id, 'view')
  const changes = planned.map(({ path, column }) => ({ connectionId: id, path, column }))
  for (const change of changes) {
    const decision = await access.decidePath(viewer, change, 'view')
    if (!decision?.allowed) throw new AppError('not_found', { kind: 'path', id: change.path.join('.') })
  }
  const wanted = await wantedOf(parts, viewer.organizationId, changes, { withUnread: true })
  const { entries, next, total } = await sourceUses.pageOf(viewer, distinct(wanted.flat()), window)
  const found: (UsingDocument & PlacedUses & ViewedDocument)[] = []
  for (const using of entries) {
    const placed = await elementsOf(parts, viewer.organizationId, using, wanted)
    found.push({ ...using, ...placed, id: using.use.documentId })
  }
  const viewsOf = await nameViews(parts, viewer, await viewUsesOf(parts, viewer.organizationId, found, wanted))
  const affected = found.map(({ use, record, elements }): AffectedDocument => {
    const mayEdit = decide(viewer, record.facts, 'edit').allowed
    return { ...use, elements, ...viewsOf(use.documentId, mayEdit) }
  })
  return { entries: affected, next, total }
}

/**
 * Every document that depends on any of the changes, regardless of who may see it, for the record of a sync. SQL that the parser cannot
 * read is left out, because every change of its connection would affect it.
 */
async function ofChanges(
  parts: Parts,
  organizationId: string,
  changes: readonly SourceChange[],
): Promise<AffectedBy[]> {
  const { store, documents } = parts
  const wanted = await wantedOf(parts, organizationId, changes, { withUnread: false })
  const any = distinct(wanted.flat())
  if (any.length === 0) return []
  const affected: AffectedBy[] = []
  for (let after: string | null = null; ; ) {
    const ids = await findReaders(store.db, organizationId, any, { types: readerTypes, after, limit: readAtOnce })
    const inodes = await findInodes(store.db, organizationId, ids)
    const found: (Omit<AffectedBy, 'views'> & ViewedDocument)[] = []
    for (const id of ids) {
      const inode = inodes.get(id)
      if (!inode) continue
      const type = readableTypeOf({ inode })
      const kind = type === 'dataset' ? type : contentKindOf(type)
      const read = await documents.readAsSource(organizationId, id, kind)
      if (!read) continue
      const of = { content: read.content, shown: read.content }
      const placed = await elementsOf(parts, organizationId, of, wanted)
      found.push({ id, documentId: id, ownerId: inode.owner_id, ...placed })
    }
    const viewUses = await viewUsesOf(parts, organizationId, found, wanted)
    for (const { documentId, ownerId, elements } of found) {
      const views = viewUses.get(documentId) ?? []
      if (elements.length + views.length > 0) affected.push({ documentId, ownerId, elements, views })
    }
    if (ids.length < readAtOnce) return affected
    after = ids.at(-1) ?? null
  }
}

/** Sources of a document, direct or through data models, that the last sync did not find; only for pages that the viewer sees. */
async function missingIn(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  { draft = false }: { draft?: boolean | undefined },
  window: Window,
): Promise<Slice<MissingSource>> {
  const { documents, sourceUses } = parts
  const { organizationId } = viewer
  const { content, record } = await documents.read(viewer, kind, id, { draft })
  const shown = shownContent(viewer, record.facts, content)
  const entries: MissingSource[] = []
  for (const row of await missingBelow(parts, organizationId, content)) {
    const [wanted = []] = await wantedOf(parts, organizationId, [changeOf(row)], { withUnread: false })
    const uses = await sourceUses.elementsOf(organizationId, content, wanted)
    const elements = usedElements(shown, uses)
    if (elements.length > 0) entries.push({ ...missingSource(row), elements })
  }
  return sliceOfList(entries, window)
}

/** One statement suffices for most documents, because nothing is missing. */
async function missingBelow(
  { store, documentReads }: Parts,
  organizationId: string,
  content: WorkbookDocument,
): Promise<MissingSourceRow[]> {
  if (allElements(content).length === 0) return []
  const keys = new Set<string>()
  const models = new Set<string>()
  let fresh = (await documentReads.of(organizationId, content)).map(({ source_key }) => source_key)
  while (fresh.length > 0) {
    for (const key of fresh) keys.add(key)
    const ids = [...new Set(fresh.flatMap((key) => modelIdOfKey(key) ?? []))].filter((id) => !models.has(id))
    for (const id of ids) models.add(id)
    fresh = await findSourceKeys(store.db, organizationId, ids)
  }
  return findMissingSources(store.db, organizationId, [...keys])
}

const changeOf = ({ connection_id, path, column_name }: MissingSourceRow): SourceChange => ({
  connectionId: connection_id,
  path: JSON.parse(path) as string[],
  ...(column_name === null ? {} : { column: column_name }),
})

function missingSource(row: MissingSourceRow): Omit<MissingSource, 'elements'> {
  return {
    connectionId: row.connection_id,
    inodeId: row.object_id,
    path: JSON.parse(row.path) as string[],
    ...(row.column_name === null ? {} : { column: row.column_name }),
    noticedAt: timestamp(row.noticed_at),
  }
}

/** Index entries of the readers of each change, also through data models. */
async function wantedOf(
  { sourceUses }: Parts,
  organizationId: string,
  changes: readonly SourceChange[],
  { withUnread }: { withUnread: boolean },
): Promise<WantedRead[][]> {
  const wanted: WantedRead[][] = []
  for (const { connectionId, path, column } of changes) {
    const direct = sourceUses
      .wantedOfTable({ connectionId, path }, column)
      .filter(({ source_key }) => withUnread || source_key !== unreadSqlKeyOf(connectionId))
    wanted.push(await sourceUses.readersOf(organizationId, direct))
  }
  return wanted
}

function distinct(wanted: readonly WantedRead[]): WantedRead[] {
  return [...new Map(wanted.map((read) => [JSON.stringify(read), read])).values()]
}

/** The direct effects of changes on a document. */
interface PlacedUses {
  /** Only the elements that the viewer may see. */
  elements: AffectedDocument['elements']
  /** Indexes of the changes that affect any element. */
  ownPlaces: Set<number>
}

/** Elements of a document that any of the changes affects, with the indexes of the changes. */
async function elementsOf(
  { sourceUses }: Parts,
  organizationId: string,
  { content, shown }: Pick<UsingDocument, 'content' | 'shown'>,
  wanted: readonly (readonly WantedRead[])[],
): Promise<PlacedUses> {
  const elements = new Map<string, AffectedDocument['elements'][number]>()
  const ownPlaces = new Set<number>()
  for (const [place, reads] of wanted.entries()) {
    const uses = await sourceUses.elementsOf(organizationId, content, reads)
    if (uses.size > 0) ownPlaces.add(place)
    for (const element of usedElements(shown, uses)) {
      const known = elements.get(element.elementId) ?? { ...element, columnIds: [], isWhole: false, changes: [] }
      elements.set(element.elementId, {
        ...known,
        columnIds: [...new Set([...known.columnIds, ...element.columnIds])],
        isWhole: known.isWhole || element.isWhole,
        changes: [...known.changes, place],
      })
    }
  }
  return { elements: [...elements.values()], ownPlaces }
}
