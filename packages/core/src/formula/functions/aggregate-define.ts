import { type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { INT64 } from '../value-types.ts'
import {
  defineFunction,
  type Emit,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type SqlByDialect,
} from './define.ts'

/** A column of numbers that is aggregated. */
export const number: Param = { name: 'column', type: 'number' }

/** An aggregate of one argument. */
export function simple(
  name: string,
  summary: string,
  param: Param,
  returns: FunctionDefinition['returns'],
  emit: (argument: SqlExpression, type: ValueType) => SqlExpression,
  examples: readonly FunctionExample[],
  portable?: SqlByDialect,
): FunctionDefinition {
  const write: Emit = ([argument], { types }) => (argument ? emit(argument, types[0] ?? INT64) : sql`NULL`)
  return defineFunction({
    name,
    class: 'aggregate',
    category: 'aggregate',
    summary,
    params: [param],
    returns,
    sql: { ...portable, standard: write },
    examples,
  })
}
