import { decide, type Viewer } from '@octavo/core/access'
import type { SourceUse } from '@octavo/core/contract'
import {
  type BoundThing,
  columnKey,
  columnsOf,
  datasetElementId,
  elementName,
  elementsBoundTo,
  elementsUsing,
  findElement,
  outsideReads,
  type WorkbookDocument,
  wholeElement,
} from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { Clock } from '../../config/index.ts'
import {
  countReaders,
  findReaders,
  findReadingModels,
  findSendings,
  readerTurns,
  type WantedRead,
} from '../../store/document-reads.ts'
import type { EmbedRow } from '../../store/embeds.ts'
import { isUuid, type Store, uuidOfUrlId } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import {
  anyColumn,
  modelKeyOf,
  readRowOf,
  tableKeyOf,
  unreadSqlKeyOf,
  wholeSource,
  writtenPaths,
} from '../../store/read-rows.ts'
import { firstKey, type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { createTotals } from '../answers/totals.ts'
import type { DocumentReads } from '../documents/document-reads.ts'
import { readableTypeOf } from '../documents/document-type.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import { embedsShowing } from '../embeds/embed-source.ts'
import type { InodeRecord, Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import { nameViews, type ViewedDocument, viewUsesOf } from './view-uses.ts'

export type SourceUses = ReturnType<typeof createSourceUses>

/** Finds the uses of tables, data models and their columns. */
export function createSourceUses(given: Given) {
  return serviceOf(
    { ...given, totals: createTotals(given) },
    { ofTable, ofModel, ofDataset, pageOf, wantedOfTable, readersOf, elementsOf },
  )
}

interface Given {
  store: Store
  clock: Clock
  access: Access
  catalog: Catalog
  documents: Documents
  documentReads: DocumentReads
  inodes: Inodes
}
type Parts = Given & { totals: ReturnType<typeof createTotals> }

/** A document that uses a source: its entry in responses, its content, and the part that is visible to the viewer. */
export interface UsingDocument {
  use: SourceUse
  record: InodeRecord
  content: WorkbookDocument
  shown: WorkbookDocument
}

/** A path that exists on no connection. */
const nowhere = { connectionId: '', path: [] }
export const readerTypes = ['workbook', 'template', 'data-model', 'dataset', 'tagged-workbook', 'tagged-data-model']
const mostModels = 1000
const boundAtOnce = 200

/** Everything that depends on a table, or on one of its columns, also through data models. */
async function ofTable(
  parts: Parts,
  viewer: Viewer,
  tableId: string,
  column: string | undefined,
  window: Window,
): Promise<Slice<SourceUse>> {
  const { access, catalog } = parts
  const id = isUuid(tableId) ? tableId.toLowerCase() : uuidOfUrlId(tableId)
  const table = id === null ? null : await catalog.find(viewer.organizationId, id)
  // A table that the viewer may not see takes the same work as one that does not exist.
  const decision = await access.decidePath(viewer, table ?? nowhere, 'view')
  if (!table || !decision?.allowed) throw new AppError('not_found', { kind: 'table', id: tableId })
  return listUses(parts, viewer, wantedOfTable(parts, table, column), window)
}

interface ModelObject {
  elementId?: string
  columnId?: string
  metricId?: string
  relationshipId?: string
}

/** Everything that depends on a data model, on one of its elements, or on one of its columns, metrics or relationships. */
async function ofModel(
  parts: Parts,
  viewer: Viewer,
  dataModelId: string,
  { elementId, columnId, metricId, relationshipId }: ModelObject,
  window: Window,
): Promise<Slice<SourceUse>> {
  const { content, record } = await parts.documents.read(viewer, 'data-model', dataModelId)
  const shown = shownContent(viewer, record.facts, content)
  if (elementId !== undefined && !findElement(shown, elementId)) {
    throw new AppError('not_found', { kind: 'element', id: elementId })
  }
  const modelId = record.sourceId ?? record.inode.id
  if (metricId !== undefined || relationshipId !== undefined) {
    if (elementId === undefined || columnId !== undefined) {
      const message = 'Name the element of the metric or relationship, and no column.'
      throw new AppError('invalid_request', { reason: message, problems: [{ path: 'elementId', message }] })
    }
    return listBoundUses(parts, viewer, { documentId: modelId, elementId, metricId, relationshipId }, window)
  }
  const elementIds = elementId === undefined ? Object.keys(shown.elements) : [elementId]
  const wanted = elementIds.map((each) => modelRead(modelId, each, columnId ?? wholeSource))
  return listUses(parts, viewer, wanted, window)
}

/**
 * Documents whose formulas name a metric or a relationship. The index lists the readers of its element; their bindings contain the names
 * they use.
 */
async function listBoundUses(
  parts: Parts,
  viewer: Viewer,
  thing: BoundThing,
  window: Window,
): Promise<Slice<SourceUse>> {
  const wanted = [modelRead(thing.documentId, thing.elementId, wholeSource)]
  const found: SourceUse[] = []
  let after: Window['after'] = null
  do {
    const { entries, next } = await pageOf(parts, viewer, wanted, { after, limit: boundAtOnce })
    for (const { use, content, shown } of entries) {
      const uses = elementsBoundTo(content, thing)
      if (uses.size > 0) found.push({ ...use, elements: usedElements(shown, uses), views: [], otherViews: 0 })
    }
    after = next
  } while (after !== null)
  return sliceOfList(found, window)
}

/** Everything that depends on a dataset, or on one of its columns. */
async function ofDataset(
  parts: Parts,
  viewer: Viewer,
  id: string,
  columnId: string | undefined,
  window: Window,
): Promise<Slice<SourceUse>> {
  const { inode } = await parts.documents.find(viewer, 'dataset', id)
  return listUses(parts, viewer, [modelRead(inode.id, datasetElementId, columnId ?? wholeSource)], window)
}

/** Index entries of the readers of a table. SQL that could not be parsed may read anything on its connection. */
function wantedOfTable(
  _: Parts,
  { connectionId, path }: { connectionId: string; path: readonly string[] },
  column: string | undefined,
): WantedRead[] {
  const source_key = tableKeyOf(connectionId, path)
  const paths = writtenPaths(path)
  const keys = column === undefined ? [wholeSource] : [columnKey(column), anyColumn]
  return [
    ...keys.map((column_key) => ({ source_key, column_key, paths })),
    { source_key: unreadSqlKeyOf(connectionId), column_key: anyColumn, paths: ['[]'] },
  ]
}

const modelRead = (dataModelId: string, elementId: string, column_key: string): WantedRead => ({
  source_key: modelKeyOf(dataModelId, elementId),
  column_key,
  paths: ['[]'],
})

async function listUses(
  parts: Parts,
  viewer: Viewer,
  direct: readonly WantedRead[],
  window: Window,
): Promise<Slice<SourceUse>> {
  const wanted = await readersOf(parts, viewer.organizationId, direct)
  const { entries, next, total } = await pageOf(parts, viewer, wanted, window)
  return { entries: entries.map(({ use }) => use), next, total }
}

/** A page of the visible documents that have any of these reads, with the content that the viewer sees. */
async function pageOf(
  parts: Parts,
  viewer: Viewer,
  wanted: readonly WantedRead[],
  window: Window,
): Promise<Slice<UsingDocument>> {
  const { store, access, inodes, totals } = parts
  const { organizationId } = viewer
  const filter = {
    types: readerTypes,
    seen: { condition: access.visibleInodes(viewer), ids: access.visibleIds(viewer, readerTypes) },
  }
  const turns = readerTurns[store.engine]
  const after = firstKey(window)
  const ids = await findReaders(store.db, organizationId, wanted, { ...filter, after, limit: window.limit + 1 }, turns)
  const page = ids.slice(0, window.limit)
  const isWhole = after === null && ids.length <= window.limit
  const total = isWhole
    ? ids.length
    : await totals([organizationId, viewer.memberId, wanted], (atMost) =>
        countReaders(store.db, organizationId, wanted, { ...filter, atMost }, turns),
      )
  const rows = await findInodes(store.db, organizationId, page)
  const records = await inodes.recordsOf(
    viewer,
    page.flatMap((id) => rows.get(id) ?? []),
  )
  const sendings = await findSendings(store.db, organizationId, page, viewer.memberId)
  const contents = await parts.documents.readLatest(organizationId, page)
  const found: FoundDocument[] = []
  for (const record of records) {
    const content = contents.get(record.inode.id)
    if (content) found.push({ record, content, uses: await elementsOf(parts, organizationId, content, wanted) })
  }
  const viewUses = await viewUsesOf(parts, organizationId, found.map(viewedDocument), [wanted])
  const viewsOf = await nameViews(parts, viewer, viewUses)
  const entries = found.map((each) => useOf(viewer, each, viewsOf, sendings))
  return { entries, next: ids.length > window.limit ? [page.at(-1) ?? ''] : null, total }
}

/** The direct reads, and the reads of everything that data models pass on. */
async function readersOf(parts: Parts, organizationId: string, direct: readonly WantedRead[]): Promise<WantedRead[]> {
  const wanted = new Map(direct.map((read) => [`${read.source_key} ${read.column_key}`, read]))
  let fresh: readonly WantedRead[] = direct
  while (fresh.length > 0) {
    const ids = await findReadingModels(parts.store.db, organizationId, fresh, mostModels)
    const found: WantedRead[] = []
    for (const id of ids) {
      const model = await parts.documents.readAsSource(organizationId, id, 'data-model')
      if (!model) continue
      for (const read of await passedOn(parts, organizationId, id, model.content, [...wanted.values()])) {
        const key = `${read.source_key} ${read.column_key}`
        if (wanted.has(key)) continue
        wanted.set(key, read)
        found.push(read)
      }
    }
    fresh = found
  }
  return [...wanted.values()]
}

async function passedOn(
  parts: Parts,
  organizationId: string,
  modelId: string,
  content: WorkbookDocument,
  wanted: readonly WantedRead[],
): Promise<WantedRead[]> {
  const uses = await elementsOf(parts, organizationId, content, wanted)
  return [...uses].flatMap(([elementId, columnIds]) => {
    const element = findElement(content, elementId)
    const isWhole = columnIds.has(wholeElement)
    const columns = isWhole && element ? columnsOf(element).map(({ id }) => id) : [...columnIds]
    return [...columns, ...(isWhole ? [wholeSource] : [])].map((column) => modelRead(modelId, elementId, column))
  })
}

/** Elements of a document that depend on any of the reads, with the columns that cause it. */
async function elementsOf(
  { documentReads }: Parts,
  organizationId: string,
  content: WorkbookDocument,
  wanted: readonly WantedRead[],
): Promise<Map<string, Set<string>>> {
  const isWanted = (read: { source_key: string; column_key: string; path: string }) =>
    wanted.some(
      ({ source_key, column_key, paths }) =>
        source_key === read.source_key && column_key === read.column_key && paths.includes(read.path),
    )
  const statements = new Set<unknown>()
  for (const { source } of outsideReads(content)) {
    if (source.kind !== 'sql' || statements.has(source)) continue
    const reads = await documentReads.ofStatement(organizationId, String(source.connectionId), String(source.statement))
    if (reads.some(isWanted)) statements.add(source)
  }
  return elementsUsing(content, (read) => {
    if (read.source.kind === 'sql') return read.column === null && statements.has(read.source)
    const row = readRowOf(read)
    return row !== null && isWanted(row)
  })
}

interface FoundDocument {
  record: InodeRecord
  content: WorkbookDocument
  uses: ReadonlyMap<string, ReadonlySet<string>>
}

const viewedDocument = ({ record, uses }: FoundDocument): ViewedDocument => ({
  id: record.inode.id,
  ownPlaces: new Set(uses.size > 0 ? [0] : []),
})

function useOf(
  viewer: Viewer,
  { record, content, uses }: FoundDocument,
  viewsOf: Awaited<ReturnType<typeof nameViews>>,
  sendings: Awaited<ReturnType<typeof findSendings>>,
): UsingDocument {
  const { inode, sourceId } = record
  const type = readableTypeOf(record)
  const shown = shownContent(viewer, record.facts, content)
  const mayEdit = decide(viewer, record.facts, 'edit').allowed
  const maySee = (ownerId: string) => mayEdit || ownerId === viewer.memberId
  const { views, otherViews } = viewsOf(inode.id, mayEdit)
  const use: SourceUse = {
    documentId: inode.id,
    documentType: type,
    name: inode.name,
    path: record.path,
    ownerId: inode.owner_id ?? '',
    ...(sourceId === null ? {} : { taggedSourceId: sourceId }),
    elements: usedElements(shown, uses),
    views: views.map(({ changes: _, ...view }) => view),
    otherViews,
    scheduleIds: sendings.schedules
      .filter(({ document_id, owner_id }) => document_id === inode.id && maySee(owner_id))
      .map(({ id }) => id),
    exportIds: sendings.exports.filter(({ document_id }) => document_id === inode.id).map(({ id }) => id),
    embedIds: mayEdit ? embedIdsShowing(content, sendings.embeds, inode.id, new Set(uses.keys())) : [],
  }
  return { use, record, content, shown }
}

/** Ids of this document's embeds that show any of the elements. */
export function embedIdsShowing(
  content: WorkbookDocument,
  embeds: readonly EmbedRow[],
  documentId: string,
  elementIds: ReadonlySet<string>,
): string[] {
  const own = embeds.filter(({ document_id }) => document_id === documentId)
  return embedsShowing(content, own, elementIds).map(({ id }) => id)
}

/** The elements of `content` that use a source, in the form of API responses. */
export function usedElements(
  content: WorkbookDocument,
  uses: ReadonlyMap<string, ReadonlySet<string>>,
): SourceUse['elements'] {
  return [...uses].flatMap(([elementId, columnIds]) => {
    const element = findElement(content, elementId)
    if (!element) return []
    const name = elementName(element)
    return [
      {
        elementId,
        kind: element.kind,
        ...(name === null ? {} : { name }),
        columnIds: [...columnIds].filter((id) => id !== wholeElement),
        isWhole: columnIds.has(wholeElement),
      },
    ]
  })
}
