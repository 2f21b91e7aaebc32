import { and, caseWhen, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { VARIANT } from '../value-types.ts'
import { call } from '../words/ansi.ts'
import { type Lists, onLists } from './array-lists.ts'
import {
  defineFunction,
  type Emit,
  type EmitInfo,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type SqlByDialect,
  type Unsupported,
  unsupportedOn,
} from './define.ts'
import { jsonValue } from './variant.ts'

type Engine = 'duckdb' | 'postgres'
export const NULL = sql`NULL`
export const array: Param = { name: 'array', type: ['variant', 'array'] }

interface ArrayFunction {
  name: string
  summary: string
  params: readonly Param[]
  returns?: 'text' | 'integer' | 'logical' | 'variant'
  nulls?: string
  examples: readonly FunctionExample[]
  duckdb: Emit
  postgres: Emit
  mysqlFamily: Emit | Unsupported
  snowflake: Emit
  /** BigQuery, Databricks and Trino, whose arrays have elements of one type. */
  lists: (lists: Lists, dialect: 'bigquery' | 'databricks' | 'trino') => Emit
  /** Other engines, and exceptions to the implementations above. */
  others?: SqlByDialect
}

/** Defines a row function that accepts or returns arrays. */
export function arrayFunction(definition: ArrayFunction): FunctionDefinition {
  const { returns = 'variant', duckdb, postgres, mysqlFamily, snowflake, lists, others, ...rest } = definition
  const sql = {
    ...unsupportedOn('Redshift has no function that looks into the elements of an array.', 'redshift'),
    ...unsupportedOn('SQL Server has no type for arrays.', 'sqlserver'),
    duckdb,
    postgres,
    mysqlFamily,
    snowflake,
    ...onLists(lists),
    ...others,
  }
  return defineFunction({ ...rest, returns, class: 'row', category: 'array', sql })
}

/** A call of a Snowflake function with arrays as arguments and result, converted from and to variants. */
export function ofArrays(name: string): (args: readonly SqlExpression[]) => SqlExpression {
  return (args) => sql`TO_VARIANT(${call(name, ...args.map((arg) => sql`CAST(${arg} AS ARRAY)`))})`
}

export function isList(type: ValueType | undefined): boolean {
  return type?.kind === 'array'
}

/** An argument as JSON, whatever kind of array it is. */
export function json(engine: Engine, args: readonly SqlExpression[], info: EmitInfo, at: number): SqlExpression {
  return jsonValue(engine, args[at] ?? NULL, info.types[at] ?? VARIANT)
}

/** The argument as a list of JSON texts; null when it is not an array. */
export function listAt(lists: Lists, args: readonly SqlExpression[], info: EmitInfo, at: number): SqlExpression {
  return lists.of(args[at] ?? NULL, info.types[at] ?? VARIANT)
}

/** An array built from the lists of the arguments; null when one of them is null. */
export function fromLists(write: (lists: Lists, ...of: readonly SqlExpression[]) => SqlExpression) {
  return (lists: Lists): Emit =>
    (args, info) =>
      whenKnown(
        lists.variant(write(lists, ...args.map((_arg, at) => lists.orEmpty(listAt(lists, args, info, at))))),
        ...args,
      )
}

/** DuckDB: the elements as a list of JSON values, including JSON nulls. */
export function elements(x: SqlExpression): SqlExpression {
  return sql`CAST(JSON_EXTRACT(${x}, '$[*]') AS JSON[])`
}

/** PostgreSQL: an array built from the elements of another; an empty array instead of null. */
export function rebuilt(
  x: SqlExpression,
  condition: SqlExpression,
  aggregate = sql`JSONB_AGG(e ORDER BY n)`,
): SqlExpression {
  return caseWhen([
    {
      when: sql`${x} IS NOT NULL`,
      value: sql`(SELECT COALESCE(${aggregate}, '[]') FROM JSONB_ARRAY_ELEMENTS(${asArray(x)}) WITH ORDINALITY AS t(e, n) WHERE ${condition})`,
    },
  ])
}

/** PostgreSQL raises an error for the elements of a value that is not an array. */
export function asArray(x: SqlExpression): SqlExpression {
  return sql`CASE WHEN JSONB_TYPEOF(${x}) = 'array' THEN ${x} ELSE '[]' END`
}

export function whenKnown(result: SqlExpression, ...args: readonly SqlExpression[]): SqlExpression {
  return caseWhen([{ when: and(...args.map((arg) => sql`${arg} IS NOT NULL`)), value: result }])
}
