import { expect, it } from 'vitest'
import { exactTime, timeInWords } from './time-in-words.ts'

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

it('makes the formatters of a locale once, however many times are shown', () => {
  let made = 0
  const { RelativeTimeFormat, DateTimeFormat } = Intl
  class CountedRelative extends RelativeTimeFormat {
    constructor(...given: ConstructorParameters<typeof Intl.RelativeTimeFormat>) {
      super(...given)
      made += 1
    }
  }
  class CountedDate extends DateTimeFormat {
    constructor(...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
      super(...given)
      made += 1
    }
  }
  Object.assign(Intl, { RelativeTimeFormat: CountedRelative, DateTimeFormat: CountedDate })
  try {
    for (let version = 0; version < 50; version += 1) {
      timeInWords('2026-06-15T09:00:00', now, 'fr')
      exactTime('2026-06-15T09:00:00', 'fr')
    }
  } finally {
    Object.assign(Intl, { RelativeTimeFormat, DateTimeFormat })
  }
  expect(made).toBe(4)
})

it.each([
  ['en', '6/15/26, 9:00:05'],
  ['de', '15.06.26, 09:00:05'],
])('an exact time in %s begins with the date', (locale, text) => {
  expect(exactTime('2026-06-15T09:00:05', locale)).toContain(text)
})
