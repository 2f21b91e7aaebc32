import { expect, it } from 'vitest'
import { columnsInView, columnWindow, drawnColumns, edgesOf, frozenCount, placeOf } from './visible-columns.ts'

const many = edgesOf(new Array<number>(100).fill(100))

it('draws every column of a table of usual width', () => {
  expect(columnsInView(edgesOf(new Array<number>(40).fill(100)), 1, 5000, 800)).toHaveLength(40)
})

it('draws only frozen columns and those near the view if there are many', () => {
  const drawn = columnsInView(many, 2, 5000, 1000)
  expect(drawn.slice(0, 3)).toEqual([0, 1, 47])
  expect(drawn.at(-1)).toBe(62)
})

it.each([
  [3, 1000, 3],
  [3, 400, 2],
  [1, 100, 0],
  [200, 100_000, 100],
])('of %d frozen columns in %d pixels %d stay in view', (asked, available, count) => {
  expect(frozenCount(asked, many, available)).toBe(count)
})

it.each([
  [0, { left: 0, width: 10 }],
  [3, { left: 60, width: 40 }],
])('column %d is at the sum of the widths before it', (column, place) => {
  expect(placeOf(edgesOf([10, 20, 30, 40, 50]), column)).toEqual(place)
})

it.each([
  ['equal', many],
  ['of many', edgesOf(Array.from({ length: 200 }, (_, index) => 64 + ((index * 37) % 256)))],
])(
  'a grid draws equally many columns wherever it is scrolled to, with those in view among them: widths are %s',
  (_, edges) => {
    const [available, frozen] = [1000, 2]
    const size = drawnColumns(edges, frozen, available)
    for (let left = 0; left <= (edges.at(-1) ?? 0) - available; left += 13) {
      const { first } = columnWindow(edges, frozen, size, left)
      expect(first).toBeGreaterThanOrEqual(frozen)
      expect(first + size).toBeLessThan(edges.length)
      expect(edges[first] ?? 0).toBeLessThanOrEqual(left + (edges[frozen] ?? 0))
      expect(edges[first + size] ?? 0).toBeGreaterThanOrEqual(left + available)
    }
  },
)

it('a grid draws every column of a table of usual width', () => {
  const edges = edgesOf(new Array<number>(40).fill(100))
  expect(columnWindow(edges, 1, drawnColumns(edges, 1, 800), 1500)).toEqual({ first: 1, size: 39 })
})
