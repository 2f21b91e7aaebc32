import { applyEdits, columnHolder, controlsOf, documentOfFormN, type WorkbookDocument } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { tableInPlace, underlyingTable } from './underlying-table.ts'

const target = (elementId: string, columnId: string) => ({ source: { kind: 'table', elementId }, columnId })
const kinds = ['bar-chart', 'line-chart', 'donut-chart', 'kpi', 'pivot-table']
const shelves: Record<string, object> = {
  'bar-chart': { xAxis: { columnId: 'region' }, yAxis: { columnIds: ['sum'] } },
  'line-chart': { xAxis: { columnId: 'region' }, yAxis: { columnIds: ['sum'] } },
  'donut-chart': { value: { columnId: 'sum' }, color: { columnId: 'region' } },
  kpi: { value: { columnId: 'sum' } },
  'pivot-table': { rowsBy: [{ columnId: 'region' }], values: ['sum'] },
}

function documentWith(kind: string): WorkbookDocument {
  const elements = [
    {
      id: 'sales',
      kind: 'table',
      name: 'Sales',
      source: { kind: 'warehouse-table', connectionId: 'c', path: ['ORDERS'] },
      columns: [
        { id: 's-region', formula: '[ORDERS/REGION]', name: 'Region' },
        { id: 's-amount', formula: '[ORDERS/AMOUNT]', name: 'Amount' },
      ],
    },
    {
      id: 'seen',
      kind,
      name: 'Seen',
      source: { kind: 'table', elementId: 'sales' },
      columns: [
        { id: 'region', formula: '[Sales/Region]', name: 'Region' },
        { id: 'sum', formula: 'Sum([Sales/Amount])', name: 'Total' },
      ],
      ...shelves[kind],
    },
    {
      ...{ id: 'c1', kind: 'control', controlType: 'list', controlId: 'Region' },
      filters: [target('seen', 'region'), target('seen', 'sum'), target('sales', 's-region')],
    },
  ]
  return documentOfFormN({ schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] }) as WorkbookDocument
}

describe.each(kinds)('the rows of a %s', (kind) => {
  const document = documentWith(kind)
  const element = columnHolder(document, 'seen')
  if (!element) throw new Error('The element is missing.')
  const fields = underlyingTable(document, element, (columnId) => columnId === 'sum')
  const edits = tableInPlace(document, 'seen', fields)
  const { document: changed, applied, dropped } = applyEdits(document, edits)
  const table = columnHolder(changed, 'seen')

  it('are those of a table with its id, its row columns and all columns of its source', () => {
    expect(dropped).toEqual([])
    expect(applied).toHaveLength(edits.length)
    expect(table?.kind).toBe('table')
    expect(table?.columns.map(({ name }) => name)).toEqual(['Region', 'Amount'])
  })

  it('are filtered by each control that filters the rows of the element, and by no other', () => {
    const { filters = [] } = controlsOf(changed)[0] ?? {}
    expect(filters).toEqual([target('seen', 'region'), target('sales', 's-region')])
    const ids = new Set(table?.columns.map(({ id }) => id))
    for (const { source, columnId } of filters) if (source.elementId === 'seen') expect(ids).toContain(columnId)
  })
})
