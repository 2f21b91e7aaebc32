import { expect, it } from 'vitest'
import { i18n } from '../../i18n/index.ts'
import { filterWords } from './filter-words.ts'

it.each([
  [{ kind: 'list', mode: 'include', values: ['East', null, ''] }, '= East, No value, (empty)'],
  [{ kind: 'list', mode: 'exclude', values: [null] }, '≠ No value'],
  [{ kind: 'number-range', min: 1, max: 5 }, '1 – 5'],
  [{ kind: 'text-match', mode: 'does-not-contain', value: 'x' }, 'does not contain “x”'],
  [{ kind: 'top-n', mode: 'top-n', rowCount: 5 }, 'Top 5'],
  [{ kind: 'top-n', mode: 'bottom-percentile', percentile: 10 }, 'Bottom 10 %'],
  [{ kind: 'date-range', mode: 'last', value: 3, unit: 'month', includeToday: true }, 'Last 3 months'],
  [{ kind: 'date-range', mode: 'last', value: 1, unit: 'day', includeToday: false }, 'Yesterday'],
  [{ kind: 'date-range', mode: 'current', unit: 'year' }, 'This year'],
  [{ kind: 'date-range', mode: 'before', date: '2026-11-20' }, 'before Nov 20, 2026'],
])('%j is %s', (filter, words) => {
  expect(filterWords({ id: 'filter', columnId: 'column', ...filter } as never, i18n.t)).toBe(words)
})
