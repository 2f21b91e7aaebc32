import type { KpiElement } from '../document/index.ts'
import { type FormatLocale, formatCell } from '../format/index.ts'
import type { Cell, ResultColumn } from '../types/index.ts'
import type { ElementRows } from './element-rows.ts'
import { cellAt, type LevelRows } from './level-rows.ts'
import { noValue } from './no-value.ts'

export interface KpiView {
  /** A dash when there is no value. */
  text: string
  /** The date of the value, when the element has a timeline. */
  date?: string
  comparison?: KpiComparison
  /** Values in the order of their dates; absent with fewer than two. */
  trend?: {
    values: readonly (number | null)[]
    before: readonly (number | null)[]
    from: string
    to: string
    /** The dates of the values, and the values as formatted texts. */
    dates: readonly string[]
    texts: readonly string[]
  }
}

export interface KpiComparison {
  text: string
  tone: 'good' | 'bad' | 'neutral'
  direction: 'up' | 'down' | 'same'
  /** What the value is compared with: a period, or a column. */
  period?: string
  name?: string
}

/** Formatting of numbers and dates, and the locale for `Intl`; undefined for the runtime's default. */
export interface WrittenIn {
  locale: FormatLocale
  localeName: string | undefined
}

type Fields = KpiElement & Record<string, unknown>

/** The formatted number of a KPI, of the last date when it has a timeline, with its comparison. */
export function kpiView(element: KpiElement, data: ElementRows, written: WrittenIn): KpiView {
  const { locale } = written
  const fields = element as Fields
  const shown = shownOf(element, data)
  if (shown === null) return { text: noValue }
  const { rows, last, value, other, date, dated, period } = shown
  const formatOf = (id: string) => element.columns.find((each) => each.id === id)?.format
  const cell = cellAt(rows, value.place, last)
  const text = formatCell(cell, value.type, formatOf(value.id), locale) || noValue
  const dateText = (row: number) =>
    date ? formatCell(cellAt(rows, date.place, row), date.type, formatOf(date.id), locale) : ''
  const comparison =
    other &&
    comparisonOf(record(fields.comparison), cell, cellAt(rows, other.place, last), written, (number, isChange) => {
      const shown = formatCell(
        isChange ? number : String(number),
        isChange ? { kind: 'float64' } : value.type,
        formatOf(value.id),
        locale,
      )
      return isChange && number > 0 ? `+${shown}` : shown
    })
  return {
    text,
    ...(dated && date ? { date: dateText(last) } : {}),
    ...(comparison ? { comparison: { ...comparison, ...(period ? { period } : { name: other?.name ?? '' }) } } : {}),
    ...(dated && date && last > 0 && record(fields.trend).visibility !== 'hidden'
      ? {
          trend: {
            values: numbersOf(rows, value.place),
            before: other ? numbersOf(rows, other.place) : [],
            from: dateText(0),
            to: dateText(last),
            dates: Array.from({ length: rows.rowCount }, (_, row) => dateText(row)),
            texts: Array.from(
              { length: rows.rowCount },
              (_, row) => formatCell(cellAt(rows, value.place, row), value.type, formatOf(value.id), locale) || noValue,
            ),
          },
        }
      : {}),
  }
}

type Placed = ResultColumn & { place: number }

interface Shown {
  rows: LevelRows
  /** The row of the number. */
  last: number
  value: Placed
  /** The value that it is compared with. */
  other: Placed | undefined
  date: Placed | undefined
  /** The rows with dates, if any. */
  dated: LevelRows | undefined
  period: string | undefined
}

/** Finds the number of a KPI in its rows; null when there is none. */
function shownOf(element: KpiElement, data: ElementRows): Shown | null {
  const fields = element as Fields
  const dateId = pointed(fields.timeline)
  const dated = dateId === undefined ? undefined : data.levels.get('g1')
  const rows = dated ?? data.levels.get('base')
  const last = dated ? dated.rowCount - 1 : 0
  const value = column(rows, element.value.columnId)
  if (!rows || !value || last < 0) return null
  const period = typeof fields.periodComparison === 'string' ? fields.periodComparison : undefined
  const otherId = period && dated ? `${value.id}/previous-${period}` : pointed(fields.comparisonColumn)
  return { rows, last, value, other: column(rows, otherId), date: column(rows, dateId), dated, period }
}

export interface KpiNumbers {
  /** Null when the KPI shows none. */
  value: number | null
  /** The difference to the comparison value in percent; null when that is missing or zero. */
  changePercent: number | null
}

/** The numbers of a KPI, for callers that compare them. */
export function kpiNumbers(element: KpiElement, data: ElementRows): KpiNumbers {
  const shown = shownOf(element, data)
  if (shown === null) return { value: null, changePercent: null }
  const { rows, last, value, other } = shown
  const now = numberOf(cellAt(rows, value.place, last))
  const before = other ? numberOf(cellAt(rows, other.place, last)) : null
  const isComparable = now !== null && before !== null && before !== 0
  return { value: now, changePercent: isComparable ? ((now - before) / Math.abs(before)) * 100 : null }
}

function comparisonOf(
  options: Record<string, unknown>,
  cell: Cell,
  otherCell: Cell,
  { localeName }: WrittenIn,
  format: (number: number, isChange: boolean) => string,
): KpiComparison | undefined {
  const [now, before] = [numberOf(cell), numberOf(otherCell)]
  if (now === null || before === null) return undefined
  const change = now - before
  const text = textOf(options.display, now, before, percentIn(localeName), format)
  if (text === undefined) return undefined
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'same'
  const isWorse = options.direction === 'lower' ? change > 0 : change < 0
  const tone = change === 0 || options.direction === 'none' ? 'neutral' : isWorse ? 'bad' : 'good'
  return { text, tone, direction }
}

type Percent = (share: number, signDisplay: 'auto' | 'exceptZero') => string

const percentIn =
  (localeName: string | undefined): Percent =>
  (share, signDisplay) =>
    new Intl.NumberFormat(localeName, { style: 'percent', maximumFractionDigits: 1, signDisplay }).format(share)

function textOf(
  display: unknown,
  now: number,
  before: number,
  percent: Percent,
  format: (number: number, isChange: boolean) => string,
): string | undefined {
  if (display === 'delta') return format(now - before, true)
  if (display === 'absolute') return format(before, false)
  // A change relative to zero is undefined.
  if (before === 0) return undefined
  return display === 'relative'
    ? percent(now / before, 'auto')
    : percent((now - before) / Math.abs(before), 'exceptZero')
}

function column(rows: LevelRows | undefined, id: string | undefined): Placed | undefined {
  const place = rows?.columns.findIndex((each) => each.id === id) ?? -1
  const found = rows?.columns[place]
  return found && { ...found, place }
}

function numbersOf(rows: LevelRows, place: number): (number | null)[] {
  return Array.from({ length: rows.rowCount }, (_, row) => numberOf(cellAt(rows, place, row)))
}

function numberOf(cell: Cell): number | null {
  const number = cell === null || cell === '' || typeof cell === 'boolean' ? Number.NaN : Number(cell)
  return Number.isFinite(number) ? number : null
}

function pointed(value: unknown): string | undefined {
  const { columnId } = record(value)
  return typeof columnId === 'string' ? columnId : undefined
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
