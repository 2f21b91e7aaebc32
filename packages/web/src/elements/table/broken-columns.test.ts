import type { TableElement } from '@octavo/core/document'
import { expect, it } from 'vitest'
import type { GridSource } from '../../grid/index.ts'
import { withBrokenColumns } from './broken-columns.ts'

const element: TableElement = {
  id: 't',
  kind: 'table',
  source: { kind: 'warehouse-table', connectionId: 'c', path: ['T'] },
  columns: ['a', 'b', 'c'].map((id) => ({ id, formula: `[T/${id}]` })),
}
const source: GridSource = {
  columns: ['a', 'c'].map((id) => ({ id, name: id, align: 'start', isSortable: true })),
  hasGroups: true,
  frozenColumns: 2,
  look: { rowHeight: 28, lines: 'all' },
  rowCount: 1,
  row: () => ({ key: '0', isGroup: true, depth: 0, toggle: { columnIndex: 1, isOpen: false, isBusy: false } }),
  cell: (_row, column) => ({ text: String(column), raw: String(column) }),
}
const error = (id: string) => ({ id, name: id, message: 'No column Revnue.', hint: 'Did you mean Revenue?' })

it.each([
  ['b', ['a', 'b', 'c']],
  ['gone', ['a', 'c', 'gone']],
])('a column with an error stands in its place: %s', (id, ids) => {
  expect(withBrokenColumns(source, element, [error(id)], 'Unknown').columns.map((column) => column.id)).toEqual(ids)
})

it('shows the error in its header, marks its cells, and leaves other columns unchanged', () => {
  const shown = withBrokenColumns(source, element, [error('b')], 'Unknown')
  expect(shown.columns[1]).toMatchObject({ error: 'No column Revnue. Did you mean Revenue?', isSortable: false })
  expect([0, 1, 2].map((column) => shown.cell(0, column).text)).toEqual(['0', '#', '1'])
  expect(shown.cell(0, 1).look).toBe('error')
  expect(shown.row(0).toggle?.columnIndex).toBe(2)
  expect(shown.frozenColumns).toBe(3)
})

it.each([
  ['unknown_column', 'Unknown'],
  ['unknown_metric', 'Unknown'],
  ['wrong_type', '#'],
])('its cells say what the error is where a name is not there: %s', (code, text) => {
  expect(withBrokenColumns(source, element, [{ ...error('b'), code }], 'Unknown').cell(0, 1)).toMatchObject({
    text,
    look: 'error',
  })
})

it('without errors it is the same grid', () => {
  expect(withBrokenColumns(source, element, [], 'Unknown')).toBe(source)
})
