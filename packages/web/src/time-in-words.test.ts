import { expect, it } from 'vitest'
import { timeInWords } from './time-in-words.ts'

const now = Date.parse('2026-06-15T12:00:00')

it.each([
  ['2026-06-15T11:59:30', 'now'],
  ['2026-06-15T12:05:00', 'now'],
  ['2026-06-15T11:58:30', '1 minute ago'],
  ['2026-06-15T09:00:00', '3 hours ago'],
  ['2026-06-14T11:00:00', 'yesterday'],
  ['2026-06-10T12:00:00', '5 days ago'],
  ['2026-03-01T12:00:00', 'Mar 1'],
  ['2024-03-01T12:00:00', 'Mar 1, 2024'],
])('at noon of 15 June 2026, %s is %s', (time, words) => {
  expect(timeInWords(time, now)).toBe(words)
})
