import type { SqlExpression } from '../../sql/index.ts'
import { cast } from '../../sql/index.ts'
import { defineFunction, type FunctionDefinition, type WindowFunction, type WindowHooks } from './define.ts'

/** Rows of one column, for examples. */
export function column(name: string, values: readonly (string | number | null)[]) {
  return values.map((item) => ({ [name]: item }))
}

export function window(
  definition: Pick<
    WindowFunction,
    | 'name'
    | 'summary'
    | 'params'
    | 'returns'
    | 'examples'
    | 'sql'
    | 'window'
    | 'aliases'
    | 'dual'
    | 'inStepsOn'
    | 'nulls'
    | 'isSmall'
  >,
): FunctionDefinition {
  return defineFunction({ ...definition, class: 'window', category: 'window' })
}

/** `NAME(argument)`. */
export function named(name: string, argument: SqlExpression): SqlExpression {
  return { kind: 'fragment', strings: [`${name}(`, ')'], args: [argument] }
}

/** Converts the result to the declared type, because engines return other integer types. */
export const toReturned: WindowHooks['finish'] = (written, { returns, types }) =>
  returns.kind === 'int64' || types[0]?.kind === 'int64' ? cast(written, returns) : written
