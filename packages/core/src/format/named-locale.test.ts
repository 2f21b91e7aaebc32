import { expect, test } from 'vitest'
import { excelFormat, formatCell, namedLocale } from './index.ts'
import { knownLocales } from './known-locales.ts'

const number = { kind: 'number', formatString: '$,.2f' } as const
const day = { kind: 'datetime', formatString: '%A %d %B %Y' } as const

const rows: [string | null, string[]][] = [
  [null, ['1,234,567.50', '$1,234.50', '2026-03-07', '2026-03-07 14:05:06', 'Saturday 07 March 2026']],
  ['en', ['1,234,567.50', '$1,234.50', '03/07/2026', '03/07/2026 14:05:06', 'Saturday 07 March 2026']],
  ['en-gb', ['1,234,567.50', '£1,234.50', '07/03/2026', '07/03/2026 14:05:06', 'Saturday 07 March 2026']],
  ['en-au', ['1,234,567.50', '$1,234.50', '07/03/2026', '07/03/2026 14:05:06', 'Saturday 07 March 2026']],
  ['en-ca', ['1,234,567.50', '$1,234.50', '2026-03-07', '2026-03-07 14:05:06', 'Saturday 07 March 2026']],
  ['en-ie', ['1,234,567.50', '€1,234.50', '07/03/2026', '07/03/2026 14:05:06', 'Saturday 07 March 2026']],
  ['de', ['1.234.567,50', '1.234,50\u00a0€', '07.03.2026', '07.03.2026 14:05:06', 'Samstag 07 März 2026']],
  ['zh-cn', ['1,234,567.50', '¥1,234.50', '2026/03/07', '2026/03/07 14:05:06', '星期六 07 三月 2026']],
  ['zh-tw', ['1,234,567.50', '$1,234.50', '2026/03/07', '2026/03/07 14:05:06', '星期六 07 3月 2026']],
  ['nl-nl', ['1.234.567,50', '€\u00a01.234,50', '07-03-2026', '07-03-2026 14:05:06', 'zaterdag 07 maart 2026']],
  [
    'fr',
    ['1\u202f234\u202f567,50', '1\u202f234,50\u00a0€', '07/03/2026', '07/03/2026 14:05:06', 'samedi 07 mars 2026'],
  ],
  [
    'fr-ca',
    [
      '1\u00a0234\u00a0567,50',
      '1\u00a0234,50\u00a0$',
      '2026-03-07',
      '2026-03-07 14 h 05 min 06 s',
      'samedi 07 mars 2026',
    ],
  ],
  ['it', ['1.234.567,50', '1.234,50\u00a0€', '07/03/2026', '07/03/2026 14:05:06', 'sabato 07 marzo 2026']],
  ['ja', ['1,234,567.50', '￥1,234.50', '2026/03/07', '2026/03/07 14:05:06', '土曜日 07 3月 2026']],
  ['ko-kr', ['1,234,567.50', '₩1,234.50', '2026. 03. 07.', '2026. 03. 07. 14:05:06', '토요일 07 3월 2026']],
  [
    'pl',
    ['1\u00a0234\u00a0567,50', '1\u00a0234,50\u00a0zł', '07.03.2026', '07.03.2026 14:05:06', 'sobota 07 marzec 2026'],
  ],
  ['pt', ['1.234.567,50', 'R$\u00a01.234,50', '07/03/2026', '07/03/2026 14:05:06', 'sábado 07 março 2026']],
  ['pt-br', ['1.234.567,50', 'R$\u00a01.234,50', '07/03/2026', '07/03/2026 14:05:06', 'sábado 07 março 2026']],
  [
    'ru',
    ['1\u00a0234\u00a0567,50', '1\u00a0234,50\u00a0₽', '07.03.2026', '07.03.2026 14:05:06', 'суббота 07 март 2026'],
  ],
  ['es', ['1.234.567,50', '1.234,50\u00a0€', '07/03/2026', '07/03/2026 14:05:06', 'sábado 07 marzo 2026']],
  ['es-mx', ['1,234,567.50', '$1,234.50', '07/03/2026', '07/03/2026 14:05:06', 'sábado 07 marzo 2026']],
  [
    'sv-se',
    ['1\u00a0234\u00a0567,50', '1\u00a0234,50\u00a0kr', '2026-03-07', '2026-03-07 14:05:06', 'lördag 07 mars 2026'],
  ],
  ['th', ['1,234,567.50', '฿1,234.50', '07/03/2026', '07/03/2026 14:05:06', 'วันเสาร์ 07 มีนาคม 2026']],
  ['hi-IN', ['12,34,567.50', '₹1,234.50', '07/03/2026', '07/03/2026 14:05:06', 'शनिवार 07 मार्च 2026']],
]

test('every locale of addresses and translation files has a row in the table', () => {
  expect(knownLocales.filter((name) => !rows.some(([named]) => named === name))).toEqual([])
})

test.each(rows)('in %s', (name, expected) => {
  const locale = namedLocale(name)
  expect([
    formatCell('1234567.5', { kind: 'decimal', precision: 12, scale: 2 }, undefined, locale),
    formatCell(1234.5, { kind: 'float64' }, number, locale),
    formatCell('2026-03-07', { kind: 'date' }, undefined, locale),
    formatCell('2026-03-07 14:05:06', { kind: 'timestamp' }, undefined, locale),
    formatCell('2026-03-07', { kind: 'date' }, day, locale),
  ]).toEqual(expected)
})

test('the format of a document takes precedence over the locale', () => {
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
