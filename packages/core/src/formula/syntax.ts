import type { Span } from './api.ts'

export type UnaryOperator = '-' | '+' | 'not'
export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '^' | '&' | ComparisonOperator | 'and' | 'or'
export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** The output of the parser: the formula as written, before names are resolved. */
export type SyntaxNode =
  /** `text` is the number as typed; its value may have more digits than a float. */
  | { kind: 'number'; text: string; span: Span }
  | { kind: 'text'; value: string; span: Span }
  | { kind: 'logical'; value: boolean; span: Span }
  | { kind: 'null'; span: Span }
  /** Segments without escapes. */
  | { kind: 'reference'; segments: string[]; span: Span }
  | { kind: 'call'; name: string; nameSpan: Span; args: SyntaxNode[]; span: Span }
  | { kind: 'unary'; operator: UnaryOperator; operand: SyntaxNode; span: Span }
  | { kind: 'binary'; operator: BinaryOperator; operatorSpan: Span; left: SyntaxNode; right: SyntaxNode; span: Span }
  | { kind: 'path'; target: SyntaxNode; key: string; keySpan: Span; span: Span }
  | { kind: 'index'; target: SyntaxNode; index: SyntaxNode; span: Span }
  | { kind: 'record'; entries: { key: string; keySpan: Span; value: SyntaxNode }[]; span: Span }

/** Precedence levels of the grammar, loosest first; a node needs no parentheses where its level is at least the level of its place. */
export const LEVELS = {
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  concat: 5,
  add: 6,
  multiply: 7,
  power: 8,
  unary: 9,
  postfix: 10,
} as const

export const BINARY_LEVELS: Record<BinaryOperator, number> = {
  or: LEVELS.or,
  and: LEVELS.and,
  '=': LEVELS.comparison,
  '!=': LEVELS.comparison,
  '<': LEVELS.comparison,
  '<=': LEVELS.comparison,
  '>': LEVELS.comparison,
  '>=': LEVELS.comparison,
  '&': LEVELS.concat,
  '+': LEVELS.add,
  '-': LEVELS.add,
  '*': LEVELS.multiply,
  '/': LEVELS.multiply,
  '%': LEVELS.multiply,
  '^': LEVELS.power,
}

export function isBinaryOperator(text: string): text is BinaryOperator {
  return Object.hasOwn(BINARY_LEVELS, text)
}
