import { valueTypeToText } from '@octavo/core/types'
import { describe, expect, it } from 'vitest'
import { readCsv } from './csv-text.ts'

describe('the type of a column of a CSV', () => {
  it.each([
    ['identifiers of 19 digits', ['9007199254740993', '9223372036854775807', '-9223372036854775808'], 'int64'],
    ['whole numbers beyond 64 bits', ['1', '9223372036854775808'], 'decimal(38,0)'],
    ['whole numbers of 38 digits', ['9'.repeat(38)], 'decimal(38,0)'],
    ['whole numbers of more digits', ['9'.repeat(39)], 'text'],
    ['money', ['12.50', '-3'], 'decimal(18,2)'],
    ['money of more than 18 digits', ['12345678901234567.89', '0.05'], 'decimal(38,2)'],
    ['more decimals than fit', [`0.${'1'.repeat(39)}`], 'text'],
    ['numbers with an exponent', ['1.5e300', '-2'], 'float64'],
    ['long identifiers beside an exponent', ['9007199254740993', '1e3'], 'text'],
    ['numbers with leading zeros', ['007', '1'], 'text'],
  ])('of %s is exact', (_what, values, type) => {
    const { columns, rows } = readCsv(`Value\n${values.join('\n')}\n`, { rows: 10, columns: 2 })
    expect(columns.map((column) => valueTypeToText(column.type))).toEqual([type])
    expect(rows.map(([cell]) => cell)).toEqual(values)
  })
})
