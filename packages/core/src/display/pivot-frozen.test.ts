import { expect, it } from 'vitest'
import type { DataElement } from '../document/index.ts'
import { frozenPivotColumns } from './pivot-frozen.ts'
import type { PivotLine } from './pivot-lines.ts'

const pivot = (more: object): DataElement =>
  ({ id: 'p', kind: 'pivot-table', columns: [], values: ['a', 'b', 'c'], ...more }) as unknown as DataElement
const columns = ['a', 'b', 'c', 'a', 'b', 'c'].map(
  (valueId, at) => ({ key: String(at), valueId, headers: [{ key: String(at) }] }) as unknown as PivotLine,
)
/** Three values below each of two keys. */
const grouped = columns.map((line, at) => ({ ...line, headers: [{ key: at < 3 ? 'x' : 'y' }] }) as unknown as PivotLine)

it.each([
  [
    'a value in the middle',
    pivot({ frozenColumn: { columnId: 'b' } }),
    columns,
    [
      { left: 300, width: 120 },
      { left: 420, width: 120 },
    ],
  ],
  [
    'columns with widths of their own',
    pivot({ frozenColumn: { columnId: 'b' }, display: { bodyWidths: { columns: [{ columnId: 'a', width: 80 }] } } }),
    columns,
    [
      { left: 300, width: 80 },
      { left: 380, width: 120 },
    ],
  ],
  [
    'the only value',
    pivot({ values: ['a'], frozenColumn: { columnId: 'a' } }),
    columns.slice(0, 1),
    [{ left: 300, width: 120 }],
  ],
  [
    'a value of a group, which is not split',
    pivot({ frozenColumn: { columnId: 'a' } }),
    grouped,
    [300, 420, 540].map((left) => ({ left, width: 120 })),
  ],
  ['a key of the rows', pivot({ rowsBy: [{ columnId: 'k' }], frozenColumn: { columnId: 'k' } }), columns, []],
  ['nothing', pivot({}), columns, []],
  ['values on the rows', pivot({ frozenColumn: { columnId: 'b' }, display: { stacked: 'stacked' } }), columns, []],
])('a pivot table that freezes %s', (_, element, lines, expected) => {
  expect(frozenPivotColumns(element, lines, 300)).toEqual(expected)
})
