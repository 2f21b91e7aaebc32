import { expect, test } from 'vitest'
import { defaultLocale } from '../format/index.ts'
import type { ResultColumn, ValueType } from '../types/index.ts'
import { findColumn } from './chart-data.ts'

const label = (type: ValueType['kind'], formula: string, format?: { kind: 'datetime'; formatString: string }) => {
  const column = { id: 'c', name: 'C', type: { kind: type } } as ResultColumn
  const result = { columns: [column], values: [['2026-07-01']], rowCount: 1, isPartial: false }
  return findColumn(result, 'c', [{ id: 'c', formula, ...(format ? { format } : {}) }], defaultLocale)?.label(
    '2026-07-01',
  )
}

test.each([
  ['DateTrunc("year", [Sales/Order Date])', '2026'],
  ['datetrunc( "Quarter" , [Sales/Order Date])', 'Q3 2026'],
  ['DateTrunc("month", [Sales/Order Date])', 'Jul 2026'],
  ['DateTrunc("week", [Sales/Order Date])', '2026-07-01'],
  ['[Sales/Order Date]', '2026-07-01'],
])('a date of %s without a format is displayed as %s', (formula, expected) => {
  expect(label('date', formula)).toBe(expected)
})

test('the format of the document takes precedence, and a text is not a date', () => {
  const formula = 'DateTrunc("year", [Day])'
  expect(label('date', formula, { kind: 'datetime', formatString: '%d.%m.%y' })).toBe('01.07.26')
  expect(label('text', formula)).toBe('2026-07-01')
})
