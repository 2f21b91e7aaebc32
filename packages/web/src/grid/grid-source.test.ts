import { expect, it } from 'vitest'
import { automaticWidth, columnWidths, minimumWidth } from './column-widths.ts'
import { blockAsText } from './copy-text.ts'
import { type GridColumn, type GridSource, usualLook } from './grid-types.ts'

function source(texts: string[][], columns: Partial<GridColumn>[] = [{}, {}]): GridSource {
  return {
    columns: columns.map((column, index) => ({
      id: `c${index}`,
      name: `C${index}`,
      align: 'start',
      isSortable: true,
      ...column,
    })),
    hasGroups: false,
    frozenColumns: 0,
    look: usualLook,
    rowCount: texts.length,
    row: (index) => ({
      key: String(index),
      isGroup: false,
      depth: 0,
      ...(texts[index]?.[0] === '(loading)' ? { placeholder: 'loading' as const } : {}),
    }),
    cell: (row, column) => ({ text: `shown ${texts[row]?.[column]}`, raw: texts[row]?.[column] ?? '' }),
  }
}

it('copies exact values with tabs and line breaks, quoted if they contain such, without rows that are not loaded', () => {
  const rows = source([
    ['1', 'plain'],
    ['(loading)', ''],
    ['tab\there', 'say "hi"\nplease'],
  ])
  expect(blockAsText(rows, { top: 0, bottom: 2, left: 0, right: 1 })).toBe(
    '1\tplain\n"tab\there"\t"say ""hi""\nplease"',
  )
})

it('gives a column the width of its longest text within bounds', () => {
  const rows = source([['x'.repeat(500), '']])
  expect(automaticWidth(rows, 0)).toBe(320)
  expect(automaticWidth(source([], [{ name: '' }]), 0)).toBe(minimumWidth)
})

it('stretches free columns into free space, and leaves chosen widths alone', () => {
  const rows = source([['a', 'b']], [{ width: 120 }, {}])
  const [fixed, free] = columnWidths(rows, new Map(), 1000)
  expect(fixed).toBe(120)
  expect(free).toBeGreaterThan(automaticWidth(rows, 1))
  expect(columnWidths(rows, new Map([['c1', 80]]), 1000)).toEqual([120, 80])
})
