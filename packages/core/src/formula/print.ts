import { BINARY_LEVELS, LEVELS, type SyntaxNode } from './syntax.ts'

/** Canonical text of a tree: parsing it returns the same tree. Comments and redundant parentheses are removed. */
export function printFormula(node: SyntaxNode): string {
  switch (node.kind) {
    case 'number':
      return node.text
    case 'text':
      return quoteText(node.value)
    case 'logical':
      return node.value ? 'True' : 'False'
    case 'null':
      return 'Null'
    case 'reference':
      return printReference(node.segments)
    case 'call':
      return `${node.name}(${node.args.map(printFormula).join(', ')})`
    case 'unary': {
      if (node.operator === 'not') return `not ${at(node.operand, LEVELS.not)}`
      return `${node.operator}${at(node.operand, LEVELS.unary)}`
    }
    case 'binary': {
      const level = BINARY_LEVELS[node.operator]
      const left = at(node.left, node.operator === '^' || level === LEVELS.comparison ? level + 1 : level)
      const right = at(node.right, node.operator === '^' ? level : level + 1)
      return `${left} ${node.operator} ${right}`
    }
    case 'path':
      return `${at(node.target, LEVELS.postfix)}.${printKey(node.key)}`
    case 'index': {
      const target = at(node.target, LEVELS.postfix)
      // A bracket opens an index only after a bracket, a parenthesis or a key.
      const opens = ['reference', 'call', 'path', 'index'].includes(node.target.kind) || target.endsWith(')')
      return `${opens ? target : `(${target})`}[${printFormula(node.index)}]`
    }
    case 'record':
      return `{ ${node.entries.map(({ key, value }) => `${printKey(key)}: ${printFormula(value)}`).join(', ')} }`
  }
}

/** `[Orders/Status]`, with the characters escaped that would end a segment. */
export function printReference(segments: readonly string[]): string {
  return `[${segments.map((segment) => segment.replace(/[/[\]\\]/g, '\\$&')).join('/')}]`
}

export function quoteText(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

function printKey(key: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? key : quoteText(key)
}

function at(node: SyntaxNode, level: number): string {
  const text = printFormula(node)
  // A dot directly after a number would be its decimal point: 1.a is not a path of 1.
  const isOpen = level === LEVELS.postfix && node.kind === 'number'
  return levelOf(node) < level || isOpen ? `(${text})` : text
}

function levelOf(node: SyntaxNode): number {
  if (node.kind === 'binary') return BINARY_LEVELS[node.operator]
  if (node.kind === 'unary') return node.operator === 'not' ? LEVELS.not : LEVELS.unary
  return LEVELS.postfix
}
