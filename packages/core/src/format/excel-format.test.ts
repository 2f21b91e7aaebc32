import { describe, expect, it } from 'vitest'
import type { ValueType } from '../types/index.ts'
import { excelFormat } from './excel-format.ts'
import type { ValueFormat } from './format-cell.ts'

const decimal: ValueType = { kind: 'decimal', precision: 12, scale: 2 }
const number = (formatString: string, extra = {}): ValueFormat => ({ kind: 'number', formatString, ...extra })
const time = (formatString: string): ValueFormat => ({ kind: 'datetime', formatString })

describe('a spreadsheet format', () => {
  it.each<[ValueFormat, string]>([
    [number(',.2f'), '#,##0.00'],
    [number('.0f'), '0'],
    [number(',d'), '#,##0'],
    [number(',.1%'), '#,##0.0%'],
    [number('.2e'), '0.00E+00'],
    [number('$,.2f'), '"$"#,##0.00'],
    [number('$,.2f', { currencySymbol: '€' }), '"€"#,##0.00'],
    [number('.2~f'), '0.##'],
    [number('(,.2f'), '#,##0.00;(#,##0.00)'],
    [number('+,.0f'), '+#,##0;-#,##0;#,##0'],
    [number(',.2f', { prefix: 'ca ', suffix: ' "kg"' }), '"ca "#,##0.00" "\\""kg"\\"'],
    [number('.3s'), '0.00'],
    [number('no format'), '0.00'],
  ])('of %j is %s', (format, written) => expect(excelFormat(decimal, format)).toBe(written))

  it.each<[string, string]>([
    ['%Y-%m-%d', 'yyyy-mm-dd'],
    ['%d.%m.%y', 'dd.mm.yy'],
    ['%B %-d, %Y', 'mmmm d, yyyy'],
    ['%-I:%M %p', 'h:mm AM/PM'],
    ['%H:%M:%S.%L', 'hh:mm:ss.000'],
    ['%Y year', 'yyyy "year"'],
    ['Q%q', 'yyyy-mm-dd'],
  ])('of the date format %s is %s', (format, written) =>
    expect(excelFormat({ kind: 'date' }, time(format))).toBe(written),
  )

  it.each<[ValueType, string | null]>([
    [{ kind: 'int64' }, null],
    [{ kind: 'float64' }, null],
    [decimal, '0.00'],
    [{ kind: 'date' }, 'yyyy-mm-dd'],
    [{ kind: 'timestamp' }, 'yyyy-mm-dd hh:mm:ss'],
    [{ kind: 'text' }, null],
    [{ kind: 'logical' }, null],
  ])('is the plain one of %j without a format', (type, written) => expect(excelFormat(type)).toBe(written))
})
