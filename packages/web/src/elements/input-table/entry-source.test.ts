import { cellProblemText, inputColumn } from '@octavo/core/document'
import { expect, it } from 'vitest'
import type { GridCell, GridSource } from '../../grid/index.ts'
import { type Entries, noEntries } from './entries.ts'
import { entrySource } from './entry-source.ts'
import { entryColumns } from './entry-values.ts'

const rows: GridCell[][] = [
  [
    { text: 'one', raw: 'one' },
    { text: '["a","b"]', raw: '["a","b"]' },
  ],
  [
    { text: 'null', raw: '', look: 'null' },
    { text: 'null', raw: '', look: 'null' },
  ],
  [
    { text: 'three', raw: 'three' },
    { text: '[]', raw: '[]' },
  ],
]
const source: GridSource = {
  columns: ['word', 'kinds'].map((id) => ({ id, name: id, align: 'start', isSortable: true })),
  hasGroups: false,
  frozenColumns: 0,
  look: { rowHeight: 30, lines: 'all' },
  rowCount: rows.length,
  row: (index) => ({ key: `page ${index}`, isGroup: false, depth: 0 }),
  cell: (row, column) => rows[row]?.[column] ?? { text: '', raw: '' },
}
const columns = entryColumns({
  id: 't',
  kind: 'input-table',
  columns: [inputColumn({ id: 'word', type: 'text' }), inputColumn({ id: 'kinds', type: 'multi-select' })],
})
const words = { newRow: 'New', problem: cellProblemText }
const shown = (entries: Entries, hasNewRow = false) => {
  const made = entrySource({ source, rowIds: ['a', 'b', 'c'], entries, hasNewRow, columns, words })
  const texts = Array.from({ length: made.rowCount }, (_, row) => [0, 1].map((column) => made.cell(row, column).text))
  const keys = Array.from({ length: made.rowCount }, (_, row) => made.rowKey(row))
  return { made, texts, keys }
}

it('shows empty cells for new entries, and several choices as people type them', () => {
  expect(shown(noEntries).texts).toEqual([
    ['one', 'a, b'],
    ['', ''],
    ['three', ''],
  ])
})

it('shows entries, without removed rows, with added rows, and an empty last row', () => {
  const wrong = { text: 'x', cell: null, problem: { code: 'not_a_number' } as const }
  const entries: Entries = {
    changed: new Map([['c', { word: wrong }]]),
    added: [{ key: 'new 1', cells: { word: { text: 'four', cell: 'four' } } }],
    removed: new Set(['a']),
  }
  const { made, texts, keys } = shown(entries, true)
  expect(texts).toEqual([
    ['', ''],
    ['x', ''],
    ['four', ''],
    ['New', ''],
  ])
  expect(keys).toEqual(['b', 'c', 'new 1', undefined])
  expect(made.cell(1, 0)).toMatchObject({ mark: 'wrong', note: 'Invalid value: a number is needed.' })
  expect(made.cell(2, 0)).toMatchObject({ mark: 'changed' })
  expect([0, 1, 2].map((row) => made.pageRow(row))).toEqual([1, 2, undefined])
})

it('shows an added row once, also while the page and the entries both contain it', () => {
  const entries: Entries = {
    ...noEntries,
    added: [
      { key: 'c', cells: {} },
      { key: 'new 2', cells: {} },
    ],
  }
  const { made, keys } = shown(entries, true)
  expect(keys).toEqual(['a', 'b', 'c', 'new 2', undefined])
  expect(['c', 'new 2', undefined, 'gone'].map((key) => made.placeOf(key))).toEqual([2, 3, 4, -1])
})

it('marks stored cells that break rules of their column, and empty required cells of added rows', () => {
  const ruled = entryColumns({
    id: 't',
    kind: 'input-table',
    columns: [
      inputColumn({ id: 'word', type: 'text', values: ['one', 'two'], x: { required: true } }),
      inputColumn({ id: 'kinds', type: 'multi-select' }),
    ],
  })
  const entries: Entries = { ...noEntries, added: [{ key: 'new 1', cells: {} }] }
  const made = entrySource({
    ...{ source, rowIds: ['a', 'b', 'c'], entries, hasNewRow: true, words },
    columns: ruled,
  })
  const marks = [0, 1, 2, 3, 4].map((row) => [0, 1].map((column) => made.cell(row, column).mark))
  expect(marks).toEqual([
    [undefined, undefined],
    ['wrong', undefined],
    ['wrong', undefined],
    ['wrong', undefined],
    [undefined, undefined],
  ])
  expect(made.cell(2, 0).note).toBe('"three" is not among the choices of the column.')
  expect(made.cell(3, 0)).toMatchObject({ text: '', note: 'The column needs a value.' })
})
