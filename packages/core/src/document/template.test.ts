import { expect, test } from 'vitest'
import { parseTemplate } from './template.ts'

test.each([
  ['plain', ['plain']],
  ['', []],
  ['a {{[X]}} b', ['a ', { formula: '[X]', start: 4, end: 7 }, ' b']],
  ['{{ Sum([X]) | ,.2f }}', [{ formula: 'Sum([X])', format: ',.2f', start: 3, end: 11 }]],
  ['{{"a|b}}"}}', [{ formula: '"a|b}}"', start: 2, end: 9 }]],
  ['{{}} {{ }}', ['{{}} {{ }}']],
  ['{{[X]', ['{{[X]']],
  ['{{"open}} {{[X]}}', ['{{"open}} ', { formula: '[X]', start: 12, end: 15 }]],
])('%s', (text, parts) => {
  expect(parseTemplate(text)).toEqual(parts)
})
