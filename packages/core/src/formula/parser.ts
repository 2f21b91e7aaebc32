import type { FormulaProblem, Span } from './api.ts'
import { type Token, tokenize } from './lexer.ts'
import { BINARY_LEVELS, isBinaryOperator, LEVELS, type SyntaxNode } from './syntax.ts'

export const MAX_FORMULA_LENGTH = 65_536
/** Deeper trees would exhaust the stack of recursive functions. */
const MAX_DEPTH = 200

/** The tree of a formula, or null with the first syntax problem. Never throws. */
export function parseFormula(text: string): { tree: SyntaxNode | null; problems: FormulaProblem[] } {
  if (text.length > MAX_FORMULA_LENGTH) {
    const message = `A formula has at most ${MAX_FORMULA_LENGTH} characters; this one has ${text.length}.`
    const span = { start: MAX_FORMULA_LENGTH, end: text.length }
    return { tree: null, problems: [{ severity: 'error', code: 'formula_too_long', message, span }] }
  }
  const { tokens, problem } = tokenize(text)
  if (problem) return { tree: null, problems: [problem] }
  try {
    return { tree: new Parser(tokens).formula(), problems: [] }
  } catch (error) {
    if (error instanceof SyntaxStop) return { tree: null, problems: [error.problem] }
    throw error
  }
}

/** Stops the parser at the first problem; never thrown out of this file. */
class SyntaxStop extends Error {
  readonly problem: FormulaProblem
  constructor(problem: FormulaProblem) {
    super(problem.message)
    this.problem = problem
  }
}

const FOREIGN_OPERATORS: Record<string, string> = {
  '<>': 'Use != for "is not equal".',
  '==': 'Use = for "is equal".',
  '&&': 'Use the word and.',
  '||': 'Use the word or; & joins texts.',
  '!': 'Use the word not.',
  '<=>': 'This operator exists in joins only. Use [A] = [B] or (IsNull([A]) and IsNull([B])).',
  '<!=>': 'This operator exists in joins only.',
  ';': 'Separate arguments with commas.',
}

class Parser {
  private readonly tokens: readonly Token[]
  private at = 0
  private depth = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  formula(): SyntaxNode {
    if (this.isSymbol('=')) this.at += 1
    if (this.peek().kind === 'end') this.stop('empty_formula', 'The formula is empty.', this.peek().span)
    const tree = this.expression(LEVELS.or)
    if (this.peek().kind !== 'end') this.unexpected()
    return tree
  }

  private expression(level: number): SyntaxNode {
    this.depth += 1
    if (this.depth > MAX_DEPTH) {
      this.stop('formula_too_deep', `A formula nests at most ${MAX_DEPTH} deep.`, this.peek().span)
    }
    let left = this.prefix(level)
    let chain = 0
    for (;;) {
      const token = this.peek()
      const operator = operatorOf(token)
      if (!operator) break
      const own = BINARY_LEVELS[operator]
      if (own < level) break
      chain += 1
      if (this.depth + chain > MAX_DEPTH) {
        const hint = 'Split it into several columns.'
        this.stop('formula_too_deep', `A formula chains at most ${MAX_DEPTH} operators.`, token.span, hint)
      }
      this.at += 1
      const right = this.expression(operator === '^' ? own : own + 1)
      const span = { start: left.span.start, end: right.span.end }
      left = { kind: 'binary', operator, operatorSpan: token.span, left, right, span }
      if (own === LEVELS.comparison) {
        const next = operatorOf(this.peek())
        if (next && BINARY_LEVELS[next] === own) {
          const hint = 'Compare twice: [A] < [B] and [B] < [C].'
          this.stop('chained_comparison', 'Comparisons do not chain.', this.peek().span, hint)
        }
      }
    }
    this.depth -= 1
    return left
  }

  private prefix(level: number): SyntaxNode {
    const token = this.peek()
    if (token.kind === 'name' && token.text.toLowerCase() === 'not') {
      if (level > LEVELS.not) {
        this.stop('unexpected_token', 'not stands before a whole condition.', token.span, 'Put it in parentheses.')
      }
      this.at += 1
      const operand = this.expression(LEVELS.not)
      return { kind: 'unary', operator: 'not', operand, span: { start: token.span.start, end: operand.span.end } }
    }
    if (token.kind === 'symbol' && (token.text === '-' || token.text === '+')) {
      this.at += 1
      const operand = this.expression(LEVELS.unary)
      return { kind: 'unary', operator: token.text, operand, span: { start: token.span.start, end: operand.span.end } }
    }
    return this.postfix()
  }

  private postfix(): SyntaxNode {
    let node = this.primary()
    for (let steps = 0; ; steps += 1) {
      if (steps > MAX_DEPTH) this.stop('formula_too_deep', `A path has at most ${MAX_DEPTH} steps.`, this.peek().span)
      if (this.isSymbol('.')) {
        this.at += 1
        const { key, span } = this.key()
        node = { kind: 'path', target: node, key, keySpan: span, span: { start: node.span.start, end: span.end } }
      } else if (this.peek().kind === 'index') {
        this.at += 1
        const index = this.expression(LEVELS.or)
        const end = this.expect(']').end
        node = { kind: 'index', target: node, index, span: { start: node.span.start, end } }
      } else {
        return node
      }
    }
  }

  private primary(): SyntaxNode {
    const token = this.peek()
    switch (token.kind) {
      case 'number':
        this.at += 1
        return { kind: 'number', text: token.text, span: token.span }
      case 'text':
        this.at += 1
        return { kind: 'text', value: token.value, span: token.span }
      case 'reference':
        this.at += 1
        return { kind: 'reference', segments: token.segments, span: token.span }
      case 'name':
        return this.word(token.text, token.span)
      case 'symbol':
        if (token.text === '(') return this.parenthesized()
        if (token.text === '{') return this.record()
        break
      default:
        break
    }
    return this.unexpected()
  }

  private word(text: string, span: Span): SyntaxNode {
    const word = text.toLowerCase()
    this.at += 1
    const isCalled = this.isSymbol('(')
    if (word === 'and' || word === 'or') {
      const hint = isCalled ? `${word} is an operator: write a ${word} b.` : `A value is missing before ${word}.`
      this.stop(isCalled ? 'unknown_function' : 'unexpected_token', `${word} is not a function.`, span, hint)
    }
    if (word === 'true' || word === 'false' || word === 'null') {
      if (isCalled) {
        this.stop('unexpected_token', `${text} is a constant.`, this.peek().span, `Write ${text} without parentheses.`)
      }
      return word === 'null' ? { kind: 'null', span } : { kind: 'logical', value: word === 'true', span }
    }
    if (!isCalled) {
      const hint = `Write a column as [${text}], a text as "${text}", a function as ${text}(...).`
      this.stop('unexpected_name', `The word ${text} has no meaning here.`, span, hint)
    }
    this.at += 1
    const args: SyntaxNode[] = []
    if (!this.isSymbol(')')) {
      do args.push(this.expression(LEVELS.or))
      while (this.take(','))
    }
    const end = this.expect(')').end
    return { kind: 'call', name: text, nameSpan: span, args, span: { start: span.start, end } }
  }

  private parenthesized(): SyntaxNode {
    const { start } = this.expect('(')
    const inner = this.expression(LEVELS.or)
    const { end } = this.expect(')')
    return { ...inner, span: { start, end } }
  }

  private record(): SyntaxNode {
    const { start } = this.expect('{')
    const entries: { key: string; keySpan: Span; value: SyntaxNode }[] = []
    do {
      const { key, span } = this.key()
      this.expect(':')
      entries.push({ key, keySpan: span, value: this.expression(LEVELS.or) })
    } while (this.take(','))
    const { end } = this.expect('}')
    return { kind: 'record', entries, span: { start, end } }
  }

  private key(): { key: string; span: Span } {
    const token = this.peek()
    if (token.kind !== 'name' && token.kind !== 'text') return this.unexpected()
    this.at += 1
    return { key: token.kind === 'name' ? token.text : token.value, span: token.span }
  }

  private peek(): Token {
    const token = this.tokens[this.at]
    if (!token) throw new Error('The parser read past the end token.')
    return token
  }

  private isSymbol(text: string): boolean {
    const token = this.peek()
    return token.kind === 'symbol' && token.text === text
  }

  private take(text: string): boolean {
    if (!this.isSymbol(text)) return false
    this.at += 1
    return true
  }

  private expect(text: string): Span {
    if (!this.isSymbol(text)) this.unexpected(text)
    const { span } = this.peek()
    this.at += 1
    return span
  }

  private unexpected(wanted?: string): never {
    const token = this.peek()
    const expectation = wanted ? ` A ${wanted} is missing.` : ''
    if (token.kind === 'end') {
      this.stop('unexpected_end', `The formula ends too early.${expectation}`, token.span)
    }
    const hint = token.kind === 'symbol' ? FOREIGN_OPERATORS[token.text] : undefined
    this.stop(
      hint ? 'unknown_operator' : 'unexpected_token',
      `${describe(token)} was not expected here.${expectation}`,
      token.span,
      hint,
    )
  }

  private stop(code: string, message: string, span: Span, hint?: string): never {
    throw new SyntaxStop({ severity: 'error', code, message, ...(hint ? { hint } : {}), span })
  }
}

function operatorOf(token: Token) {
  const text = token.kind === 'symbol' ? token.text : token.kind === 'name' ? token.text.toLowerCase() : ''
  return isBinaryOperator(text) ? text : null
}

function describe(token: Token): string {
  switch (token.kind) {
    case 'number':
      return `The number ${token.text}`
    case 'text':
      return 'This text'
    case 'reference':
      return 'This reference'
    case 'name':
      return `The word ${token.text}`
    case 'symbol':
      return `The sign ${token.text}`
    case 'index':
      return 'This bracket'
    case 'end':
      return 'The end'
  }
}
