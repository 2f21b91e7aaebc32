import { caseWhen, cast, not } from './build.ts'
import { type SqlExpression, sql } from './tree.ts'

/**
 * For engines where a condition is not a value (`SELECT a = b` and `WHERE flag` are both errors): the same expression with conditions and
 * values converted as their context requires. Which of the two a fragment is, is determined from its text.
 */
export function asValue(expression: SqlExpression): SqlExpression {
  const rewritten = rewrite(expression)
  if (!isCondition(rewritten)) return rewritten
  const branches = [
    { when: rewritten, value: sql`1` },
    { when: not(rewritten), value: sql`0` },
  ]
  return cast(caseWhen(branches), { kind: 'logical' })
}

export function asCondition(expression: SqlExpression): SqlExpression {
  const rewritten = rewrite(expression)
  return isCondition(rewritten) ? rewritten : sql`${rewritten} = 1`
}

function rewrite(expression: SqlExpression): SqlExpression {
  switch (expression.kind) {
    case 'column':
    case 'value':
    case 'subquery':
    case 'exists':
      return expression
    case 'list': {
      const [only] = expression.items
      if (expression.items.length === 1 && only) return rewrite(only)
      const isLogical = /\b(AND|OR)\b/.test(expression.separator)
      return { ...expression, items: expression.items.map(isLogical ? asCondition : asValue) }
    }
    case 'null-safe-equal':
      return { ...expression, left: asValue(expression.left), right: asValue(expression.right) }
    case 'cast':
      return { ...expression, expression: asValue(expression.expression) }
    case 'case':
      return {
        ...expression,
        branches: expression.branches.map(({ when, value }) => ({ when: asCondition(when), value: asValue(value) })),
        otherwise: expression.otherwise && asValue(expression.otherwise),
      }
    case 'window':
      return {
        ...expression,
        call: rewrite(expression.call),
        partitionBy: expression.partitionBy.map(asValue),
        orderBy: expression.orderBy.map((order) => ({ ...order, expression: asValue(order.expression) })),
      }
    case 'fragment': {
      const { strings, args } = expression
      if (isWrapper(strings) && args[0]) return { ...expression, args: [rewrite(args[0])] }
      return {
        kind: 'fragment',
        strings: strings.map((piece) =>
          piece.replace(/\bTRUE\b/g, 'CAST(1 AS BIT)').replace(/\bFALSE\b/g, 'CAST(0 AS BIT)'),
        ),
        args: args.map((arg, index) => (wantsCondition(strings, index) ? asCondition(arg) : asValue(arg))),
      }
    }
  }
}

/** `(${x})` and `${x}`, which are whatever their content is. */
function isWrapper(strings: readonly string[]): boolean {
  return strings.length === 2 && /^\(*$/.test(strings[0]?.trim() ?? '') && /^\)*$/.test(strings[1]?.trim() ?? '')
}

function wantsCondition(strings: readonly string[], index: number): boolean {
  const before = strings
    .slice(0, index + 1)
    .join('?')
    .trimEnd()
  const after = (strings[index + 1] ?? '').trimStart()
  if (/\bBETWEEN \(?\?\)? AND$/.test(before)) return false
  const follows = /\b(NOT|WHEN|AND|OR|WHERE|HAVING|ON)( ?\()?$/.test(before)
  const leads = /^\)?\s*(AND|OR)\b/.test(after)
  const opens = before === '' || before.endsWith('(')
  const closes = after === '' || after.startsWith(')') || /^THEN\b/.test(after)
  return (follows && (closes || leads)) || (leads && opens)
}

function isCondition(expression: SqlExpression): boolean {
  switch (expression.kind) {
    case 'null-safe-equal':
    case 'exists':
      return true
    case 'list':
      return /\b(AND|OR)\b/.test(expression.separator)
    case 'fragment': {
      const [first] = expression.args
      if (isWrapper(expression.strings) && first) return isCondition(first)
      return hasLogicalSign(expression.strings.join('?'))
    }
    default:
      return false
  }
}

const SIGNS = /[=<>]|\b(IS|IN|LIKE|BETWEEN|AND|OR|NOT|EXISTS)\b/

/** True when a comparison or logical operator is outside all parentheses, quotes and CASEs. */
function hasLogicalSign(text: string): boolean {
  let plain = text.replace(/'(?:[^']|'')*'/g, "''").replace(/\bCASE\b[\s\S]*\bEND\b/g, 'x')
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replace(/\([^()]*\)/g, '')
  }
  return SIGNS.test(plain)
}
