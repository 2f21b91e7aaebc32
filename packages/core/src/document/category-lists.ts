import type { DataElement, DocumentElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { findElement, isDataElement } from './lookups.ts'
import { columnNames, elementName } from './names.ts'

/** A column whose values determine colours, identified by the lowest table that has it. */
export interface CategoryList {
  /** Id of the element that lists its values; it exists only while a page is read. */
  elementId: string
  tableId: string
  columnId: string
}

/**
 * Where the values of the colour column of a chart come from: the column of the lowest table of the workbook that is passed on unchanged.
 * Charts over the same column share their colours. Undefined for a column that is computed on the way.
 */
export function categoryList(document: WorkbookDocument, element: DocumentElement): CategoryList | undefined {
  const column = isDataElement(element) ? colorColumn(element) : undefined
  let found: CategoryList | undefined
  let formula = isDataElement(element) ? element.columns.find(({ id }) => id === column)?.formula : undefined
  let table = isDataElement(element) ? sourceTable(document, element) : undefined
  for (let depth = 0; formula !== undefined && table && depth < 20; depth++) {
    const [, prefix, name] = /^\[([^[\]/]+)\/([^[\]]+)\]$/.exec(formula.trim()) ?? []
    if (name === undefined || (elementName(table) ?? '').toLowerCase() !== prefix?.toLowerCase()) return found
    const next = [...columnNames(table.columns)].find(([, known]) => known.toLowerCase() === name.toLowerCase())
    if (!next) return found
    const [columnId] = next
    found = { elementId: `~colors ${table.id} ${columnId}`, tableId: table.id, columnId }
    formula = table.columns.find(({ id }) => id === columnId)?.formula
    table = sourceTable(document, table)
  }
  return found
}

/** The column that colours by category. */
export function colorColumn({ kind, color, category }: DocumentElement): string | undefined {
  const pointer = kind === 'treemap-chart' ? category : color
  if (!isRecord(pointer) || pointer.by === 'scale' || pointer.by === 'single') return undefined
  const id = pointer.column ?? pointer.columnId
  return typeof id === 'string' ? id : undefined
}

function sourceTable(document: WorkbookDocument, { source }: DataElement): DataElement | undefined {
  const table =
    source.kind === 'table' && 'elementId' in source ? findElement(document, String(source.elementId)) : undefined
  return table && table.kind === 'table' && isDataElement(table) ? table : undefined
}

/** The list of values as a control offers it, so that choices of readers in controls never remove a value or its colour. */
export function categoryControl({ elementId, tableId, columnId }: CategoryList): DocumentElement {
  const source = { kind: 'source', source: { kind: 'table', elementId: tableId }, columnId }
  return {
    id: elementId,
    kind: 'control',
    controlId: elementId,
    controlType: 'list',
    selectionMode: 'multiple',
    source,
  }
}

/** Palette positions that the document stores for the values of a column. */
export function storedSlots({ x }: WorkbookDocument, { tableId, columnId }: CategoryList): Record<string, number> {
  const all = isRecord(x) && isRecord(x.categoryColors) ? x.categoryColors[`${tableId}/${columnId}`] : undefined
  if (!isRecord(all)) return {}
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
