import { and, caseWhen, cast, partsOf, type SqlExpression } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { isBound, pieces, word } from './ansi.ts'

const VARIABLE = '@operand_'

/**
 * Operands that are more than a column are stored in session variables, which can be read any number of times: the engine has no nested
 * SELECT that can read the outer row, and computes a repeated expression again each time. A CASE evaluates its conditions in order, so a
 * variable is set before it is read; nested operands use other variable names.
 */
export function boundInVariables(
  operands: readonly SqlExpression[],
  type: ValueType,
  write: (names: readonly SqlExpression[]) => SqlExpression,
): SqlExpression {
  const large = [...new Set(operands.filter(isBound))]
  // A variable is set before the aggregates of its row are known, so it would be null or contain the value of another group.
  if (large.length === 0 || large.some(isOfGroup)) return write(operands)
  const first = 1 + Math.max(...large.map(lastVariable))
  const nameOf = (operand: SqlExpression) => `${VARIABLE}${String(first + large.indexOf(operand))}`
  // The type of a variable is unknown until the statement runs.
  const names = operands.map((operand) => (isBound(operand) ? cast(word(nameOf(operand)), type) : operand))
  const isSet = large.map((operand) => pieces([`(${nameOf(operand)} := `, ') IS NOT NULL'], operand))
  return caseWhen([{ when: and(...isSet), value: write(names) }])
}

const AGGREGATE = /\b(SUM|AVG|COUNT|MIN|MAX|GROUP_CONCAT|STDDEV_SAMP|VAR_SAMP|VAR_POP)\(/

/** Whether an expression contains an aggregate of a group. */
function isOfGroup(expression: SqlExpression): boolean {
  return textsOf(expression).some((text) => AGGREGATE.test(text)) || partsOf(expression).some(isOfGroup)
}

/** The highest number of the variables that the expression sets; 0 for none. */
function lastVariable(expression: SqlExpression): number {
  const own = textsOf(expression).flatMap((text) =>
    text.startsWith(`(${VARIABLE}`) ? [Number.parseInt(text.slice(VARIABLE.length + 1), 10)] : [],
  )
  return Math.max(0, ...own, ...partsOf(expression).map(lastVariable))
}

/** Whether an expression repeats one of its parts, or sets a variable. */
export function hasLimits(expression: SqlExpression): boolean {
  return textsOf(expression).some((text) => text.startsWith('NULLIF(NULLIF(') || text.startsWith(`(${VARIABLE}`))
    ? true
    : partsOf(expression).some(hasLimits)
}

function textsOf(expression: SqlExpression): readonly string[] {
  return expression.kind === 'fragment' ? expression.strings : []
}
