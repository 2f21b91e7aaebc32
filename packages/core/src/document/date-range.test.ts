import { expect, test } from 'vitest'
import { dateClock, dateRange } from './date-range.ts'

// Tuesday, 31 March 2026, 00:30 in Berlin; in UTC it is still Monday.
const clock = dateClock('2026-03-30T22:30:00Z', 'Europe/Berlin')
const relative = (op: string, value: number, unit: string) => ({ op, value, unit })

const ranges: [title: string, fields: Record<string, unknown>, start: string | null, before: string | null][] = [
  [
    'between days',
    { mode: 'between', startDate: '2026-01-01', endDate: '2026-01-31' },
    '2026-01-01T00:00:00',
    '2026-02-01T00:00:00',
  ],
  ['between without ends', { mode: 'between' }, null, null],
  [
    'between times, the last second inside',
    { mode: 'between', startDate: '2026-01-01T08:00', endDate: '2026-01-01T09:00:00' },
    '2026-01-01T08:00:00',
    '2026-01-01T09:00:01',
  ],
  [
    'between instants, moved to the zone',
    { mode: 'between', startDate: '2026-03-28T23:30:00Z', endDate: '2026-03-29T22:00:00Z' },
    '2026-03-29T00:30:00',
    '2026-03-30T00:00:01',
  ],
  ['on', { mode: 'on', date: '2024-02-29' }, '2024-02-29T00:00:00', '2024-03-01T00:00:00'],
  ['before', { mode: 'before', date: '2026-01-01' }, null, '2026-01-01T00:00:00'],
  ['after', { mode: 'after', date: '2026-01-01' }, '2026-01-02T00:00:00', null],
  [
    'current week from Sunday',
    { mode: 'current', unit: 'week-starting-sunday' },
    '2026-03-29T00:00:00',
    '2026-04-05T00:00:00',
  ],
  [
    'current week from Monday',
    { mode: 'current', unit: 'week-starting-monday' },
    '2026-03-30T00:00:00',
    '2026-04-06T00:00:00',
  ],
  ['current quarter', { mode: 'current', unit: 'quarter' }, '2026-01-01T00:00:00', '2026-04-01T00:00:00'],
  ['current hour', { mode: 'current', unit: 'hour' }, '2026-03-31T00:00:00', '2026-03-31T01:00:00'],
  [
    'last seven days',
    { mode: 'last', value: 7, unit: 'day', includeToday: false },
    '2026-03-24T00:00:00',
    '2026-03-31T00:00:00',
  ],
  [
    'last seven days with today',
    { mode: 'last', value: 7, unit: 'day', includeToday: true },
    '2026-03-25T00:00:00',
    '2026-04-01T00:00:00',
  ],
  [
    'last month',
    { mode: 'last', value: 1, unit: 'month', includeToday: false },
    '2026-02-01T00:00:00',
    '2026-03-01T00:00:00',
  ],
  [
    'last month up to today',
    { mode: 'last', value: 1, unit: 'month', includeToday: true },
    '2026-02-01T00:00:00',
    '2026-04-01T00:00:00',
  ],
  [
    'next two years',
    { mode: 'next', value: 2, unit: 'year', includeToday: false },
    '2027-01-01T00:00:00',
    '2029-01-01T00:00:00',
  ],
  [
    'next three days with today',
    { mode: 'next', value: 3, unit: 'day', includeToday: true },
    '2026-03-31T00:00:00',
    '2026-04-03T00:00:00',
  ],
  [
    'custom, one month ago to today',
    { mode: 'custom', startDate: relative('now-minus', 1, 'month'), endDate: relative('now-plus', 0, 'day') },
    '2026-02-28T00:00:00',
    '2026-04-01T00:00:00',
  ],
  ['custom, open start', { mode: 'custom', endDate: relative('now-minus', 1, 'year') }, null, '2025-04-01T00:00:00'],
]

test.each(ranges)('%s', (_, fields, start, before) => {
  expect(dateRange({ kind: 'date-range', ...fields }, clock)).toEqual({ start, before })
})

test.each([
  ['an unknown mode', { mode: 'sometimes' }],
  ['no date', { mode: 'on' }],
  ['an invalid date', { mode: 'before', date: 'tomorrow' }],
  ['an unknown unit', { mode: 'last', value: 1, unit: 'fortnight' }],
  ['half a period', { mode: 'last', value: 1.5, unit: 'day' }],
])('%s cannot be read', (_, fields) => {
  expect(dateRange({ kind: 'date-range', ...fields }, clock)).toBeNull()
})
