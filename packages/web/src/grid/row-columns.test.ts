import { expect, it } from 'vitest'
import { type ColumnsToDraw, chooseColumns, type RowColumns, rowsDrawnAtOnce } from './row-columns.ts'

const tight = [1, 2]
const wide = [0, 1, 2, 3]
const rows = Array.from({ length: 20 }, (_, index) => index)
const usual: ColumnsToDraw = { tight, wide, left: 0, firstRow: 8, lastRow: 11, isScrolling: false }
const filled = (known: ReadonlyMap<number, RowColumns>, columns = wide) =>
  rows.filter((row) => known.get(row)?.columns === columns)

function drawAll(known: Map<number, RowColumns>): number {
  for (let frame = 1; ; frame += 1) {
    const { rows: missesRows, sides } = chooseColumns(known, rows, usual)
    if (!missesRows && !sides) return frame
  }
}

it('draws rows in view at once, the others a few at a time, and then the columns beside the view', () => {
  const known = new Map<number, RowColumns>()
  expect(chooseColumns(known, rows, usual).rows).toBe(true)
  expect(filled(known, tight)).toEqual([0, 1, 2, 3, 8, 9, 10, 11])
  chooseColumns(known, rows, usual)
  expect(filled(known)).toEqual([8, 9, 10, 11])
  expect(drawAll(known)).toBeLessThanOrEqual((2 * rows.length) / rowsDrawnAtOnce)
  expect(filled(known)).toEqual(rows)
})

it('leaves rows as they are while they scroll down, and forgets rows that are gone', () => {
  const known = new Map<number, RowColumns>()
  drawAll(known)
  const next = [...rows.slice(6), 20, 21, 22, 23, 24, 25]
  const moved = { ...usual, firstRow: 14, lastRow: 17, isScrolling: true }
  expect(chooseColumns(known, next, moved)).toEqual({ rows: true, sides: true })
  expect(known.has(0)).toBe(false)
  expect(filled(known)).toEqual(rows.slice(6))
  expect(known.get(23)?.columns).toBe(tight)
  expect(known.get(24)?.columns).toEqual([])
  expect(chooseColumns(known, next, moved)).toEqual({ rows: false, sides: true })
  expect(known.get(25)?.columns).toBe(tight)
})

it('draws rows at once that come into view before their turn', () => {
  const known = new Map<number, RowColumns>()
  const far = rows.map((row) => row + 100)
  chooseColumns(known, far, { ...usual, firstRow: 108, lastRow: 119, isScrolling: true })
  for (let row = 108; row <= 119; row += 1) expect(known.get(row)?.columns).toBe(tight)
})

it('moves the columns of rows in view only, while the grid scrolls sideways', () => {
  const known = new Map<number, RowColumns>()
  drawAll(known)
  const moved = { ...usual, tight: [2, 3], wide: [1, 2, 3, 4], left: 120, isScrolling: true }
  expect(chooseColumns(known, rows, moved).sides).toBe(true)
  expect(filled(known, moved.wide)).toEqual([8, 9, 10, 11])
  expect(filled(known)).toHaveLength(16)
})

it('gives a row that comes into view the columns of that place, whatever it had before', () => {
  const known = new Map<number, RowColumns>()
  drawAll(known)
  const moved = { ...usual, tight: [7, 8], wide: [6, 7, 8, 9], left: 600, isScrolling: true }
  chooseColumns(known, rows, moved)
  chooseColumns(known, rows, { ...moved, firstRow: 12, lastRow: 15 })
  for (const row of [12, 13, 14, 15]) expect(known.get(row)?.columns).toBe(moved.wide)
})
