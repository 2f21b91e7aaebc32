import { expect } from 'vitest'
import { checkSchema, type SchemaNode } from '../check-schema.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { elementKinds, knownFields } from '../elements/index.ts'
import { type BaseElement, emptyDocument, type WorkbookDocument } from '../index.ts'

/** A table of sales. */
export const sales = {
  id: 'sales',
  kind: 'table',
  name: 'Sales',
  source: { kind: 'warehouse-table', connectionId: 'c', path: ['SALES'] },
  columns: [
    { id: 'date', formula: '[SALES/ORDER_DATE]', name: 'Order Date' },
    { id: 'region', formula: '[SALES/REGION]', name: 'Region' },
    { id: 'revenue', formula: '[SALES/REVENUE]', name: 'Revenue' },
  ],
}
/** Bars of the sales by month. */
export const chart = {
  id: 'chart',
  kind: 'bar-chart',
  source: { kind: 'table', elementId: 'sales' },
  columns: [
    { id: 'month', formula: 'DateTrunc("month", [Sales/Order Date])', name: 'Month' },
    { id: 'region', formula: '[Sales/Region]', name: 'Region' },
    { id: 'revenue', formula: 'Sum([Sales/Revenue])', name: 'Revenue' },
    { id: 'margin', formula: 'Avg([Sales/Revenue])', name: 'Margin' },
  ],
  xAxis: { columnId: 'month', sort: { direction: 'descending' } },
  yAxis: { columnIds: ['revenue', 'margin'] },
}

/** A document with the table and these elements. */
export function documentOf(...elements: BaseElement[]): WorkbookDocument {
  const all = [sales, ...elements]
  return {
    ...emptyDocument('workbook'),
    pages: [{ id: 'page', name: 'Page', elementIds: all.map(({ id }) => id) }],
    elements: Object.fromEntries(all.map((element) => [element.id, element])),
  }
}

/** The element after edits; checks that the result is valid and that undo restores the document. */
export function after(document: WorkbookDocument, edits: DocumentEdit[], id = 'chart'): BaseElement {
  const { document: next, dropped } = applyEdits(document, edits)
  expect(dropped).toEqual([])
  const element = next.elements[id]
  if (!element) throw new Error(`no element ${id}`)
  const schema = elementKinds.get(element.kind)?.schema
  const { problems, warnings } = checkSchema(schema as SchemaNode, element, '', knownFields)
  expect([...problems, ...warnings]).toEqual([])
  return element
}
