import type { WorkbookDocument } from './api.ts'
import { drillSteps } from './drill-steps.ts'
import type { DocumentEdit } from './edits/index.ts'
import { changeElement } from './gestures/change-element.ts'
import { readersOf } from './gestures/remove-elements.ts'
import { columnsOnShelf, shelvesOfKind } from './gestures/shelves.ts'
import { columnsOf, elementsOfPage, findElement } from './lookups.ts'
import { columnNames } from './names.ts'

/** A table that a selection in another element can filter. */
export interface CrossFilterTarget {
  elementId: string
  /** The column that is compared with the selected values. */
  columnId: string
  /** True when it shows the same column of the same source; otherwise only its name is the same. */
  isSame: boolean
}

/** The columns, with their names, whose values a click selects: the dimensions of a chart, all columns of a table. */
export function selectableColumns(document: WorkbookDocument, elementId: string): { columnId: string; name: string }[] {
  const element = findElement(document, elementId)
  if (!element) return []
  if (element.kind === 'table') {
    return [...columnNames(columnsOf(element))].map(([columnId, name]) => ({ columnId, name }))
  }
  const ids = shelvesOfKind(element.kind)
    .filter(({ role }) => role === 'dimension')
    .flatMap(({ id }) => columnsOnShelf(element, id))
  // A column that was drilled through returns to its shelf when the reader drills back up.
  const drilled = drillSteps(element).map(({ from }) => from)
  const names = columnNames(columnsOf(element))
  return [...new Set([...ids, ...drilled])].map((columnId) => ({ columnId, name: names.get(columnId) ?? columnId }))
}

/**
 * The tables of a page that a selection in one of its elements can filter by a column, in page order. Tables that the element itself reads
 * are excluded, since it would filter itself.
 */
export function crossFilterTargets(
  document: WorkbookDocument,
  pageId: string,
  { elementId, columnId }: { elementId: string; columnId: string },
): CrossFilterTarget[] {
  const element = findElement(document, elementId)
  const column = element && columnsOf(element).find(({ id }) => id === columnId)
  if (!element || !column) return []
  const name = columnNames(columnsOf(element)).get(columnId)?.toLowerCase()
  return elementsOfPage(document, pageId).flatMap((table) => {
    const isTable = table.kind === 'table' || table.kind === 'input-table'
    if (!isTable || table.id === elementId || readersOf(document, [table.id]).includes(elementId)) return []
    const columns = columnsOf(table)
    const isSameSource = isEqual(table.source, element.source)
    const same = isSameSource ? columns.find(({ formula }) => formula?.trim() === column.formula.trim()) : undefined
    const names = columnNames(columns)
    const found = same ?? columns.find(({ id }) => names.get(id)?.toLowerCase() === name)
    return found ? [{ elementId: table.id, columnId: found.id, isSame: same !== undefined }] : []
  })
}

const isEqual = (left: unknown, right: unknown) => left !== undefined && JSON.stringify(left) === JSON.stringify(right)

/** The fields of the control that passes the selection to the targets. */
export function crossFilterControl(name: string, targets: readonly CrossFilterTarget[]): Record<string, unknown> {
  const filters = targets.map(({ elementId, columnId }) => ({ source: { kind: 'table', elementId }, columnId }))
  const [first] = filters
  return {
    name,
    controlType: 'list',
    mode: 'include',
    ...(first ? { source: { kind: 'source', ...first } } : {}),
    filters,
  }
}

/** Adds an action that sets a control to the selected values of a column. */
export function addSelectAction(
  document: WorkbookDocument,
  elementId: string,
  { id, name, controlId, columnId }: { id: string; name: string; controlId: string; columnId: string },
): DocumentEdit[] {
  const value = { type: 'column', column: columnId }
  const effects = [{ effect: 'set-control-value', control: controlId, value }]
  return changeElement(document, elementId, (element) => ({
    ...element,
    actions: [...(Array.isArray(element.actions) ? element.actions : []), { id, trigger: 'on-select', name, effects }],
  }))
}
