import { describe, expect, it } from 'vitest'
import { contributionsOf } from './contributions.ts'
import { categoryFindings, type Finding, lastTwo, timeFindings } from './findings.ts'
import { isOver } from './period-end.ts'
import { type Point, sumOf, valuesByKey } from './points.ts'

type Value = number | null

/** Periods named a, b, c, ...; with `isOpen` the last one has not ended. */
const periods = (values: readonly Value[], isOpen = false) =>
  values.map((value, at) => ({
    key: String.fromCharCode(97 + at),
    value,
    isOver: !(isOpen && at === values.length - 1),
  }))
const kinds = (findings: readonly Finding[]) => findings.map(({ kind }) => kind)

describe('values over time', () => {
  it.each<[name: string, values: readonly Value[], isOpen: boolean, expected: string[]]>([
    ['nothing', [], false, ['empty']],
    ['no value', [null, null], false, ['empty']],
    ['one period', [5], false, ['onlyPeriod']],
    ['one period that is not over', [5], true, ['incomplete']],
    ['one complete period and the current one', [5, 2], true, ['onlyPeriod', 'incomplete']],
    ['two periods', [5, 8], false, ['change', 'highest', 'lowest', 'beginning']],
    ['equal periods', [5, 5, 5, 5, 5], false, ['change', 'equal']],
    ['no value last', [5, 8, null], false, ['noChange', 'highest', 'lowest', 'beginning']],
    ['four periods', [1, 2, 3, 5], false, ['change', 'highest', 'lowest', 'trend', 'beginning']],
    ['an outlier', [5, 6, 5, 6, 5, 6, 5, 90], false, ['change', 'highest', 'lowest', 'trend', 'outliers', 'beginning']],
    ['the lowest value later', [8, 5, 6], false, ['change', 'highest', 'lowest']],
    [
      'a first period far below',
      [1, 15, 16, 15, 16, 15, 16, 15],
      false,
      ['change', 'highest', 'lowest', 'trend', 'outliers', 'beginning'],
    ],
  ])('%s', (_name, values, isOpen, expected) => {
    expect(kinds(timeFindings(periods(values, isOpen)))).toEqual(expected)
  })

  it.each<[name: string, values: readonly Value[], isOpen: boolean, change: object]>([
    ['a rise', [4, 5], false, { before: 'a', key: 'b', change: 1, share: 0.25 }],
    ['a fall', [5, 4], false, { change: -1, share: -0.2 }],
    ['from zero', [0, 4], false, { change: 4, share: null }],
    ['from a negative value', [-4, 4], false, { change: 8, share: null }],
    ['to a negative value', [4, -4], false, { change: -8, share: -2 }],
    ['decimal fractions', [0.1, 0.3], false, { change: 0.2 }],
    ['without the current period', [4, 5, 1], true, { before: 'a', key: 'b', change: 1 }],
  ])('the change of %s', (_name, values, isOpen, change) => {
    const found = timeFindings(periods(values, isOpen)).find(({ kind }) => kind === 'change')
    expect(found).toMatchObject(change)
  })

  it('names the missing period of a change', () => {
    expect(timeFindings(periods([null, 3, 4, null]))[0]).toMatchObject({ before: 'c', key: 'd', missing: 'd' })
    expect(timeFindings(periods([3, 4, null, 5]))[0]).toMatchObject({ before: 'c', key: 'd', missing: 'c' })
  })

  it('names the first of several equal extremes, and their number', () => {
    const found = timeFindings(periods([7, 2, 7, 2, 7]))
    expect(found).toContainEqual({ kind: 'highest', key: 'a', value: 7, ties: 2 })
    expect(found).toContainEqual({ kind: 'lowest', key: 'b', value: 2, ties: 1 })
  })

  it.each<[values: readonly number[], direction: string, slope: number]>([
    [[1, 2, 3, 4, 5], 'up', 1],
    [[10, 8, 6, 4], 'down', -2],
    [[1, 9, 1, 9, 1], 'none', 0],
  ])('the trend of %j', (values, direction, slope) => {
    expect(timeFindings(periods(values))).toContainEqual(expect.objectContaining({ kind: 'trend', direction, slope }))
  })

  it('compares the last two complete periods', () => {
    expect(lastTwo(periods([1, 2, 3], true))).toEqual({ before: 'a', last: 'b' })
    expect(lastTwo(periods([1, 2], true))).toBeUndefined()
  })
})

describe('values of categories', () => {
  const entries = (values: readonly Value[]) => periods(values)

  it.each<[name: string, values: readonly Value[], isAdditive: boolean, expected: string[]]>([
    ['nothing', [], true, ['empty']],
    ['one', [3], true, ['onlyPeriod']],
    ['two', [3, 1], true, ['largest', 'lowest']],
    ['five', [5, 4, 3, 2, 1], true, ['largest', 'topThree', 'lowest']],
    ['averages', [5, 4, 3, 2, 1], false, ['highest', 'lowest']],
    ['negative values', [5, -4, 3, 2, 1], true, ['highest', 'lowest']],
    ['zeros', [0, 0], true, ['equal']],
    ['equal values', [2, 2, 2, 2, 2], true, ['equal']],
  ])('%s', (_name, values, isAdditive, expected) => {
    expect(kinds(categoryFindings(entries(values), isAdditive))).toEqual(expected)
  })

  it('states shares of the total, and the rest', () => {
    const found = categoryFindings(entries([10, 40, null, 20, 25, 5]), true)
    expect(found[0]).toEqual({ kind: 'largest', key: 'b', value: 40, share: 0.4, ties: 0 })
    expect(found[1]).toMatchObject({ keys: ['b', 'e', 'd'], value: 85, share: 0.85, rest: 15, restCount: 2 })
  })

  it('names values beyond the quartiles, the most distant first', () => {
    const found = categoryFindings(entries([10, 11, 12, 10, 11, 12, 11, 60, 90]), false)
    const outliers = found.find(({ kind }) => kind === 'outliers')
    expect(outliers).toMatchObject({ low: 9.5, high: 13.5, count: 2, found: [{ key: 'i' }, { key: 'h' }] })
  })
})

describe('contributions to a change', () => {
  const points = (values: Record<string, [Value, Value]>): Point[] =>
    Object.entries(values).flatMap(([split, [before, value]]) => [
      ...(before === null ? [] : [{ key: 'then', split, value: before }]),
      ...(value === null ? [] : [{ key: 'now', split, value }]),
    ])
  const between = { before: 'then', last: 'now' }
  const changes: Record<string, [Value, Value]> = {
    a: [10, 4],
    b: [5, 5],
    c: [null, 3],
    d: [2, null],
    e: [1, 2],
  }

  it('adds up to the change of the whole', () => {
    const found = contributionsOf(points(changes), between, { isAdditive: true, total: -4 })
    expect(found.isAdditive).toBe(true)
    expect(found.top.map(({ key, change }) => [key, change])).toEqual([
      ['a', -6],
      ['c', 3],
      ['d', -2],
    ])
    expect(found.rest).toEqual({ count: 2, change: 1 })
    const all = [...found.top.map(({ change }) => change), found.rest?.change ?? 0]
    expect(sumOf(all)).toBe(-4)
  })

  it('states a share only for changes in the direction of the whole', () => {
    const found = contributionsOf(points({ a: [10, 4], b: [1, 3] }), between, { isAdditive: true, total: -4 })
    expect(found.top.map(({ share }) => share)).toEqual([null, null])
    const half = contributionsOf(points({ a: [1, 3], b: [1, 3] }), between, { isAdditive: true, total: 4 })
    expect(half.top.map(({ key, share }) => [key, share])).toEqual([
      ['a', 0.5],
      ['b', 0.5],
    ])
  })

  it('compares values that cannot be added, and does not add them', () => {
    const found = contributionsOf(points(changes), between, { isAdditive: false, total: -4 })
    expect(found).toMatchObject({ isAdditive: false, rest: undefined, restCount: 2 })
    expect(found.top.map(({ key, change }) => [key, change])).toEqual([
      ['a', -6],
      ['e', 1],
      ['b', 0],
    ])
  })

  it('does not add changes that differ from the change of the whole', () => {
    expect(contributionsOf(points(changes), between, { isAdditive: true, total: 100 }).isAdditive).toBe(false)
    expect(contributionsOf(points(changes), between, { isAdditive: true, total: null }).isAdditive).toBe(false)
  })

  it('has nothing to say without rows', () => {
    const found = contributionsOf([], between, { isAdditive: true, total: 0 })
    expect(found).toEqual({ isAdditive: true, top: [], rest: undefined, restCount: 0 })
  })
})

describe('values of keys', () => {
  const points: Point[] = [
    { key: 'x', split: 'a', value: 0.1 },
    { key: 'x', split: 'b', value: 0.2 },
    { key: 'y', split: 'a', value: null },
  ]

  it('are added where that is possible', () => {
    expect(valuesByKey(points, true)).toEqual([
      { key: 'x', value: 0.3 },
      { key: 'y', value: null },
    ])
    expect(valuesByKey(points, false)).toBeUndefined()
    expect(valuesByKey(points.slice(1), false)).toHaveLength(2)
  })
})

describe('the end of a period', () => {
  const now = new Date('2026-03-01T00:30:00Z')

  it.each([
    ['2026-02-01', 'month', 'date', 'UTC', true],
    ['2026-02-01', 'month', 'date', 'America/New_York', false],
    ['2026-03-01', 'month', 'date', 'UTC', false],
    ['2026-01-01', 'quarter', 'date', 'UTC', false],
    ['2025-10-01', 'quarter', 'date', 'UTC', true],
    ['2025-01-01', 'year', 'date', 'UTC', true],
    ['2026-02-23', 'week', 'date', 'UTC', false],
    ['2026-02-22', 'week', 'date', 'UTC', true],
    ['2026-02-28', null, 'date', 'UTC', true],
    ['2026-03-01', null, 'date', 'UTC', false],
    ['2026-02-01T00:00:00', 'month', 'timestamp', 'UTC', true],
    ['2026-03-01T00:00:00', 'hour', 'timestamp', 'UTC', false],
    ['2026-02-28T23:00:00Z', 'hour', 'instant', 'Europe/Berlin', true],
    ['2026-03-01T00:29:00', null, 'timestamp', 'UTC', true],
    [null, 'month', 'date', 'UTC', true],
  ] as const)('%s by %s, a %s in %s', (cell, unit, kind, zone, expected) => {
    expect(isOver(cell, unit, { kind }, now, zone)).toBe(expected)
  })
})
