import type { Viewer } from '@octavo/core/access'
import type { PageDataRequest, PageDataWindow } from '@octavo/core/contract'
import {
  categoryList,
  computedFormulas,
  type DocumentElement,
  elementsOfPage,
  findControl,
  isControl,
  isDataElement,
  type WorkbookDocument,
  withComputedFormulas,
} from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Documents } from '../documents/documents.ts'
import type { DraftReaderQuery, DraftReaders } from '../documents/draft-readers.ts'
import { shownContent } from '../documents/shown-content.ts'
import { withUnsavedEdits } from '../documents/unsaved-edits.ts'
import type { MemberFiles } from '../files/member-files.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import type { ViewReader, ViewSelection } from '../views/view-reader.ts'
import type { PageQuery } from './page-data.ts'

export type PageReader = ReturnType<typeof createPageReader>

interface Given {
  documents: Documents
  memberFiles: MemberFiles
  viewReader: ViewReader
  draftReaders: DraftReaders
}

/** What a reader of a page asks for, checked against the rights of the viewer and the page as it is. */
export function createPageReader({ documents, memberFiles, viewReader, draftReaders }: Given) {
  return {
    /**
     * The page, and whose rows of it are wanted: those of the viewer, or of whom the selection names. Throws `not_found`
     * for a workbook, page or element that is not there.
     */
    async open(
      viewer: Viewer,
      workbookId: string,
      pageId: string,
      selection: Pick<ViewSelection, 'draft' | 'tag' | 'exploreKey' | 'bookmarkId'> & DraftReaderQuery,
      request: PageDataRequest,
    ): Promise<{ reader: Viewer; page: PageQuery }> {
      const { open, controls } = await viewReader.read(viewer, workbookId, selection)
      await memberFiles.noteUse(viewer, open.record)
      const { edits = [] } = request
      const unsaved = edits.length > 0 ? await withUnsavedEdits(documents, viewer, open, edits) : undefined
      const queried = queriedDocument(open)
      const content = unsaved?.content ?? open.content
      const reader = await draftReaders.readerOf(viewer, open, selection, { hasEdits: edits.length > 0 })
      const shown = shownContent(reader.viewer, reader.facts, content)
      const isShown = [...shown.pages, ...shown.overlays, ...shown.panels].some(({ id }) => id === pageId)
      if (!isShown) throw new AppError('not_found', { kind: 'page', id: pageId })
      const { asked, computed } = askedElements(content, pageId, request)
      const page = {
        document: unsaved
          ? {
              ...queried,
              content: withComputedFormulas(content),
              versionKey: `${queried.versionKey} with ${unsaved.fingerprint}`,
            }
          : queried,
        elementIds: asked,
        controls: { ...controls, ...request.controls },
        windows: [...(request.windows ?? []), ...asked.filter((id) => computed.has(id)).map(summaryOf)],
        sort: request.sort,
        refresh: request.refresh,
      }
      return { reader: reader.viewer, page }
    },
  }
}

/** The elements whose rows are wanted, and those of the page that only compute. Throws `not_found` for one that is not there. */
function askedElements(
  content: WorkbookDocument,
  pageId: string,
  request: PageDataRequest,
): { asked: readonly string[]; computed: ReadonlySet<string> } {
  const elements = elementsOfPage(content, pageId).map((element) =>
    // A synced copy shows the values of its primary, wherever that stands.
    isControl(element) && element.controlType === 'synced'
      ? (findControl(content, element.controlId) ?? element)
      : element,
  )
  const named = [
    ...(request.elementIds ?? []),
    ...(request.windows ?? []).map(({ elementId }) => elementId),
    ...(request.sort ?? []).map(({ elementId }) => elementId),
  ]
  const computed = computedOf(content, elements)
  const lists = elements.flatMap((element) => categoryList(content, element)?.elementId ?? [])
  for (const id of named) {
    const isThere = elements.some((element) => element.id === id) || computed.has(id) || lists.includes(id)
    if (!isThere) throw new AppError('not_found', { kind: 'element', id })
  }
  const all = [...new Set([...elements.filter(hasRows).map(({ id }) => id), ...computed, ...lists])]
  return { asked: request.elementIds ?? all, computed }
}

/** Elements that exist only to compute what titles, texts and reference marks of the page show. */
function computedOf(content: WorkbookDocument, elements: readonly DocumentElement[]): Set<string> {
  return new Set(
    elements.flatMap((element) => [...computedFormulas(content, element).values()].map(({ elementId }) => elementId)),
  )
}

/** Of a computed element only the one row above all groups is shown. */
function summaryOf(elementId: string): PageDataWindow {
  return { elementId, level: 'summary', offset: 0, limit: 1 }
}

/** Elements that send rows without being asked: those with data, and controls that offer values of a column. */
function hasRows(element: DocumentElement): boolean {
  if (isDataElement(element)) return true
  const source = isControl(element) && element.controlType !== 'drill' ? element.source : undefined
  return typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'source'
}
