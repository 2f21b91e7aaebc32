import { expect, test } from 'vitest'
import { excelFormat, formatCell, namedLocale } from './index.ts'

const number = { kind: 'number', formatString: '$,.2f' } as const
const day = { kind: 'datetime', formatString: '%A %d %B %Y' } as const

test.each<[string | null, string[]]>([
  [null, ['1,234,567.50', '$1,234.50', '2026-03-07', '2026-03-07 14:05:06', 'Saturday 07 March 2026']],
  ['en', ['1,234,567.50', '$1,234.50', '03/07/2026', '03/07/2026 14:05:06', 'Saturday 07 March 2026']],
  ['en-gb', ['1,234,567.50', '£1,234.50', '07/03/2026', '07/03/2026 14:05:06', 'Saturday 07 March 2026']],
  ['en-au', ['1,234,567.50', '$1,234.50', '07/03/2026', '07/03/2026 14:05:06', 'Saturday 07 March 2026']],
  ['en-ca', ['1,234,567.50', '$1,234.50', '2026-03-07', '2026-03-07 14:05:06', 'Saturday 07 March 2026']],
  ['en-ie', ['1,234,567.50', '€1,234.50', '07/03/2026', '07/03/2026 14:05:06', 'Saturday 07 March 2026']],
  ['de', ['1.234.567,50', '1.234,50\u00a0€', '07.03.2026', '07.03.2026 14:05:06', 'Samstag 07 März 2026']],
  ['hi-IN', ['12,34,567.50', '₹1,234.50', '07/03/2026', '07/03/2026 14:05:06', 'शनिवार 07 मार्च 2026']],
])('in %s', (name, expected) => {
  const locale = namedLocale(name)
  expect([
    formatCell('1234567.5', { kind: 'decimal', precision: 12, scale: 2 }, undefined, locale),
    formatCell(1234.5, { kind: 'float64' }, number, locale),
    formatCell('2026-03-07', { kind: 'date' }, undefined, locale),
    formatCell('2026-03-07 14:05:06', { kind: 'timestamp' }, undefined, locale),
    formatCell('2026-03-07', { kind: 'date' }, day, locale),
  ]).toEqual(expected)
})

test('what a document says counts before the locale', () => {
  const own = { ...number, currencySymbol: '¤', decimalSymbol: ';' }
  expect(formatCell(1.5, { kind: 'float64' }, own, namedLocale('de'))).toBe('¤1;50')
  expect(formatCell('2026-03-07', { kind: 'date' }, { kind: 'datetime', formatString: '%Y' }, namedLocale('de'))).toBe(
    '2026',
  )
})

test.each([
  [null, 'yyyy-mm-dd', '"$"#,##0.00'],
  ['en-gb', 'dd/mm/yyyy', '"£"#,##0.00'],
  ['de', 'dd.mm.yyyy', '#,##0.00"\u00a0€"'],
])('a spreadsheet in %s', (name, date, money) => {
  expect(excelFormat({ kind: 'date' }, null, namedLocale(name))).toBe(date)
  expect(excelFormat({ kind: 'float64' }, number, namedLocale(name))).toBe(money)
})

test('an unknown name is the default, and one name is one object', () => {
  expect(namedLocale('no_locale!')).toBe(namedLocale(null))
  expect(namedLocale('de-CH')).toBe(namedLocale('de-CH'))
})
