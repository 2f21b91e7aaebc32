import type { BaseElement, FormulaBinding, LayoutNode, WorkbookDocument } from '../api.ts'
import { inOtherGrid } from '../arrange/free-place.ts'
import { gridsIn } from '../arrange/grids.ts'
import { findGrid, findNode, type GridAddress } from '../arrange/index.ts'
import { placeNodes } from '../arrange/place-nodes.ts'
import { boundsOf, inReadingOrder, movedTo, type Rect } from '../arrange/rects.ts'
import { isRecord } from '../check-schema.ts'
import { sourceElementIds } from '../check-sources.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { layoutNodes, pageColumns } from '../layout.ts'
import { findControl, findElement, isControl } from '../lookups.ts'
import { freeControlId } from '../new-element.ts'
import { editsBetween } from './change-element.ts'
import { cleaned, nothingGone, withContents } from './remove-elements.ts'

/** Copied elements with their places, their sources and the controls that filter them. */
export interface Clip {
  format: 'octavo-elements'
  workbookId: string
  /** The copied elements, outermost only, in reading order; their places are in a grid of `columns` columns. */
  nodes: LayoutNode[]
  columns: number
  elements: Record<string, BaseElement>
  /** Elements that the copied ones read, and controls that filter them; when pasting, existing ones are reused. */
  lineage: string[]
  bindings: Record<string, Record<string, FormulaBinding[]>>
}

export function copyElements(
  document: WorkbookDocument,
  workbookId: string,
  elementIds: readonly string[],
): Clip | null {
  const inside = new Set(elementIds.flatMap((id) => withContents(document, [id]).filter((inner) => inner !== id)))
  const outer = elementIds.flatMap((id) => (inside.has(id) ? [] : (findNode(document.layout, id) ?? [])))
  const [first] = outer
  if (!first) return null
  const nodes = outer
    .map(({ node, grid }) => ({ ...node, ...pick(inOtherGrid(node, grid.columns, first.grid.columns)) }))
    .sort(inReadingOrder)
  const copied = withContents(document, elementIds)
  const lineage = lineageOf(document, copied)
  const all = [...copied, ...lineage]
  return {
    format: 'octavo-elements',
    workbookId,
    nodes,
    columns: first.grid.columns,
    elements: Object.fromEntries(all.flatMap((id) => entryOf(document.elements, id))),
    lineage,
    bindings: Object.fromEntries(all.flatMap((id) => entryOf(document.bindings, id))),
  }
}

function pick({ column, row }: Rect): Rect {
  return { column, row }
}

function entryOf<Value>(record: Readonly<Record<string, Value>>, id: string): [string, Value][] {
  const value = Object.hasOwn(record, id) ? record[id] : undefined
  return value === undefined ? [] : [[id, value]]
}

/** The sources of elements and the controls that filter them, without the elements themselves. */
function lineageOf(document: WorkbookDocument, elementIds: readonly string[]): string[] {
  const found = new Set(elementIds)
  const waiting = [...elementIds]
  const add = (id: string) => {
    if (found.has(id) || !findElement(document, id)) return
    found.add(id)
    waiting.push(id)
  }
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const element = findElement(document, id)
    for (const source of sourceElementIds(element?.source)) add(source)
    if (element && isControl(element)) {
      for (const source of valueSourceOf(element)) add(source)
      const primary = element.controlType === 'synced' ? findControl(document, element.controlId) : undefined
      if (primary) add(primary.id)
    }
    for (const binding of Object.values(document.bindings[id] ?? {}).flat()) {
      const control = binding.controlId === undefined ? undefined : findControl(document, binding.controlId)
      if (control) add(control.id)
      if (binding.documentId === undefined && binding.elementId !== undefined) add(binding.elementId)
    }
    for (const element of Object.values(document.elements)) {
      if (isControl(element) && targetsOf(element).includes(id)) add(element.id)
    }
  }
  return [...found].filter((id) => !elementIds.includes(id))
}

/** The element that offers the values of a control. */
function valueSourceOf({ source }: BaseElement): string[] {
  const inner = isRecord(source) ? source.source : undefined
  return isRecord(inner) && typeof inner.elementId === 'string' ? [inner.elementId] : []
}

function targetsOf(control: BaseElement): string[] {
  const filters: unknown[] = Array.isArray(control.filters) ? control.filters : []
  return filters.flatMap((filter) =>
    isRecord(filter) && isRecord(filter.source) && typeof filter.source.elementId === 'string'
      ? [filter.source.elementId]
      : [],
  )
}

export interface PastePlace {
  /** Page, overlay or panel. */
  holderId: string
  grid: GridAddress
  /** First column and row of the rectangle around what is pasted. */
  column: number
  row: number
}

export interface Pasted {
  edits: DocumentEdit[]
  /** The pasted elements, outermost only. */
  elementIds: string[]
  /** Sources and controls that were copied too because this workbook does not have them. */
  lineage: string[]
}

/**
 * Pastes copied elements into a document. Ids that already exist are replaced, and references among the copies follow; existing sources and
 * controls are reused, others are added below the rest of the page. After a cut the ids are free, so that formulas and actions of other
 * elements remain valid.
 */
export function pasteElements(document: WorkbookDocument, clip: Clip, place: PastePlace, newId: () => string): Pasted {
  const copied = Object.keys(clip.elements).filter((id) => !clip.lineage.includes(id))
  const lineage = clip.lineage.filter((id) => !isSame(findElement(document, id), clip.elements[id]))
  const coming = [...copied, ...lineage]
  const ids = new Map(coming.map((id) => [id, findElement(document, id) ? newId() : id]))
  const controlIds = new Map<string, string>()
  let next = document
  for (const id of coming) {
    const element = clip.elements[id]
    if (!element) continue
    if (isControl(element) && element.controlType !== 'synced' && findControl(next, element.controlId)) {
      controlIds.set(element.controlId, freeControlId(next, element.controlId))
    }
    next = inserted(next, { element, id: ids.get(id) ?? id, holderId: place.holderId }, { ids, controlIds })
    next = withBindings(next, ids.get(id) ?? id, clip.bindings[id], { ids, controlIds })
  }
  next = { ...next, layout: placed(next, clip, place, ids) }
  next = withoutForeignPointers(next, [...ids.values()])
  return {
    edits: editsBetween(document, next),
    elementIds: clip.nodes.map(({ elementId }) => ids.get(elementId) ?? elementId),
    lineage: lineage.map((id) => ids.get(id) ?? id),
  }
}

/** Removes references to elements, controls and pages that exist only in the other workbook. */
function withoutForeignPointers(document: WorkbookDocument, elementIds: readonly string[]): WorkbookDocument {
  const holders = new Set([...document.pages, ...document.overlays, ...document.panels].map(({ id }) => id))
  const gone = {
    ...nothingGone,
    element: (id: string) => !findElement(document, id),
    control: (id: string) => !findControl(document, id) && !findElement(document, id),
    holder: (id: string) => !holders.has(id),
  }
  const elements = { ...document.elements }
  for (const id of elementIds) {
    const element = findElement(document, id)
    if (element) elements[id] = cleaned(element, gone)
  }
  return { ...document, elements }
}

interface Renamed {
  ids: ReadonlyMap<string, string>
  controlIds: ReadonlyMap<string, string>
}

/** Whether two sources or controls count as the same: equal id and kind. */
function isSame(there: BaseElement | undefined, copied: BaseElement | undefined): boolean {
  return there !== undefined && there.kind === copied?.kind
}

function inserted(
  document: WorkbookDocument,
  { element, id, holderId }: { element: BaseElement; id: string; holderId: string },
  renamed: Renamed,
): WorkbookDocument {
  const holder = [...document.pages, ...document.overlays, ...document.panels].find((each) => each.id === holderId)
  const entry = { ...renamedIn(element, renamed, element.kind), id, kind: element.kind }
  const after = holder?.elementIds.at(-1) ?? null
  return applyEdits(document, [{ op: 'insert', at: ['elements'], entry, after, page: holderId }]).document
}

/** Fields of elements, sources, targets and effects that refer to an element, and fields that refer to a control. */
const elementFields = new Set(['elementId', 'from', 'element', 'tabbedContainer', 'container', 'table'])
const controlFields = new Set(['controlId', 'control'])

function renamedIn(value: Record<string, unknown>, renamed: Renamed, kind: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, renamedValue(field, inner, renamed, kind)]),
  )
}

function renamedValue(field: string, value: unknown, renamed: Renamed, kind: string): unknown {
  if (typeof value === 'string') {
    if (elementFields.has(field)) return renamed.ids.get(value) ?? value
    return controlFields.has(field) ? (renamed.controlIds.get(value) ?? value) : value
  }
  if (Array.isArray(value)) return value.map((inner: unknown) => renamedValue(field, inner, renamed, kind))
  return isRecord(value) ? renamedIn(value, renamed, kind) : value
}

function withBindings(
  document: WorkbookDocument,
  elementId: string,
  bindings: Record<string, FormulaBinding[]> | undefined,
  { ids, controlIds }: Renamed,
): WorkbookDocument {
  if (!bindings) return document
  const value = Object.fromEntries(
    Object.entries(bindings).map(([path, list]) => [
      path,
      list.map((binding) => ({
        ...binding,
        ...(binding.documentId === undefined && binding.elementId !== undefined
          ? { elementId: ids.get(binding.elementId) ?? binding.elementId }
          : {}),
        ...(binding.controlId === undefined
          ? {}
          : { controlId: controlIds.get(binding.controlId) ?? binding.controlId }),
      })),
    ]),
  )
  return applyEdits(document, [{ op: 'set', at: ['bindings', { id: elementId }], value }]).document
}

/** The layout with the copies, in their arrangement, at the given place; existing elements move out of the way. */
function placed(
  document: WorkbookDocument,
  clip: Clip,
  place: PastePlace,
  ids: ReadonlyMap<string, string>,
): WorkbookDocument['layout'] {
  const bounds = boundsOf(clip.nodes)
  const target = findGrid(document.layout, place.grid)?.grid.columns ?? pageColumns
  if (!bounds) return document.layout
  const nameOf = (id: string) => ids.get(id) ?? id
  const outer = clip.nodes.map((node) => {
    const rect = inOtherGrid(node, clip.columns, target)
    const share = inOtherGrid(bounds, clip.columns, target)
    return {
      elementId: nameOf(node.elementId),
      grid: place.grid,
      rect: movedTo(
        rect,
        place.column + rect.column.start - share.column.start,
        place.row + node.row.start - bounds.row.start,
      ),
      ...(node.tag === 'Container' ? { columns: node.columns } : {}),
    }
  })
  let layout = placeNodes(document.layout, outer)
  for (const node of clip.nodes.flatMap((outermost) => [outermost, ...gridsIn(outermost).flatMap(layoutNodes)])) {
    for (const [tab, grid] of gridsIn(node).entries()) {
      const container = nameOf(node.elementId)
      layout = placeNodes(
        layout,
        grid.children.map((child) => ({
          elementId: nameOf(child.elementId),
          grid: node.tag === 'TabbedContainer' ? { container, tab } : { container },
          rect: { column: child.column, row: child.row },
          ...(child.tag === 'Container' ? { columns: child.columns } : {}),
        })),
      )
    }
  }
  return layout
}
