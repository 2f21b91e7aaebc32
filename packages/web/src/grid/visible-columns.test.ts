import { expect, it } from 'vitest'
import { columnsInView, edgesOf, frozenCount, tracksOf } from './visible-columns.ts'

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
  ['all columns', [0, 1, 2], '10px 20px 30px minmax(0, 1fr)', [1, 2, 3]],
  ['a frozen one and two in view', [0, 3, 4], '10px 50px 40px 50px minmax(0, 1fr)', [1, 3, 4]],
  ['none that is frozen', [2, 3], '30px 30px 40px minmax(0, 1fr)', [2, 3]],
  ['no columns', [], 'minmax(0, 1fr)', []],
])('a row of %s has a track for each of them and for each gap', (_, shown, template, tracks) => {
  const made = tracksOf(edgesOf([10, 20, 30, 40, 50]), shown)
  expect(made.template).toBe(template)
  expect([...made.trackOf]).toEqual(shown.map((column, index) => [column, tracks[index]]))
})
