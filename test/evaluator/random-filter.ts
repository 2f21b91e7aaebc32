import type { Filter } from './model.ts'
import type { Known } from './random-formula.ts'
import { type Take, textOf } from './random-row-formula.ts'
import { DAYS, TIMES } from './random-tables.ts'
import { decimal, int, moment, type Value } from './values.ts'

/** A filter that suits the kind of a column. */
export function filterOf(id: string, { id: columnId, want }: Known, take: Take): Filter {
  const includeNulls = [undefined, 'always', 'never', 'when-no-value-is-selected'][take(4)] as Extract<
    Filter,
    { kind: 'number-range' }
  >['includeNulls']
  const nulls = includeNulls ? { includeNulls } : {}
  const mode = take(2) === 0 ? 'include' : 'exclude'
  const list = (values: Value[]): Filter => ({
    id,
    columnId,
    kind: 'list',
    mode,
    values: [...values, ...(take(3) === 2 ? [null] : [])],
  })
  if (want === 'logical') return list([[true], [false], [true, false]][take(3)] ?? [])
  if (want === 'date') {
    if (take(5) === 4) {
      const unit = (['year', 'quarter', 'month', 'day'] as const)[take(4)] ?? 'day'
      if (take(3) === 2) return { id, columnId, kind: 'date-range', mode: 'current', unit, ...nulls }
      const [mode, includeToday] = [take(2) === 1 ? ('next' as const) : ('last' as const), take(2) === 1]
      return { id, columnId, kind: 'date-range', mode, value: 1 + take(4), unit, includeToday, ...nulls }
    }
    if (take(6) === 5) return list([...DAYS, ...TIMES].slice(take(8), 11).map((day) => moment(day)))
    const day = DAYS[take(DAYS.length)] ?? ''
    if (take(3) === 0)
      return {
        id,
        columnId,
        kind: 'date-range',
        mode: (['on', 'before', 'after'] as const)[take(3)] ?? 'on',
        date: day,
        ...nulls,
      }
    return {
      id,
      columnId,
      kind: 'date-range',
      mode: 'between',
      startDate: day,
      endDate: take(2) === 0 ? '2024-03-01' : '2024-01-31',
      ...nulls,
    }
  }
  if (want === 'text') {
    if (take(3) === 0) return list([textOf(take), textOf(take), 'x', 'p'].slice(0, 1 + take(4)))
    const modes = [
      'contains',
      'equals',
      'starts-with',
      'ends-with',
      'does-not-equal',
      'does-not-contain',
      'does-not-start-with',
      'does-not-end-with',
      'like',
      'not-like',
    ]
    return {
      id,
      columnId,
      kind: 'text-match',
      mode: modes[take(modes.length)] ?? 'equals',
      value: textOf(take),
      ...(take(2) === 1 ? { case: 'sensitive' as const } : {}),
      ...nulls,
    }
  }
  if (take(4) === 3) return list([int(take(9) - 2), int(take(20)), decimal('1.5')].slice(0, 1 + take(3)))
  if (take(8) === 7)
    return {
      id,
      columnId,
      kind: 'top-n',
      rankingFunction: take(2) === 0 ? 'rank-percentile' : 'cume-dist',
      mode: take(2) === 0 ? 'top-percentile' : 'bottom-percentile',
      percentile: [10, 25, 50, 90][take(4)] ?? 50,
      ...nulls,
    }
  if (take(6) === 5)
    return {
      id,
      columnId,
      kind: 'top-n',
      // Rows with equal values would be numbered in any order.
      rankingFunction: (['rank', 'rank-dense', columnId === 'u' ? 'row-number' : 'rank'] as const)[take(3)] ?? 'rank',
      mode: take(2) === 0 ? 'top-n' : 'bottom-n',
      rowCount: 1 + take(4),
      ...nulls,
    }
  const min = take(12) - 5
  return {
    id,
    columnId,
    kind: 'number-range',
    ...(take(5) === 4 ? {} : { min }),
    ...(take(2) === 1 ? { max: min + take(20) } : {}),
    ...nulls,
  }
}
