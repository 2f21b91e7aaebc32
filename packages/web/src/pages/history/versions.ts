import type { PublishedVersion, WorkbookSpec } from '@octavo/core/contract'
import {
  changesOf,
  type DocumentChange,
  type DocumentEdit,
  diffDocuments,
  documentOfFormN,
  type WorkbookDocument,
} from '@octavo/core/document'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { documentPath, type OpenPage } from '../../editor/index.ts'
import type { PageOf } from '../data/list-all.ts'

/** Number of versions that are loaded first; the rest are loaded on request. */
const versionsAtOnce = 50

/** The document whose versions are loaded: a workbook, or a data model if that is set. */
type Versioned = Pick<OpenPage, 'workbookId' | 'isDataModel'>

/** The published versions, newest first. */
export const versionsQuery = (document: Versioned) =>
  infiniteQueryOptions({
    queryKey: ['versions', document.workbookId],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      call<PageOf<PublishedVersion>>(`${documentPath(document)}/version-history`, {
        signal,
        query: { limit: versionsAtOnce, ...(pageParam === '' ? {} : { page: pageParam }) },
      }),
    getNextPageParam: ({ nextPage }) => nextPage,
  })

/** The published document. A version never changes, so it is loaded once. */
export const versionQuery = (document: Versioned, version: number) =>
  queryOptions({
    queryKey: ['version', document.workbookId, version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<WorkbookDocument> => {
      const query = { documentVersion: version, ...(document.isDataModel ? {} : { form: 'nested' }) }
      const content = documentOfFormN(await call<WorkbookSpec>(`${documentPath(document)}/spec`, { signal, query }))
      // The tables of a data model have no places.
      return document.isDataModel ? { ...content, kind: 'data-model', layout: [] } : content
    },
  })

export interface Difference {
  edits: readonly DocumentEdit[]
  changes: readonly DocumentChange[]
}

/**
 * The difference between two documents, as edits and as changes for people. Fields that the published forms leave out
 * (references of formulas, which the server finds again, and further settings) do not count as a difference.
 */
export function differenceOf(from: WorkbookDocument, to: WorkbookDocument): Difference {
  const edits = diffDocuments(from, to).filter(({ at: [list] }) => list !== 'bindings' && list !== 'x')
  return { edits, changes: changesOf(from, edits) }
}

/** The edits of one change, in their order. */
export function editsOf({ edits }: Difference, change: DocumentChange): DocumentEdit[] {
  return edits.filter((_, position) => change.edits.includes(position))
}

export interface PageOfChanges {
  /** Empty for changes of the document as a whole. */
  pageId: string
  name: string
  changes: DocumentChange[]
}

/** Changes grouped by page, with pages in the order of the document. */
export function byPage(
  changes: readonly DocumentChange[],
  documents: readonly WorkbookDocument[],
): readonly PageOfChanges[] {
  const holders = documents.flatMap(({ pages, overlays, panels }) => [...pages, ...overlays, ...panels])
  const found = new Map<string, PageOfChanges>()
  for (const { id, name } of holders) {
    if (!found.has(id)) found.set(id, { pageId: id, name: typeof name === 'string' ? name : '', changes: [] })
  }
  const others: PageOfChanges = { pageId: '', name: '', changes: [] }
  for (const change of changes) {
    const { subjectId = '' } = change
    const holder = holders.find(({ id, elementIds }) => id === subjectId || elementIds.includes(subjectId))
    const page = (holder && found.get(holder.id)) ?? others
    page.changes.push(change)
  }
  return [...found.values(), others].filter((page) => page.changes.length > 0)
}
