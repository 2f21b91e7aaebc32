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

describe('the fields of a CSV', () => {
  const read = (text: string) => readCsv(text, { rows: 10, columns: 9 })

  it.each([
    ['commas', 'Name,City\nAnn,Rome\n', ['Ann', 'Rome']],
    ['semicolons', 'Name;City\nAnn;"Rome; Italy"\n', ['Ann', 'Rome; Italy']],
    ['tabs', 'Name\tCity\r\nAnn\t"Rome"\r\n', ['Ann', 'Rome']],
    ['semicolons beside a comma in a name', 'Name, first;City;Age\nAnn;Rome;7\n', ['Ann', 'Rome', '7']],
    ['commas beside quoted semicolons', '"a;b;c",City\nAnn,Rome\n', ['Ann', 'Rome']],
    ['commas where a semicolon is as frequent', 'Name;x,City\nAnn,Rome\n', ['Ann', 'Rome']],
  ])('are separated by %s', (_what, text, row) => {
    expect(read(text).rows).toEqual([row])
  })

  it('keep commas as decimals in texts where semicolons separate', () => {
    const { columns, rows } = read('Item;Price\nTea;1,50\n')
    expect(columns.map(({ name }) => name)).toEqual(['Item', 'Price'])
    expect(rows).toEqual([['Tea', '1,50']])
  })

  it.each([
    ['an empty field is null, a quoted one is an empty text', 'a,b\n,""\n', [[null, '']]],
    ['a quote inside a field without quotes is kept', 'a,b\n6",x\n', [['6"', 'x']]],
    ['line ends and doubled quotes stand in quotes', 'a,b\n"x\ny","p""q"\n', [['x\ny', 'p"q']]],
    ['a byte order mark is no part of the first name', '\uFEFFa\n1\n', [['1']]],
  ])('%s', (_what, text, rows) => {
    expect(read(text).rows).toEqual(rows)
  })

  it.each([
    ['', 'The file is empty.'],
    ['a;b\n1\n', 'Line 2 has 1 fields, and the first line names 2 columns.'],
    ['a,b\n"x"y,2\n', 'Line 2 has text after a closing quote.'],
    ['a,b\n"x', 'A quote that opens on line 2 never closes.'],
  ])('%j is refused with the line', (text, reason) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: expect.objectContaining({ reason }) }),
    )
  })
})
