import { expect, it } from 'vitest'
import { dateClock } from '../../document/index.ts'
import { filterCondition } from './filters.ts'

const clock = dateClock('2026-03-10T15:30:00Z', 'UTC')

/** Values with which days, or local times, are compared. */
function boundsOf(kind: 'date' | 'timestamp', startDate: string | undefined, endDate: string | undefined): string[] {
  const outcome = filterCondition({ kind: 'date-range', mode: 'between', startDate, endDate }, 'd', { kind }, clock)
  if (!outcome.ok) throw new Error(outcome.reason)
  const text = JSON.stringify(outcome.condition)
  return [...text.matchAll(/"operator":"([<>=]+)","value":\{"value":"([^"]+)"/g)].map(
    ([, sign, day]) => `${sign} ${day}`,
  )
}

// A day is in the range when it begins in the range.
it.each([
  ['2026-03-01', '2026-03-05', ['>= 2026-03-01', '< 2026-03-06']],
  ['2026-03-01T00:00:00', '2026-03-05T00:00:00', ['>= 2026-03-01', '< 2026-03-06']],
  ['2026-03-01T10:00:00', '2026-03-05T18:30', ['>= 2026-03-02', '< 2026-03-06']],
  ['2026-03-01T23:59:59', undefined, ['>= 2026-03-02']],
  [undefined, '2026-03-05T09:00', ['< 2026-03-06']],
])('from %s to %s days are compared with whole days: %j', (start, end, bounds) => {
  expect(boundsOf('date', start, end)).toEqual(bounds)
})

it('times are compared with the times as they are', () => {
  const bounds = ['>= 2026-03-01T10:00:00', '< 2026-03-05T18:31:00']
  expect(boundsOf('timestamp', '2026-03-01T10:00:00', '2026-03-05T18:30')).toEqual(bounds)
})
