import type { BaseElement, DataElement, Grouping, SortEntry, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { applyEdits, type DocumentEdit, diffDocuments, withCarriedBindings } from '../edits/index.ts'
import { columnsOf, findElement, isDataElement } from '../lookups.ts'

/**
 * The fields of elements with columns, of any kind: gestures on columns work on tables, pivot tables and charts, and fields that a kind
 * does not have are absent.
 */
export interface ColumnHolder extends DataElement {
  groupings?: Grouping[]
  summary?: string[]
  order?: string[]
  sort?: SortEntry[]
  folders?: ColumnFolder[]
  frozenColumn?: { columnId: string } | null
  conditionalFormats?: ConditionalFormatEntry[]
}

export interface ColumnFolder {
  id: string
  name: string
  items?: string[]
}

export interface ConditionalFormatEntry {
  columnIds: string[]
  type: string
  [published: string]: unknown
}

/**
 * The edits that turn one document into another: each gesture is one batch of edits. Bindings that the gesture left as they were follow the
 * formulas that it moved.
 */
export function editsBetween(before: WorkbookDocument, after: WorkbookDocument): DocumentEdit[] {
  return before === after ? [] : diffDocuments(before, withCarriedBindings(before, after))
}

/** The document with one element replaced; bindings of unchanged formulas are kept. */
export function withElement(document: WorkbookDocument, element: BaseElement): WorkbookDocument {
  if (findElement(document, element.id) === element) return document
  return applyEdits(document, [{ op: 'set', at: ['elements', { id: element.id }], value: element }]).document
}

/** Edits that change one element with columns; empty when the element does not exist or has no columns. */
export function changeElement(
  document: WorkbookDocument,
  elementId: string,
  change: (element: ColumnHolder) => BaseElement,
): DocumentEdit[] {
  const element = columnHolder(document, elementId)
  return element ? editsBetween(document, withElement(document, tidy(change(element)))) : []
}

/** Edits that change one element of any kind; empty when it does not exist. */
export function changeAnyElement(
  document: WorkbookDocument,
  elementId: string,
  change: (element: BaseElement) => BaseElement,
): DocumentEdit[] {
  const element = findElement(document, elementId)
  return element ? editsBetween(document, withElement(document, tidy(change(element)))) : []
}

export function columnHolder(document: WorkbookDocument, elementId: string): ColumnHolder | undefined {
  const element = findElement(document, elementId)
  // An input table has its own forms of columns; gestures leave unknown forms unchanged.
  if (element && (isDataElement(element) || columnsOf(element).length > 0)) return element as ColumnHolder
  return undefined
}

/** Removes empty fields, as the document format requires. */
function tidy(element: BaseElement): BaseElement {
  const entries = Object.entries(element).filter(([, value]) => value !== undefined)
  return entries.length === Object.keys(element).length ? element : (Object.fromEntries(entries) as BaseElement)
}

/** The value of an optional list: absent instead of empty, unless it was present and empty before. */
export function keptList<T>(before: readonly T[] | undefined, after: T[]): T[] | undefined {
  if (after.length > 0) return after
  return before?.length === 0 ? after : undefined
}

/** A record without some of its fields. */
export function without<R extends object>(record: R, ...names: string[]): R {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name))) as R
}

/** Sets a field of `x`, which holds what the published forms have no field for; an empty `x` is removed. */
export function withExtra<E extends BaseElement>(element: E, name: string, value: unknown): E {
  const x = { ...(isRecord(element.x) ? element.x : {}) }
  if (value === undefined) delete x[name]
  else x[name] = value
  return Object.keys(x).length > 0 ? { ...element, x } : without(element, 'x')
}
