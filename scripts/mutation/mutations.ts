/** Small changes of a source that a test should detect, derived from its syntax tree. */
import { readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'

export type MutationKind =
  | 'negated condition'
  | 'boundary'
  | 'other operator'
  | 'dropped argument'
  | 'removed statement'

export interface Mutation {
  /** Path from the root of the repository. */
  file: string
  line: number
  kind: MutationKind
  /** The text range to replace, as offsets in the file. */
  start: number
  end: number
  before: string
  after: string
}

const boundaries: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const opposites: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '&&': '||', '||': '&&' }

/** Every possible mutation of a file, in text order. */
export function mutationsOf(file: string, text = readFileSync(file, 'utf8')): Mutation[] {
  const { program, errors } = parseSync(file, text, {})
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: Mutation[] = []
  const add = (kind: MutationKind, start: number, end: number, after: string) => {
    const line = text.slice(0, start).split('\n').length
    found.push({ file, line, kind, start, end, before: text.slice(start, end), after })
  }
  const negate = ({ test }: { test: ESTree.Expression | null }) => {
    if (test) add('negated condition', test.start, test.end, `!(${text.slice(test.start, test.end)})`)
  }
  /** The operator is somewhere between its operands. */
  const replaceOperator = (
    kind: MutationKind,
    { left, right, operator }: { left: ESTree.Node; right: ESTree.Node; operator: string },
    after: string | undefined,
  ) => {
    if (after === undefined) return
    const at = text.indexOf(operator, left.end)
    if (at >= 0 && at < right.start) add(kind, at, at + operator.length, after)
  }
  const remove = (statement: ESTree.ExpressionStatement) => {
    const { expression } = statement
    if (expression.type === 'Literal') return
    add('removed statement', statement.start, statement.end, ';')
  }
  new Visitor({
    IfStatement: negate,
    ConditionalExpression: negate,
    BinaryExpression: (node) => {
      replaceOperator('boundary', node, boundaries[node.operator])
      replaceOperator('other operator', node, opposites[node.operator])
    },
    LogicalExpression: (node) => replaceOperator('other operator', node, opposites[node.operator]),
    CallExpression: ({ arguments: args }) => {
      const last = args.at(-1)
      // A call needs at least one other argument; otherwise dropping it is usually the same as removing the statement.
      const before = args.at(-2)
      if (last && before) add('dropped argument', before.end, last.end, '')
    },
    ExpressionStatement: remove,
  }).visit(program)
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

export function mutated(text: string, { start, end, after }: Mutation): string {
  return text.slice(0, start) + after + text.slice(end)
}

/** A selection of the places by a seed: the same seed selects the same places from the same sources. */
export function drawn(mutations: readonly Mutation[], count: number, seed: string): Mutation[] {
  const random = randomOf(seed)
  const left = [...mutations]
  const chosen: Mutation[] = []
  while (chosen.length < count && left.length > 0) {
    chosen.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return chosen
}

/** Numbers from 0 to 1 by mulberry32 (public domain), seeded with the characters of a text. */
function randomOf(seed: string): () => number {
  let state = 0
  for (const character of seed) state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
