import type { BaseElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { columnsOf, findElement } from './lookups.ts'
import { columnNames, elementName, titleText } from './names.ts'
import { isStandIn } from './required-shelves.ts'

/** The title of an element: from the document, else derived from its shelves, such as "Revenue by month". */
export function shownTitle(element: BaseElement): string {
  return titleText(element.name) ?? (element.name === undefined ? derivedTitle(element) : '')
}

/**
 * The name of an element in lists, menus, messages and files: its title as shown, else its source, else `otherwise`, by default its kind in
 * English. Never an id. A formula in the title, whose value is only known on the page, is shown as "…".
 */
export function elementLabel(element: BaseElement, otherwise = kindInEnglish(element.kind)): string {
  const label = shownTitle(element) || elementName(element)
  return label ? label.replace(/\{\{.*?\}\}/g, '…') : otherwise
}

/** `bar-chart` becomes "Bar chart". */
function kindInEnglish(kind: string): string {
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Reads the shelf fields directly: every reader loads this code, while the gestures on shelves are only for editors. */
function derivedTitle(element: BaseElement): string {
  const { kind, xAxis, yAxis, color, value, values, series, category, stage, rowsBy } = element
  const names = columnNames(columnsOf(element))
  const namesOf = (...shelves: unknown[]) =>
    shelves.flatMap(idsOf).flatMap((id) => (isStandIn(id) ? [] : (names.get(id) ?? [])))
  const measures = namesOf(yAxis, value, values, series).map((name) => name.replace(/^Sum of /, ''))
  if (measures.length === 0) return ''
  const [key] = namesOf(
    xAxis,
    category,
    stage,
    rowsBy,
    kind === 'pie-chart' || kind === 'donut-chart' ? color : undefined,
  )
  const what = measures.length > 2 ? `${measures[0]} and ${measures.length - 1} more` : measures.join(' and ')
  // "Month of Order Date" is shortened to the month.
  const by = /^(Year|Quarter|Month|Week|Day|Hour) of /.exec(key ?? '')?.[1]?.toLowerCase() ?? key
  return by === undefined ? what : `${what} by ${by}`
}

/** Columns that a field refers to: an id, a pointer, or a list of either. */
function idsOf(field: unknown): string[] {
  if (typeof field === 'string') return [field]
  if (Array.isArray(field)) return field.flatMap(idsOf)
  return isRecord(field) ? idsOf(field.columnId ?? field.columnIds) : []
}

/** The label of an element, or the name of the overlay that has the id. */
export function hostLabel(document: WorkbookDocument, id: string): string {
  const element = findElement(document, id)
  if (element) return elementLabel(element)
  return document.overlays.find((overlay) => overlay.id === id)?.name || id
}
