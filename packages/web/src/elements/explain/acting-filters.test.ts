import { applyEdits, documentOfFormN, type WorkbookDocument } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { actingControls, actingFilters, sourceNames } from './acting-filters.ts'
import { breakdownEdits } from './breakdown-edits.ts'

const list = (id: string, columnId: string, values: string[], fields: object = {}) => ({
  ...{ id, columnId, kind: 'list', mode: 'include', values },
  ...fields,
})
const target = (elementId: string, columnId: string) => ({ source: { kind: 'table', elementId }, columnId })
const elements = [
  {
    id: 'sales',
    kind: 'table',
    name: 'Sales',
    source: { kind: 'warehouse-table', connectionId: 'c', path: ['ORDERS'] },
    columns: [
      { id: 's-region', formula: '[ORDERS/REGION]', name: 'Region' },
      { id: 's-amount', formula: '[ORDERS/AMOUNT]', name: 'Amount' },
      { id: 's-day', formula: '[ORDERS/DAY]', name: 'Day' },
    ],
    filters: [list('f1', 's-region', ['North'])],
  },
  {
    id: 'chart',
    kind: 'donut-chart',
    name: 'Chart',
    source: { kind: 'table', elementId: 'sales' },
    columns: [
      { id: 'day', formula: '[Sales/Day]', name: 'Day' },
      { id: 'sum', formula: 'Sum([Sales/Amount]) * [Rate]', name: 'Total' },
    ],
    value: { columnId: 'sum' },
    color: { columnId: 'day' },
    filters: [list('f2', 'day', ['2026-01-01']), list('f3', 'day', ['2026-01-02'], { state: 'disabled' })],
  },
  { id: 'c1', kind: 'control', controlType: 'list', controlId: 'Region', filters: [target('sales', 's-region')] },
  { id: 'c2', kind: 'control', controlType: 'list', controlId: 'Day', filters: [target('chart', 'day')] },
  { id: 'c3', kind: 'control', controlType: 'list', controlId: 'Other', filters: [target('nobody', 'x')] },
  { id: 'c4', kind: 'control', controlType: 'number', mode: '=', controlId: 'Rate' },
  { id: 'c5', kind: 'control', controlType: 'text', mode: 'equals', controlId: 'Total' },
]
const document = documentOfFormN({ schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] }) as WorkbookDocument

const idsOf = (entries: unknown) => (entries as { id: string }[]).map(({ id }) => id)

describe('what acts on an element', () => {
  it('is its own filters and those of the tables that it reads, without filters that are off', () => {
    const found = actingFilters(document, 'chart').map(({ filter, column, table }) => [filter.id, column, table])
    expect(found).toEqual([
      ['f2', 'Day', undefined],
      ['f1', 'Region', 'Sales'],
    ])
  })

  it('is controls of the element and of the tables that it reads, and those in formulas, with their values', () => {
    const found = actingControls(document, 'chart', { Region: 'East' }, { now: '2026-01-01T00:00:00Z', zone: 'UTC' })
    expect(found.map(({ name, text }) => [name, text])).toEqual([
      ['Region', 'East'],
      ['Day', undefined],
      ['Rate', undefined],
    ])
  })

  it('names the tables that formulas read, down to the data platform', () => {
    expect(sourceNames(document, 'chart')).toEqual(['Sales', 'ORDERS'])
  })
})

describe('edits that divide a measure', () => {
  const by = { id: 'new', formula: '[Sales/Region]', name: 'Region' }
  const dividedBy = (breakdown: Partial<Parameters<typeof breakdownEdits>[2]>) => {
    const edits = breakdownEdits(document, 'chart', { measureId: 'sum', axisId: 'day', ...breakdown })
    return applyEdits(document, edits)
  }

  it('change the element itself, with its source and filters', () => {
    const { document: after, dropped } = dividedBy({ by, keys: ['2026-01-01', '2026-01-02'] })
    expect(dropped).toEqual([])
    expect(after.elements.chart).toMatchObject({
      kind: 'bar-chart',
      source: { kind: 'table', elementId: 'sales' },
      xAxis: { columnId: 'day' },
      yAxis: { columnIds: ['sum'] },
      color: { by: 'category', column: 'new' },
    })
    expect(idsOf(after.elements.chart?.filters)).toEqual(['f2', 'f3', 'chart periods'])
    const { chart: _, ...others } = after.elements
    expect(others).toEqual(Object.fromEntries(Object.entries(document.elements).filter(([id]) => id !== 'chart')))
  })

  it('compute the whole without the column that divides it', () => {
    const chart = dividedBy({}).document.elements.chart
    expect(chart?.color).toBeUndefined()
    expect(idsOf(chart?.columns)).toEqual(['day', 'sum'])
  })

  it('do not exist for an element that is not in the document', () => {
    expect(breakdownEdits(document, 'nobody', { measureId: 'sum', axisId: 'day' })).toEqual([])
  })
})
