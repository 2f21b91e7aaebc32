import type {
  BaseElement,
  ControlElement,
  DataElement,
  DocumentColumn,
  DocumentElement,
  WorkbookDocument,
} from './api.ts'
import { isRecord } from './check-schema.ts'
import { elementKinds } from './elements/index.ts'

/** Elements of a page, overlay or panel in document order; empty for an unknown id. */
export function elementsOfPage(document: WorkbookDocument, pageId: string): DocumentElement[] {
  const holder = [...document.pages, ...document.overlays, ...document.panels].find(({ id }) => id === pageId)
  return (holder?.elementIds ?? []).flatMap((id) => {
    const element = findElement(document, id)
    return element ? [element] : []
  })
}

/** All elements in the order of pages, overlays and panels. */
export function allElements(document: WorkbookDocument): DocumentElement[] {
  const holders = [...document.pages, ...document.overlays, ...document.panels]
  return holders.flatMap(({ id }) => elementsOfPage(document, id))
}

export function findElement(document: WorkbookDocument, elementId: string): DocumentElement | undefined {
  return Object.hasOwn(document.elements, elementId) ? document.elements[elementId] : undefined
}

/** True when the kind of the element has a query and the element has a source and columns. */
export function isDataElement(element: BaseElement): element is DataElement {
  return elementKinds.get(element.kind)?.hasData === true && isRecord(element.source) && Array.isArray(element.columns)
}

export function isControl(element: BaseElement): element is ControlElement {
  return element.kind === 'control' && typeof element.controlId === 'string'
}

/** Controls in document order, without synced controls, which are copies of another one. */
export function controlsOf(document: WorkbookDocument): ControlElement[] {
  return allElements(document).filter(
    (element) => isControl(element) && element.controlType !== 'synced',
  ) as ControlElement[]
}

/**
 * Where a control reads the values that it offers: a column of an element, or the folder of columns whose paths a hierarchy control offers.
 * Null when the values are listed in the control, or when it offers none.
 */
export function offeredBy({ controlType, source }: ControlElement): Record<string, unknown> | null {
  if (!isRecord(source) || controlType === 'drill') return null
  return source.kind === 'source' || controlType === 'hierarchy' ? source : null
}

/** The control with a handle; a synced control resolves to its primary. */
export function findControl(document: WorkbookDocument, controlId: string): ControlElement | undefined {
  return controlsOf(document).find((control) => control.controlId === controlId)
}

/** Controls of which the elements include the control itself or a synced copy, in document order. */
export function controlsAmong(document: WorkbookDocument, elementIds: ReadonlySet<string>): ControlElement[] {
  const handles = new Set<string>()
  for (const id of elementIds) {
    const element = findElement(document, id)
    if (element && isControl(element)) handles.add(element.controlId)
  }
  return controlsOf(document).filter(({ controlId }) => handles.has(controlId))
}

/** Columns of any element that has a list of them, including input tables. */
export function columnsOf(element: BaseElement): DocumentColumn[] {
  if (!Array.isArray(element.columns)) return []
  return element.columns.filter((column) => isRecord(column) && typeof column.id === 'string') as DocumentColumn[]
}

export function findColumn(element: BaseElement, columnId: string): DocumentColumn | undefined {
  return columnsOf(element).find(({ id }) => id === columnId)
}

/** The version tag that a data model source is pinned to: a field of the source, or of its `x` where the published forms have none. */
export function versionTagOf(source: object): string | undefined {
  const { versionTagId, x }: { versionTagId?: unknown; x?: unknown } = source
  const tag = versionTagId ?? (isRecord(x) ? x.versionTagId : undefined)
  return typeof tag === 'string' ? tag : undefined
}
