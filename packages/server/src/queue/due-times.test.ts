import { expect, test } from 'vitest'
import { type DueTimes, readDueTimes } from './index.ts'

function timesOf(cronSpec: string, timezone: string): DueTimes {
  const read = readDueTimes(cronSpec, timezone)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.times
}
const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().replace(':00.000Z', 'Z'))

test.each([
  [
    'each day at nine, over the start of summer time',
    '0 9 * * *',
    'Europe/Berlin',
    '2026-03-28T00:00Z',
    ['2026-03-28T08:00Z', '2026-03-29T07:00Z', '2026-03-30T07:00Z'],
  ],
  [
    'a time that does not exist comes when the clock has moved on',
    '30 2 * * *',
    'Europe/Berlin',
    '2026-03-28T12:00Z',
    ['2026-03-29T01:00Z', '2026-03-30T00:30Z'],
  ],
  [
    'a time that exists twice comes once',
    '30 2 * * *',
    'Europe/Berlin',
    '2026-10-24T12:00Z',
    ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
  ],
  [
    'every half hour goes on through the doubled hour',
    '*/30 * * * *',
    'Europe/Berlin',
    '2026-10-25T00:10Z',
    ['2026-10-25T00:30Z', '2026-10-25T01:00Z', '2026-10-25T01:30Z', '2026-10-25T02:00Z'],
  ],
  [
    'every hour leaves out none of the short day',
    '0 * * * *',
    'America/New_York',
    '2026-03-08T06:30Z',
    ['2026-03-08T07:00Z', '2026-03-08T08:00Z'],
  ],
  ['a zone of half an hour', '0 0 * * *', 'Asia/Kolkata', '2026-01-01T00:00Z', ['2026-01-01T18:30Z']],
  [
    'a zone whose summer time is half an hour',
    '0 0 * * *',
    'Australia/Lord_Howe',
    '2026-04-04T00:00Z',
    ['2026-04-04T13:00Z', '2026-04-05T13:30Z'],
  ],
  ['the last day of a month', '0 12 L * *', 'UTC', '2026-02-01T00:00Z', ['2026-02-28T12:00Z', '2026-03-31T12:00Z']],
  ['days of the week by name', '0 9 * * MON-FRI', 'UTC', '2026-06-12T10:00Z', ['2026-06-15T09:00Z']],
  [
    'the first Monday of every third month',
    '5 1 * 1/3 1#1',
    'UTC',
    '2026-03-30T00:00Z',
    ['2026-04-06T01:05Z', '2026-07-06T01:05Z'],
  ],
  ['a leap day', '0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', ['2028-02-29T00:00Z']],
])('%s', (_, cronSpec, timezone, from, expected) => {
  expect(iso(timesOf(cronSpec, timezone).after(Date.parse(from), expected.length))).toEqual(expected)
})

test.each(['0 9 * * *', '30 2 * * *', '*/30 * * * *', '15 */6 * * 1'])(
  'the times of %s before a moment equal those after an earlier moment',
  (cronSpec) => {
    const times = timesOf(cronSpec, 'Europe/Berlin')
    const start = Date.parse('2026-10-20T00:00Z')
    const end = Date.parse('2026-11-05T00:00Z')
    const forward = times.after(start, 2000).filter((time) => time < end)
    expect(times.before(end, forward.length).toReversed()).toEqual(forward)
  },
)

test('a due time itself is neither after nor before it', () => {
  const times = timesOf('0 9 * * *', 'UTC')
  const due = Date.parse('2026-06-15T09:00Z')
  expect(iso([...times.after(due, 1), ...times.before(due, 1)])).toEqual(['2026-06-16T09:00Z', '2026-06-14T09:00Z'])
  expect(iso(times.after(due - 1, 1))).toEqual(['2026-06-15T09:00Z'])
})

test.each([
  ['0 9 * *', 'UTC', 'cronSpec', 'five fields'],
  ['0 0 9 * * *', 'UTC', 'cronSpec', 'five fields'],
  ['@daily', 'UTC', 'cronSpec', 'five fields'],
  ['', 'UTC', 'cronSpec', 'five fields'],
  ['60 * * * *', 'UTC', 'cronSpec', 'Invalid value for minute: 60'],
  ['*/0 * * * *', 'UTC', 'cronSpec', 'illegal stepping'],
  ['x * * * *', 'UTC', 'cronSpec', 'not a cron pattern'],
  ['0 0 31 2 *', 'UTC', 'cronSpec', 'never comes'],
  ['0 9 * * *', 'Europe/Atlantis', 'timezone', 'IANA'],
  ['0 9 * * *', '+02:00', 'timezone', 'IANA'],
  ['0 9 * * *', '', 'timezone', 'IANA'],
])('%j in %j is refused for its %s', (cronSpec, timezone, field, message) => {
  expect(readDueTimes(cronSpec, timezone)).toEqual({
    ok: false,
    problems: [{ field, message: expect.stringContaining(message) }],
  })
})

test('a wrong pattern and a wrong zone are both reported', () => {
  const read = readDueTimes('* * *', 'Berlin')
  expect(read.ok || read.problems.map(({ field }) => field)).toEqual(['cronSpec', 'timezone'])
})
