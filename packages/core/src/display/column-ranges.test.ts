import { expect, it } from 'vitest'
import type { ResultColumn } from '../types/index.ts'
import { columnRanges } from './column-ranges.ts'
import type { LevelRows } from './level-rows.ts'

const column: ResultColumn = { id: 'v', name: 'V', type: { kind: 'int64' }, nullable: true }

/** Rows with one column, which count how often a cell is read. */
function rowsOf(cells: (number | string | null)[]) {
  const seen = { reads: 0 }
  const values = new Proxy(cells, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) seen.reads += 1
      return Reflect.get(target, key) as unknown
    },
  })
  const rows: LevelRows = {
    columns: [column],
    values: [values],
    states: [undefined],
    rowCount: cells.length,
    hasMore: false,
  }
  return { rows, seen }
}

it('has the minimum and maximum of all parts, without empty cells', () => {
  const rangeOf = columnRanges([rowsOf([3, null, '-2']).rows, rowsOf([7, '']).rows])
  expect(rangeOf('v')).toEqual({ min: -2, max: 7 })
  expect(rangeOf('other')).toBeUndefined()
  expect(columnRanges([])('v')).toBeUndefined()
})

it('reads every cell once, however often a range is asked for', () => {
  const { rows, seen } = rowsOf([1, 2, 3])
  const rangeOf = columnRanges([rows])
  for (let times = 0; times < 10; times++) rangeOf('v')
  expect(seen.reads).toBe(3)
})
