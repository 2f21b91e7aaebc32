import { expect, it } from 'vitest'
import { type GridSource, usualLook } from './grid-types.ts'
import { exactSum, rangeStatistics } from './range-statistics.ts'

it.each([
  [['0.1', '0.2'], '0.3'],
  [['9007199254740993', '2'], '9007199254740995'],
  [['-0.05', '0.02'], '-0.03'],
  [['1', '2.50'], '3.50'],
  [['-1', '1'], '0'],
  [['1e3', '1'], '1001'],
])('the sum of %j is %s', (numbers, sum) => {
  expect(exactSum(numbers)).toBe(sum)
})

it('adds only numbers, counts all values, and leaves empty and restricted cells out', () => {
  const cells = [
    ['a', '1.10'],
    ['b', ''],
    ['c', '2.20'],
  ]
  const source: GridSource = {
    columns: [
      { id: 't', name: 'T', align: 'start', isSortable: true },
      { id: 'n', name: 'N', align: 'end', isNumeric: true, isSortable: true },
    ],
    hasGroups: false,
    frozenColumns: 0,
    look: usualLook,
    rowCount: 3,
    row: (index) => ({ key: String(index), isGroup: false, depth: 0 }),
    cell: (row, column) => {
      const raw = cells[row]?.[column] ?? ''
      return { text: raw, raw, ...(raw === 'b' ? { look: 'restricted' as const } : {}) }
    },
  }
  expect(rangeStatistics(source, { top: 0, bottom: 2, left: 0, right: 1 })).toEqual({
    rows: 3,
    columns: 2,
    count: 4,
    sum: '3.30',
    average: 1.65,
    min: 1.1,
    max: 2.2,
  })
  expect(rangeStatistics(source, { top: 0, bottom: 1, left: 0, right: 0 })).toEqual({ rows: 2, columns: 1, count: 1 })
})
