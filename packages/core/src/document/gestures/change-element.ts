import type { BaseElement, DataElement, Grouping, SortEntry, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { applyEdits, type DocumentEdit, diffDocuments } from '../edits/index.ts'
import { columnsOf, findElement, isDataElement } from '../lookups.ts'

/**
 * What a table element may hold, whatever kind it is: gestures on columns work on tables, pivot tables and charts, and
 * a field that the kind does not have is absent.
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

/** The edits that make one document of another, and nothing else: one gesture is one batch. */
export function editsBetween(before: WorkbookDocument, after: WorkbookDocument): DocumentEdit[] {
  return before === after ? [] : diffDocuments(before, after)
}

/** The document with one element replaced; bindings of formulas that stay go with them. */
export function withElement(document: WorkbookDocument, element: BaseElement): WorkbookDocument {
  if (findElement(document, element.id) === element) return document
  return applyEdits(document, [{ op: 'set', at: ['elements', { id: element.id }], value: element }]).document
}

/** Edits that change one element with columns. None for an element that is gone or has no columns. */
export function changeElement(
  document: WorkbookDocument,
  elementId: string,
  change: (element: ColumnHolder) => BaseElement,
): DocumentEdit[] {
  const element = columnHolder(document, elementId)
  return element ? editsBetween(document, withElement(document, tidy(change(element)))) : []
}

/** Edits that change one element of any kind; none for one that is gone. */
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
  // An input table has columns of its own forms; gestures leave those that they do not know as they are.
  if (element && (isDataElement(element) || columnsOf(element).length > 0)) return element as ColumnHolder
  return undefined
}

/** Without the fields that hold nothing, as the document format writes them. */
function tidy(element: BaseElement): BaseElement {
  const entries = Object.entries(element).filter(([, value]) => value !== undefined)
  return entries.length === Object.keys(element).length ? element : (Object.fromEntries(entries) as BaseElement)
}

/** Of an optional list: absent instead of empty, unless it was there and empty before. */
export function keptList<T>(before: readonly T[] | undefined, after: T[]): T[] | undefined {
  if (after.length > 0) return after
  return before?.length === 0 ? after : undefined
}

/** A record without some of its fields. */
export function without<R extends object>(record: R, ...names: string[]): R {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name))) as R
}

/** Fields of `x`, what the published forms cannot say; without any `x` is absent. */
export function withExtra<E extends BaseElement>(element: E, name: string, value: unknown): E {
  const x = { ...(isRecord(element.x) ? element.x : {}) }
  if (value === undefined) delete x[name]
  else x[name] = value
  return Object.keys(x).length > 0 ? { ...element, x } : without(element, 'x')
}
