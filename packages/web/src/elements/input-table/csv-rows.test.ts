import { expect, it, test } from 'vitest'
import { canBeNames, columnsOfRows, rowsOfCsv, widthOfRows } from './csv-rows.ts'

test.each<[string, string[][]]>([
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    '\uFEFFa;b\n1,5;2',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    '"x, y";b\n1;2',
    [
      ['x, y', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a\tb\n\n\nc\t',
    [
      ['a', 'b'],
      ['c', ''],
    ],
  ],
  [
    '"two\nlines","a ""quote"""\n,',
    [
      ['two\nlines', 'a "quote"'],
      ['', ''],
    ],
  ],
  ['one\rtwo', [['one'], ['two']]],
  ['', []],
])('the cells of %j', (text, cells) => {
  expect(rowsOfCsv(text)).toEqual(cells)
})

test.each([
  ['a,b\n1,"2', 'A quote that opens on line 2 never closes.'],
  ['a,b\n1,2\n"3"4,5', 'Line 3 has text after a closing quote.'],
])('%j is refused with its line', (text, reason) => {
  expect(() => rowsOfCsv(text)).toThrow(reason)
})

it('counts the cells of more rows than a function can have arguments', () => {
  expect(widthOfRows([...Array.from({ length: 500_000 }, () => ['a']), ['a', 'b']])).toBe(2)
})

it('reads the rows of a large file in order', () => {
  const rows = Array.from({ length: 10_000 }, (_, row) => [`a ${row}`, '', `"${row}", or so`])
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  expect(rowsOfCsv(rows.map((row) => row.map(quoted).join(',')).join('\n'))).toEqual(rows)
})

test.each<[string, string[][], boolean]>([
  [
    'texts over texts',
    [
      ['Shop', 'Place'],
      ['a', 'b'],
    ],
    true,
  ],
  [
    'a number among them',
    [
      ['Shop', '2025'],
      ['a', 'b'],
    ],
    false,
  ],
  [
    'two alike',
    [
      ['Shop', 'Shop'],
      ['a', 'b'],
    ],
    false,
  ],
  ['no rows below', [['Shop', 'Place']], false],
])('%s: whether the first row can be names', (_, rows, expected) => {
  expect(canBeNames(rows)).toBe(expected)
})

it('gives a column a type only if every cell has it, so that no cell is lost', () => {
  const rows = [
    ['1', '2026-05-31', 'yes', '1', '2026-02-30', '007'],
    ['2.5', '1.6.2026', 'no', 'many', '2026-01-01', '1'],
    ['', '', '', '', '', ''],
  ]
  const columns = columnsOfRows(rows, ['Count', 'Day', 'Done', 'Count', ' ', 'Code'], {
    newId: () => 'id',
    columnName: (place) => `Column ${place + 1}`,
  })
  expect(columns.map(({ name, type }) => [name, type])).toEqual([
    ['Count', 'number'],
    ['Day', 'datetime'],
    ['Done', 'checkbox'],
    ['Count (1)', 'text'],
    ['Column 5', 'text'],
    ['Code', 'text'],
  ])
})
