import { describe, expect, it } from 'vitest'
import { defaultLocale } from '../format/index.ts'
import { categorySlots } from './category-colors.ts'
import { timeTicks, unitOf } from './time-ticks.ts'
import { trendOf } from './trend-line.ts'
import { intervalsFor, valueScale } from './value-scale.ts'

describe('an axis of numbers', () => {
  it.each([
    [0, 754_321, 4, true, { min: 0, max: 800_000, interval: 200_000 }],
    [0, 1_010_000, 5, true, { min: 0, max: 1_250_000, interval: 250_000 }],
    [-120, 1250, 5, true, { min: -500, max: 1500, interval: 500 }],
    [0.27, 0.35, 4, false, { min: 0.25, max: 0.35, interval: 0.025 }],
    [0, 0, 4, true, { min: 0, max: 1, interval: 0.25 }],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 4, true, { min: 0, max: 1, interval: 0.25 }],
    [7, 7, 4, false, { min: 0, max: 8, interval: 2 }],
  ])('from %d to %d in %d intervals, with zero %s', (low, high, intervals, hasZero, expected) => {
    expect(valueScale(low, high, intervals, hasZero)).toEqual(expected)
  })

  it('has at most the wanted intervals, whatever the values', () => {
    for (let seed = 1; seed < 400; seed++) {
      const low = Math.sin(seed) * 10 ** (seed % 9)
      const high = low + Math.abs(Math.cos(seed * 7)) * 10 ** (seed % 7)
      for (const intervals of [2, 3, 4, 5]) {
        const scale = valueScale(low, high, intervals, seed % 2 === 0)
        expect(scale.min).toBeLessThanOrEqual(low)
        expect(scale.max).toBeGreaterThanOrEqual(high)
        expect((scale.max - scale.min) / scale.interval, JSON.stringify([low, high, scale])).toBeLessThanOrEqual(
          intervals + 1e-6,
        )
      }
    }
  })

  it('has room for two to five intervals', () => {
    expect([40, 120, 200, 300, 900].map(intervalsFor)).toEqual([2, 2, 4, 5, 5])
  })
})

describe('an axis of time', () => {
  const labels = (from: string, to: string, width: number, finest?: 'month' | 'day') =>
    timeTicks(Date.parse(from), Date.parse(to), width, defaultLocale, { finest }).map(({ label }) => label)

  it.each([
    ['2025-01-01', '2026-12-01', 560, 'month', ['2025', 'Apr', 'Jul', 'Oct', '2026', 'Apr', 'Jul', 'Oct']],
    ['2025-03-01', '2025-08-01', 600, 'month', ['Mar 2025', 'Apr', 'May', 'Jun', 'Jul', 'Aug']],
    ['2026-11-16', '2026-11-21', 600, 'day', ['Nov 16', 'Nov 17', 'Nov 18', 'Nov 19', 'Nov 20', 'Nov 21']],
    ['2010-01-01', '2026-01-01', 400, 'month', ['2010', '2015', '2020', '2025']],
  ] as const)('from %s to %s on %d pixels has ticks at natural boundaries', (from, to, width, finest, expected) => {
    expect(labels(from, to, width, finest)).toEqual(expected)
  })

  it.each([
    [['2026-01-01', '2026-02-01', '2026-04-01'], 'month'],
    [['2026-01-01', '2026-04-01', '2026-07-01'], 'quarter'],
    [['2024-01-01', '2025-01-01'], 'year'],
    [['2026-11-02', '2026-11-09', '2026-11-16'], 'week'],
    [['2026-11-03', '2026-11-04'], 'day'],
    [['2026-11-03'], undefined],
  ])('%j are starts of a %s', (dates, unit) => {
    expect(unitOf(dates.map((date) => Date.parse(date)))).toBe(unit)
  })
})

describe('a trend line', () => {
  const xs = [1, 2, 3, 4, 5, 6, 8, 10]
  it.each([
    ['linear', (x: number) => 3 * x - 7],
    ['quadratic', (x: number) => x * x - 4 * x + 2],
    ['polynomial', (x: number) => x ** 3 - 2 * x + 1],
    ['exponential', (x: number) => 2 * Math.exp(0.4 * x)],
    ['logarithmic', (x: number) => 5 * Math.log(x) + 1],
    ['power', (x: number) => 3 * x ** 1.7],
  ] as const)('of the model %s finds the curve that the points lie on', (model, curve) => {
    const trend = trendOf(
      { model, degree: 3 },
      xs.map((x) => [x, curve(x)]),
    )
    expect(trend?.fit).toBeCloseTo(1, 6)
    expect(trend?.at(7)).toBeCloseTo(curve(7), 4)
  })

  it('stays exact far from zero, as with years', () => {
    const trend = trendOf(
      { model: 'quadratic', degree: 3 },
      [2019, 2020, 2021, 2022, 2023].map((x) => [x, (x - 2020) ** 2]),
    )
    expect(trend?.at(2024)).toBeCloseTo(16, 4)
  })

  it('has no curve with fewer places than it needs', () => {
    expect(
      trendOf({ model: 'linear', degree: 3 }, [
        [1, 2],
        [1, 5],
      ]),
    ).toBeUndefined()
  })
})

describe('places in the palette', () => {
  it('follow the names, whatever the order in which values arrive', () => {
    const names = ['Web', 'Counter', null, 'Phone']
    const expected = new Map([
      ['Counter', 0],
      ['Phone', 1],
      ['Web', 2],
    ])
    expect(categorySlots(names)).toEqual(expected)
    expect(categorySlots([...names].reverse())).toEqual(expected)
  })

  it('keep what the document stores, and give new values the free ones', () => {
    expect(categorySlots(['A', 'B', 'C'], { C: 0, Gone: 1 })).toEqual(
      new Map([
        ['C', 0],
        ['Gone', 1],
        ['A', 2],
        ['B', 3],
      ]),
    )
  })
})
