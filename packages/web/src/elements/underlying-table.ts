import {
  applyEdits,
  type ColumnHolder,
  changeAnyElement,
  changeElement,
  columnHolder,
  columnNames,
  controlsOf,
  type DocumentEdit,
  elementName,
  type WorkbookDocument,
} from '@octavo/core/document'
import { printReference } from '@octavo/core/formula'

/**
 * The fields of a table with the rows that an element is computed from. For a table these are its own rows; a chart or
 * a pivot table shows all columns of the table that it reads, or its own columns that do not aggregate. Filters on
 * columns that aggregate filter groups, and are left out.
 */
export function underlyingTable(
  document: WorkbookDocument,
  element: ColumnHolder,
  isAggregate: (columnId: string) => boolean,
): Record<string, unknown> {
  const isTable = element.kind === 'table' || element.kind === 'input-table'
  if (isTable) {
    const columns = readAll(element, (columnId) => !isAggregate(columnId))
    return { source: { kind: 'table', elementId: element.id }, columns }
  }
  const { source } = element
  const parent = source.kind === 'table' ? columnHolder(document, source.elementId) : undefined
  const own = element.columns.filter(({ id }) => !isAggregate(id))
  const kept = new Set(own.map(({ id }) => id))
  const names = new Set(columnNames(own).values())
  const further = parent ? readAll(parent, () => true).filter(({ name }) => !names.has(name)) : []
  return {
    source,
    columns: [...own, ...further],
    filters: (element.filters ?? []).filter(({ columnId }) => kept.has(columnId)),
  }
}

/**
 * Edits that show these fields as a table in place of the element, which keeps its id, so that controls that target it
 * filter the rows. Filters of controls on columns that aggregate filter groups, and are left out. Never stored.
 */
export function tableInPlace(
  document: WorkbookDocument,
  elementId: string,
  fields: Readonly<Record<string, unknown>>,
): DocumentEdit[] {
  const edits = changeElement(document, elementId, ({ id, name }) => ({
    id,
    kind: 'table',
    ...(name === undefined ? {} : { name }),
    ...fields,
  }))
  const changed = applyEdits(document, edits).document
  const kept = new Set(columnHolder(changed, elementId)?.columns.map(({ id }) => id))
  const ofControls = controlsOf(changed).flatMap((control) => {
    const { filters } = control
    const left = filters?.filter(({ source, columnId }) => !isOn(source, elementId) || kept.has(columnId))
    if (left?.length === filters?.length) return []
    return changeAnyElement(changed, control.id, (element) => ({ ...element, filters: left }))
  })
  return [...edits, ...ofControls]
}

type ControlFilter = NonNullable<ReturnType<typeof controlsOf>[number]['filters']>[number]

const isOn = (source: ControlFilter['source'], elementId: string): boolean =>
  source.kind === 'table' && source.elementId === elementId

/** The id of a column of the underlying rows, by the id of the table's column. */
export const idBelow = (columnId: string) => `${columnId} below`

function readAll(table: ColumnHolder, isRead: (columnId: string) => boolean) {
  const prefix = elementName(table) ?? table.id
  return [...columnNames(table.columns)].flatMap(([id, name]) => {
    const column = table.columns.find((each) => each.id === id)
    if (!column || column.hidden === true || !isRead(id)) return []
    return [{ id: idBelow(id), name, formula: printReference([prefix, name]) }]
  })
}
