import type { PivotHead, PivotLine } from '@octavo/core/display'
import { expect, it } from 'vitest'
import { pivotColumnWidths } from './pivot-widths.ts'

const line = (key: string, scope: PivotLine['scope'] = 'values'): PivotLine => ({
  key,
  cells: [],
  scope,
  headers: [],
  depth: 0,
})
const head = (text: string, count: number): PivotHead => ({ header: { key: text, text, span: 1 }, count })

function widths(more: Partial<Parameters<typeof pivotColumnWidths>[0]>): number[] {
  return pivotColumnWidths({
    columns: [line('a'), line('b')],
    rows: [line('1')],
    heads: [],
    textOf: () => '',
    widthOf: () => undefined,
    scale: 1,
    ...more,
  })
}

it('has room for the longest cell, and for the grand total although it is the last of many rows', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => line(String(index)))
  const total = line('total', 'grandTotals')
  const textOf = (row: PivotLine, column: PivotLine) => (row === total && column.key === 'b' ? '1,234,567,890.12' : '1')
  const [short = 0, long = 0] = widths({ rows: [...rows, total], textOf })
  expect(short).toBe(88)
  expect(long).toBeGreaterThan(16 * 7)
})

it('asks for at most three thousand cells, however many there are', () => {
  let asked = 0
  const columns = Array.from({ length: 200 }, (_, index) => line(String(index)))
  const rows = Array.from({ length: 25_000 }, (_, index) => line(String(index)))
  widths({ columns, rows, textOf: () => String(asked++) })
  expect(asked).toBeLessThanOrEqual(3_000)
})

it('widens the columns below a long header evenly, but not those with a width of their own', () => {
  const heads = [[head('A header of two narrow columns with a long name', 2)], [null]]
  const [one = 0, other = 0] = widths({ heads })
  expect(one).toBe(other)
  expect(one + other).toBeGreaterThanOrEqual(256)
  expect(widths({ heads, widthOf: (_, at) => (at === 0 ? 50 : undefined) })).toEqual([50, 206])
  expect(widths({ heads, widthOf: () => 40 })).toEqual([40, 40])
})
