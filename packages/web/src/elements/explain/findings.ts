import type { Cell } from '@octavo/core/types'
import { type KeyValue, sumOf, tidy } from './points.ts'

/** A statement about the values of a measure. Every number in it is computed from these values. */
export type Finding =
  | { kind: 'empty' }
  | { kind: 'single'; value: number }
  /** The current period has not ended. */
  | { kind: 'incomplete'; key: Cell; value: number | null }
  | { kind: 'onlyPeriod'; key: Cell; value: number }
  /** `share` is of the value before; null where that is zero or negative. */
  | {
      kind: 'change'
      key: Cell
      before: Cell
      value: number
      valueBefore: number
      change: number
      share: number | null
    }
  /** The change cannot be computed, because a period has no value. */
  | { kind: 'noChange'; key: Cell; before: Cell; missing: Cell }
  | { kind: 'highest' | 'lowest'; key: Cell; value: number; ties: number }
  /** The earliest period has a low value, which may only mean that the data begins within it. */
  | { kind: 'beginning'; key: Cell }
  | { kind: 'equal'; value: number; count: number }
  /** The straight line of least squares: its slope for each period, and the share of the variance that it explains. */
  | { kind: 'trend'; direction: 'up' | 'down' | 'none'; slope: number; fit: number; count: number }
  | { kind: 'outliers'; low: number; high: number; found: { key: Cell; value: number }[]; count: number }
  | { kind: 'largest'; key: Cell; value: number; share: number; ties: number }
  | { kind: 'topThree'; keys: Cell[]; value: number; share: number; rest: number; restCount: number }

export interface Period extends KeyValue {
  isOver: boolean
}

type Present = { key: Cell; value: number }

/** A trend is named only where the line explains at least this share of the variance. */
export const leastFit = 0.3
const fewestForTrend = 4
const fewestForOutliers = 8

/** Findings about values over time, earliest first. Periods that are not over are named and left out of comparisons. */
export function timeFindings(periods: readonly Period[]): Finding[] {
  const dated = periods.filter(({ key }) => key !== null)
  const over = dated.filter(({ isOver }) => isOver)
  const present = presentOf(over)
  const current = dated.find(({ isOver }) => !isOver)
  const incomplete: Finding[] = current ? [{ kind: 'incomplete', key: current.key, value: current.value }] : []
  const [first] = present
  if (!first) return current && current.value !== null ? incomplete : [{ kind: 'empty' }]
  if (over.length === 1) return [{ kind: 'onlyPeriod', key: first.key, value: first.value }, ...incomplete]
  const findings = [
    ...changeOf(over.at(-2), over.at(-1)),
    ...incomplete,
    ...extremes(present),
    ...trendOf(present.map(({ value }) => value)),
    ...outliersOf(present),
  ]
  return findings.some((finding) => isLowAt(finding, first))
    ? [...findings, { kind: 'beginning', key: first.key }]
    : findings
}

/** Whether the finding is about a value of this period that is lower than others. */
function isLowAt(finding: Finding, { key }: Present): boolean {
  if (finding.kind === 'lowest') return finding.key === key
  return finding.kind === 'outliers' && finding.found.some((each) => each.key === key && each.value < finding.low)
}

/** The last two periods that are over; undefined where there are fewer. */
export function lastTwo(periods: readonly Period[]): { before: Cell; last: Cell } | undefined {
  const over = periods.filter(({ key, isOver }) => key !== null && isOver)
  const [before, last] = over.slice(-2)
  return before && last ? { before: before.key, last: last.key } : undefined
}

function changeOf(before: KeyValue | undefined, last: KeyValue | undefined): Finding[] {
  if (!before || !last) return []
  const [key, keyBefore] = [last.key, before.key]
  if (last.value === null) return [{ kind: 'noChange', key, before: keyBefore, missing: key }]
  if (before.value === null) return [{ kind: 'noChange', key, before: keyBefore, missing: keyBefore }]
  const change = tidy(last.value - before.value)
  const share = before.value > 0 ? change / before.value : null
  return [{ kind: 'change', key, before: keyBefore, value: last.value, valueBefore: before.value, change, share }]
}

/** Findings about the values of categories: shares where they add up to a positive total, otherwise the extremes. */
export function categoryFindings(entries: readonly KeyValue[], isAdditive: boolean): Finding[] {
  const present = presentOf(entries).sort((one, other) => other.value - one.value)
  const [first] = present
  if (!first) return [{ kind: 'empty' }]
  if (present.length === 1) return [{ kind: 'onlyPeriod', key: first.key, value: first.value }]
  const total = sumOf(present.map(({ value }) => value)) ?? 0
  const hasShares = isAdditive && total > 0 && present.every(({ value }) => value >= 0)
  const outliers = outliersOf(present)
  if (!hasShares || first.value === present.at(-1)?.value) return [...extremes(present), ...outliers]
  const ties = present.filter(({ value }) => value === first.value).length - 1
  const largest: Finding = { kind: 'largest', ...first, share: first.value / total, ties }
  return [
    largest,
    ...topThreeOf(present, total),
    ...extremes(present).filter(({ kind }) => kind === 'lowest'),
    ...outliers,
  ]
}

function topThreeOf(present: readonly Present[], total: number): Finding[] {
  if (present.length < 5) return []
  const three = present.slice(0, 3)
  const value = sumOf(three.map((each) => each.value)) ?? 0
  const keys = three.map(({ key }) => key)
  return [
    { kind: 'topThree', keys, value, share: value / total, rest: tidy(total - value), restCount: present.length - 3 },
  ]
}

/** The highest and the lowest value; of several equal ones the first is named. */
function extremes(present: readonly Present[]): Finding[] {
  const values = present.map(({ value }) => value)
  const [high, low] = [Math.max(...values), Math.min(...values)]
  if (high === low) return present.length > 1 ? [{ kind: 'equal', value: high, count: present.length }] : []
  return (['highest', 'lowest'] as const).flatMap((kind): Finding[] => {
    const value = kind === 'highest' ? high : low
    const [first, ...others] = present.filter((each) => each.value === value)
    return first ? [{ kind, key: first.key, value, ties: others.length }] : []
  })
}

function trendOf(values: readonly number[]): Finding[] {
  const count = values.length
  if (count < fewestForTrend) return []
  const middle = (count - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  let [across, spread, variance] = [0, 0, 0]
  values.forEach((value, index) => {
    across += (index - middle) * (value - mean)
    spread += (index - middle) ** 2
    variance += (value - mean) ** 2
  })
  if (variance === 0) return []
  const slope = tidy(across / spread)
  const fit = across ** 2 / (spread * variance)
  const direction = fit < leastFit ? 'none' : slope > 0 ? 'up' : 'down'
  return [{ kind: 'trend', direction, slope, fit, count }]
}

/** Values beyond the quartiles by more than 1.5 times their distance, the most distant first. */
function outliersOf(present: readonly Present[]): Finding[] {
  if (present.length < fewestForOutliers) return []
  const sorted = present.map(({ value }) => value).sort((one, other) => one - other)
  const [lower, upper] = [quantile(sorted, 0.25), quantile(sorted, 0.75)]
  const reach = 1.5 * (upper - lower)
  if (reach === 0) return []
  const [low, high] = [tidy(lower - reach), tidy(upper + reach)]
  const distance = ({ value }: Present) => Math.max(low - value, value - high)
  const found = present.filter((each) => distance(each) > 0).sort((one, other) => distance(other) - distance(one))
  return found.length === 0 ? [] : [{ kind: 'outliers', low, high, found: found.slice(0, 3), count: found.length }]
}

/** Interpolated between the two nearest values. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}

const presentOf = (entries: readonly KeyValue[]): Present[] =>
  entries.flatMap(({ key, value }) => (value === null ? [] : [{ key, value }]))
