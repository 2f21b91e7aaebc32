import { describe, expect, it } from 'vitest'
import { columnWidths } from './column-widths.ts'
import { blockAsText } from './copy-text.ts'
import { type GridSource, usualLook } from './grid-types.ts'

const cells = [
  ['Bath', '1.5'],
  ['a "b"', '2'],
]
const source: GridSource = {
  columns: [
    { id: 'store', name: 'Store', align: 'start', isSortable: true },
    { id: 'net', name: 'Net\tprice', align: 'end', isSortable: true },
  ],
  hasGroups: false,
  frozenColumns: 0,
  look: usualLook,
  rowCount: cells.length,
  row: (index) => ({ key: String(index), isGroup: false, depth: 0 }),
  cell: (row, column) => ({ text: cells[row]?.[column] ?? '', raw: cells[row]?.[column] ?? '' }),
}

describe('a block as text', () => {
  const block = { top: 0, bottom: 1, left: 0, right: 1 }
  it.each([
    ['has exact values, and quotes what would be read as another cell', {}, 'Bath\t1.5\n"a ""b"""\t2'],
    ['begins with the names where they are wanted', { hasNames: true }, 'Store\t"Net\tprice"\nBath\t1.5\n"a ""b"""\t2'],
  ])('%s', (_name, options, text) => {
    expect(blockAsText(source, block, options)).toBe(text)
  })
})

describe('widths', () => {
  it('assign free space to text columns, at most a quarter more, and none to numbers', () => {
    const [store = 0, net = 0] = columnWidths(source, new Map(), 0)
    expect(columnWidths(source, new Map(), 2_000)).toEqual([Math.floor(store * 1.25), net])
  })
})
