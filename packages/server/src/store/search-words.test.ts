import { expect, test } from 'vitest'
import { indexedWords, searchedWords, searchWords } from './search-words.ts'

test.each<[string, string[]]>([
  ['Revenue by Month', ['revenue', 'by', 'month']],
  ['ORDER_ID', ['order', 'id']],
  ['OrderDate', ['orderdate', 'order', 'date']],
  ['Café Größe ΣΟΦΟΣ', ['cafe', 'große', 'σοφοσ']],
  ['Sum([Orders/Net Price]) * 1.5', ['sum', 'orders', 'net', 'price', '1', '5']],
  ['売上 report', ['売', '上', 'report']],
  ['\'; drop -- " * _x', ['drop', 'x']],
  ['…', []],
  ['x'.repeat(100), ['x'.repeat(64)]],
])('words of %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

test.each<[string, string[]]>([
  ['Net price', ['net', 'price']],
  ['price PRICE', ['price']],
  ['or order orders', ['orders']],
  ['OrderDate', ['orderdate']],
  [' ?! ', []],
])('sought words of %j', (query, words) => {
  expect(searchedWords(query)).toEqual(words)
})

test('the index has each word once, and marks words of the name', () => {
  expect(indexedWords('Net Sales', ['net net', 'Sales-Tax'])).toBe('net _net sales _sales tax')
})
