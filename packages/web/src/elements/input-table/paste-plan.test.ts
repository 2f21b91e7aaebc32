import { cellProblemText, inputColumn } from '@octavo/core/document'
import { expect, it } from 'vitest'
import type { GridSource } from '../../grid/index.ts'
import { noEntries } from './entries.ts'
import { type WrittenTable, writeTexts } from './entry-plans.ts'
import { entrySource } from './entry-source.ts'
import { entryColumns } from './entry-values.ts'
import { leftOut, needsQuestion } from './paste-plan.ts'

const rows = [
  ['North', 'one'],
  ['South', 'two'],
]
const source: GridSource = {
  columns: ['Region', 'Word'].map((name) => ({ id: name.toLowerCase(), name, align: 'start', isSortable: true })),
  hasGroups: false,
  frozenColumns: 0,
  look: { rowHeight: 30, lines: 'all' },
  rowCount: rows.length,
  row: (index) => ({ key: `page ${index}`, isGroup: false, depth: 0 }),
  cell: (row, column) => ({ text: rows[row]?.[column] ?? '', raw: rows[row]?.[column] ?? '' }),
}

/** A table with a key of another table, and a column that accepts texts. */
function tableOf({ canAdd, hasMore = false }: { canAdd: boolean; hasMore?: boolean }): WrittenTable {
  const element = {
    id: 't',
    kind: 'input-table',
    columns: [inputColumn({ id: 'region', key: 'k' }), inputColumn({ id: 'word', type: 'text' })],
  }
  const columns = entryColumns(element)
  const words = { newRow: '', problem: cellProblemText }
  const shown = { source, rowIds: ['a', 'b'], entries: noEntries, hasNewRow: canAdd, columns, words }
  const level = { hasMore, columns: [], values: [], rowCount: 2 } as unknown as NonNullable<WrittenTable['level']>
  return { source: entrySource(shown), columns, level, canAdd }
}
const words = (count: number) => Array.from({ length: count }, (_, index) => [`word ${index}`])
const nothing = { rows: 0, columns: [], beyond: 0 }

it('asks before it leaves out rows that the table cannot get', () => {
  const linked = tableOf({ canAdd: false })
  const at = { row: 1, column: 1 }
  expect(leftOut(linked, words(4), at, false)).toEqual({ ...nothing, rows: 3 })
  expect(needsQuestion(linked, words(4), at, false)).toBe(true)
  expect(writeTexts(linked, at, words(4))).toMatchObject({ changed: [{ rowKey: 'b' }], added: [] })
  expect(needsQuestion(linked, words(1), at, false)).toBe(false)
})

it('adds rows after the last one, but not before the rows that are not loaded yet', () => {
  const at = { row: 1, column: 1 }
  expect(writeTexts(tableOf({ canAdd: true }), at, words(3))).toMatchObject({ added: [{}, {}] })
  const partial = tableOf({ canAdd: true, hasMore: true })
  expect(leftOut(partial, words(3), at, false)).toEqual({ ...nothing, rows: 2 })
  expect(writeTexts(partial, at, words(3)).added).toEqual([])
  expect(writeTexts(partial, { row: 2, column: 1 }, words(3)).added).toHaveLength(3)
})

it('asks before it leaves out columns, unless they already have these texts', () => {
  const table = tableOf({ canAdd: false })
  const at = { row: 0, column: 0 }
  expect(leftOut(table, [['North', 'new']], at, false)).toEqual(nothing)
  expect(leftOut(table, [['West', 'new', 'more']], at, false)).toEqual({ rows: 0, columns: ['Region'], beyond: 1 })
  // In the editor the paste offers new columns instead.
  expect(leftOut(table, [['', 'new', 'more']], at, true)).toEqual(nothing)
})
