import { column, printExpression } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import {
  checkFormula,
  type Expression,
  type FormulaScope,
  parseFormula,
  type SyntaxNode,
  tokenize,
  toSql,
} from '../index.ts'

const formula = 'Coalesce([Revenue], 0) / [Orders]'
const types: Readonly<Record<string, ValueType>> = {
  Revenue: { kind: 'decimal', precision: 12, scale: 2 },
  Orders: { kind: 'int64' },
}

const scope: FormulaScope = {
  resolve: ([name = '']) => {
    const type = types[name]
    return type ? { target: { kind: 'column', columnId: name.toLowerCase() }, type, nullable: true } : null
  },
  candidates: () => Object.keys(types),
}

/** The steps of one formula from text to SQL, as the README of this part shows them. */
export function workedFormula(): string {
  const { tree } = parseFormula(formula)
  const { expression } = checkFormula(formula, scope)
  if (!tree || !expression) throw new Error('The formula of the example cannot be read.')
  const sqlOf = (dialect: string) =>
    printExpression(
      toSql(expression, {
        dialect,
        zone: 'UTC',
        now: '2026-01-01T00:00:00Z',
        reference: (target) => column('orders', target.kind === 'column' ? target.columnId : ''),
      }),
      dialect,
    ).text
  return [
    ['Text', formula],
    [
      '`tokenize`',
      tokenize(formula)
        .tokens.map(({ kind, span }) => `${kind} ${formula.slice(span.start, span.end)}`.trim())
        .join('\n'),
    ],
    ['`parseFormula`', treeOf(tree)],
    ['`checkFormula`', typedOf(expression)],
    ['`toSql` and `printExpression`, DuckDB', sqlOf('duckdb')],
    ['The same, MySQL', sqlOf('mysql')],
  ]
    .map(([title, text]) => `${title}:\n\n\`\`\`text\n${text}\n\`\`\``)
    .join('\n\n')
}

/** One line for each node, indented below its parent. */
function treeOf(node: SyntaxNode, indent = ''): string {
  const below = (...nodes: readonly SyntaxNode[]) => nodes.map((each) => treeOf(each, `${indent}  `))
  switch (node.kind) {
    case 'call':
      return [`${indent}call ${node.name}`, ...below(...node.args)].join('\n')
    case 'binary':
      return [`${indent}binary ${node.operator}`, ...below(node.left, node.right)].join('\n')
    case 'reference':
      return `${indent}reference ${node.segments.join('/')}`
    case 'number':
      return `${indent}number ${node.text}`
    default:
      throw new Error(`The example has no ${node.kind}.`)
  }
}

function typedOf(expression: Expression, indent = ''): string {
  const type = expression.type ? typeName(expression.type) : 'null'
  switch (expression.kind) {
    case 'literal':
      return `${indent}literal ${String(expression.value)}: ${type}`
    case 'reference':
      return `${indent}column ${expression.target.kind === 'column' ? expression.target.columnId : ''}: ${type}`
    case 'call':
      return [
        `${indent}${expression.class} call ${expression.name}: ${type}`,
        ...expression.args.map((arg) => typedOf(arg, `${indent}  `)),
      ].join('\n')
  }
}

function typeName(type: ValueType): string {
  return type.kind === 'decimal' ? `decimal(${type.precision}, ${type.scale})` : type.kind
}
