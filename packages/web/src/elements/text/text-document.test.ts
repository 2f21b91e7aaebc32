import { parseRichText, printRichText } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { richTextOf, textDocument } from './text-document.ts'

describe('a text in the editor', () => {
  it.each([
    ['nothing', ''],
    ['paragraphs and headings', '# Sales\n\nThis **month** and *last* one'],
    ['a formula with a format', 'Sold {{Sum([Sales/Revenue]) | $,.0f}} so far'],
    ['marks in marks', '**bold *and italic* and <u>underlined</u>**'],
    ['lists', '- a\n- b\n  1. c\n  2. d'],
    [
      'alignment and classes',
      '<p class="p-small" style="text-align: center">a</p>\n\n# <p style="text-align: right">b</p>',
    ],
    ['styles', '<span style="color: #ff0000; font-size: 14px">a</span> b'],
    ['a link with a formula', '[a **b**](https://example.com/{{[Pick]}}/b)'],
    ['breaks', 'a<br>b'],
    ['sub and sup', 'H<sub>2</sub>O, m<sup>2</sup>'],
  ])('of %s is stored as the same body', (_name, body) => {
    expect(printRichText(richTextOf(textDocument(parseRichText(body))))).toBe(body)
  })
})
