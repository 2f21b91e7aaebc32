import {
  type BaseElement,
  type ControlElement,
  columnNames,
  columnsOf,
  columnsOverRows,
  type DocumentEdit,
  diffDocuments,
  elementLabel,
  findElement,
  formulaFields,
  setAtPath,
  type TableElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { printReference } from '@octavo/core/formula'
import { withNames } from '../source/source-review.ts'
import { dependsOnOthers, type TableModel } from './model-of-table.ts'
import { keyOfRead, readsOfTable } from './reads-of-table.ts'

/**
 * Makes a table read the data model that was created from it (with `isSource`), in one step. Columns that are computed
 * for each row come from the data model; those over several rows stay formulas of the table. Filters that the data
 * model has are removed here, and controls of the workbook pass their values to their copies.
 */
export function readFromModel(
  document: WorkbookDocument,
  elementId: string,
  { dataModelId, model }: { dataModelId: string; model: TableModel },
): DocumentEdit[] {
  const table = findElement(document, elementId)
  const source = findElement(model.document, elementId)
  if (!table || !source) return []
  const elements: WorkbookDocument['elements'] = {
    ...document.elements,
    [elementId]: overModel(document, table as TableElement, { dataModelId, model, source }),
  }
  for (const { id } of model.controls) {
    const control = elements[id]
    if (control) elements[id] = givingTo(control as ControlElement, dataModelId)
  }
  return diffDocuments(document, { ...document, elements })
}

function overModel(
  document: WorkbookDocument,
  table: TableElement,
  { dataModelId, model, source }: { dataModelId: string; model: TableModel; source: BaseElement },
): TableElement {
  const prefix = elementLabel(source)
  const modelNames = columnNames(columnsOf(source))
  const shownNames = columnNames(table.columns)
  const isOverRows = columnsOverRows(table.columns)
  const reads = readsOfTable(document, table.id)
  let next: TableElement = { ...table, source: { kind: 'data-model', dataModelId, elementId: table.id } }
  for (const { path, text } of formulaFields(table)) {
    const ofField = reads.filter((read) => read.path === path).sort((a, b) => b.start - a.start)
    const changed = ofField.reduce((before, read) => {
      const name = modelNames.get(model.columnOfRead.get(keyOfRead(read)) ?? '')
      return name === undefined
        ? before
        : before.slice(0, read.start) + printReference([prefix, name]) + before.slice(read.end)
    }, text)
    if (changed !== text) next = setAtPath(next, path, changed) as TableElement
  }
  const columns = next.columns.map((column) =>
    isOverRows(column.id) ? column : { ...column, formula: printReference([prefix, modelNames.get(column.id) ?? '']) },
  )
  const filters = (table.filters ?? []).filter((filter) => dependsOnOthers(table, filter))
  const { filters: _filters, ...rest } = next
  return { ...rest, columns: withNames(columns, shownNames), ...(filters.length > 0 ? { filters } : {}) }
}

/** The control that passes its value to a data model. */
function givingTo(control: ControlElement, dataModelId: string): ControlElement {
  const before: readonly unknown[] = Array.isArray(control.parameters) ? control.parameters : []
  return { ...control, parameters: [...before, { kind: 'data-model', dataModelId, controlId: control.controlId }] }
}
