import { expect, it, test } from 'vitest'
import { cellsOfText, hasNames, kindOfColumn } from './pasted-rows.ts'

test.each<[string, string[][]]>([
  ['a', [['a']]],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\t\n\tb',
    [
      ['a', '', ''],
      ['', 'b'],
    ],
  ],
  ['"two\nlines"\t"a ""quote"""\nb', [['two\nlines', 'a "quote"'], ['b']]],
  ['"not closed\tb', [['"not closed', 'b']]],
  ['say "no"\tb', [['say "no"', 'b']]],
  ['\n\n', [[''], ['']]],
])('the cells of %j', (text, cells) => {
  expect(cellsOfText(text)).toEqual(cells)
})

it('reads back what a grid copies', () => {
  const rows = Array.from({ length: 300 }, (_, row) => ['a', `b ${row}`, '', `"${row}"`])
  const quoted = (cell: string) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  expect(cellsOfText(rows.map((row) => row.map(quoted).join('\t')).join('\n'))).toEqual(rows)
})

test.each<[string, string[], string]>([
  ['numbers', ['1', '2.5', '-3', ''], 'number'],
  ['numbers but for one in ten', [...Array(9).fill('1'), 'x'], 'number'],
  ['numbers but for one in five', ['1', '2', '3', '4', 'x'], 'text'],
  ['codes', ['007', '012'], 'text'],
  ['days', ['2026-05-31', '1.6.2026'], 'datetime'],
  ['yes and no', ['yes', 'No'], 'checkbox'],
  ['nothing', ['', ' '], 'text'],
])('a column of %s is one of its kind', (_, cells, kind) => {
  expect(kindOfColumn(cells)).toBe(kind)
})

test.each<[string, string[][], boolean]>([
  [
    'names over numbers',
    [
      ['Shop', 'Count'],
      ['a', '1'],
    ],
    true,
  ],
  [
    'texts over texts',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    false,
  ],
  [
    'a number among the names',
    [
      ['Shop', '1'],
      ['a', '2'],
    ],
    false,
  ],
  [
    'two names alike',
    [
      ['Count', 'Count'],
      ['1', '2'],
    ],
    false,
  ],
  ['one row', [['Shop', 'Count']], false],
])('%s: whether the first row holds names', (_, rows, expected) => {
  expect(hasNames(rows)).toBe(expected)
})
