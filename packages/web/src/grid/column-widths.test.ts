import { expect, it } from 'vitest'
import { automaticWidth, columnWidths } from './column-widths.ts'
import { type GridSource, usualLook } from './grid-types.ts'

/** A table whose cells count how often they are read. */
function tableOf(columns: number, rows: number, textOf: (row: number) => string) {
  let reads = 0
  const source: GridSource = {
    columns: Array.from({ length: columns }, (_, index) => ({
      id: `c${index}`,
      name: `C${index}`,
      align: 'start',
      isSortable: true,
    })),
    hasGroups: false,
    frozenColumns: 0,
    look: usualLook,
    rowCount: rows,
    row: (index) => ({ key: String(index), isGroup: false, depth: 0 }),
    cell(row) {
      reads += 1
      return { text: textOf(row), raw: '' }
    },
  }
  return { source, reads: () => reads }
}

it.each([
  [5, 40 * 5],
  [100, 40 * 100],
  [200, 20 * 200],
  [1_000, 8 * 1_000],
])('the widths of %d columns read %d cells', (columns, cells) => {
  const { source, reads } = tableOf(columns, 10_000, () => 'text')
  expect(columnWidths(source, new Map(), 800)).toHaveLength(columns)
  expect(reads()).toBe(cells)
})

it.each([
  ['iiiiiiiiii', 'mmmmmmmmmm'],
  ['mmmmmmmmmm', '表表表表表表表表表表'],
])('a column of %s is narrower than one of %s', (narrow, wide) => {
  const widthOf = (text: string) => automaticWidth(tableOf(2, 3, () => text).source, 1)
  expect(widthOf(narrow)).toBeLessThan(widthOf(wide))
  // The second time the characters are known.
  expect(widthOf(narrow)).toBe(widthOf(narrow))
})

it('the longest of the first rows decides', () => {
  const long = tableOf(1, 3, (row) => 'x'.repeat(10 * (row + 1)))
  const short = tableOf(1, 1, () => 'x'.repeat(10))
  expect(automaticWidth(long.source, 0)).toBeGreaterThan(automaticWidth(short.source, 0))
})
