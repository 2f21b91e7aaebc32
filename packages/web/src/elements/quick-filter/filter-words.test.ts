import { expect, it } from 'vitest'
import { i18n } from '../../i18n/index.ts'
import { filterWords } from './filter-words.ts'

it.each([
  [{ kind: 'list', mode: 'include', values: ['East', null, ''] }, '= East, No value, (empty)'],
  [{ kind: 'list', mode: 'exclude', values: [null] }, '≠ No value'],
  [{ kind: 'number-range', min: 1, max: 5 }, '1 – 5'],
])('%j is %s', (filter, words) => {
  expect(filterWords({ id: 'filter', columnId: 'column', ...filter } as never, i18n.t)).toBe(words)
})
