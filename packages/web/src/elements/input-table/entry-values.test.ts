import { cellProblemText, inputColumn } from '@octavo/core/document'
import { describe, expect, it, test } from 'vitest'
import { type EntryKind, entryColumns, readEntry, sentCell, textOfCell } from './entry-values.ts'

const columnOf = (kind: EntryKind, fields: Record<string, unknown> = {}) => {
  const element = { id: 't', kind: 'input-table', columns: [inputColumn({ id: 'c', type: kind, ...fields })] }
  const column = entryColumns(element).get('c')
  if (!column) throw new Error('The column takes no entries.')
  return column
}
const choices = { values: ['open', 'Shut'] }

test.each<[EntryKind, Record<string, unknown>, string, unknown]>([
  ['text', {}, ' as it is ', ' as it is '],
  ['text', {}, '   ', null],
  ['text', choices, 'shut', 'Shut'],
  ['number', {}, '1,234.5', 1234.5],
  ['number', {}, '-12', -12],
  ['number', {}, '$ 1,200', 1200],
  ['number', {}, '12.5%', 0.125],
  ['number', {}, '1e3', 1000],
  ['number', { values: [1, 2] }, '2', 2],
  ['datetime', {}, '2026-05-31', '2026-05-31T00:00:00'],
  ['datetime', {}, '2026-05-31 09:30', '2026-05-31T09:30:00'],
  ['datetime', {}, '31.5.2026', '2026-05-31T00:00:00'],
  ['checkbox', {}, 'Yes', true],
  ['checkbox', {}, '0', false],
  ['multi-select', {}, 'a, b;c', ['a', 'b', 'c']],
  ['multi-select', choices, 'OPEN, shut', ['open', 'Shut']],
])('a column of %s %o reads "%s"', (kind, fields, text, cell) => {
  expect(readEntry(columnOf(kind, fields), text)).toEqual({ text: cell === null ? '' : text, cell })
})

test.each<[EntryKind, Record<string, unknown>, string, string]>([
  ['number', {}, 'many', 'a number is needed'],
  ['number', {}, '1,23', 'a number is needed'],
  ['number', { range: { min: 1 } }, '0', '0 is less than 1.'],
  ['datetime', {}, '2026-02-30', 'a date such as'],
  ['datetime', {}, '5/6/2026', 'a date such as'],
  ['checkbox', {}, 'perhaps', 'true or false'],
  ['text', choices, 'late', 'not among the choices'],
  ['multi-select', choices, 'open, late', '"late" is not among the choices'],
])('a column of %s %o does not take "%s"', (kind, fields, text, reason) => {
  const { problem, ...entry } = readEntry(columnOf(kind, fields), text)
  expect(entry).toEqual({ text, cell: null })
  expect(problem && cellProblemText(problem)).toContain(reason)
})

describe('a cell of the page', () => {
  it.each<[EntryKind, string | number | boolean | null, string, unknown]>([
    ['text', 'a', 'a', 'a'],
    ['number', 1.5, '1.5', 1.5],
    ['number', '12', '12', 12],
    ['datetime', '2026-05-31T00:00:00', '2026-05-31', '2026-05-31T00:00:00'],
    ['datetime', '2026-05-31T09:30:00', '2026-05-31 09:30:00', '2026-05-31T09:30:00'],
    ['checkbox', true, 'true', true],
    ['multi-select', '["a","b"]', 'a, b', ['a', 'b']],
    ['multi-select', null, '', null],
  ])('of %s: %s is shown as "%s" in its field, and sent back as it was', (kind, cell, text, sent) => {
    expect(textOfCell(kind, cell)).toBe(text)
    expect(sentCell(kind, cell)).toEqual(sent)
    expect(readEntry(columnOf(kind), text).cell).toEqual(sent)
  })
})

it('accepts no entries in formulas, keys, files and system columns', () => {
  const columns = [{ id: 'ID' }, { id: 'f', formula: '1' }, { id: 'k', key: 'x' }, { id: 'p', type: 'file' }].map(
    inputColumn,
  )
  expect([...entryColumns({ id: 't', kind: 'input-table', columns }).keys()]).toEqual([])
})
