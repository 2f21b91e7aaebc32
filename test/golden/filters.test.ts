import type { ControlValue } from '@octavo/core/plan'
import { expect, test } from 'vitest'
import { documentOf, onBothEngines, ordersTable } from './both-engines.ts'
import { compileOrThrow, goldenCatalog, goldenContext, readLevel } from './run-case.ts'

/** A filter on the golden orders, and the ids of the remaining rows. Now is 2026-03-31 12:00 in Berlin. */
const filters: [title: string, filter: Record<string, unknown>, ids: number[]][] = [
  ['list include', { columnId: 'status', kind: 'list', mode: 'include', values: ['Open', 'Shipped'] }, [1, 2, 3, 5, 8]],
  ['list include with null', { columnId: 'status', kind: 'list', values: ['Open', null] }, [1, 2, 4, 8]],
  ['list include of null alone', { columnId: 'status', kind: 'list', values: [null] }, [4]],
  ['list exclude keeps null', { columnId: 'status', kind: 'list', mode: 'exclude', values: ['Open'] }, [3, 4, 5, 6, 7]],
  ['list exclude with null', { columnId: 'status', kind: 'list', mode: 'exclude', values: ['Open', null] }, [3, 5, 6, 7]],
  ['list exclude of null alone', { columnId: 'status', kind: 'list', mode: 'exclude', values: [null] }, [1, 2, 3, 5, 6, 7, 8]],
  ['list without values', { columnId: 'status', kind: 'list', values: [] }, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['list of quotes', { columnId: 'status', kind: 'list', values: ["O'Brien \"x\""] }, [7]],
  ['list of numbers', { columnId: 'amount', kind: 'list', values: [10.5, 100] }, [1, 6]],
  ['list of logicals', { columnId: 'gift', kind: 'list', values: [true] }, [1, 4, 8]],
  ['list exclude of logicals', { columnId: 'gift', kind: 'list', mode: 'exclude', values: [true] }, [2, 3, 5, 6, 7]],
  ['list of dates', { columnId: 'date', kind: 'list', values: ['2026-01-05', '2026-04-01'] }, [1, 8]],
  ['list with a text that is not a number', { columnId: 'id', kind: 'list', values: ['x'] }, []],
  ['disabled', { columnId: 'status', kind: 'list', values: ['Open'], state: 'disabled' }, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['number range, both ends inside', { columnId: 'amount', kind: 'number-range', min: 0, max: 20 }, [1, 2, 5, 7]],
  ['number range with nulls', { columnId: 'amount', kind: 'number-range', min: 100, includeNulls: 'always' }, [4, 6]],
  ['number range without bounds, never null', { columnId: 'amount', kind: 'number-range', includeNulls: 'never' }, [1, 2, 3, 5, 6, 7, 8]],
  ['number range of a float', { columnId: 'rating', kind: 'number-range', min: 2.5, max: 4.5 }, [1, 3, 4, 8]],
  ['between days, the last one whole', { columnId: 'created', kind: 'date-range', mode: 'between', startDate: '2026-02-01', endDate: '2026-03-31' }, [2, 3, 4, 6, 7]],
  ['between on a date column', { columnId: 'date', kind: 'date-range', mode: 'between', startDate: '2026-01-31', endDate: '2026-02-01' }, [2, 3]],
  ['on a day of the zone', { columnId: 'created', kind: 'date-range', mode: 'on', date: '2026-02-01' }, [2, 3]],
  ['before', { columnId: 'date', kind: 'date-range', mode: 'before', date: '2026-02-01' }, [1, 2]],
  ['after', { columnId: 'date', kind: 'date-range', mode: 'after', date: '2026-02-14', includeNulls: 'always' }, [5, 6, 7, 8]],
  ['current month', { columnId: 'created', kind: 'date-range', mode: 'current', unit: 'month' }, [6, 7]],
  ['current quarter', { columnId: 'date', kind: 'date-range', mode: 'current', unit: 'quarter' }, [1, 2, 3, 4, 6, 7]],
  ['last two months without today', { columnId: 'date', kind: 'date-range', mode: 'last', value: 2, unit: 'month', includeToday: false }, [1, 2, 3, 4]],
  ['last three days with today', { columnId: 'date', kind: 'date-range', mode: 'last', value: 3, unit: 'day', includeToday: true }, [6, 7]],
  ['next month', { columnId: 'date', kind: 'date-range', mode: 'next', value: 1, unit: 'month', includeToday: false }, [8]],
  ['custom, open end', { columnId: 'date', kind: 'date-range', mode: 'custom', startDate: { op: 'now-minus', unit: 'day', value: 2 } }, [6, 7, 8]],
  ['text contains, any case', { columnId: 'status', kind: 'text-match', mode: 'contains', value: 'ED' }, [3, 5, 6]],
  ['text contains, this case', { columnId: 'status', kind: 'text-match', mode: 'contains', value: 'ED', case: 'sensitive' }, []],
  ['text does not contain keeps null', { columnId: 'status', kind: 'text-match', mode: 'does-not-contain', value: 'PE' }, [4, 6, 7]],
  ['text does not contain, never null', { columnId: 'status', kind: 'text-match', mode: 'does-not-contain', value: 'pe', includeNulls: 'never' }, [6, 7]],
  ['text equals', { columnId: 'status', kind: 'text-match', mode: 'equals', value: 'open' }, [1, 2, 8]],
  ['text starts with', { columnId: 'status', kind: 'text-match', mode: 'starts-with', value: 's' }, [3, 5]],
  ['text that a pattern fits, any case', { columnId: 'status', kind: 'text-match', mode: 'matches-regexp', value: '^S.*D$' }, [3, 5]],
  ['text that a pattern fits, this case', { columnId: 'status', kind: 'text-match', mode: 'matches-regexp', value: '^S.*D$', case: 'sensitive' }, []],
  ['a pattern keeps its classes in any case', { columnId: 'status', kind: 'text-match', mode: 'matches-regexp', value: '^OPE\\D$' }, [1, 2, 8]],
  ['a pattern with options of its own', { columnId: 'status', kind: 'text-match', mode: 'matches-regexp', value: '(?s)^o.en$' }, [1, 2, 8]],
  ['text that no pattern fits keeps null', { columnId: 'status', kind: 'text-match', mode: 'does-not-match-regexp', value: 'p|RET' }, [4, 7]],
  ['text ends with', { columnId: 'status', kind: 'text-match', mode: 'ends-with', value: 'D', includeNulls: 'always' }, [3, 4, 5, 6]],
  ['top three', { columnId: 'amount', kind: 'top-n', rankingFunction: 'rank', mode: 'top-n', rowCount: 3 }, [2, 6, 8]],
  ['bottom two', { columnId: 'amount', kind: 'top-n', rankingFunction: 'row-number', mode: 'bottom-n', rowCount: 2 }, [3, 7]],
  ['more of the top than there are values', { columnId: 'rating', kind: 'top-n', rankingFunction: 'rank-dense', mode: 'top-n', rowCount: 99 }, [1, 3, 4, 5, 6, 8]],
  ['top n without a number', { columnId: 'amount', kind: 'top-n', rankingFunction: 'rank', mode: 'top-n' }, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['text match of nothing', { columnId: 'status', kind: 'text-match', mode: 'contains', value: '' }, [1, 2, 3, 4, 5, 6, 7, 8]],
]

/** A control that targets a column, the reader's choice, and the remaining ids. */
const controls: [title: string, control: Record<string, unknown>, chosen: ControlValue | null, ids: number[]][] = [
  ['list, saved', { controlType: 'list', selectionMode: 'multiple', mode: 'include', values: ['Shipped'], columnId: 'status' }, null, [3, 5]],
  ['list, chosen', { controlType: 'list', selectionMode: 'multiple', mode: 'include', values: ['Shipped'], columnId: 'status' }, { kind: 'list', values: ['Open', null] }, [1, 2, 4, 8]],
  ['list, nothing chosen', { controlType: 'list', selectionMode: 'multiple', mode: 'include', values: ['Shipped'], columnId: 'status' }, { kind: 'list', values: [] }, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['list, single', { controlType: 'list', selectionMode: 'single', mode: 'include', value: null, columnId: 'status' }, { kind: 'scalar', value: 'Open' }, [1, 2, 8]],
  ['text', { controlType: 'text', mode: 'contains', case: 'insensitive', columnId: 'channel' }, { kind: 'scalar', value: 'w' }, [1, 3, 4]],
  ['number, at most', { controlType: 'number', mode: '<=', columnId: 'amount' }, { kind: 'scalar', value: 0 }, [3, 7]],
  ['number range', { controlType: 'number-range', min: 10, max: 50, columnId: 'amount' }, null, [1, 2, 8]],
  ['number range, chosen, open end', { controlType: 'number-range', min: 10, max: 50, columnId: 'amount' }, { kind: 'range', min: 42.42, max: null }, [6, 8]],
  ['slider', { controlType: 'slider', mode: '>=', value: 4, columnId: 'rating' }, null, [1, 5, 8]],
  ['date, from', { controlType: 'date', mode: '>=', columnId: 'date' }, { kind: 'scalar', value: '2026-03-31' }, [7, 8]],
  ['date range, saved', { controlType: 'date-range', mode: 'current', unit: 'month', columnId: 'date' }, null, [6, 7]],
  ['date range, chosen', { controlType: 'date-range', mode: 'current', unit: 'month', columnId: 'date' }, { kind: 'range', min: '2026-01-01', max: '2026-01-31' }, [1, 2]],
  ['switch, false', { controlType: 'switch', mode: 'True/False', value: true, columnId: 'gift' }, { kind: 'scalar', value: false }, [2, 5, 6]],
  ['checkbox, true or all', { controlType: 'checkbox', mode: 'True/All', value: false, columnId: 'gift' }, null, [1, 2, 3, 4, 5, 6, 7, 8]],
]

onBothEngines('filters', (engine) => {
  const idsOf = async (document: ReturnType<typeof documentOf>, chosen: Record<string, ControlValue>) => {
    const context = goldenContext(goldenCatalog({ dialect: engine().dialect }), { controls: chosen })
    const { rows } = await readLevel(engine(), compileOrThrow(document, 'orders', context).flat)
    return rows.map((row) => Number(row[0])).sort((a, b) => a - b)
  }

  test.each(filters)('%s', async (_, filter, ids) => {
    expect(await idsOf(documentOf(ordersTable({ filters: [{ id: 'f', ...filter }] })), {})).toEqual(ids)
  })

  test('a control without a value does not affect the others', async () => {
    const control = (id: string, columnId: string) => ({
      id,
      kind: 'control',
      controlId: id,
      controlType: 'list',
      mode: 'include',
      selectionMode: 'multiple',
      values: [],
      filters: [{ source: { kind: 'table', elementId: 'orders' }, columnId }],
    })
    const document = documentOf(control('one', 'status'), control('two', 'channel'), control('three', 'id'), ordersTable())
    expect(await idsOf(document, { two: { kind: 'list', values: ['Web'] } })).toEqual([1, 3, 4])
  })

  test.each(controls)('control: %s', async (_, { columnId, ...control }, chosen, ids) => {
    const target = { source: { kind: 'table', elementId: 'orders' }, columnId }
    const element = { id: 'control', kind: 'control', controlId: 'Pick', filters: [target], ...control }
    expect(await idsOf(documentOf(element, ordersTable()), chosen ? { Pick: chosen } : {})).toEqual(ids)
  })
})
