import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFormula } from './parser.ts'
import { printFormula } from './print.ts'
import { BINARY_LEVELS, isBinaryOperator, type SyntaxNode } from './syntax.ts'

/** The tree with parentheses around every operation, to show precedence. */
function shape(text: string): string {
  const { tree, problems } = parseFormula(text)
  if (!tree) return `${problems[0]?.code}@${problems[0]?.span.start}-${problems[0]?.span.end}`
  return full(tree)
}
function full(node: SyntaxNode): string {
  switch (node.kind) {
    case 'binary':
      return `(${full(node.left)} ${node.operator} ${full(node.right)})`
    case 'unary':
      return `(${node.operator} ${full(node.operand)})`
    case 'call':
      return `${node.name}(${node.args.map(full).join(', ')})`
    case 'path':
      return `${full(node.target)}.${node.key}`
    case 'index':
      return `${full(node.target)}[${full(node.index)}]`
    case 'record':
      return `{${node.entries.map((entry) => `${entry.key}: ${full(entry.value)}`).join(', ')}}`
    default:
      return printFormula(node)
  }
}

describe('precedence', () => {
  it.each([
    ['-2 ^ 2', '((- 2) ^ 2)'],
    ['2 ^ -1', '(2 ^ (- 1))'],
    ['2 ^ 3 ^ 4', '(2 ^ (3 ^ 4))'],
    ['1 + 2 * 3 - 4 / 5 % 6', '((1 + (2 * 3)) - ((4 / 5) % 6))'],
    ['"a" & 1 + 2', '("a" & (1 + 2))'],
    ['[A] & [B] = [C] & [D]', '(([A] & [B]) = ([C] & [D]))'],
    ['not [A] = 1 and [B] or [C]', '(((not ([A] = 1)) and [B]) or [C])'],
    ['Not([A]) and [B]', '((not [A]) and [B])'],
    ['not not [A]', '(not (not [A]))'],
    ['- -1', '(- (- 1))'],
    ['(1 + 2) * 3', '((1 + 2) * 3)'],
    ['[A] OR [B] aNd [C]', '([A] or ([B] and [C]))'],
  ])('%s is read as %s', (text, tree) => {
    expect(shape(text)).toBe(tree)
  })
})

describe('valid formulas', () => {
  it.each([
    ['= 1 + 1', '(1 + 1)'],
    ['.07 + 3. + 1e3', '((.07 + 3.) + 1e3)'],
    ["“pasted” & 'single'", '("pasted" & "single")'],
    ['"a ""b"" \\"c\\" \\\\ \\n \\d"', '"a \\"b\\" \\"c\\" \\\\ \\n \\\\d"'],
    ['1 /* one\n*/ + 2', '(1 + 2)'],
    ['[Orders/Customer\\/Id]', '[Orders/Customer\\/Id]'],
    ['[A] and[B]', '([A] and [B])'],
    ['[A][0]', '[A][0]'],
    ['[Payload].user.emails[0].address', '[Payload].user.emails[0].address'],
    ['[Payload]["user id"]', '[Payload]["user id"]'],
    ['Array(1, 2)[1]', 'Array(1, 2)[1]'],
    ['{ a: 1, "b c": [X] }.a', '{a: 1, b c: [X]}.a'],
    ['Count()', 'Count()'],
    ['TRUE and null', '(True and Null)'],
  ])('%s', (text, tree) => {
    expect(shape(text)).toBe(tree)
  })
})

describe('a syntax problem has a position and a hint', () => {
  it.each([
    ['', 'empty_formula', [0, 0], undefined],
    ['1 <> 2', 'unknown_operator', [2, 4], 'Use !='],
    ['1 == 2', 'unknown_operator', [2, 4], 'Use ='],
    ['[A] <=> [B]', 'unknown_operator', [4, 7], 'joins only'],
    ['1 < 2 < 3', 'chained_comparison', [6, 7], 'Compare twice'],
    ['And([A], [B])', 'unknown_function', [0, 3], 'operator'],
    ['Null()', 'unexpected_token', [4, 5], 'without parentheses'],
    ['Revenue + 1', 'unexpected_name', [0, 7], '[Revenue]'],
    ['Sum([A]', 'unexpected_end', [7, 7], undefined],
    ['[A', 'unclosed_reference', [0, 2], '[Column]'],
    ['Sum([A + [B])', 'unclosed_reference', [4, 9], '[Column]'],
    ['"abc', 'unclosed_text', [0, 4], '"'],
    ['1 ? 2', 'unexpected_character', [2, 3], undefined],
    ['1 2', 'unexpected_token', [2, 3], undefined],
    ['[]', 'empty_reference', [0, 2], '[Column]'],
    ['1 /* x', 'unclosed_comment', [2, 6], '*/'],
    ['1 + not [A]', 'unexpected_token', [4, 7], 'parentheses'],
    ['If(1; 2)', 'unknown_operator', [4, 5], 'commas'],
  ])('%s: %s', (text, code, [start, end], hint) => {
    const { tree, problems } = parseFormula(text)
    expect(tree).toBeNull()
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ code, severity: 'error', span: { start, end } })
    if (hint) expect(problems[0]?.hint).toContain(hint)
    else expect(problems[0]?.hint).toBeUndefined()
  })

  it.each([
    ['parentheses', `${'('.repeat(5000)}1${')'.repeat(5000)}`],
    ['signs', `${'-'.repeat(5000)}1`],
    ['a chain', Array(5000).fill('1').join('+')],
    ['a path', `[A]${'.a'.repeat(5000)}`],
  ])('endless %s are a problem, not a crash', (_title, text) => {
    expect(parseFormula(text).problems[0]?.code).toBe('formula_too_deep')
  })

  it('a formula of more than 64 KB is refused', () => {
    expect(parseFormula('1'.repeat(70_000)).problems[0]?.code).toBe('formula_too_long')
  })
})

const nowhere = { start: 0, end: 0 }
const words = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9]{0,6}$/)
  .filter((word) => !/^(and|or|not|true|false|null)$/i.test(word))
const operators = Object.keys(BINARY_LEVELS).filter(isBinaryOperator)
const { tree: trees } = fc.letrec<{ tree: SyntaxNode }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.record({
      kind: fc.constant('number' as const),
      text: fc.constantFrom('1', '.5', '12.75', '1e3'),
      span: fc.constant(nowhere),
    }),
    fc.record({ kind: fc.constant('text' as const), value: fc.string({ unit: 'binary' }), span: fc.constant(nowhere) }),
    fc.record({ kind: fc.constant('logical' as const), value: fc.boolean(), span: fc.constant(nowhere) }),
    fc.record({ kind: fc.constant('null' as const), span: fc.constant(nowhere) }),
    fc.record({
      kind: fc.constant('reference' as const),
      segments: fc.array(
        fc.string({ unit: 'binary', minLength: 1 }).filter((name) => name.trim() !== ''),
        { minLength: 1, maxLength: 3 },
      ),
      span: fc.constant(nowhere),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      name: words,
      nameSpan: fc.constant(nowhere),
      args: fc.array(tie('tree'), { maxLength: 3 }),
      span: fc.constant(nowhere),
    }),
    fc.record({
      kind: fc.constant('unary' as const),
      operator: fc.constantFrom('-' as const, '+' as const, 'not' as const),
      operand: tie('tree'),
      span: fc.constant(nowhere),
    }),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom(...operators),
      operatorSpan: fc.constant(nowhere),
      left: tie('tree'),
      right: tie('tree'),
      span: fc.constant(nowhere),
    }),
    fc.record({
      kind: fc.constant('path' as const),
      target: tie('tree'),
      key: fc.oneof(words, fc.string()),
      keySpan: fc.constant(nowhere),
      span: fc.constant(nowhere),
    }),
    fc.record({
      kind: fc.constant('index' as const),
      target: tie('tree'),
      index: tie('tree'),
      span: fc.constant(nowhere),
    }),
    fc.record({
      kind: fc.constant('record' as const),
      entries: fc.array(fc.record({ key: words, keySpan: fc.constant(nowhere), value: tie('tree') }), {
        minLength: 1,
        maxLength: 3,
      }),
      span: fc.constant(nowhere),
    }),
  ),
}))

function withoutSpans(node: unknown): unknown {
  return JSON.parse(JSON.stringify(node, (key, value) => (/span$/i.test(key) ? undefined : value)))
}

describe('parse of print', () => {
  it('is the same tree', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const text = printFormula(tree)
        const read = parseFormula(text)
        expect(read.problems).toEqual([])
        expect(withoutSpans(read.tree)).toEqual(withoutSpans(tree))
      }),
      { numRuns: process.env.OCTAVO_DEEP ? 20_000 : 300 },
    )
  })

  it('no text makes the parser throw, and every problem is inside the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'[]()"\\\'/*.,+-^&=<>!ab1 {}:'.split('')), maxLength: 30 }),
        (text) => {
          const { tree, problems } = parseFormula(text)
          expect(tree === null).toBe(problems.length > 0)
          for (const { span } of problems)
            expect(0 <= span.start && span.start <= span.end && span.end <= text.length).toBe(true)
        },
      ),
      { numRuns: process.env.OCTAVO_DEEP ? 50_000 : 1000 },
    )
  })
})
