import type { PivotLine } from '@octavo/core/display'
import type { Cell, ValueType } from '@octavo/core/types'
import { expect, test } from 'vitest'
import { chosenAt, type PressedPlace } from './press-pivot.ts'

const types: Record<string, ValueType> = { area: { kind: 'text' }, city: { kind: 'text' }, year: { kind: 'int64' } }
const line = (key: string, cells: Cell[], more: object = {}) =>
  ({ key, cells, scope: 'values', ...more }) as unknown as PivotLine
const names = { rows: ['area', 'city'], columns: ['year'] }
const contents: Record<string, object> = {
  b: { text: '', cell: null, state: 'restricted' },
  e: { text: '' },
  f: { text: '', cell: null },
}

/** Rows of Area and City, the total of an area and of all, and a calculated row; one column of Year. Cells are numbers. */
const shown = {
  rows: [
    line('a', ['East', 'Ulm']),
    line('b', ['East', null]),
    line('c', ['East']),
    line('d', []),
    line('e', ['East', 'Bonn']),
    line('f', ['West', 'Bonn']),
    line('g', ['East', 'Ulm'], { calculation: 0 }),
  ],
  columns: [line('x', ['2026']), line('total', [])],
  types: [{ id: 'sum', name: 'Sum', type: { kind: 'int64' } as ValueType, nullable: true }],
  view: {
    keysOf: (axis: 'rows' | 'columns', { cells }: PivotLine) =>
      cells.map((cell, at) => {
        const columnId = names[axis][at] ?? ''
        return { columnId, name: '', type: types[columnId], values: [cell] }
      }),
    cell: ({ key }: PivotLine) => ({ columnId: 'sum', ...(contents[key] ?? { text: '7', cell: '7' }) }),
  },
}

const cases: [name: string, place: PressedPlace, values: Record<string, Cell[]> | undefined, columnId?: string][] = [
  ['a cell', { row: 0, column: 0 }, { area: ['East'], city: ['Ulm'], year: [2026], sum: [7] }, 'sum'],
  ['a cell that may not be seen', { row: 1, column: 0 }, { area: ['East'], city: [null], year: [2026] }, 'sum'],
  ['a cell without rows', { row: 4, column: 0 }, { area: ['East'], city: ['Bonn'], year: [2026] }, 'sum'],
  ['no value', { row: 5, column: 0 }, { area: ['West'], city: ['Bonn'], year: [2026], sum: [null] }, 'sum'],
  ['the total of a row key', { row: 2, column: 0 }, { area: ['East'], year: [2026], sum: [7] }, 'sum'],
  ['the total of all columns', { row: 0, column: 1 }, { area: ['East'], city: ['Ulm'], sum: [7] }, 'sum'],
  ['the total of all', { row: 3, column: 1 }, undefined],
  ['the header of an outer key', { row: 0, kept: 1 }, { area: ['East'] }, 'area'],
  ['the header of an inner key', { row: 0, kept: 2 }, { area: ['East'], city: ['Ulm'] }, 'city'],
  ['a header of columns', { column: 0, kept: 1 }, { year: [2026] }, 'year'],
  ['the name of a value, which may stand above several keys', { column: 0 }, undefined],
  ['the name of a total', { row: 2 }, undefined],
  ['a cell of a calculated line', { row: 6, column: 0 }, undefined],
  ['an outer header before a calculated line', { row: 6, kept: 1 }, { area: ['East'] }, 'area'],
  ['a place that is gone', { row: 9, kept: 1 }, undefined],
]

test.each(cases)('the selection by %s', (_, place, values, columnId) => {
  const chosen = chosenAt(shown as never, place)
  expect(chosen && Object.fromEntries(chosen.values)).toEqual(values)
  expect(chosen?.columnId).toBe(columnId)
})
