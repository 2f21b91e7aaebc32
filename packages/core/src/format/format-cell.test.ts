import { format as d3Format } from 'd3-format'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cell, ValueType } from '../types/index.ts'
import { defaultLocale, formatCell, type ValueFormat } from './index.ts'

const int64: ValueType = { kind: 'int64' }
const float64: ValueType = { kind: 'float64' }
const money: ValueType = { kind: 'decimal', precision: 18, scale: 2 }
/** The type of Number(text). */
const computed: ValueType = { kind: 'decimal', precision: 38, scale: 18 }
const date: ValueType = { kind: 'date' }
const timestamp: ValueType = { kind: 'timestamp' }
const text: ValueType = { kind: 'text' }
const number = (formatString?: string, more?: Partial<ValueFormat>): ValueFormat =>
  ({ kind: 'number', ...(formatString === undefined ? {} : { formatString }), ...more }) as ValueFormat
const datetime = (formatString: string): ValueFormat => ({ kind: 'datetime', formatString })

describe('a format writes what d3 writes, without losing digits', () => {
  const rows: [cell: Cell, type: ValueType, format: ValueFormat | undefined, shown: string][] = [
    ['1234567', int64, undefined, '1,234,567'],
    ['-42', int64, undefined, '\u221242'],
    ['9223372036854775807', int64, undefined, '9,223,372,036,854,775,807'],
    ['123456789012345678.91', money, undefined, '123,456,789,012,345,678.91'],
    ['123456789012345678.91', money, number('$,.1f'), '$123,456,789,012,345,678.9'],
    ['1.500000000000000000', computed, undefined, '1.5'],
    ['1234.000000000000000000', computed, undefined, '1,234'],
    ['0.123456789012345678', computed, undefined, '0.123456789012345678'],
    ['1.500000000000000000', computed, number(',.2f'), '1.50'],
    ['-0.004', money, undefined, '0.00'],
    ['1.005', money, number('.2f'), '1.01'],
    ['-12.5', money, number('(,.2f'), '(12.50)'],
    ['-12.5', money, number('$,.2f'), '\u2212$12.50'],
    ['12.5', money, number('+.1f'), '+12.5'],
    ['12.50', money, number(',.2~f'), '12.5'],
    ['0.1234', money, number('.1%'), '12.3%'],
    ['0.999', money, number('.0%'), '100%'],
    ['7', int64, number('05d'), '00007'],
    ['1234567', int64, number('$.3s'), '$1.23M'],
    ['1234567.8', money, number('$,.0f', { currencySymbol: '€' } as Partial<ValueFormat>), '€1,234,568'],
    [
      '1234567.8',
      money,
      number(',.1f', { decimalSymbol: ',', digitGroupingSymbol: '.' } as Partial<ValueFormat>),
      '1.234.567,8',
    ],
    ['1234567', int64, number(',d', { digitGroupingSize: [3, 2] } as Partial<ValueFormat>), '12,34,567'],
    ['-5', int64, number('d', { prefix: '~', suffix: ' pcs' } as Partial<ValueFormat>), '\u2212~5 pcs'],
    [null, int64, number('d', { displayNullAs: 'n/a' } as Partial<ValueFormat>), 'n/a'],
    [null, text, undefined, ''],
    [1234.5, float64, undefined, '1,234.50'],
    [0.00012, float64, undefined, '0.00012'],
    [0, float64, undefined, '0.00'],
    [1.5e21, float64, undefined, '1.5e+21'],
    ['NaN', float64, number('.2f'), 'NaN'],
    ['-Infinity', float64, undefined, '\u2212∞'],
    [2.34567, float64, number('not a format'), '2.35'],
    ['2024-05-20', date, undefined, '2024-05-20'],
    ['0099-01-02', date, datetime('%Y-%m-%d'), '0099-01-02'],
    ['2024-05-20', date, datetime('%b %Y'), 'May 2024'],
    ['2024-05-20T00:00:00', timestamp, undefined, '2024-05-20'],
    ['2024-05-20T13:45:01', timestamp, undefined, '2024-05-20 13:45:01'],
    ['2024-05-20T13:45:00.123456', timestamp, datetime('%H:%M:%S.%f'), '13:45:00.123456'],
    ['2024-05-20T13:45:00', timestamp, datetime('%-I %p, 100%%'), '1 PM, 100%'],
    ['2024-05-20T23:30:00Z', { kind: 'instant' }, undefined, '2024-05-20 23:30:00'],
    ['2024-05-20', date, number(',.2f'), '2024-05-20'],
    ['12', int64, datetime('%Y'), '12'],
    [true, { kind: 'logical' }, undefined, 'True'],
    ['007', text, number(',d'), '007'],
    ['{"a":1}', { kind: 'variant' }, undefined, '{"a":1}'],
  ]
  it.each(rows)('%j as %j with %j is %j', (cell, type, format, shown) => {
    expect(formatCell(cell, type, format)).toBe(shown)
  })
})

it('agrees with d3 for every integer a float can hold, whatever the specifier', () => {
  const specifiers = [',d', 'd', ',.2f', '.0f', '+,.1f', '(,.0f', '$,.2f', '012,d', '>14,.1f', '<12d', '^13d', '.1%']
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom(...specifiers), (value, specifier) => {
      if (specifier === '.1%' && Math.abs(value) > 2 ** 40) return
      expect(formatCell(String(value), int64, number(specifier))).toBe(d3Format(specifier)(value))
    }),
  )
})

it('keeps the two locales of one column apart', () => {
  const german = { ...defaultLocale, decimal: ',', thousands: '.' }
  expect(formatCell('1234.5', money)).toBe('1,234.50')
  expect(formatCell('1234.5', money, undefined, german)).toBe('1.234,50')
})
