import { parseFormula, printReference } from '../../formula/index.ts'
import type { BaseElement, WorkbookDocument } from '../api.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { findElement } from '../lookups.ts'
import { columnNames } from '../names.ts'
import { columnHolder, editsBetween } from './change-element.ts'
import { addColumns, setFormula } from './columns.ts'
import { replaceKey } from './groupings.ts'
import { columnsOnShelf, setShelf, shelvesOfKind } from './shelves.ts'

const limiting = 'VisibilityLimit'

/** The number of values of a column that are shown before the rest is combined into "Others"; null when all are shown. */
export function limitOf(formula: string): number | null {
  const { tree } = parseFormula(formula)
  if (tree?.kind !== 'call' || tree.name !== limiting) return null
  const [, limit] = tree.args
  return limit?.kind === 'number' ? Number(limit.text) : null
}

/**
 * Shows the first values of a column, in the order of its level's sort, and combines the others into one. A column that is already limited
 * gets the new number; otherwise a new column with the limit replaces it as a key or on its shelves.
 */
export function limitColumn(
  document: WorkbookDocument,
  elementId: string,
  columnId: string,
  { limit, name, newId }: { limit: number; name: string; newId: () => string },
): DocumentEdit[] {
  const element = columnHolder(document, elementId)
  const column = element?.columns.find(({ id }) => id === columnId)
  if (!element || !column) return []
  if (limitOf(column.formula) !== null) {
    return setFormula(document, elementId, columnId, withLimit(column.formula, limit))
  }
  const own = columnNames(element.columns).get(columnId) ?? columnId
  const added = newId()
  const fresh = { id: added, name, formula: `${limiting}(${printReference([own])}, ${limit})` }
  let after = applyEdits(document, addColumns(document, elementId, [fresh], { after: columnId })).document
  if (element.groupings?.some(({ groupBy = [] }) => groupBy.includes(columnId))) {
    after = applyEdits(after, replaceKey(after, elementId, columnId, added)).document
  }
  return editsBetween(document, onShelves(after, elementId, columnId, added))
}

function onShelves(document: WorkbookDocument, elementId: string, columnId: string, replacement: string) {
  let after = document
  const { kind } = findElement(document, elementId) as BaseElement
  for (const { id, role } of shelvesOfKind(kind)) {
    const element = findElement(after, elementId)
    const shown = element ? columnsOnShelf(element, id) : []
    if (role !== 'dimension' || !shown.includes(columnId)) continue
    const next = shown.map((each) => (each === columnId ? replacement : each))
    after = applyEdits(after, setShelf(after, elementId, id, next)).document
  }
  return after
}

function withLimit(formula: string, limit: number): string {
  const { tree } = parseFormula(formula)
  const number = tree?.kind === 'call' ? tree.args[1] : undefined
  if (!number) return formula
  return `${formula.slice(0, number.span.start)}${limit}${formula.slice(number.span.end)}`
}
