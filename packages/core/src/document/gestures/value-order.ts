import type { WorkbookDocument } from '../api.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { type OrderedValue, valueOrdersOf } from '../value-order.ts'
import { changeElement, columnHolder, editsBetween } from './change-element.ts'
import { sortColumns, sortOf } from './rows.ts'
import { setShelfSort, sortedKeys } from './shelf-sort.ts'
import { withOrders } from './without-orders.ts'

/**
 * Sets the order of the values of a column. To make the order visible, also sorts the column's level or shelf by the column if it is not
 * yet. Without values the order is removed and the sort is kept.
 */
export function setValueOrder(
  document: WorkbookDocument,
  elementId: string,
  columnId: string,
  values: readonly OrderedValue[],
): DocumentEdit[] {
  const ordered = changeElement(document, elementId, (element) => {
    const { [columnId]: _before, ...others } = valueOrdersOf(element)
    return withOrders(element, values.length > 0 ? { ...others, [columnId]: values } : others)
  })
  if (values.length === 0) return ordered
  let after = applyEdits(document, ordered).document
  const element = columnHolder(after, elementId)
  if (!element) return []
  const keys = sortedKeys(element).filter((key) => key.columnId === columnId)
  for (const { shelf } of keys) {
    after = applyEdits(after, setShelfSort(after, elementId, shelf, columnId, { direction: 'ascending' })).document
  }
  const isTable = element.kind === 'table' || element.kind === 'input-table'
  if (isTable && sortOf(element, columnId) !== 'ascending') {
    after = applyEdits(after, sortColumns(after, elementId, [columnId], 'ascending')).document
  }
  return editsBetween(document, after)
}
