import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRichText } from './rich-text.ts'
import type { RichBlock, RichInline } from './rich-text-tree.ts'

const text = (value: string): RichInline => ({ kind: 'text', text: value })
const paragraph = (...children: RichInline[]): RichBlock => ({ kind: 'paragraph', children })

describe('supported content', () => {
  const cases: [string, string, RichBlock[]][] = [
    ['nothing', '', []],
    ['paragraphs', 'one\n\ntwo', [paragraph(text('one')), paragraph(text('two'))]],
    [
      'headings',
      '# a\n## b\n### c',
      ([1, 2, 3] as const).map((level) => ({ kind: 'heading', level, children: [text('abc'[level - 1] ?? '')] })),
    ],
    [
      'bold, italic, strike',
      '**a** *b* ~~c~~',
      [
        paragraph(
          { kind: 'bold', children: [text('a')] },
          text(' '),
          { kind: 'italic', children: [text('b')] },
          text(' '),
          { kind: 'strike', children: [text('c')] },
        ),
      ],
    ],
    [
      'u, sub and sup around markdown',
      '<u>**a**</u><sub>b</sub><SUP>c</SUP>',
      [
        paragraph(
          { kind: 'underline', children: [{ kind: 'bold', children: [text('a')] }] },
          { kind: 'sub', children: [text('b')] },
          { kind: 'sup', children: [text('c')] },
        ),
      ],
    ],
    [
      'a span with its four styles',
      '<span style="color: #fff; background-color: #102030; font-size: 14px; font-family: Inter">a</span>',
      [
        paragraph({
          kind: 'span',
          style: { color: '#fff', backgroundColor: '#102030', fontSize: '14px', fontFamily: 'Inter' },
          children: [text('a')],
        }),
      ],
    ],
    [
      'a span inside a heading',
      '# <span style="color: #ffffff">a</span>',
      [{ kind: 'heading', level: 1, children: [{ kind: 'span', style: { color: '#ffffff' }, children: [text('a')] }] }],
    ],
    [
      'paragraphs with class and alignment',
      '<p class="p-small">a</p>\n<p style="text-align: center">b</p>\nc',
      [
        { kind: 'paragraph', className: 'p-small', children: [text('a')] },
        { kind: 'paragraph', align: 'center', children: [text('b')] },
        paragraph(text('\nc')),
      ],
    ],
    ['breaks', 'a<br>b<br/>c', [paragraph(text('a'), { kind: 'break' }, text('b'), { kind: 'break' }, text('c'))]],
    [
      'lists, nested',
      '- a\n  1. b\n- c',
      [
        {
          kind: 'list',
          ordered: false,
          items: [
            [paragraph(text('a')), { kind: 'list', ordered: true, items: [[paragraph(text('b'))]] }],
            [paragraph(text('c'))],
          ],
        },
      ],
    ],
    [
      'a list that starts at four',
      '4. a',
      [{ kind: 'list', ordered: true, start: 4, items: [[paragraph(text('a'))]] }],
    ],
    [
      'holes, with signs that mean something in markdown',
      '{{Sum([A_b] * [C_d]) | $,.2f}} of {{[X]}}',
      [
        paragraph({ kind: 'hole', formula: 'Sum([A_b] * [C_d])', format: '$,.2f' }, text(' of '), {
          kind: 'hole',
          formula: '[X]',
        }),
      ],
    ],
    [
      'a hole with texts that look like its end',
      '{{"}}" & "|" & [a}}b]}}',
      [paragraph({ kind: 'hole', formula: '"}}" & "|" & [a}}b]' })],
    ],
    [
      'links',
      '[a](https://x.example/?q={{[Id]}}&r=1) <mailto:a@b.example>',
      [
        paragraph(
          { kind: 'link', href: ['https://x.example/?q=', { formula: '[Id]' }, '&r=1'], children: [text('a')] },
          text(' '),
          { kind: 'link', href: ['mailto:a@b.example'], children: [text('mailto:a@b.example')] },
        ),
      ],
    ],
  ]
  test.each(cases)('%s', (_title, body, expected) => {
    expect(parseRichText(body)).toEqual(expected)
  })
})

/** All texts of a tree, joined, and all kinds of nodes and addresses in it. */
function survey(blocks: readonly RichBlock[]): {
  plainText: string
  kinds: Set<string>
  hrefs: string[]
  styles: string[]
} {
  const found = { plainText: '', kinds: new Set<string>(), hrefs: [] as string[], styles: [] as string[] }
  const inline = (node: RichInline): void => {
    found.kinds.add(node.kind)
    if (node.kind === 'text') found.plainText += node.text
    if (node.kind === 'link')
      found.hrefs.push(node.href.map((part) => (typeof part === 'string' ? part : '{{}}')).join(''))
    if (node.kind === 'span') found.styles.push(...Object.values(node.style))
    if ('children' in node) node.children.forEach(inline)
  }
  const block = (node: RichBlock): void => {
    found.kinds.add(node.kind)
    if (node.kind === 'list') node.items.flat().forEach(block)
    else node.children.forEach(inline)
  }
  blocks.forEach(block)
  return found
}

describe('hostile input is text and nothing else', () => {
  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT src=//evil.example></SCRIPT>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<style>*{display:none}</style>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="https://fine.example">x</a>',
    '<u onclick="alert(1)">x',
    '<u onclick="alert(1)">x</u onclick>',
    '<p onmouseover=alert(1)>x',
    '<p class="p-large evil">x',
    '<p class="p-large" style="position:fixed">x',
    '<span style="color: red">x',
    '<span style="color: rgb(1,2,3)">x',
    '<span style="color: #fff; position: fixed">x',
    '<span style="background-image: url(https://evil.example)">x',
    '<span style="background-color: url(javascript:alert(1))">x',
    '<span style="font-family: a, b">x',
    '<span style="font-family: x;}body{">x',
    '<span style="font-size: expression(alert(1))">x',
    '<span style="font-size: 9999px">x',
    '<span style=\'color:#fff"onclick="x\'>x',
    '<span>x',
    '<u><u <script>>x',
    '<scr<u>ipt>x',
    '![x](https://evil.example/pixel.png)',
    '![x](javascript:alert(1))',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java%0ascript:alert(1))',
    '[x](vbscript:x)',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](//evil.example)',
    '[x](/local/path)',
    '[x](file:///etc/passwd)',
    '[x](https:evil)',
    '[x]({{[Url]}})',
    '[x]({{"javascript:"}}https://x)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)',
    '> quoted',
    '#### deep',
    '```\ncode\n```',
    '`code`',
    '---',
    '\\<u>x\\</u>',
  ])('%s', (body) => {
    const { plainText, kinds, hrefs, styles } = survey(parseRichText(body))
    expect([...kinds].filter((kind) => kind !== 'paragraph' && kind !== 'text')).toEqual([])
    expect({ hrefs, styles }).toEqual({ hrefs: [], styles: [] })
    expect(plainText).toBe(
      body.replaceAll(/\\(?=<)/g, '').replace('&#106;', plainText.includes('&#106;') ? '&#106;' : 'j'),
    )
  })

  test.each([
    ['a tag closed in another order', '<u>a<sub>b</u>c</sub>', 'a<sub>bc</sub>'],
    ['a tag that opens inside bold only', '**<u>a**</u>', '<u>a</u>'],
    ['marks of our own', '\uE0000\uE001<u>a</u>', '0a'],
    ['marks of our own as character references', '&#xE000;7&#xE001;x', 'x'],
  ])('%s', (_title, body, plainText) => {
    expect(survey(parseRichText(body)).plainText).toBe(plainText)
  })

  test.each([
    ['deep emphasis', '*_'.repeat(50_000)],
    ['emphasis inside a word', 'a**b'.repeat(50_000)],
    ['deep quotes', '> '.repeat(50_000)],
    ['quotes and lists in turn', '> - '.repeat(50_000)],
    ['deep lists', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
    ['many open tags', '<u>'.repeat(20_000)],
    ['many open holes', '{{'.repeat(20_000)],
    ['many open links', '['.repeat(20_000)],
    ['a long attribute', `<span ${'a'.repeat(150_000)}>x</span>`],
    ['a long body', 'x'.repeat(300_000)],
  ])('%s comes to an end', { timeout: 60_000 }, (_title, body) => {
    expect(parseRichText(body).length).toBeGreaterThan(0)
  })

  test.each([
    ['more than 1,000 emphasis marks in one paragraph', '*a* '.repeat(501)],
    ['a list inside 50 lists', `- x\n${'  '.repeat(50)}- x`],
    ['100 quotes in a line', `x\n\n${'> '.repeat(100)}`],
  ])('%s: the body is shown as typed', (_title, body) => {
    expect(parseRichText(body)).toEqual([{ kind: 'paragraph', children: [{ kind: 'text', text: body }] }])
  })

  test('1,000 emphasis marks in each of many paragraphs are read', () => {
    const { kinds } = survey(parseRichText(`${'*a* '.repeat(500)}\n\n`.repeat(4)))
    expect(kinds).toContain('italic')
  })
})

test('whatever is typed, links and styles are of the allowed form', () => {
  const piece = fc.constantFrom(
    '<u>',
    '</u>',
    '<p class="p-large">',
    '</p>',
    '<span style="color:',
    '#fff',
    '">',
    '</span>',
    '[a](',
    'https://x',
    'javascript:',
    ')',
    '**',
    '~~',
    '{{',
    '[A]',
    '}}',
    ' ',
    '\n\n',
    '- ',
    '# ',
    '"',
    '<',
    '>',
    '&#x3c;',
    '\\',
    '`',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 25 }), (pieces) => {
      const { hrefs, styles } = survey(parseRichText(pieces.join('')))
      for (const href of hrefs) expect(href).toMatch(/^(https?:\/\/|mailto:)/i)
      for (const style of styles) expect(style).toMatch(/^(#[0-9a-f]{3,6}|[\d.]+(px|pt|em|rem|%)|[\p{L}\p{N} -]+)$/iu)
    }),
    { numRuns: 500 },
  )
})
