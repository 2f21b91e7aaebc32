import { decimalText, isDecimal, isMoment, show, type Value } from './values.ts'

/** The tests' own formula tree; random documents are made of these and printed, never parsed. */
export type Expr =
  | { kind: 'literal'; value: Value }
  /** A column of the same element, by id. */
  | { kind: 'column'; id: string }
  /** A field of the source. */
  | { kind: 'source'; prefix: string; field: string }
  /** A column of another element, inside a lookup. */
  | { kind: 'other'; element: string; id: string }
  | { kind: 'call'; name: string; args: Expr[] }
  /** An alternative way to write a formula, such as a column over a relationship for a lookup. */
  | { kind: 'written'; text: string; meaning: Expr }

export const literal = (value: Value): Expr => ({ kind: 'literal', value })
export const column = (id: string): Expr => ({ kind: 'column', id })
export const source = (prefix: string, field: string): Expr => ({ kind: 'source', prefix, field })
export const other = (element: string, id: string): Expr => ({ kind: 'other', element, id })
export const call = (name: string, ...args: Expr[]): Expr => ({ kind: 'call', name, args })

/** Operators of the grammar, loosest first. Comparisons cannot be chained. */
const PRECEDENCE: Record<string, number> = {
  or: 1,
  and: 2,
  not: 3,
  '=': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
  '^': 8,
}
const COMPARISON = 4
const UNARY = 9

/** A name inside the brackets of a reference. */
const segment = (name: string) => name.replace(/[\\/[\]]/g, (sign) => `\\${sign}`)

/** Formula text with as few parentheses as the grammar allows, so that precedence is tested as well. */
export function print(expr: Expr, names: (id: string) => string): string {
  return printAt(expr, names, 0)
}

function printAt(expr: Expr, names: (id: string) => string, least: number): string {
  switch (expr.kind) {
    case 'literal':
      return printLiteral(expr.value)
    case 'column':
      return `[${names(expr.id)}]`
    case 'source':
      return `[${expr.prefix}/${segment(expr.field)}]`
    case 'other':
      return `[${expr.element}/${expr.id}]`
    case 'written':
      return expr.text
    case 'call':
      return printCall(expr.name, expr.args, names, least)
  }
}

function printCall(name: string, args: Expr[], names: (id: string) => string, least: number): string {
  const [a, b] = args
  const bracketed = (own: number, text: string) => (own < least ? `(${text})` : text)
  if (name === 'not' && a) return bracketed(3, `not ${printAt(a, names, 3)}`)
  if (name === 'negative' && a) return bracketed(UNARY, `-${printAt(a, names, UNARY)}`)
  if (name === 'at' && a && b) return `${print(a, names)}[${print(b, names)}]`
  const own = PRECEDENCE[name]
  if (own === undefined || !a || !b) return `${name}(${args.map((arg) => print(arg, names)).join(', ')})`
  const left = printAt(a, names, own === COMPARISON || own === 8 ? own + 1 : own)
  const right = printAt(b, names, own === 8 ? own : own + 1)
  return bracketed(own, `${left} ${name} ${right}`)
}

function printLiteral(value: Value): string {
  if (value === null) return 'Null'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string')
    return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
  if (isDecimal(value)) return decimalText(value)
  if (isMoment(value)) return `Date("${show(value).replace('T', ' ')}")`
  return String(value)
}

export function walk(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr)
  if (expr.kind === 'written') walk(expr.meaning, visit)
  if (expr.kind === 'call') for (const arg of expr.args) walk(arg, visit)
}

/** The formula with every column of the element replaced. */
export function replaceColumns(expr: Expr, replaced: (id: string) => Expr): Expr {
  if (expr.kind === 'column') return replaced(expr.id)
  if (expr.kind === 'written') return { ...expr, meaning: replaceColumns(expr.meaning, replaced) }
  if (expr.kind === 'call') return { ...expr, args: expr.args.map((arg) => replaceColumns(arg, replaced)) }
  return expr
}
