import type { ValueType } from '@octavo/core/types'
import { expect, it } from 'vitest'
import { columnWidths } from './xlsx-widths.ts'

const text: ValueType = { kind: 'text' }
const float: ValueType = { kind: 'float64' }
const words = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`
const number = (content: string) => `<c s="2"><v>${content}</v></c>`

it.each([
  ['the least width without rows', { type: text, format: null }, [], 12],
  ['short texts', { type: text, format: null }, [words('East'), '<c/>'], 12],
  ['the longest text', { type: text, format: null }, [words('San Diego Riverside'), words('East')], 21],
  ['escaped letters', { type: text, format: null }, [words('Alder &amp; Company')], 17],
  ['wide letters', { type: text, format: null }, [words('東京都千代田区')], 16],
  ['at most forty letters', { type: text, format: null }, [words('x'.repeat(400))], 40],
  ['an amount of money', { type: float, format: '"$"#,##0.00' }, [number('1234567890.5')], 19],
  ['a negative amount', { type: float, format: '"$"#,##0' }, [number('-1234567890.5')], 17],
  ['a percentage', { type: float, format: '0.0%' }, [number('0.153')], 12],
  ['digits that programs shorten', { type: float, format: null }, [number('0.12345678901234567')], 13],
  ['a date, which is a number', { type: { kind: 'date' } as const, format: 'yyyy-mm-dd' }, [number('46000')], 12],
  ['a time', { type: { kind: 'timestamp' } as const, format: 'yyyy-mm-dd hh:mm:ss' }, [number('46000.5')], 20],
])('a column is as wide as %s', (_, column, cells, width) => {
  const rows = cells.map((each) => `<row><c/>${each}</row>\n`).join('')
  const columns = [
    { name: 'First', type: text, format: null },
    { name: 'Second', ...column },
  ]
  expect(columnWidths(columns, Buffer.from(rows))).toEqual([12, width])
})

it('a column is as wide as its name', () => {
  expect(columnWidths([{ name: 'A name of twenty-six ones', type: text, format: null }], undefined)).toEqual([27])
})

it('only the first rows are measured, and a row that is cut off is no error', () => {
  const short = `<row>${words('East')}</row>\n`
  const rows = `${short.repeat(200)}<row>${words('Later, and much longer')}</row>\n`
  const columns = [{ name: 'Region', type: text, format: null }]
  expect(columnWidths(columns, Buffer.from(rows))).toEqual([12])
  expect(columnWidths(columns, Buffer.from(short).subarray(0, 30))).toEqual([12])
})
