import { defaultLocale, namedLocale } from '@octavo/core/format'
import type { Cell, ValueType } from '@octavo/core/types'
import { expect, test } from 'vitest'
import { writtenValues } from './written-values.ts'

const float: ValueType = { kind: 'float64' }
const whole: ValueType = { kind: 'int64' }
const amount: ValueType = { kind: 'decimal', precision: 10, scale: 2 }

test.each<[string, Cell[], ValueType, string | null, string]>([
  ['the number of a step', [3], float, null, '3'],
  ['a large whole number', [1_234_567], float, null, '1,234,567'],
  ['a negative one', [-2], float, null, '\u22122'],
  ['nothing', [0], float, null, '0'],
  ['a number with decimals', [1234.5], float, null, '1,234.50'],
  ['several numbers, of which one has decimals', [3, 4.25], float, null, '3.00, 4.25'],
  ['several whole numbers', [3, 4, 3], float, null, '3, 4'],
  ['a whole number and none', [3, null], float, null, '3, \u2013'],
  ['a format of the hole', [3], float, ',.2f', '3.00'],
  ['a number beyond exact ones', [2e15], float, null, '2e+15'],
  ['an integer', ['12000'], whole, null, '12,000'],
  ['an amount, with the digits of its scale', ['3.00'], amount, null, '3.00'],
  ['a text of digits', ['007'], { kind: 'text' }, null, '007'],
  ['a value that is true', [true], { kind: 'logical' }, null, defaultLocale.logical.true],
  ['no value', [null], float, null, '\u2013'],
])('%s', (_name, cells, type, format, expected) => {
  expect(writtenValues(cells, { id: 'a', name: 'A', type, nullable: true }, format, defaultLocale)).toBe(expected)
})

test('numbers are grouped as in the locale', () => {
  expect(writtenValues([12_000], { id: 'a', name: 'A', type: float, nullable: true }, null, namedLocale('de-DE'))).toBe(
    '12.000',
  )
})
