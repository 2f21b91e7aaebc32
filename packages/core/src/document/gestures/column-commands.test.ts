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

/** Applies edits like the editor, and checks that the document stays valid and that undo restores it to the byte. */
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
  ])('accept %s', (_name, columnIds, groupingId, at, keys) => {
    const document = workbook(two)
    const moved = after(document, gestures.moveToKeys(document, 'orders', columnIds, groupingId, at))
    expect((groupingsOf(moved) as { groupBy: string[] }[]).map(({ groupBy }) => groupBy)).toEqual(keys)
  })

  test('move their calculations to another grouping when the only key is removed', () => {
    const document = workbook(two)
    const moved = after(document, gestures.moveToKeys(document, 'orders', ['region'], 'g2', 0))
    expect(groupingsOf(moved)).toMatchObject([{ id: 'g2', calculations: ['total'] }])
  })
})

describe('uses of columns', () => {
  test('are formulas of other columns and elements, and controls that target them', () => {
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

  test('are empty if only the element itself sorts or groups by them', () => {
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
    [gestures.partOfDate('DateTrunc("month", [Date])', 'weekday'), 'DatePart("weekday", [Date])'],
    [gestures.partOfDate('[Date]', 'hour'), 'DatePart("hour", [Date])'],
    [gestures.truncated('DatePart("weekday", [Date])', 'year'), 'DateTrunc("year", [Date])'],
    [gestures.truncated('DatePart("weekday", [Date])', null), '[Date]'],
    [gestures.datePartOf('DatePart("Week", [Date])'), 'week'],
    [gestures.datePartOf('Year([Date])'), null],
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

describe('references to a column', () => {
  const child = {
    id: 'child',
    kind: 'table',
    name: 'Child',
    source: { kind: 'table', elementId: 'orders' },
    columns: [{ id: 'low', formula: 'Lower([Orders/Region])', name: 'Low' }],
  }
  const formulas = {
    columns: [
      ...columns,
      { id: 'loud', formula: 'Upper([Region]) & [Region]', name: 'Loud' },
      { id: 'derived', formula: 'Proper([Region])' },
      { id: 'reader', formula: '[Proper of Region]', name: 'Reader' },
      { id: 'chain', formula: '[Loud] & "!"', name: 'Chain' },
    ],
  }
  const formulaOf = (document: WorkbookDocument, elementId: string, columnId: string) =>
    gestures.columnsOfElement(document, elementId).find(({ id }) => id === columnId)?.formula

  test('are replaced everywhere in the document, also in readers of columns with derived names', () => {
    const document = workbook({ name: 'Orders', ...formulas }, [child])
    const replacement = { elementId: 'orders', columnId: 'region', by: 'store' }
    const reported = gestures.replacedFormulas(document, replacement)
    expect(reported.map(({ elementId, columnId, after: text }) => [elementId, columnId, text])).toEqual([
      ['orders', 'loud', 'Upper([Store]) & [Store]'],
      ['orders', 'derived', 'Proper([Store])'],
      ['child', 'low', 'Lower([Orders/Store])'],
    ])
    const changed = after(document, gestures.replaceReferences(document, replacement))
    expect(formulaOf(changed, 'orders', 'loud')).toBe('Upper([Store]) & [Store]')
    expect(formulaOf(changed, 'child', 'low')).toBe('Lower([Orders/Store])')
    expect(formulaOf(changed, 'orders', 'region')).toBe('[ORDERS/REGION]')
  })

  test('are kept in formulas that are not selected', () => {
    const document = workbook({ name: 'Orders', ...formulas }, [child])
    const replacement = { elementId: 'orders', columnId: 'region', by: 'store' }
    const changed = after(
      document,
      gestures.replaceReferences(document, replacement, ({ elementId }) => elementId === 'child'),
    )
    expect(formulaOf(changed, 'orders', 'loud')).toBe('Upper([Region]) & [Region]')
    expect(formulaOf(changed, 'child', 'low')).toBe('Lower([Orders/Store])')
  })

  test('are kept in columns that the other column reads, which would become circular', () => {
    const document = workbook({ name: 'Orders', ...formulas })
    const replacement = { elementId: 'orders', columnId: 'region', by: 'chain' }
    expect(gestures.replacedFormulas(document, replacement).map(({ columnId }) => columnId)).toEqual(['derived'])
  })
})

describe('column security', () => {
  const nobody = { kind: 'no-one-can-view' } as const
  const team = { kind: 'specific-users-and-teams', assignments: [{ type: 'team', teamId: 'sales' }] } as const
  const secured = {
    columnSecurities: [
      { id: 'first', restrictedColumns: ['net', 'total'], criteria: nobody },
      { id: 'second', restrictedColumns: ['net'], criteria: nobody },
    ],
  }
  const rulesOf = (document: WorkbookDocument) => document.elements.orders?.columnSecurities

  test('restricts columns by one rule, which replaces all previous ones', () => {
    const document = workbook(secured)
    const element = gestures.columnHolder(document, 'orders')
    expect(element && gestures.securitiesOf(element, ['net']).map(({ id }) => id)).toEqual(['first', 'second'])
    const criteria = { ...team, assignments: [...team.assignments] }
    const edits = gestures.setColumnSecurity(document, 'orders', ['net'], criteria, () => 'new')
    expect(rulesOf(after(document, edits))).toEqual([
      { id: 'first', restrictedColumns: ['total'], criteria: nobody },
      { id: 'new', restrictedColumns: ['net'], criteria: team },
    ])
  })

  test('is removed completely', () => {
    const document = workbook(secured)
    const edits = gestures.setColumnSecurity(document, 'orders', ['net', 'total'], null, () => 'new')
    expect(rulesOf(after(document, edits))).toBeUndefined()
  })
})

describe('a limit of displayed values', () => {
  const limited = (document: WorkbookDocument, elementId: string, columnId: string, limit: number) =>
    after(
      document,
      gestures.limitColumn(document, elementId, columnId, { limit, name: 'Top Region', newId: () => 'top' }),
    )
  const grouped = { groupings: [{ id: 'g1', groupBy: ['region'], calculations: ['total'] }] }

  test('is a column that replaces the key of a grouping', () => {
    const changed = limited(workbook(grouped), 'orders', 'region', 5)
    expect(groupingsOf(changed)).toEqual([{ id: 'g1', groupBy: ['top'], calculations: ['total'] }])
    expect(gestures.columnsOfElement(changed, 'orders').find(({ id }) => id === 'top')).toMatchObject({
      name: 'Top Region',
      formula: 'VisibilityLimit([Region], 5)',
    })
  })

  test('replaces the column on the shelves of a chart', () => {
    const chart = barsOf({
      columns: [
        { id: 'x', formula: '[Orders/Region]', name: 'Region' },
        { id: 'y', formula: 'Sum([Orders/Net])', name: 'Net' },
      ],
      xAxis: { columnId: 'x', sort: { direction: 'descending', by: 'y' } },
      yAxis: { columnIds: ['y'] },
    })
    const changed = limited(workbook({ name: 'Orders' }, [chart]), 'bars', 'x', 3)
    expect(changed.elements.bars).toMatchObject({
      xAxis: { columnId: 'top', sort: { direction: 'descending', by: 'y' } },
    })
  })

  test('of a limited column gets the new number', () => {
    const first = limited(workbook(grouped), 'orders', 'region', 5)
    const changed = limited(first, 'orders', 'top', 12)
    const column = gestures.columnsOfElement(changed, 'orders').find(({ id }) => id === 'top')
    expect(gestures.limitOf(column?.formula ?? '')).toBe(12)
    expect(gestures.columnsOfElement(changed, 'orders')).toHaveLength(columns.length + 1)
  })
})
