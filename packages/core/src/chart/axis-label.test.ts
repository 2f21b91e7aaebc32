import { expect, test } from 'vitest'
import { namedLocale } from '../format/index.ts'
import { axisLabeller } from './axis-label.ts'

test.each([
  [null, '$,.0f', ['$0.8M', '$0', '$1.2M']],
  ['en-gb', '$,.0f', ['£0.8M', '£0', '£1.2M']],
  ['de', '$,.0f', ['0,8M\u00a0€', '0\u00a0€', '1,2M\u00a0€']],
  ['de', ',.0f', ['0,8M', '0', '1,2M']],
])('the labels of an axis in %s with %s', (name, formatString, expected) => {
  const label = axisLabeller({ kind: 'number', formatString }, 1_200_000, namedLocale(name))
  expect([800_000, 0, 1_200_000].map(label)).toEqual(expected)
})

test('a currency symbol of the document keeps its position', () => {
  const format = { kind: 'number', formatString: '$,.0f', currencySymbol: 'CHF ' } as const
  expect(axisLabeller(format, 800_000, namedLocale('de'))(800_000)).toBe('CHF 800k')
})
