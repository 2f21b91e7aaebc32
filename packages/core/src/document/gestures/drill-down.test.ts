import { describe, expect, test } from 'vitest'
import { isAdjustment } from '../adjustments.ts'
import type { WorkbookDocument } from '../api.ts'
import { bindFormulas } from '../bindings.ts'
import { checkEdited } from '../check-edited.ts'
import { readFormN } from '../codecs/form-n.ts'
import { drillSteps } from '../drill-steps.ts'
import { applyEdits, type DocumentEdit, invertEdits } from '../edits/index.ts'
import { columnsOf } from '../lookups.ts'
import { serializeDocument } from '../storage.ts'
import { ordersTable, workbookWith } from '../testing/examples.ts'
import { addColumns, type DrillDown, drillDown, drillUp, setElementField, setFormula } from './index.ts'

/**
 * Applies a gesture like the editor, and checks what must hold for every gesture: the document stays valid, and undo restores it to the
 * byte.
 */
function after(document: WorkbookDocument, edits: readonly DocumentEdit[]): WorkbookDocument {
  const applied = applyEdits(document, edits)
  expect(applied.dropped).toEqual([])
  expect(checkEdited(applied.document).problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([])
  const back = applyEdits(applied.document, invertEdits(document, edits))
  expect(serializeDocument(back.document)).toBe(serializeDocument(document))
  return bindFormulas(applied.document, { previous: applied.document })
}

const columns = [
  { id: 'region', formula: '[ORDERS/REGION]', name: 'Region' },
  { id: 'store', formula: '[ORDERS/STORE]', name: 'Store' },
  { id: 'year', formula: 'DateTrunc("year", [ORDERS/ORDER_DATE])', name: 'Year' },
  { id: 'total', formula: 'Sum([ORDERS/NET])', name: 'Total' },
]
const source = { kind: 'table', elementId: 'orders' }
const shown = (kind: string, fields: Record<string, unknown>) => ({
  id: 'e',
  kind,
  name: 'Shown',
  source,
  columns,
  ...fields,
})
const axes = {
  xAxis: { columnId: 'region', sort: { by: 'total', direction: 'descending' } },
  yAxis: { columnIds: ['total'] },
}

/** A kind with each of the fields that can contain a key. */
const kinds = {
  'bar chart': shown('bar-chart', { ...axes, color: { by: 'category', column: 'year' } }),
  'line chart over time': shown('line-chart', { ...axes, xAxis: { columnId: 'year' } }),
  'pie chart': shown('pie-chart', { color: { id: 'region' }, value: { id: 'total' } }),
  'pivot table': shown('pivot-table', {
    rowsBy: [{ id: 'region', sort: { by: 'total', direction: 'ascending' } }, { id: 'year' }],
    columnsBy: [],
    values: ['total'],
  }),
} as const

function workbook(element: object): WorkbookDocument {
  const ids = ['REGION', 'STORE', 'ORDER_DATE', 'NET']
  const orders = ordersTable({ columns: ids.map((name) => ({ id: name, formula: `[ORDERS/${name}]`, name })) })
  const read = readFormN(workbookWith([orders, element]))
  expect(read.problems).toEqual([])
  return bindFormulas(read.document)
}

let count = 0
const newId = () => `new${++count}`
const down = (document: WorkbookDocument, given: Partial<DrillDown> & Pick<DrillDown, 'from' | 'to'>) =>
  after(
    document,
    drillDown(document, 'e', { values: [{ columnId: given.from, values: ['West'] }], label: 'West', newId, ...given }),
  )
const up = (document: WorkbookDocument, stay = 0) => after(document, drillUp(document, 'e', stay))
const element = (document: WorkbookDocument) =>
  document.elements.e as Record<string, unknown> & { id: string; kind: string }

describe.each(Object.entries(kinds))('drilling a %s', (_name, kind) => {
  const before = workbook(kind)
  const from = kind.kind === 'line-chart' ? 'year' : 'region'

  test('replaces its key by a column of the element, keeps the rows of the mark, and restores the document to the byte', () => {
    const drilled = down(before, { from, to: { columnId: 'store' } })
    expect(JSON.stringify(drilled.elements.e)).not.toBe(JSON.stringify(before.elements.e))
    expect(element(drilled).filters).toMatchObject([
      { columnId: from, kind: 'list', mode: 'include', values: ['West'] },
    ])
    expect(drillSteps(element(drilled))).toMatchObject([{ from, to: 'store', label: 'West' }])
    expect(isAdjustment(before, drilled)).toBe(true)
    expect(serializeDocument(up(drilled))).toBe(serializeDocument(before))
  })

  test('adds a column of the source and removes it again; each step can be undone', () => {
    const first = down(before, { from, to: { name: 'Day', formula: 'DateTrunc("day", [ORDERS/ORDER_DATE])' } })
    const [{ to = '' } = {}] = drillSteps(element(first))
    expect(columnsOf(element(first)).find(({ id }) => id === to)?.formula).toBe('DateTrunc("day", [ORDERS/ORDER_DATE])')
    const second = down(first, { from: to, to: { columnId: 'store' }, label: 'Monday' })
    expect(drillSteps(element(second)).map(({ label }) => label)).toEqual(['West', 'Monday'])
    expect(isAdjustment(before, second)).toBe(true)
    expect(serializeDocument(up(second, 1))).toBe(serializeDocument(first))
    expect(serializeDocument(up(second))).toBe(serializeDocument(before))
  })
})

describe('drilling', () => {
  const before = workbook(kinds['bar chart'])

  test('returns no edits for a column that is not a dimension', () => {
    expect(drillDown(before, 'e', { from: 'total', to: { columnId: 'store' }, values: [], label: '', newId })).toEqual(
      [],
    )
    expect(drillUp(before, 'e', 0)).toEqual([])
  })

  test('keeps an added column that something else uses now', () => {
    const drilled = down(before, { from: 'region', to: { name: 'Day', formula: '[ORDERS/ORDER_DATE]' } })
    const used = after(drilled, addColumns(drilled, 'e', [{ id: 'own', name: 'Own', formula: 'Month([Day])' }]))
    const back = up(used)
    expect(columnsOf(element(back)).map(({ formula }) => formula)).toContain('[ORDERS/ORDER_DATE]')
    expect(element(back).filters).toBeUndefined()
  })

  test('with a computed column, or together with another change, is not an adjustment', () => {
    const made = down(before, { from: 'region', to: { name: 'Made', formula: 'Upper([ORDERS/STORE])' } })
    expect(isAdjustment(before, made)).toBe(false)
    const drilled = down(before, { from: 'region', to: { columnId: 'store' } })
    const stacked = after(drilled, setElementField(drilled, 'e', ['stacking'], 'normalized'))
    expect(isAdjustment(before, stacked)).toBe(false)
    const summed = after(drilled, setFormula(drilled, 'e', 'total', 'Max([ORDERS/NET])'))
    expect(isAdjustment(before, summed)).toBe(false)
  })
})
