import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRichText } from './rich-text.ts'
import { printRichText } from './rich-text-print.ts'
import type { RichBlock, RichInline } from './rich-text-tree.ts'

describe('printed text', () => {
  test.each([
    ['paragraphs', 'one\n\ntwo'],
    ['headings', '# a\n\n## b\n\n### c'],
    ['marks', '**a** *b* ~~c~~ <u>d</u> <sub>e</sub> <sup>f</sup>'],
    ['a formula with a format', 'Sold {{Sum([Sales/Net_*]) | $,.0f}} so far'],
    ['alignment, also of headings', '<p style="text-align: center">a</p>\n\n# <p style="text-align: right">b</p>'],
    ['classes', '<p class="p-small">a</p>'],
    ['a span', '<span style="color: #ff0000; font-size: 14px">a **b**</span>'],
    ['a link with a formula', '[a](https://example.com/{{[Pick]}}/b)'],
    ['lists', '- a\n- b\n  1. c\n  2. d'],
    ['breaks', 'a<br>b'],
  ])('of %s is the same body', (_name, body) => {
    expect(printRichText(parseRichText(body))).toBe(body)
  })

  test.each([
    '2 * 3 * 4 and _x_ and `y`',
    '# no heading',
    '- no item',
    '1. no number',
    '[no](link)',
    '<u>no tag</u>',
    'a {{no formula}} b',
    'three {{{ and four {{{{ braces }}}} }}}',
    'a & b &amp; c < d',
    '> no quote',
    'a\\b',
    '~~no strike~~',
  ])('keeps what only looks like a mark: %s', (text) => {
    const tree: RichBlock[] = [{ kind: 'paragraph', children: [{ kind: 'text', text }] }]
    expect(parseRichText(printRichText(tree))).toEqual(tree)
  })

  const bold = (value: string): RichInline => ({ kind: 'bold', children: [{ kind: 'text', text: value }] })
  const sum: RichInline = { kind: 'hole', formula: 'Sum([A/B])' }

  test.each<[string, RichInline[], string]>([
    ['puts blanks at the ends of emphasis outside of it', [bold(' much and '), sum], ' **much and** {{Sum([A/B])}}'],
    ['keeps emphasis that ends with a sign beside a formula', [bold('(much)'), sum], '**(much)**\u200B{{Sum([A/B])}}'],
    ['keeps emphasis that begins with a sign after a formula', [sum, bold('(a)')], '{{Sum([A/B])}}\u200B**(a)**'],
  ])('%s', (_name, children, expected) => {
    const printed = printRichText([{ kind: 'paragraph', children: [{ kind: 'text', text: 'x ' }, ...children] }])
    expect(printed.replaceAll('&#x200B;', '\u200B')).toBe(`x ${expected}`)
    const [paragraph] = parseRichText(printed)
    const kinds = paragraph && 'children' in paragraph ? paragraph.children.map(({ kind }) => kind) : []
    expect(kinds).toContain('bold')
    expect(kinds).toContain('hole')
  })

  const words = fc.stringMatching(/^[a-zA-Z0-9é][a-zA-Z0-9 .,:%*_#<>{}[\]()&!~+-]{0,12}[a-zA-Z0-9]$/)
  const text = words.map((value): RichInline => ({ kind: 'text', text: value }))
  const hole = fc
    .tuple(
      fc.constantFrom('Sum([Sales/Net])', '[Pick]', 'Text([A/B_c]) & "*"'),
      fc.option(fc.constantFrom('$,.0f', '.1%')),
    )
    .map(([formula, format]): RichInline => ({ kind: 'hole', formula, ...(format === null ? {} : { format }) }))
  const wrapped = fc.oneof(
    fc
      .tuple(fc.constantFrom('bold', 'italic', 'strike', 'underline', 'sub', 'sup'), fc.oneof(text, hole))
      .map(([kind, child]): RichInline => ({ kind: kind as 'bold', children: [child] })),
    text.map((child): RichInline => ({ kind: 'span', style: { color: '#102030' }, children: [child] })),
    text.map((child): RichInline => ({ kind: 'link', href: ['https://example.com/a?b=(c)'], children: [child] })),
  )
  // Puts a word between any two parts: the parser joins texts, and adjacent marks may be parsed differently.
  const line = fc.array(fc.oneof(hole, wrapped), { maxLength: 4 }).map((parts): RichInline[] => {
    const between = (at: number): RichInline => ({ kind: 'text', text: ` word${at} ` })
    return [
      { kind: 'text', text: parts.length === 0 ? 'first' : 'first ' },
      ...parts.flatMap((part, at) => (at === 0 ? [part] : [between(at), part])),
    ]
  })
  const paragraph = fc.tuple(line, fc.option(fc.constantFrom('left', 'center', 'right', 'justify'))).map(
    ([children, align]): RichBlock => ({
      kind: 'paragraph',
      ...(align === null ? {} : { align: align as 'left' }),
      children,
    }),
  )
  const heading = fc
    .tuple(fc.constantFrom(1, 2, 3), line)
    .map(([level, children]): RichBlock => ({ kind: 'heading', level: level as 1, children }))
  const list = fc.tuple(fc.boolean(), fc.array(line, { minLength: 1, maxLength: 3 })).map(
    ([ordered, lines]): RichBlock => ({
      kind: 'list',
      ordered,
      items: lines.map((children) => [{ kind: 'paragraph', children }]),
    }),
  )

  test('reads as the tree that was printed, whatever is written', () => {
    const body = fc.array(fc.oneof(paragraph, heading), { maxLength: 4 })
    fc.assert(
      fc.property(body, fc.option(list), (blocks, last) => {
        const tree = last === null ? blocks : [...blocks, last]
        expect(parseRichText(printRichText(tree))).toEqual(tree)
      }),
      { numRuns: 300 },
    )
  })
})
