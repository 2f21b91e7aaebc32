import { and, caseWhen, cast, type SqlExpression } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { isBound, pieces, word } from './ansi.ts'

const VARIABLE = '@operand_'

/**
 * Operands that are more than a column are computed into variables of the session, which the engine reads back as often as
 * it must: it has no SELECT that sees the row outside it, and computes an expression again wherever it is written. A CASE
 * computes its conditions in order, so that a variable is set before it is read; operands inside others have other names.
 */
export function boundInVariables(
  operands: readonly SqlExpression[],
  type: ValueType,
  write: (names: readonly SqlExpression[]) => SqlExpression,
): SqlExpression {
  const large = [...new Set(operands.filter(isBound))]
  // A variable is set before the aggregates of its row are known, and would be null or that of another group.
  if (large.length === 0 || large.some(isOfGroup)) return write(operands)
  const first = 1 + Math.max(...large.map(lastVariable))
  const nameOf = (operand: SqlExpression) => `${VARIABLE}${String(first + large.indexOf(operand))}`
  // The type of a variable is not known before the statement runs.
  const names = operands.map((operand) => (isBound(operand) ? cast(word(nameOf(operand)), type) : operand))
  const isSet = large.map((operand) => pieces([`(${nameOf(operand)} := `, ') IS NOT NULL'], operand))
  return caseWhen([{ when: and(...isSet), value: write(names) }])
}

const AGGREGATE = /\b(SUM|AVG|COUNT|MIN|MAX|GROUP_CONCAT|STDDEV_SAMP|VAR_SAMP|VAR_POP)\(/

/** True for an expression that holds an aggregate of a group. */
function isOfGroup(expression: SqlExpression): boolean {
  return textsOf(expression).some((text) => AGGREGATE.test(text)) || below(expression).some(isOfGroup)
}

/** The highest number of a variable that the expression sets; 0 for none. */
function lastVariable(expression: SqlExpression): number {
  const own = textsOf(expression).flatMap((text) =>
    text.startsWith(`(${VARIABLE}`) ? [Number.parseInt(text.slice(VARIABLE.length + 1), 10)] : [],
  )
  return Math.max(0, ...own, ...below(expression).map(lastVariable))
}

/** True for an expression that computes one of its parts more than once, or sets a variable. */
export function hasLimits(expression: SqlExpression): boolean {
  return textsOf(expression).some((text) => text.startsWith('NULLIF(NULLIF(') || text.startsWith(`(${VARIABLE}`))
    ? true
    : below(expression).some(hasLimits)
}

function textsOf(expression: SqlExpression): readonly string[] {
  return expression.kind === 'fragment' ? expression.strings : []
}

function below(expression: SqlExpression): readonly SqlExpression[] {
  switch (expression.kind) {
    case 'fragment':
      return expression.args
    case 'list':
      return expression.items
    case 'cast':
      return [expression.expression]
    case 'null-safe-equal':
      return [expression.left, expression.right]
    case 'case':
      return [
        ...expression.branches.flatMap(({ when, value }) => [when, value]),
        ...(expression.otherwise ? [expression.otherwise] : []),
      ]
    default:
      return []
  }
}
