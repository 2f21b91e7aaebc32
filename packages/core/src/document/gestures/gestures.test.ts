import { describe, expect, test } from 'vitest'
import type { WorkbookDocument } from '../api.ts'
import { bindFormulas } from '../bindings.ts'
import { checkEdited } from '../check-edited.ts'
import { readFormC } from '../codecs/form-c.ts'
import { readFormN } from '../codecs/form-n.ts'
import { applyEdits, type DocumentEdit, invertEdits } from '../edits/index.ts'
import { allElements, columnsOf } from '../lookups.ts'
import { serializeDocument } from '../storage.ts'
import { barsOf, controlOf, examples, ordersTable, workbookWith } from '../testing/examples.ts'
import * as gestures from './index.ts'

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
  { id: 'date', formula: '[ORDERS/ORDER_DATE]' },
  { id: 'net', formula: '[ORDERS/NET]', name: 'Net' },
  { id: 'total', formula: 'Sum([Net])' },
  { id: 'share', formula: '[Net] / [Total]', name: 'Share' },
]

function workbook(fields: Record<string, unknown> = {}, others: unknown[] = []): WorkbookDocument {
  const read = readFormN(workbookWith([ordersTable({ columns, ...fields }), ...others]))
  expect(read.problems).toEqual([])
  return bindFormulas(read.document)
}

const orders = (document: WorkbookDocument) =>
  document.elements.orders as gestures.ColumnHolder & Record<string, unknown>
let count = 0
const newId = () => `new${++count}`

const grouped = {
  groupings: [
    { id: 'g1', groupBy: ['region'], calculations: ['total'], sort: [{ columnId: 'total', direction: 'descending' }] },
    { id: 'g2', groupBy: ['store', 'date'], sort: [{ columnId: 'store', direction: 'ascending' }] },
  ],
  sort: [{ columnId: 'net', direction: 'ascending' }],
  order: ['region', 'net', 'share'],
  frozenColumn: { columnId: 'net' },
  filters: [{ id: 'f', columnId: 'net', kind: 'number-range', min: 1 }],
  conditionalFormats: [
    { columnIds: ['net'], type: 'single', condition: 'IsNull' },
    { columnIds: ['net', 'share'], type: 'single', condition: 'IsNotNull' },
  ],
  folders: [{ id: 'fold', name: 'Money', items: ['net'] }],
}

describe('removing columns', () => {
  test('also changes groupings, order, sort, filters, formats and frozen columns; formulas stay', () => {
    const document = after(workbook(grouped), gestures.removeColumns(workbook(grouped), 'orders', ['net']))
    expect(orders(document)).toMatchObject({
      order: ['region', 'share'],
      frozenColumn: { columnId: 'region' },
      filters: [],
      conditionalFormats: [{ columnIds: ['share'] }],
      folders: [{ id: 'fold', name: 'Money', items: [] }],
      sort: [],
    })
    expect(orders(document).columns.find(({ id }) => id === 'total')?.formula).toBe('Sum([Net])')
  })

  test('of the only key dissolves its grouping: calculations move to the next one, and readers read all columns', () => {
    const reader = {
      ...barsOf(),
      source: { kind: 'table', elementId: 'orders', groupingId: 'g1' },
      columns: [
        { id: 'b-x', formula: '[Orders/Region]' },
        { id: 'b-y', formula: 'Sum([Orders/Total])', name: 'Revenue' },
      ],
    }
    const before = workbook(grouped, [reader])
    const document = after(before, gestures.removeColumns(before, 'orders', ['region']))
    expect(orders(document).groupings).toEqual([{ ...grouped.groupings[1], calculations: ['total'] }])
    expect(document.elements.bars?.source).toEqual({ kind: 'table', elementId: 'orders' })
  })

  test('of one of two keys keeps the grouping with the other', () => {
    const before = workbook(grouped)
    const document = after(before, gestures.removeColumns(before, 'orders', ['store']))
    expect(orders(document).groupings?.[1]).toEqual({ id: 'g2', groupBy: ['date'] })
  })

  test('removes them from the targets of controls', () => {
    const target = { source: { kind: 'table', elementId: 'orders' }, columnId: 'region' }
    const choices = { kind: 'source', ...target }
    const control = controlOf({
      controlType: 'list',
      filters: [target],
      source: choices,
      mode: 'include',
      selectionMode: 'multiple',
    })
    const before = workbook({}, [control])
    const document = after(before, gestures.removeColumns(before, 'orders', ['region']))
    expect(document.elements.ctl).toMatchObject({ filters: [] })
  })

  test('removes the total of a column with it', () => {
    const base = workbook(grouped)
    const before = after(base, gestures.setGrandTotal(base, 'orders', ['total'], true, newId))
    const document = after(before, gestures.removeColumns(before, 'orders', ['total']))
    expect(orders(document).summary).toEqual([])
    expect(orders(document).x).toBeUndefined()
    expect(orders(document).columns).toHaveLength(5)
  })

  const documents: [string, WorkbookDocument][] = [
    ['a small workbook', bindFormulas(readFormN(examples.workbookSmall).document)],
    ['a rich workbook', bindFormulas(readFormN(examples.workbookRich).document)],
    ['a workbook of form C', bindFormulas(readFormC(examples.workbookContents.contents).document)],
    ['a data model', bindFormulas(readFormN(examples.dataModelRich, 'data-model').document)],
  ]
  test.each(documents)('of %s, each in turn, leaves a document without new problems', (_name, document) => {
    const known = new Set(checkEdited(document).problems.map(({ message }) => message))
    const tables = allElements(document).filter(({ kind }) => ['table', 'pivot-table', 'input-table'].includes(kind))
    expect(tables.length).toBeGreaterThan(0)
    for (const element of tables) {
      for (const { id } of columnsOf(element)) {
        const edits = gestures.removeColumns(document, element.id, [id])
        const { document: changed, dropped } = applyEdits(document, edits)
        expect(dropped).toEqual([])
        const found = checkEdited(changed).problems.filter(({ message }) => !known.has(message))
        expect(found, `${element.id} without ${id}`).toEqual([])
        const back = applyEdits(changed, invertEdits(document, edits)).document
        expect(serializeDocument(back), `${element.id} without ${id}, undone`).toBe(serializeDocument(document))
      }
    }
  })
})

describe('columns', () => {
  const before = workbook({ order: ['region', 'store', 'net'] })

  test('a new column is to the right of another one, at its level, with a unique name', () => {
    const added = [{ id: 'new', formula: '[Net] * 2', name: 'Net' }]
    const document = after(before, gestures.addColumns(before, 'orders', added, { after: 'store' }))
    expect(orders(document).order).toEqual(['region', 'store', 'new', 'net'])
    expect(orders(document).columns[2]).toEqual({ id: 'new', formula: '[Net] * 2', name: 'Net (1)' })
    const level = workbook(grouped)
    const calculation = after(level, gestures.addColumns(level, 'orders', added, { after: 'total' }))
    expect(orders(calculation).groupings?.[0]?.calculations).toEqual(['total', 'new'])
    const summary = after(level, gestures.addColumns(level, 'orders', added, { level: { kind: 'summary' } }))
    expect(orders(summary)).toMatchObject({ summary: ['new'], order: grouped.order })
  })

  test('a renamed column is renamed in the formulas that name it', () => {
    const document = after(before, gestures.renameColumn(before, 'orders', 'net', ' Net sales '))
    expect(orders(document).columns.map(({ formula }) => formula)).toContain('Sum([Net sales])')
    expect(orders(document).columns.find(({ id }) => id === 'share')?.formula).toBe('[Net sales] / [Total]')
  })

  test.each([
    ['a name that already exists gets a number', 'Store', 'Store (1)'],
    ['no name: it is called after its formula', undefined, undefined],
    ['blanks remove the name', '  ', undefined],
  ])('%s', (_rule, name, expected) => {
    const document = after(before, gestures.renameColumn(before, 'orders', 'net', name))
    expect(orders(document).columns.find(({ id }) => id === 'net')?.name).toBe(expected)
  })

  test('a copy has formula and format, a number in its name, and is next to the original', () => {
    const document = after(
      before,
      gestures.duplicateColumns(before, 'orders', ['store'], () => 'copy'),
    )
    expect(orders(document).order).toEqual(['region', 'store', 'copy', 'net'])
    expect(orders(document).columns[2]).toEqual({ id: 'copy', formula: '[ORDERS/STORE]', name: 'Store (1)' })
  })

  test.each([
    [{ to: 'start' }, ['net', 'region', 'store', 'date', 'total', 'share']],
    [{ to: 'end' }, ['region', 'store', 'date', 'total', 'share', 'net']],
    [{ to: 'left' }, ['region', 'net', 'store', 'date', 'total', 'share']],
    [{ to: 'right' }, ['region', 'store', 'date', 'net', 'total', 'share']],
    [{ after: 'region' }, ['region', 'net', 'store', 'date', 'total', 'share']],
  ] as const)('moved %j the order is %j', (move, order) => {
    const document = after(before, gestures.moveColumns(before, 'orders', ['net'], move))
    expect(orders(document).order).toEqual(order)
  })

  test('keys and calculations move within their grouping', () => {
    const level = workbook(grouped)
    const document = after(level, gestures.moveColumns(level, 'orders', ['date'], { to: 'start' }))
    expect(orders(document).groupings?.[1]?.groupBy).toEqual(['date', 'store'])
  })

  test('can be hidden, described, styled and frozen, and back', () => {
    let document = after(before, gestures.setColumns(before, 'orders', ['net', 'store'], { hidden: true }))
    expect(orders(document).columns.filter(({ hidden }) => hidden)).toHaveLength(2)
    document = after(document, gestures.setColumns(document, 'orders', ['net', 'store'], { hidden: undefined }))
    document = after(document, gestures.setColumnStyle(document, 'orders', ['net'], { width: 120, align: 'left' }))
    document = after(document, gestures.setColumnStyle(document, 'orders', ['net'], { width: undefined }))
    expect(orders(document).columns.find(({ id }) => id === 'net')?.style).toEqual({ align: 'left' })
    document = after(document, gestures.setColumnStyle(document, 'orders', ['net'], { align: undefined }))
    document = after(document, gestures.freezeColumns(document, 'orders', 'store'))
    document = after(document, gestures.freezeColumns(document, 'orders', null))
    expect(serializeDocument(document)).toBe(serializeDocument(before))
  })
})

describe('groupings', () => {
  test('aggregates of the rows become calculations, and the sort of the rows by the key moves with it', () => {
    const before = workbook({ sort: [{ columnId: 'region', direction: 'descending' }] })
    const isAggregate = (id: string) => id === 'total'
    const document = after(before, gestures.groupByColumns(before, 'orders', ['region'], 'g', isAggregate))
    expect(orders(document).groupings).toEqual([
      {
        id: 'g',
        groupBy: ['region'],
        calculations: ['total'],
        sort: [{ columnId: 'region', direction: 'descending' }],
      },
    ])
    expect(orders(document).sort).toBeUndefined()
  })

  test('a second grouping keeps the calculations of the first; a moved key is removed from its grouping', () => {
    const before = workbook(grouped)
    const document = after(
      before,
      gestures.groupByColumns(before, 'orders', ['date'], 'g3', () => true),
    )
    expect(orders(document).groupings?.map(({ groupBy }) => groupBy)).toEqual([['region'], ['store'], ['date']])
    const dissolved = after(before, gestures.groupByColumns(before, 'orders', ['region'], 'g3'))
    expect(orders(dissolved).groupings?.map(({ id, calculations }) => [id, calculations])).toEqual([
      ['g2', ['total']],
      ['g3', undefined],
    ])
  })

  test('ungrouping the last key moves its calculations to the summary', () => {
    const before = workbook({ groupings: [{ id: 'g', groupBy: ['region'], calculations: ['total'] }] })
    const document = after(before, gestures.ungroupColumns(before, 'orders', ['region']))
    expect(orders(document)).toMatchObject({ summary: ['total'] })
    expect(orders(document).groupings).toBeUndefined()
  })

  test.each([
    ['g1', 'g2', ['g2', 'g1']],
    ['g2', null, ['g2', 'g1']],
  ])('grouping %s after %s', (id, place, order) => {
    const before = workbook(grouped)
    const document = after(before, gestures.moveGrouping(before, 'orders', id, place))
    expect(orders(document).groupings?.map((grouping) => grouping.id)).toEqual(order)
  })

  test('another key keeps calculations and sort', () => {
    const before = workbook({
      groupings: [
        {
          id: 'g',
          groupBy: ['region'],
          calculations: ['total'],
          sort: [{ columnId: 'region', direction: 'ascending' }],
        },
      ],
    })
    const document = after(before, gestures.replaceKey(before, 'orders', 'region', 'store'))
    expect(orders(document).groupings).toEqual([
      { id: 'g', groupBy: ['store'], calculations: ['total'], sort: [{ columnId: 'store', direction: 'ascending' }] },
    ])
  })

  test.each([
    [{ kind: 'summary' }, { summary: ['net'] }],
    [{ kind: 'grouping', groupingId: 'g2' }, { groupings: [{}, { calculations: ['net'] }] }],
    [{ kind: 'rows' }, { groupings: [{}, {}] }],
  ] as const)('to %j', (level, expected) => {
    const before = workbook(grouped)
    const document = after(before, gestures.moveToLevel(before, 'orders', ['net'], level))
    expect(orders(document)).toMatchObject(expected)
    expect(gestures.levelOfColumn(orders(document), 'net')).toEqual(level)
  })
})

describe('rows', () => {
  test('each column is sorted at its level', () => {
    const before = workbook(grouped)
    let document = after(before, gestures.sortColumns(before, 'orders', ['region', 'share'], 'descending'))
    expect(orders(document).groupings?.[0]?.sort).toEqual([{ columnId: 'region', direction: 'descending' }])
    expect(orders(document).sort).toEqual([{ columnId: 'share', direction: 'descending' }])
    document = after(document, gestures.sortColumns(document, 'orders', ['net'], 'ascending', { adds: true }))
    expect(orders(document).sort?.map(({ columnId }) => columnId)).toEqual(['share', 'net'])
    document = after(document, gestures.sortColumns(document, 'orders', ['share', 'net'], null))
    expect(orders(document).sort).toBeUndefined()
    expect(gestures.sortOf(orders(document), 'region')).toBe('descending')
  })

  test('an order of values that is set by hand sorts by its column, and is removed with it', () => {
    const before = workbook(grouped)
    let document = after(before, gestures.setValueOrder(before, 'orders', 'region', ['West', null, 'East']))
    expect(orders(document).x).toEqual({ valueOrder: { region: ['West', null, 'East'] } })
    expect(orders(document).groupings?.[0]?.sort).toEqual([{ columnId: 'region', direction: 'ascending' }])
    document = after(document, gestures.setValueOrder(document, 'orders', 'store', ['B']))
    expect(orders(document).groupings?.[1]?.sort).toEqual(grouped.groupings[1]?.sort)
    const without = after(document, gestures.removeColumns(document, 'orders', ['region']))
    expect(orders(without).x).toEqual({ valueOrder: { store: ['B'] } })
    document = after(document, gestures.setValueOrder(document, 'orders', 'region', []))
    document = after(document, gestures.setValueOrder(document, 'orders', 'store', []))
    expect([orders(document).x, orders(document).groupings?.[0]?.sort]).toEqual([
      undefined,
      [{ columnId: 'region', direction: 'ascending' }],
    ])
  })

  test('an order of values replaces the sort of an axis by a measure', () => {
    const bars = barsOf()
    const sorted = { ...bars, xAxis: { columnId: 'b-x', sort: { direction: 'descending', by: 'b-y' } } }
    const before = workbook({}, [sorted])
    const document = after(before, gestures.setValueOrder(before, 'bars', 'b-x', ['West']))
    expect(document.elements.bars).toMatchObject({
      xAxis: { columnId: 'b-x', sort: { direction: 'ascending' } },
      x: { valueOrder: { 'b-x': ['West'] } },
    })
    expect(document.elements.bars?.xAxis).toEqual({ columnId: 'b-x', sort: { direction: 'ascending' } })
  })

  test('"keep only" and "exclude" are one list each', () => {
    const before = workbook()
    const ids = ['a', 'b', 'c', 'd']
    let document = before
    const filter = (mode: 'include' | 'exclude', ...columns: gestures.ColumnValues[]) => {
      const edits = gestures.filterByValues(document, 'orders', columns, mode, () => ids.shift() ?? '')
      document = after(document, edits)
    }
    filter('include', { columnId: 'region', values: ['West'] })
    filter('include', { columnId: 'region', values: ['East'] }, { columnId: 'date', values: ['2026-01-01'] })
    filter('exclude', { columnId: 'store', values: [1] })
    filter('exclude', { columnId: 'store', values: [1, null] })
    expect(orders(document).filters).toEqual([
      { id: 'a', columnId: 'region', kind: 'list', mode: 'include', values: ['East'] },
      { id: 'b', columnId: 'date', kind: 'list', mode: 'include', values: ['2026-01-01'] },
      { id: 'c', columnId: 'store', kind: 'list', mode: 'exclude', values: [1, null] },
    ])
  })

  test.each(['text', 'number', 'date', 'logical', 'variant'])('a new filter of %s values is valid as it is', (type) => {
    const before = workbook()
    const filter = gestures.emptyFilter('f', 'net', type)
    const document = after(before, gestures.addFilters(before, 'orders', [filter]))
    const off = after(document, gestures.setFilter(document, 'orders', { ...filter, state: 'disabled' }))
    expect(orders(off).filters?.[0]?.state).toBe('disabled')
    after(off, gestures.removeFilter(off, 'orders', 'f'))
  })
})

describe('formulas', () => {
  test.each([
    [gestures.aggregated('[Net]', 'Sum'), 'Sum([Net])'],
    [gestures.aggregated('Sum([Net] * 2)', 'Avg'), 'Avg([Net] * 2)'],
    [gestures.aggregated('Sum([A]) + 1', 'Max'), 'Max(Sum([A]) + 1)'],
    [gestures.aggregated('Count()', 'CountDistinct'), 'CountDistinct()'],
    [gestures.percentOf('Sum([Net])', 'grand_total'), 'PercentOfTotal(Sum([Net]), "grand_total")'],
    [gestures.truncated('[Date]', 'month'), 'DateTrunc("month", [Date])'],
    [gestures.truncated('DateTrunc("day", [Date])', 'month'), 'DateTrunc("month", [Date])'],
    [gestures.truncated('DateTrunc("day", [Date])', null), '[Date]'],
    [gestures.converted('[Net]', 'Text'), 'Text([Net])'],
    [gestures.converted('Text([Net])', 'Number'), 'Number([Net])'],
    [gestures.truncationOf('DateTrunc("Month", [D])'), 'month'],
    [gestures.truncationOf('[D]'), null],
    [
      gestures.lookupFormula({ elementName: 'Order [1]', column: 'Qty', keys: [{ own: 'Id', other: 'Order Id' }] }),
      'Lookup([Order \\[1\\]/Qty], [Id], [Order \\[1\\]/Order Id])',
    ],
    [
      gestures.lookupFormula({ elementName: 'O', column: 'Q', keys: [{ own: 'I', other: 'J' }], aggregate: 'Sum' }),
      'Rollup(Sum([O/Q]), [I], [O/J])',
    ],
  ])('%s', (formula, expected) => {
    expect(formula).toBe(expected)
  })

  test('a change of type keeps the name, a truncation does not', () => {
    const before = workbook()
    const text = after(
      before,
      gestures.changeFormulas(before, 'orders', ['date'], (formula) => gestures.converted(formula, 'Text'), {
        keepsName: true,
      }),
    )
    expect(orders(text).columns[2]).toEqual({ id: 'date', formula: 'Text([ORDERS/ORDER_DATE])', name: 'Order Date' })
    const month = after(
      before,
      gestures.changeFormulas(before, 'orders', ['date'], (formula) => gestures.truncated(formula, 'month')),
    )
    expect(orders(month).columns[2]?.name).toBeUndefined()
  })
})

describe('folders, formats and totals', () => {
  test('a folder contains columns, and releases them', () => {
    const before = workbook()
    let document = after(before, gestures.addFolder(before, 'orders', { id: 'f', name: 'Where' }, ['store', 'region']))
    expect(orders(document).order?.[0]).toBe('f')
    document = after(document, gestures.moveToFolder(document, 'orders', ['net'], 'f'))
    expect(gestures.columnsOfFolder(document, 'orders', 'f')).toEqual(['store', 'region', 'net'])
    document = after(document, gestures.renameFolder(document, 'orders', 'f', 'Place'))
    const open = after(document, gestures.ungroupFolder(document, 'orders', 'f'))
    expect(orders(open).order).toEqual(['store', 'region', 'net', 'date', 'total', 'share'])
    const empty = after(document, gestures.removeFolder(document, 'orders', 'f'))
    expect(orders(empty).columns.map(({ id }) => id)).toEqual(['date', 'total', 'share'])
    const out = after(document, gestures.moveToFolder(document, 'orders', ['net'], null))
    expect(orders(out).order?.at(-1)).toBe('net')
  })

  test('a grand total is a column of the summary with the same formula', () => {
    const before = workbook(grouped)
    const document = after(
      before,
      gestures.setGrandTotal(before, 'orders', ['total'], true, () => 'all'),
    )
    expect(orders(document)).toMatchObject({ summary: ['all'], x: { totals: { total: 'all' } } })
    expect(orders(document).columns.at(-1)).toMatchObject({ id: 'all', formula: 'Sum([Net])' })
    const again = gestures.setGrandTotal(document, 'orders', ['total'], true, newId)
    expect(again).toEqual([])
    const gone = after(document, gestures.setGrandTotal(document, 'orders', ['total'], false, newId))
    expect(serializeDocument(gone)).toBe(serializeDocument(before))
  })

  test('rules and style are set and removed', () => {
    const before = workbook()
    const rule = { columnIds: ['net'], type: 'backgroundScale', scheme: ['#ffffff', '#0f766e'] }
    const ruled = after(before, gestures.setConditionalFormats(before, 'orders', [rule]))
    const styled = after(ruled, gestures.setElementField(ruled, 'orders', ['tableStyle', 'preset'], 'presentation'))
    const plain = after(styled, gestures.setElementField(styled, 'orders', ['tableStyle', 'preset'], undefined))
    const none = after(plain, gestures.setConditionalFormats(plain, 'orders', []))
    expect(serializeDocument(none)).toBe(serializeDocument(before))
  })
})

test('a gesture on a missing object changes nothing', () => {
  const document = workbook()
  expect(gestures.removeColumns(document, 'orders', ['nobody'])).toEqual([])
  expect(gestures.removeColumns(document, 'nobody', ['net'])).toEqual([])
  expect(gestures.renameColumn(document, 'orders', 'nobody', 'X')).toEqual([])
  expect(gestures.groupByColumns(document, 'orders', ['nobody'], 'g')).toEqual([])
})
