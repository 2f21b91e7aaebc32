import { describe, expect, it } from 'vitest'
import { blockOf, type GridKey, moveSelection, type Selection } from './selection.ts'

const size = { rows: 100, columns: 5, page: 10 }
const at = (row: number, column: number): Selection => ({ anchor: { row, column }, focus: { row, column } })
const press = (key: string, more: Partial<GridKey> = {}): GridKey => ({
  key,
  isShift: false,
  isControl: false,
  ...more,
})

describe('keys move the focus as in a spreadsheet', () => {
  const rows: [from: Selection | undefined, key: GridKey, to: [row: number, column: number] | undefined][] = [
    [undefined, press('ArrowDown'), [0, 0]],
    [at(3, 1), press('ArrowDown'), [4, 1]],
    [at(0, 1), press('ArrowUp'), [0, 1]],
    [at(3, 4), press('ArrowRight'), [3, 4]],
    [at(3, 1), press('ArrowLeft'), [3, 0]],
    [at(3, 1), press('ArrowDown', { isControl: true }), [99, 1]],
    [at(3, 1), press('ArrowRight', { isControl: true }), [3, 4]],
    [at(3, 1), press('PageDown'), [13, 1]],
    [at(95, 1), press('PageDown'), [99, 1]],
    [at(5, 1), press('PageUp'), [0, 1]],
    [at(5, 3), press('Home'), [5, 0]],
    [at(5, 3), press('End'), [5, 4]],
    [at(5, 3), press('Home', { isControl: true }), [0, 0]],
    [at(5, 3), press('End', { isControl: true }), [99, 4]],
    [at(5, 3), press('x'), undefined],
  ]
  it.each(rows)('from %j with %j to %j', (from, key, to) => {
    const moved = moveSelection(from, key, size)
    expect(moved && [moved.focus.row, moved.focus.column]).toEqual(to)
    if (moved) expect(moved.anchor).toEqual(moved.focus)
  })
})

it('extends from the anchor while shift is held', () => {
  const first = moveSelection(at(5, 3), press('ArrowUp', { isShift: true }), size)
  const second = moveSelection(first, press('ArrowLeft', { isShift: true }), size)
  expect(second && blockOf(second)).toEqual({ top: 4, bottom: 5, left: 2, right: 3 })
})

it('selects everything with control A, and nothing in an empty grid', () => {
  const all = moveSelection(at(5, 3), press('a', { isControl: true }), size)
  expect(all && blockOf(all)).toEqual({ top: 0, bottom: 99, left: 0, right: 4 })
  expect(moveSelection(undefined, press('ArrowDown'), { ...size, rows: 0 })).toBeUndefined()
})
