import { expect, it } from 'vitest'
import { placed, rowWindow } from './row-window.ts'

const view = { height: 300, rowHeight: 30, rowCount: 1_000_000 }

it('draws equally many rows wherever the table is scrolled to, with those in view among them', () => {
  for (const top of [0, 1, 29, 30, 245, 14_999, 15_000, 29_999_700]) {
    const { first, size } = rowWindow({ ...view, top })
    expect(size).toBe(21)
    expect(first).toBeGreaterThanOrEqual(0)
    expect(first).toBeLessThanOrEqual(Math.floor(top / 30))
    expect(first + size).toBeGreaterThanOrEqual(Math.min(view.rowCount, Math.ceil((top + 300) / 30)))
    expect(first + size).toBeLessThanOrEqual(view.rowCount)
  }
})

it('draws all rows of a short table, and none where there is no room', () => {
  expect(rowWindow({ ...view, top: 0, rowCount: 5 })).toEqual({ first: 0, size: 5 })
  expect(rowWindow({ ...view, top: 0, height: 0 })).toEqual({ first: 0, size: 0 })
})

it('keeps the nodes of rows that stay, and gives those of rows that left to rows that come', () => {
  const before = placed({ first: 100, size: 10 }, 100)
  const after = placed({ first: 103, size: 10 }, 100)
  expect(after.map(({ node }) => node)).toEqual(before.map(({ node }) => node))
  expect(after.map(({ index }) => index)).toEqual([110, 111, 112, 103, 104, 105, 106, 107, 108, 109])
  const nodes = new Map(before.map(({ index, node }) => [index, node]))
  for (const { index, node } of after) if (nodes.has(index)) expect(node).toBe(nodes.get(index))
})

it.each([
  [0, 0],
  [7, 7],
  [999_973, 999_973],
  [12, 40],
  [40, 12],
])('draws each row of a window from %d once, with the nodes in the order of row %d', (first, start) => {
  const rows = placed({ first, size: 21 }, start)
  expect(rows.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 21 }, (_, at) => first + at),
  )
  expect(new Set(rows.map(({ node }) => node)).size).toBe(21)
  if (first === start) expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 21 }, (_, at) => first + at))
})
