import { dialectOf, type SqlExpression } from '../sql/index.ts'
import type { Expression } from './api.ts'
import type { FunctionDefinition } from './functions/define.ts'
import { asDecimal } from './value-types.ts'
import { tryCast } from './words/ansi.ts'

type Call = Extract<Expression, { kind: 'call' }>

/**
 * The arguments of a call that gives one of them, such as `If` or `Greatest`, with the scale of its result. DuckDB takes places after the point away
 * from all of them where the widest would need more than 38 digits: 1.5 beside a total of whole numbers became 2. A value that has no
 * room for the places is null.
 */
export function alikeDecimals(
  definition: FunctionDefinition,
  call: Call,
  args: readonly SqlExpression[],
  dialect: string,
): readonly SqlExpression[] {
  const { returns } = definition
  if (dialectOf(dialect).name !== 'duckdb' || call.type?.kind !== 'decimal') return args
  if (definition.class !== 'row' || typeof returns !== 'object' || !('alike' in returns)) return args
  const { scale } = call.type
  const given = call.args.map((arg, index) => {
    const param =
      definition.paramAt?.(index, call.args.length) ?? definition.params[Math.min(index, definition.params.length - 1)]
    const isAlike = typeof param?.type === 'object' && 'alike' in param.type && param.type.alike === returns.alike
    return isAlike && arg.type ? asDecimal(arg.type) : null
  })
  const whole = Math.max(...given.map((type) => (type ? type.precision - type.scale : 0)))
  if (whole + scale <= 38) return args
  return args.map((arg, index) => {
    const type = given[index]
    return type && type.scale < scale ? tryCast(arg, `DECIMAL(38, ${scale})`) : arg
  })
}
