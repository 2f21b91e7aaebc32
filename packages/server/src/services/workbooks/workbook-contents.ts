import type { Viewer } from '@octavo/core/access'
import type {
  ColumnEntry,
  ControlEntry,
  DocumentPageEntry,
  ElementColumnEntry,
  ElementEntry,
  ElementExplanation,
  ElementQuery,
} from '@octavo/core/contract'
import {
  allElements,
  columnNames,
  columnsOf,
  controlsOf,
  type DocumentElement,
  elementName,
  elementsOfPage,
  findElement,
  isDataElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { wireTypeOfColumn } from '../answers/wire-type.ts'
import { printDocument } from '../documents/document-bindings.ts'
import type { DocumentKind } from '../documents/document-type.ts'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { ElementDescriptions } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import type { ViewReader } from '../views/view-reader.ts'
import { controlValueType } from './control-value-type.ts'
import { listedElement } from './element-entries.ts'

/** The state of a document to show. */
export interface Variant {
  tag?: string | undefined
  tagName?: string | undefined
  bookmarkId?: string | undefined
  draft?: boolean | undefined
}

/** An open document, and the part of it that is visible to the viewer. */
export interface ShownDocument extends OpenDocument {
  shown: WorkbookDocument
}

export type WorkbookContents = ReturnType<typeof createWorkbookContents>

/** Lists the contents of workbooks and data models: pages, elements, columns, SQL, controls. */
export function createWorkbookContents(parts: Parts) {
  return serviceOf(parts, {
    open,
    printed,
    queryOf,
    pages,
    pageElements,
    elements,
    columns,
    elementColumns,
    elementQuery,
    explain,
    queries,
    controls,
  })
}

interface Parts {
  documents: Documents
  viewReader: ViewReader
  descriptions: ElementDescriptions
}

async function open(
  { documents, viewReader }: Parts,
  viewer: Viewer,
  kind: DocumentKind | 'dataset',
  id: string,
  variant: Variant = {},
): Promise<ShownDocument> {
  const tag = variant.tag ?? variant.tagName
  if (tag !== undefined && variant.draft === true) {
    throw new AppError('invalid_request', { reason: 'A version tag and the draft cannot be asked for together.' })
  }
  const { draft, bookmarkId } = variant
  const found =
    kind === 'workbook'
      ? (await viewReader.read(viewer, id, { draft, tag, bookmarkId })).open
      : await documents.read(viewer, kind, id, { draft, tag })
  return { ...found, shown: shownContent(viewer, found.record.facts, found.content) }
}

function elementOf(shown: WorkbookDocument, elementId: string): DocumentElement {
  const element = findElement(shown, elementId)
  if (!element) throw new AppError('not_found', { kind: 'element', id: elementId })
  return element
}

/** Columns of one element of the printed document, with their types; `error` when the element does not compile. */
async function columnEntries(
  { descriptions }: Parts,
  viewer: Viewer,
  found: OpenDocument,
  element: DocumentElement,
  signal: AbortSignal,
): Promise<ColumnEntry[]> {
  const columns = await descriptions.columns(viewer, found, element.id, signal)
  const compiled = new Map(columns.map((column) => [column.id, column]))
  const names = columnNames(columnsOf(element))
  return columnsOf(element).map((column) => {
    const known = compiled.get(column.id)
    const name = known?.name ?? names.get(column.id) ?? column.id
    return {
      columnId: column.id,
      name,
      label: name,
      // Entered columns of input tables have no formula.
      formula: column.formula ?? '',
      type: wireTypeOfColumn(known),
      elementId: element.id,
      ...(column.format ? { format: column.format } : {}),
      ...(column.hidden === true ? { hidden: true } : {}),
    }
  })
}

async function queryOf(
  { descriptions }: Parts,
  viewer: Viewer,
  found: OpenDocument,
  element: DocumentElement,
  signal: AbortSignal,
): Promise<ElementQuery> {
  const name = elementName(element)
  const entry: ElementQuery = { elementId: element.id, ...(name === null ? {} : { name }) }
  return { ...entry, ...(await descriptions.statement(viewer, found, element.id, signal)) }
}

/** The visible document, with current names of data model columns, metrics and relationships. */
async function printed(
  { documents }: Parts,
  viewer: Viewer,
  { content, record }: OpenDocument,
): Promise<WorkbookDocument> {
  return shownContent(viewer, record.facts, await printDocument(documents, viewer.organizationId, content))
}

async function pages(
  parts: Parts,
  viewer: Viewer,
  id: string,
  variant: Variant,
  window: Window,
): Promise<Slice<DocumentPageEntry>> {
  const { shown } = await open(parts, viewer, 'workbook', id, variant)
  const entries = shown.pages.map((page) => ({
    pageId: page.id,
    name: page.name,
    hidden: page.visibility === 'hidden',
  }))
  return sliceOfList(entries, window)
}

async function pageElements(
  parts: Parts,
  viewer: Viewer,
  id: string,
  pageId: string,
  variant: Variant,
  window: Window,
): Promise<Slice<ElementEntry>> {
  const { shown } = await open(parts, viewer, 'workbook', id, variant)
  const isShown = [...shown.pages, ...shown.overlays, ...shown.panels].some((it) => it.id === pageId)
  if (!isShown) throw new AppError('not_found', { kind: 'page', id: pageId })
  return sliceOfList(elementsOfPage(shown, pageId).map(listedElement), window)
}

async function elements(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  variant: Variant,
  window: Window,
): Promise<Slice<ElementEntry>> {
  const { shown } = await open(parts, viewer, kind, id, variant)
  return sliceOfList(allElements(shown).map(listedElement), window)
}

async function columns(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind | 'dataset',
  id: string,
  variant: Variant,
  window: Window,
  signal: AbortSignal,
): Promise<Slice<ColumnEntry>> {
  const found = await open(parts, viewer, kind, id, variant)
  const entries: ColumnEntry[] = []
  for (const element of allElements(await printed(parts, viewer, found)).filter(isDataElement))
    entries.push(...(await columnEntries(parts, viewer, found, element, signal)))
  return sliceOfList(entries, window)
}

async function elementColumns(
  parts: Parts,
  viewer: Viewer,
  id: string,
  elementId: string,
  variant: Variant,
  window: Window,
  signal: AbortSignal,
): Promise<Slice<ElementColumnEntry>> {
  const found = await open(parts, viewer, 'workbook', id, variant)
  const element = elementOf(await printed(parts, viewer, found), elementId)
  const entries = isDataElement(element) ? await columnEntries(parts, viewer, found, element, signal) : []
  return sliceOfList(
    entries.map(({ columnId, name, formula, type }) => ({ columnId, label: name, formula, type })),
    window,
  )
}

/** The SQL of one element. Throws `element_has_no_data` for controls, texts and similar elements. */
async function elementQuery(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  elementId: string,
  variant: Variant,
  signal: AbortSignal,
): Promise<ElementQuery> {
  const found = await open(parts, viewer, kind, id, variant)
  const element = elementOf(found.shown, elementId)
  if (!isDataElement(element)) throw new AppError('element_has_no_data', { elementId, kind: element.kind })
  return queryOf(parts, viewer, found, element, signal)
}

/** The steps and costs of one element. Throws like `elementQuery`, and when it cannot be computed. */
async function explain(
  parts: Parts,
  viewer: Viewer,
  id: string,
  elementId: string,
  variant: Variant,
  signal: AbortSignal,
): Promise<ElementExplanation> {
  const { descriptions } = parts
  const found = await open(parts, viewer, 'workbook', id, variant)
  const element = elementOf(found.shown, elementId)
  if (!isDataElement(element)) throw new AppError('element_has_no_data', { elementId, kind: element.kind })
  return descriptions.explain(viewer, found, elementId, signal)
}

async function queries(
  parts: Parts,
  viewer: Viewer,
  id: string,
  variant: Variant,
  window: Window,
  signal: AbortSignal,
): Promise<Slice<ElementQuery>> {
  const found = await open(parts, viewer, 'workbook', id, variant)
  const slice = sliceOfList(allElements(found.shown).filter(isDataElement), window)
  const entries: ElementQuery[] = []
  for (const element of slice.entries) entries.push(await queryOf(parts, viewer, found, element, signal))
  return { ...slice, entries }
}

async function controls(
  parts: Parts,
  viewer: Viewer,
  id: string,
  variant: Variant,
  window: Window,
  signal: AbortSignal,
): Promise<Slice<ControlEntry>> {
  const { descriptions } = parts
  const found = await open(parts, viewer, 'workbook', id, variant)
  const slice = sliceOfList(controlsOf(found.shown), window)
  const entries: ControlEntry[] = []
  for (const control of slice.entries) {
    const valueType = await controlValueType(control, async (elementId, columnId) => {
      const columns = await descriptions.columns(viewer, found, elementId, signal)
      return columns.find((column) => column.id === columnId)?.type ?? null
    })
    entries.push({ name: control.controlId, valueType })
  }
  return { ...slice, entries }
}
