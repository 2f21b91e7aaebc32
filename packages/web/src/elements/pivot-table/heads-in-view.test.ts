import type { PivotHead } from '@octavo/core/display'
import { expect, it } from 'vitest'
import { headsInView, runsOf } from './heads-in-view.ts'

const head = (text: string, count: number): PivotHead => ({ header: { key: text, text, span: 1 }, count })

/** Two groups with three and two members, and a total whose name spans both levels. */
const heads = [
  [head('East', 3), head('Boston', 1)],
  [null, head('New York', 1)],
  [null, head('Newark', 1)],
  [head('West', 2), head('Reno', 1)],
  [null, head('Salem', 1)],
  [head('Total', 1), null],
]

const shown = (level: number, start: number, end: number) =>
  headsInView(heads, level, { start, end }).map(({ header, at, count }) => [header.text, at, count])

it('splits indexes where lines are left out', () => {
  expect(runsOf([0, 1, 4, 5, 6, 9])).toEqual([
    { start: 0, end: 2 },
    { start: 4, end: 7 },
    { start: 9, end: 10 },
  ])
  expect(runsOf([])).toEqual([])
})

it('has every header where all lines are drawn', () => {
  expect(shown(0, 0, 6)).toEqual([
    ['East', 0, 3],
    ['West', 3, 2],
    ['Total', 5, 1],
  ])
})

it('repeats the header of a group at its first drawn line, and cuts it at the last', () => {
  expect(shown(0, 1, 4)).toEqual([
    ['East', 1, 2],
    ['West', 3, 1],
  ])
  expect(shown(1, 1, 4).map(([text]) => text)).toEqual(['New York', 'Newark', 'Reno'])
})

it('has no header below the name of a total that spans the level', () => {
  expect(shown(1, 5, 6)).toEqual([])
  expect(shown(0, 5, 6)).toEqual([['Total', 5, 1]])
})
