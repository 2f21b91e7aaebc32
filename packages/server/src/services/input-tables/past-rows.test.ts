import { describe, expect, it } from 'vitest'
import type { InputRow, InputRowChange } from '../../store/input-rows.ts'
import { pastRows } from './past-rows.ts'

const of = { organization_id: 'o', document_id: 'd', element_id: 'e' }
const row = (row_id: string, cells: object, created_at = 1): InputRow => ({
  ...of,
  row_id,
  cells: JSON.stringify(cells),
  place: 1,
  revision: 1,
  created_by: 'm',
  created_at,
  updated_by: 'm',
  updated_at: created_at,
})
type Cells = Record<string, [unknown, unknown]>
const change = (row_id: string, revision: number, kind: InputRowChange['kind'], cells: Cells): InputRowChange => ({
  ...of,
  row_id,
  revision,
  kind,
  cells: JSON.stringify(
    Object.fromEntries(Object.entries(cells).map(([id, [before, after]]) => [id, { before, after }])),
  ),
  changed_by: 'm',
  changed_at: 10 + revision,
})

describe('rows at a moment', () => {
  const cases: [string, InputRow[], InputRowChange[], object[]][] = [
    ['without later changes', [row('a', { w: 1 })], [], [{ rowId: 'a', values: { w: 1 }, since: 'same' }]],
    [
      'before two changes of a cell, one of which filled it',
      [row('a', { w: 3, x: 1 })],
      [change('a', 3, 'updated', { w: [2, 3] }), change('a', 2, 'updated', { w: [null, 2] })],
      [{ rowId: 'a', values: { x: 1 }, since: 'changed' }],
    ],
    ['before it was entered', [row('a', { w: 1 })], [change('a', 1, 'inserted', { w: [null, 1] })], []],
    [
      'before it was deleted, after the rows that are there',
      [row('b', { w: 2 })],
      [change('a', 4, 'deleted', { w: [1, null], n: [null, null] })],
      [
        { rowId: 'b', values: { w: 2 }, since: 'same' },
        { rowId: 'a', values: { w: 1 }, since: 'deleted' },
      ],
    ],
    [
      'before it was deleted and entered again',
      [row('a', { w: 9 }, 40)],
      [change('a', 5, 'inserted', { w: [null, 9] }), change('a', 4, 'deleted', { w: [1, null] })],
      [{ rowId: 'a', values: { w: 1 }, since: 'changed' }],
    ],
    [
      'entered and deleted since',
      [],
      [change('a', 5, 'deleted', { w: [1, null] }), change('a', 4, 'inserted', { w: [null, 1] })],
      [],
    ],
    ['before it was copied from another workbook', [row('a', { w: 1 }, 12)], [], []],
  ]
  it.each(cases)('%s', (_, rows, later, expected) => {
    expect(pastRows(rows, later, 10)).toEqual(expected)
  })
})
