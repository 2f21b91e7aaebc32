import { expect, it } from 'vitest'
import { type GridSource, usualLook } from './grid-types.ts'
import { stuckRows } from './stuck-rows.ts'

/** Two groups of three rows each, the first with a group inside: depths 0 1 2 2 0 1 1. */
const depths = [0, 1, 2, 2, 0, 1, 1]
const parents = [undefined, 0, 1, 1, undefined, 4, 4]
const source: GridSource = {
  columns: [],
  hasGroups: true,
  frozenColumns: 0,
  look: usualLook,
  rowCount: depths.length,
  row: (index) => ({
    key: String(index),
    isGroup: true,
    depth: depths[index] ?? 0,
    parent: parents[index],
    toggle: [0, 1, 4].includes(index) ? { columnIndex: 0, isOpen: true, isBusy: false } : undefined,
  }),
  cell: () => ({ text: '', raw: '' }),
}
const height = usualLook.rowHeight

it.each([
  ['at the top nothing', 0, []],
  ['half a row down the group itself and the one under it', height / 2, [0, 1]],
  ['among the rows of the inner group both', height * 1.5, [0, 1]],
  ['where the second group begins nothing', height * 4, []],
  ['among the rows of the second group that one', height * 5, [4]],
])('%s stays', (_, top, stuck) => {
  expect(stuckRows(source, top)).toEqual(stuck)
})
