import type { Cell } from '@octavo/core/types'
import type { TFunction } from 'i18next'
import { localeName } from '../../formats.ts'
import type { Finding } from './findings.ts'
import '../../i18n/explain.ts'

export type ExplainWords = TFunction<'explain'>

/** Writes the values of one measure and of the axis. */
export interface Writers {
  number: (value: number) => string
  key: (cell: Cell) => string
  isTime: boolean
}

export function percent(share: number, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
  return new Intl.NumberFormat(localeName(), { style: 'percent', maximumFractionDigits: 1, signDisplay }).format(share)
}

export const listed = (texts: readonly string[]): string => new Intl.ListFormat(localeName()).format(texts)

/** A number with its sign, for changes. */
export const signed = (value: number, number: Writers['number']): string =>
  value > 0 ? `+${number(value)}` : number(value)

type Words = {
  [Kind in Finding['kind']]: (finding: Extract<Finding, { kind: Kind }>, t: ExplainWords, write: Writers) => string
}

/** The sentence of each finding; a new finding does not compile without one. */
const words: Words = {
  empty: (_, t) => t('finding.empty'),
  single: ({ value }, t, { number }) => t('finding.single', { value: number(value) }),
  incomplete: ({ key, value }, t, write) =>
    t('finding.incomplete', { key: write.key(key), value: value === null ? '–' : write.number(value) }),
  onlyPeriod: ({ key, value }, t, write) =>
    t(write.isTime ? 'finding.onlyPeriod' : 'finding.onlyValue', { key: write.key(key), value: write.number(value) }),
  change: changeWords,
  noChange: ({ key, before, missing }, t, write) =>
    t('finding.noChange', { key: write.key(key), before: write.key(before), missing: write.key(missing) }),
  highest: (finding, t, write) => t('finding.highest', extremeWords(finding, t, write)),
  lowest: (finding, t, write) => t('finding.lowest', extremeWords(finding, t, write)),
  beginning: ({ key }, t, write) => t('finding.beginning', { key: write.key(key) }),
  equal: ({ value, count }, t, { number }) => t('finding.equal', { value: number(value), count }),
  trend: ({ direction, slope, fit, count }, t, { number }) => {
    const parts = { count, slope: number(Math.abs(slope)), fit: percent(fit) }
    if (direction === 'none') return t('finding.level', parts)
    return direction === 'up' ? t('finding.up', parts) : t('finding.down', parts)
  },
  outliers: ({ found, low, high, count }, t, { number, key }) => {
    const named = found.map((each) => t('finding.outlier', { key: key(each.key), value: number(each.value) }))
    const further = count > found.length ? [t('finding.furtherOutliers', { count: count - found.length })] : []
    return t('finding.outliers', { list: listed([...named, ...further]), low: number(low), high: number(high) })
  },
  largest: (finding, t, write) =>
    t('finding.largest', { ...extremeWords(finding, t, write), share: percent(finding.share) }),
  topThree: ({ keys, value, share, rest, restCount }, t, { number, key }) =>
    t('finding.topThree', {
      list: listed(keys.map(key)),
      value: number(value),
      share: percent(share),
      count: restCount,
      rest: number(rest),
    }),
}

export function findingWords(finding: Finding, t: ExplainWords, write: Writers): string {
  const sentence = words[finding.kind] as (finding: Finding, t: ExplainWords, write: Writers) => string
  return sentence(finding, t, write)
}

/** The value of the axis that a finding is about, to filter by it; undefined for findings about all values. */
export function keyOfFinding(finding: Finding): { key: Cell } | undefined {
  return 'key' in finding ? { key: finding.key } : undefined
}

function changeWords(finding: Extract<Finding, { kind: 'change' }>, t: ExplainWords, { number, key }: Writers): string {
  const { change, share, value, valueBefore, before } = finding
  const size = number(Math.abs(change))
  const parts = {
    key: key(finding.key),
    before: key(before),
    value: number(value),
    valueBefore: number(valueBefore),
    amount: share === null ? size : t('finding.amount', { change: size, share: percent(Math.abs(share)) }),
  }
  if (change === 0) return t('finding.same', parts)
  return change > 0 ? t('finding.more', parts) : t('finding.less', parts)
}

function extremeWords(
  { key, value, ties }: { key: Cell; value: number; ties: number },
  t: ExplainWords,
  write: Writers,
) {
  const name = write.key(key)
  return { value: write.number(value), key: ties > 0 ? t('finding.withTies', { key: name, count: ties }) : name }
}
