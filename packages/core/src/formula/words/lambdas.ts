import { list, partsOf, type SqlExpression, sql, weightOf } from '../../sql/index.ts'
import { isBound, pieces } from './ansi.ts'

/**
 * The largest number of nodes of an operand that may be repeated. Trino computes a repeated expression once, but plans it each time; for
 * smaller ones a call of a lambda for each row would cost more than the planning.
 */
const LARGEST_REPEATED = 40

type Write = (names: readonly SqlExpression[]) => SqlExpression

/**
 * Passes operands to a lambda, which can read them any number of times. `write` may use only the names and columns: other lambdas have the
 * same names, and a lambda may not contain aggregates, windows or subqueries. So only columns and values remain as they are.
 */
export function boundInLambda(operands: readonly SqlExpression[], write: Write): SqlExpression {
  if (!operands.some(isBound)) return write(operands)
  const fields = [...new Set(operands.filter((operand) => !isPlain(operand)))]
  const names = operands.map((operand) => {
    if (isPlain(operand)) return operand
    const { isOfRow, isSmall, isTotal, isConstant } = operand
    return { ...pieces([`operand[${fields.indexOf(operand) + 1}]`]), isOfRow, isSmall, isTotal, isConstant }
  })
  return sql`ELEMENT_AT(TRANSFORM(ARRAY[ROW(${list(fields)})], operand -> ${write(names)}), 1)`
}

/** Passes the operands to a lambda if `write` repeats a large one. */
export function onceInLambda(operands: readonly SqlExpression[], write: Write): SqlExpression {
  const large = operands.filter((operand) => weightOf(operand, LARGEST_REPEATED + 1) > LARGEST_REPEATED)
  if (large.length === 0) return write(operands)
  const written = write(operands)
  // Operations on floats bind their results themselves.
  if (written.float !== undefined) return written
  const times = new Map<SqlExpression, number>(large.map((operand) => [operand, 0]))
  countIn(written, times)
  return [...times.values()].some((count) => count > 1) ? boundInLambda(operands, write) : written
}

function isPlain({ kind }: SqlExpression): boolean {
  return kind === 'column' || kind === 'value'
}

/** Counts how often an expression contains each of these; does not look inside them. */
function countIn(expression: SqlExpression, times: Map<SqlExpression, number>): void {
  const count = times.get(expression)
  if (count !== undefined) {
    times.set(expression, count + 1)
    return
  }
  for (const part of partsOf(expression)) countIn(part, times)
}
