import { expect, it } from 'vitest'
import { dueTimeInWords } from './due-time-in-words.ts'

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone

it.each([
  ['before the clocks are set forward', '2027-03-27T01:30:00Z', /2:30\sAM/],
  ['on the day on which 02:30 does not exist', '2027-03-28T01:00:00Z', /3:00\sAM/],
  ['the first 02:30 of the day on which it exists twice', '2027-10-31T00:30:00Z', /2:30\sAM/],
  ['after the clocks were set back', '2027-11-01T01:30:00Z', /2:30\sAM/],
])('a due time is that of the zone of its schedule: %s', (_name, instant, expected) => {
  const words = dueTimeInWords(instant, 'Europe/Berlin')
  expect(words).toMatch(expected)
  expect(words.endsWith('(Europe/Berlin)')).toBe(own !== 'Europe/Berlin')
})

it('the zone of the browser is not named', () => {
  expect(dueTimeInWords('2027-03-27T01:30:00Z', own)).not.toContain('(')
})
