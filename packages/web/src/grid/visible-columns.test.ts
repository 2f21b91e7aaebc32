import { expect, it } from 'vitest'
import { columnsInView, edgesOf, frozenCount } from './visible-columns.ts'

const many = edgesOf(new Array<number>(100).fill(100))

it('draws every column of a table of usual width', () => {
  expect(columnsInView(edgesOf(new Array<number>(40).fill(100)), 1, 5000, 800)).toHaveLength(40)
})

it('draws of many columns the frozen ones and those near the view', () => {
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
