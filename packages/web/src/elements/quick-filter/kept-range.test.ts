import { describe, expect, it } from 'vitest'
import { keptRange } from './kept-range.ts'

describe('the range filter that keeps several selected values', () => {
  it.each([
    [
      'dates, from the first to the last day',
      'date',
      ['2026-03-01', '2026-01-15T10:00:00', '2026-02-01'],
      { kind: 'date-range', mode: 'between', startDate: '2026-01-15', endDate: '2026-03-01' },
    ],
    ['numbers, from the lowest to the highest', 'number', [10, -2.5, 3], { kind: 'number-range', min: -2.5, max: 10 }],
    ['texts by a list', 'text', ['a', 'b'], undefined],
    ['one date by a list', 'date', ['2026-03-01'], undefined],
    ['dates and an empty value by a list', 'date', ['2026-03-01', null], undefined],
    ['numbers beyond what a number holds by a list', 'number', [1, '9007199254740993'], undefined],
  ])('%s', (_what, type, values, expected) => {
    expect(keptRange('f', 'c', type, values)).toEqual(expected && { id: 'f', columnId: 'c', ...expected })
  })
})
