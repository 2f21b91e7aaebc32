import type { ValueType } from '../types/index.ts'
import type { BaseElement, DocumentColumn, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { columnsOf, findElement } from './lookups.ts'
import { columnNames } from './names.ts'

/** What Octavo records for every row of an input table. */
const SYSTEM_COLUMNS: Readonly<Record<string, { name: string; type: ValueType }>> = {
  ID: { name: 'Row ID', type: { kind: 'text' } },
  CREATED_AT: { name: 'Created at', type: { kind: 'instant' } },
  CREATED_BY: { name: 'Created by', type: { kind: 'text' } },
  UPDATED_AT: { name: 'Last updated at', type: { kind: 'instant' } },
  UPDATED_BY: { name: 'Last updated by', type: { kind: 'text' } },
}

/** The display name of a column that Octavo fills itself. */
export function systemColumnName(id: string): string | undefined {
  return Object.hasOwn(SYSTEM_COLUMNS, id) ? SYSTEM_COLUMNS[id]?.name : undefined
}

/** Where the values of a column of an input table come from. */
export type InputColumnOrigin =
  | { kind: 'system'; type: ValueType }
  /** People enter them; null for a type that cannot be stored. */
  | { kind: 'entered'; type: ValueType | null }
  /** A column of the element that the table is linked to. */
  | { kind: 'linked'; columnId: string }
  | { kind: 'formula' }

export function inputColumnOrigin(column: DocumentColumn): InputColumnOrigin {
  const system = Object.hasOwn(SYSTEM_COLUMNS, column.id) ? SYSTEM_COLUMNS[column.id] : undefined
  if (system) return { kind: 'system', type: system.type }
  if (typeof column.key === 'string') return { kind: 'linked', columnId: column.key }
  if (typeof column.formula === 'string') return { kind: 'formula' }
  return { kind: 'entered', type: enteredType(column.type) }
}

/** A column of an input table without a formula: values that people enter, or that Octavo records for each row. */
export function inputColumn(fields: Readonly<{ id: string } & Record<string, unknown>>): DocumentColumn {
  return fields as DocumentColumn
}

/** Whether the cells of the column are read-only. No rows can be added to a table with such a column. */
export function isProtectedColumn({ x }: DocumentColumn): boolean {
  return isRecord(x) && x.protected === true
}

/** Whether every row that is entered needs a value in the column. */
export function isRequiredColumn({ x }: DocumentColumn): boolean {
  return isRecord(x) && x.required === true
}

/** A column by its element. */
export interface ChoicesSource {
  element: string
  column: string
}

/** The column of another element whose values are the choices of the column; null for one without such choices. */
export function choicesSource({ valuesFrom }: DocumentColumn): ChoicesSource | null {
  if (!isRecord(valuesFrom)) return null
  const { element, column } = valuesFrom
  return typeof element === 'string' && typeof column === 'string' ? { element, column } : null
}

export const hasProtectedColumn = (element: BaseElement): boolean => columnsOf(element).some(isProtectedColumn)

function enteredType(type: unknown): ValueType | null {
  switch (type) {
    case 'text':
      return { kind: 'text' }
    case 'number':
      return { kind: 'float64' }
    case 'datetime':
      return { kind: 'timestamp' }
    case 'checkbox':
      return { kind: 'logical' }
    case 'multi-select':
      return { kind: 'variant' }
    default:
      return null
  }
}

/** Whether the rows of the table are the rows of an element that it is linked to. */
export function isLinkedTable({ source }: BaseElement): boolean {
  return isRecord(source) && source.kind === 'linked'
}

/**
 * The connection on which an input table is read and, if possible, into which its rows are written; null when the document alone does not
 * determine it.
 */
export function inputConnection(document: WorkbookDocument, element: BaseElement): string | null {
  const seen = new Set<string>()
  for (let next: BaseElement | undefined = element; next && !seen.has(next.id); ) {
    seen.add(next.id)
    const source: unknown = next.source
    if (!isRecord(source)) return null
    if (typeof source.connectionId === 'string') return source.connectionId
    const from: unknown = source.kind === 'linked' ? source.from : source.kind === 'table' ? source.elementId : null
    next = typeof from === 'string' ? findElement(document, from) : undefined
  }
  return null
}

/** The column whose values identify the rows of an input table: the row id, or the key of a linked table. Undefined when there is none. */
export function rowIdColumn(element: BaseElement): string | undefined {
  const columns = columnsOf(element)
  if (isLinkedTable(element)) return columns.find(({ key }) => typeof key === 'string')?.id
  return columns.find(({ id }) => id === 'ID')?.id
}

/** The column that identifies the rows that a formula selects; the element need not show it. Undefined for a linked table without a key. */
export const targetIdColumn = (element: BaseElement): string | undefined =>
  rowIdColumn(element) ?? (isLinkedTable(element) ? undefined : 'ID')

/** The columns of an element; for an input table with their display names. */
export function namedColumns(document: WorkbookDocument, element: BaseElement): DocumentColumn[] {
  const columns = columnsOf(element)
  if (element.kind !== 'input-table') return columns
  const from = isRecord(element.source) && typeof element.source.from === 'string' ? element.source.from : null
  const parent = from === null || from === element.id ? undefined : findElement(document, from)
  const linked = parent ? columnNames(columnsOf(parent)) : null
  return columns.map((column) => {
    if (typeof column.name === 'string' && column.name !== '') return column
    const origin = inputColumnOrigin(column)
    if (origin.kind === 'formula') return column
    const given = origin.kind === 'linked' ? linked?.get(origin.columnId) : SYSTEM_COLUMNS[column.id]?.name
    return { ...column, name: given ?? column.id }
  })
}
