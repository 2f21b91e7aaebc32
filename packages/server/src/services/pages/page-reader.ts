import type { Viewer } from '@octavo/core/access'
import type { PageDataRequest, PageDataWindow } from '@octavo/core/contract'
import {
  categoryList,
  computedFormulas,
  type DocumentElement,
  elementsOfPage,
  findControl,
  isCardsId,
  isControl,
  isDataElement,
  offeredBy,
  type WorkbookDocument,
  withComputedFormulas,
} from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { DraftReaderQuery, DraftReaders } from '../documents/draft-readers.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { MemberFiles } from '../files/member-files.ts'
import type { QueriedDocument } from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import type { QueryPurpose } from '../queries/statement-comment.ts'
import { serviceOf } from '../service/service.ts'
import type { ViewReader, ViewSelection } from '../views/view-reader.ts'
import { modifiedContent } from './modified-content.ts'
import type { PageQuery } from './page-data.ts'

export type PageReader = ReturnType<typeof createPageReader>

interface Parts {
  memberFiles: MemberFiles
  viewReader: ViewReader
  draftReaders: DraftReaders
}

/** Opens pages for reading and checks requests against the viewer's rights and the current page. */
export function createPageReader(parts: Parts) {
  return serviceOf(parts, { open, openModel })
}

type PageSelection = Pick<ViewSelection, 'draft' | 'tag' | 'exploreKey' | 'bookmarkId'> & DraftReaderQuery

/** A page and the reader whose rows are requested. */
export interface ReadPage {
  reader: Viewer
  page: PageQuery
}

/**
 * A page of a workbook, for the viewer or for the member that the selection names. Throws `not_found` for a workbook, page or element that
 * does not exist.
 */
async function open(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  pageId: string,
  selection: PageSelection,
  request: PageDataRequest,
): Promise<ReadPage> {
  const found = await parts.viewReader.readWith(viewer, workbookId, selection, request.edits ?? [])
  return readPage(parts, viewer, found, pageId, selection, request)
}

/** As `open`, for a page of a data model, which has no views. */
async function openModel(
  parts: Parts,
  viewer: Viewer,
  dataModelId: string,
  pageId: string,
  selection: Pick<ViewSelection, 'draft' | 'tag'> & DraftReaderQuery,
  request: PageDataRequest,
): Promise<ReadPage> {
  const found = await parts.viewReader.readModelWith(viewer, dataModelId, selection, request.edits ?? [])
  return readPage(parts, viewer, found, pageId, selection, request)
}

async function readPage(
  { memberFiles, draftReaders }: Parts,
  viewer: Viewer,
  { open: found, controls, unsaved }: Awaited<ReturnType<ViewReader['readWith']>>,
  pageId: string,
  selection: PageSelection,
  request: PageDataRequest,
): Promise<ReadPage> {
  await memberFiles.noteUse(viewer, found.record)
  const queried = queriedDocument(found)
  const stored = unsaved?.content ?? found.content
  const reader = await draftReaders.readerOf(viewer, found, selection, { hasEdits: unsaved !== undefined })
  const shown = shownContent(reader.viewer, reader.facts, stored)
  requireShown(shown, pageId)
  const { content, fingerprint } = modifiedContent(stored, shown, request.modifications)
  const document =
    content === found.content
      ? queried
      : {
          ...queried,
          content: withComputedFormulas(content),
          versionKey: versionKeyOf(queried.versionKey, unsaved?.fingerprint, fingerprint),
        }
  return {
    reader: reader.viewer,
    page: {
      ...pageQuery(content, elementsOfPage(content, pageId), document, request, controls),
      purpose: purposeOf(selection, unsaved !== undefined),
    },
  }
}

function versionKeyOf(version: string, edits: string | undefined, modifications: string | undefined): string {
  return [version, edits && `with ${edits}`, modifications && `modified by ${modifications}`].filter(Boolean).join(' ')
}

/** Drafts, unsaved edits and custom views count as editing; a published page and its saved views count as reading. */
function purposeOf(
  { draft, exploreKey, bookmarkId }: Pick<ViewSelection, 'draft' | 'exploreKey' | 'bookmarkId'>,
  hasEdits: boolean,
): QueryPurpose {
  const isOwnView = exploreKey !== undefined && bookmarkId === undefined
  return draft === true || hasEdits || isOwnView ? 'worksheet' : 'dashboard'
}

function requireShown(shown: WorkbookDocument, pageId: string): void {
  const isShown = [...shown.pages, ...shown.overlays, ...shown.panels].some(({ id }) => id === pageId)
  if (!isShown) throw new AppError('not_found', { kind: 'page', id: pageId })
}

/** The query for the elements of a page. Throws `not_found` for an element that is not among them. */
export function pageQuery(
  content: WorkbookDocument,
  shown: readonly DocumentElement[],
  document: QueriedDocument,
  request: PageDataRequest,
  controls: Readonly<Record<string, string>>,
  { withColorLists = true }: { withColorLists?: boolean } = {},
): Omit<PageQuery, 'purpose'> {
  const { asked, computed } = askedElements(content, shown, request, withColorLists)
  return {
    document,
    elementIds: asked,
    controls: { ...controls, ...request.controls },
    windows: [...(request.windows ?? []), ...asked.filter((id) => computed.has(id) && !isCardsId(id)).map(summaryOf)],
    sort: request.sort,
    refresh: request.refresh,
  }
}

/** The elements whose rows are requested, and the page's elements that only compute values. Throws `not_found` for a missing element. */
function askedElements(
  content: WorkbookDocument,
  shown: readonly DocumentElement[],
  request: PageDataRequest,
  withColorLists: boolean,
): { asked: readonly string[]; computed: ReadonlySet<string> } {
  const elements = shown.map((element) =>
    // A synced copy shows the values of its primary control, whichever page that is on.
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
  const lists = withColorLists ? elements.flatMap((element) => categoryList(content, element)?.elementId ?? []) : []
  for (const id of named) {
    const isThere = elements.some((element) => element.id === id) || computed.has(id) || lists.includes(id)
    if (!isThere) throw new AppError('not_found', { kind: 'element', id })
  }
  const all = [...new Set([...elements.filter(hasRows).map(({ id }) => id), ...computed, ...lists])]
  return { asked: request.elementIds ?? all, computed }
}

/** The ids that each element of a document computes. Documents do not change after they are read. */
const computedIds = new WeakMap<WorkbookDocument, Map<DocumentElement, readonly string[]>>()

/** Elements that exist only to compute values for titles, texts and reference marks of the page. */
function computedOf(content: WorkbookDocument, elements: readonly DocumentElement[]): Set<string> {
  const known = computedIds.get(content) ?? new Map<DocumentElement, readonly string[]>()
  computedIds.set(content, known)
  return new Set(
    elements.flatMap((element) => {
      const ids = known.get(element) ?? [...computedFormulas(content, element).values()].map((one) => one.elementId)
      known.set(element, ids)
      return ids
    }),
  )
}

/** A computed element shows only the one row above all groups. */
function summaryOf(elementId: string): PageDataWindow {
  return { elementId, level: 'summary', offset: 0, limit: 1 }
}

/** Elements whose rows are sent by default: those with data, and controls that offer values of a column. */
function hasRows(element: DocumentElement): boolean {
  if (isDataElement(element)) return true
  return isControl(element) && offeredBy(element) !== null
}
