import { describe, expect, test } from 'vitest'
import type { WorkbookDocument } from '../api.ts'
import { bindFormulas } from '../bindings.ts'
import { checkEdited } from '../check-edited.ts'
import { readFormN } from '../codecs/form-n.ts'
import { applyEdits, type DocumentEdit, invertEdits } from '../edits/index.ts'
import { serializeDocument } from '../storage.ts'
import { barsOf, ordersTable, workbookWith } from '../testing/examples.ts'
import * as gestures from './index.ts'

const columns = [
  { id: 'region', formula: '[ORDERS/REGION]', name: 'Region' },
  { id: 'store', formula: '[ORDERS/STORE]', name: 'Store' },
  { id: 'date', formula: '[ORDERS/ORDER_DATE]', name: 'Date' },
  { id: 'net', formula: '[ORDERS/NET]', name: 'Net' },
  { id: 'total', formula: 'Sum([Net])', name: 'Total' },
]

function workbook(fields: Record<string, unknown> = {}, others: unknown[] = []): WorkbookDocument {
  const read = readFormN(workbookWith([ordersTable({ columns, ...fields }), ...others]))
  expect(read.problems).toEqual([])
  return bindFormulas(read.document)
}

/** Applies edits as the editor does: the document stays valid, and undo restores it to the byte. */
function after(document: WorkbookDocument, edits: readonly DocumentEdit[]): WorkbookDocument {
  const applied = applyEdits(document, edits).document
  expect(checkEdited(applied).problems).toEqual([])
  expect(serializeDocument(applyEdits(applied, invertEdits(document, edits)).document)).toBe(
    serializeDocument(document),
  )
  return applied
}

const groupingsOf = (document: WorkbookDocument) => document.elements.orders?.groupings

describe('keys of groupings', () => {
  const two = {
    groupings: [
      { id: 'g1', groupBy: ['region'], calculations: ['total'] },
      { id: 'g2', groupBy: ['store', 'date'], sort: [{ columnId: 'store', direction: 'ascending' }] },
    ],
  }

  test.each([
    [
      'a column of the rows',
      ['net'],
      'g1',
      0,
      [
        ['net', 'region'],
        ['store', 'date'],
      ],
    ],
    ['a key of another grouping', ['date'], 'g1', 1, [['region', 'date'], ['store']]],
    ['a key to another place of its grouping', ['date'], 'g2', 0, [['region'], ['date', 'store']]],
    ['the only key of a grouping, which is then removed', ['region'], 'g2', 2, [['store', 'date', 'region']]],
  ])('takes %s', (_name, columnIds, groupingId, at, keys) => {
    const document = workbook(two)
    const moved = after(document, gestures.moveToKeys(document, 'orders', columnIds, groupingId, at))
    expect((groupingsOf(moved) as { groupBy: string[] }[]).map(({ groupBy }) => groupBy)).toEqual(keys)
  })

  test('keep their calculations in another grouping when the only key leaves', () => {
    const document = workbook(two)
    const moved = after(document, gestures.moveToKeys(document, 'orders', ['region'], 'g2', 0))
    expect(groupingsOf(moved)).toMatchObject([{ id: 'g2', calculations: ['total'] }])
  })
})

describe('uses of columns', () => {
  test('are formulas of other columns and elements, and the controls that point at them', () => {
    const control = {
      id: 'pick',
      kind: 'control',
      controlType: 'list',
      controlId: 'Pick',
      mode: 'include',
      selectionMode: 'multiple',
      filters: [{ source: { kind: 'table', elementId: 'orders' }, columnId: 'region' }],
    }
    const document = workbook({ name: 'Orders' }, [barsOf(), control])
    expect(gestures.usesOfColumns(document, 'orders', ['region'])).toContainEqual({ elementId: 'pick' })
    expect(gestures.usesOfColumns(document, 'orders', ['net'])).toContainEqual({
      elementId: 'orders',
      columnId: 'total',
    })
  })

  test('are none where only the element itself sorts or groups by them', () => {
    const document = workbook({ sort: [{ columnId: 'store', direction: 'ascending' }] })
    expect(gestures.usesOfColumns(document, 'orders', ['store'])).toEqual([])
    expect(gestures.usesOfColumns(document, 'orders', ['net', 'total'])).toEqual([])
  })
})

describe('formulas that commands write', () => {
  test.each([
    [gestures.wrapped('[Name]', 'Trim'), 'Trim([Name])'],
    [gestures.wrapped('[Net] * 2', 'Round', 1), 'Round([Net] * 2, 1)'],
    [gestures.wrapped('[Name]', 'Replace', 'a"b', ''), 'Replace([Name], "a\\"b", "")'],
    [gestures.datePartFormula('Ship Date', 'weekday'), 'DatePart("weekday", [Ship Date])'],
    [gestures.binFormula('Net', { min: 0, max: 90, bins: 3 }), 'BinFixed([Net], 0, 90, 3)'],
    [gestures.splitFormula('Name', { delimiter: ' ', part: 2 }), 'SplitPart([Name], " ", 2)'],
    [gestures.mapFormula('Status', [{ from: 'open', to: 'Open' }]), 'Switch([Status], "open", "Open", [Status])'],
    [gestures.mapFormula('Code', [{ from: 1, to: 'One' }]), 'Switch(Text([Code]), "1", "One", Text([Code]))'],
    [gestures.aggregated('Sum([Net])', 'PercentileCont'), 'PercentileCont([Net], 0.9)'],
    [gestures.aggregated('PercentileCont([Net], 0.9)', 'Max'), 'Max([Net])'],
    [
      gestures.percentOf('PercentOfTotal(Sum([Net]), "grand_total")', 'parent_grouping'),
      'PercentOfTotal(Sum([Net]), "parent_grouping")',
    ],
    [
      gestures.periodFormula('Total', { date: 'Date', amount: 1, unit: 'year', result: 'percent' }),
      '([Total] - DateLookback([Total], [Date], 1, "year")) / DateLookback([Total], [Date], 1, "year")',
    ],
    [gestures.sparklineFormula('Sum([Net])', 'Date'), 'SparklineAgg(DateTrunc("month", [Date]), Sum([Net]))'],
  ])('%s', (formula, expected) => {
    expect(formula).toBe(expected)
  })
})
