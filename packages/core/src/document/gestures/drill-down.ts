import type { BaseElement, ElementFilter, WorkbookDocument } from '../api.ts'
import { idsOnShelves } from '../drill.ts'
import { drillSteps, withDrillStep, withoutDrillSteps } from '../drill-steps.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { changeElement, columnHolder, editsBetween, withElement } from './change-element.ts'
import { usesOfColumns } from './column-uses.ts'
import { addColumns, type NewColumn } from './columns.ts'
import { removeColumns } from './remove-columns.ts'
import type { ColumnValues } from './rows.ts'
import { withDetails } from './shelves.ts'

/** A drill step from a mark of a chart or a cell of a pivot table. */
export interface DrillDown {
  /** The column of the element to replace. */
  from: string
  /** A column of the element, or a new one to add. */
  to: { columnId: string } | Omit<NewColumn, 'id'>
  /** The values of the mark: only rows with these values are shown. */
  values: readonly ColumnValues[]
  /** The same values as a displayed text. */
  label: string
  newId: () => string
}

/** Shows the rows of a mark by another column. Returns no edits when the column is not on a shelf of the element. */
export function drillDown(
  document: WorkbookDocument,
  elementId: string,
  { from, to, values, label, newId }: DrillDown,
): DocumentEdit[] {
  const element = columnHolder(document, elementId)
  if (!element || !idsOnShelves(element).has(from)) return []
  const isNew = !('columnId' in to)
  const toId = isNew ? newId() : to.columnId
  const after = isNew
    ? applyEdits(document, addColumns(document, elementId, [{ ...to, id: toId }], { after: from })).document
    : document
  const holder = columnHolder(after, elementId)
  if (!holder?.columns.some(({ id }) => id === toId)) return []
  const filters = values.map(
    ({ columnId, values: kept }): ElementFilter => ({
      id: newId(),
      columnId,
      kind: 'list',
      mode: 'include',
      values: [...kept],
    }),
  )
  const step = {
    from,
    to: toId,
    filterIds: filters.map(({ id }) => id),
    label,
    ...(isNew ? { isAdded: true as const } : {}),
  }
  const filtered: BaseElement = { ...holder, filters: [...(holder.filters ?? []), ...filters] }
  return editsBetween(document, withElement(after, withDrillStep(filtered, step)))
}

/** Drills back up to the first `stay` steps. Columns that a removed step added and that nothing else uses are removed. */
export function drillUp(document: WorkbookDocument, elementId: string, stay: number): DocumentEdit[] {
  const element = columnHolder(document, elementId)
  if (!element) return []
  const gone = drillSteps(element).slice(stay)
  let after = withElement(document, withoutDrillSteps(element, stay))
  for (const { to, isAdded } of gone) {
    if (!isAdded || usesOfColumns(after, elementId, [to]).length > 0) continue
    after = applyEdits(after, removeColumns(after, elementId, [to])).document
  }
  return editsBetween(document, after)
}

/** Limits the columns, by name, that readers may drill by; undefined offers all of them. */
export function setDrillColumns(
  document: WorkbookDocument,
  elementId: string,
  names: readonly string[] | undefined,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => withDetails(element, 'drillColumns', names && [...names]))
}
