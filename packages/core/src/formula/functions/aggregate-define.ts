import { type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { INT64 } from '../value-types.ts'
import { type Words, wordsOf } from '../words/index.ts'
import {
  defineFunction,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type PortableEmit,
  type SqlByDialect,
} from './define.ts'

/** A column of numbers that is aggregated. */
export const number: Param = { name: 'column', type: 'number' }

/** One implementation for the engines that tests run; an entry may add others. */
export function onTestedEngines(write: PortableEmit): SqlByDialect {
  return {
    duckdb: (args, info) => write(args, info, wordsOf('duckdb')),
    postgres: (args, info) => write(args, info, wordsOf('postgres')),
  }
}

/** An aggregate of one argument; `others`: implementations for engines other than DuckDB and PostgreSQL that differ. */
export function simple(
  name: string,
  summary: string,
  param: Param,
  returns: FunctionDefinition['returns'],
  emit: (argument: SqlExpression, type: ValueType, words: Words) => SqlExpression,
  examples: readonly FunctionExample[],
  others?: SqlByDialect,
): FunctionDefinition {
  const write: PortableEmit = ([argument], { types }, words) =>
    argument ? emit(argument, types[0] ?? INT64, words) : sql`NULL`
  return defineFunction({
    name,
    class: 'aggregate',
    category: 'aggregate',
    summary,
    params: [param],
    returns,
    sql: { ...onTestedEngines(write), portable: write, ...others },
    examples,
  })
}
