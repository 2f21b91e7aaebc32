import { type FunctionDefinition, type Param, paramOf } from '../../packages/core/src/formula/functions/define.ts'
import { functions } from '../../packages/core/src/formula/functions/index.ts'
import { parseFormula } from '../../packages/core/src/formula/parser.ts'
import { paramTypeNames } from '../../packages/core/src/formula/signature.ts'
import type { SyntaxNode } from '../../packages/core/src/formula/syntax.ts'

export type ColumnKind = 'number' | 'date' | 'text' | 'logical'

/** A column of rows, or a literal of the formula. */
export type CallArgument = { column: string; kind: ColumnKind } | { written: string }

export interface FunctionCall {
  name: string
  class: FunctionDefinition['class']
  formula: string
  args: readonly CallArgument[]
}

const COLUMN_NAMES: Record<ColumnKind, string> = { number: 'N', date: 'D', text: 'T', logical: 'L' }

/**
 * Calls of every function that accepts a column of this kind, derived from the function entries: one call for each number of arguments, and
 * for each value of a constant with a list of values. Every argument that accepts the kind is such a column; other arguments are a column
 * of their own kind, or the literal in the first example of the entry.
 */
export function callsOver(kind: 'number' | 'date'): FunctionCall[] {
  return [...new Set(functions.all)]
    .filter((definition) => ['row', 'aggregate', 'window'].includes(definition.class) && !definition.isPassthrough)
    .flatMap((definition) => countsOf(definition).flatMap((count) => callsWith(definition, count, kind)))
}

/** The columns of a call, in the order of its arguments. */
export function columnsOf({ args }: FunctionCall): { column: string; kind: ColumnKind }[] {
  return args.flatMap((arg) => ('column' in arg ? [arg] : []))
}

function countsOf({ params, operator, name }: FunctionDefinition): number[] {
  // A minus before a single operand is a negation.
  if (operator) return name === '-' ? [1, 2] : [params.length]
  const required = params.filter(({ optional }) => !optional).length
  // A zone is an argument of every part of a date; zones.test.ts compares them.
  if (params.at(-1)?.name === 'timezone') return [required]
  const all = params.length + (params.at(-1)?.repeats ? 1 : 0)
  return [...new Set([required, all])].filter((count) => count > 0)
}

/** One call for each value of the longest list of constants; shorter lists are repeated. */
function callsWith(definition: FunctionDefinition, count: number, kind: 'number' | 'date'): FunctionCall[] {
  const params = Array.from({ length: count }, (_, index) => paramOf(definition, index, count))
  const variants = Math.max(1, ...params.map((param) => (param?.constant && param.values?.length) || 1))
  return Array.from({ length: variants }, (_, variant) => {
    const taken = new Map<ColumnKind, number>()
    return params.flatMap((param, index) => {
      const arg = param ? argumentOf(definition, param, index, kind, variant, taken) : null
      return arg ? [arg] : []
    })
  })
    .filter((args) => args.length === count && args.some((arg) => 'kind' in arg && arg.kind === kind))
    .map((args) => ({ name: definition.name, class: definition.class, formula: written(definition, args), args }))
}

/** Null for a type without a column here and without an example. */
function argumentOf(
  definition: FunctionDefinition,
  param: Param,
  index: number,
  kind: 'number' | 'date',
  variant: number,
  taken: Map<ColumnKind, number>,
): CallArgument | null {
  if (param.constant) {
    const { values } = param
    return {
      written: values ? JSON.stringify(values[variant % values.length]) : (exampleArgument(definition, index) ?? '1'),
    }
  }
  const names = paramTypeNames(param.type)
  const own = names.includes(kind) || names.includes('any') ? kind : names.find((name) => name in COLUMN_NAMES)
  if (own === 'number' || own === 'date' || own === 'text' || own === 'logical') {
    const at = (taken.get(own) ?? 0) + 1
    taken.set(own, at)
    return { column: `${COLUMN_NAMES[own]}${at}`, kind: own }
  }
  const example = exampleArgument(definition, index) ?? (names.includes('array') ? 'Array(10, 20, 30)' : null)
  return example === null ? null : { written: example }
}

function written({ name, operator }: FunctionDefinition, args: readonly CallArgument[]): string {
  const texts = args.map((arg) => ('column' in arg ? `[${arg.column}]` : arg.written))
  if (name === '[]') return `${texts[0]}[${texts[1]}]`
  if (name === '.') return `${texts[0]}.${texts[1]}`
  if (name === '{}') return `{ a: ${texts[0]} }`
  if (!operator) return `${name}(${texts.join(', ')})`
  return texts.length === 1 ? `${name} ${texts[0]}` : texts.join(` ${name} `)
}

/** The argument at a position in the first example that calls the function, without columns; null when there is none. */
function exampleArgument({ name, examples }: FunctionDefinition, index: number): string | null {
  for (const example of examples) {
    const formula = 'formula' in example ? example.formula : example[0]
    const { tree } = parseFormula(formula)
    const found = tree && callOf(tree, name)
    const arg = found?.args[index]
    const text = arg && formula.slice(arg.span.start, arg.span.end)
    if (text && !text.includes('[')) return text
  }
  return null
}

function callOf(node: SyntaxNode, name: string): Extract<SyntaxNode, { kind: 'call' }> | null {
  if (node.kind !== 'call') return null
  if (node.name.toLowerCase() === name.toLowerCase()) return node
  for (const arg of node.args) {
    const found = callOf(arg, name)
    if (found) return found
  }
  return null
}
