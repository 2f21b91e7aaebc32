import type { ValueType } from '../../types/index.ts'
import type { SqlEntryField } from '../tree.ts'

export type DialectName =
  | 'duckdb'
  | 'postgres'
  | 'mariadb'
  | 'mysql'
  | 'snowflake'
  | 'bigquery'
  | 'databricks'
  | 'redshift'
  | 'sqlserver'
  | 'trino'

/**
 * Groups of dialects with mostly the same syntax; a function entry may name a group instead of each dialect. Entries of `portable` are
 * written with the words of the dialect, entries of `standard` are the same text everywhere.
 */
export type DialectFamily = 'postgresFamily' | 'mysqlFamily' | 'portable' | 'standard'

/** One SQL dialect. Contains all differences between engines in statements, except for functions. */
export interface Dialect {
  name: DialectName
  /** The display name of the engine. */
  label: string
  /** False when no test here runs the engine, which the app shows wherever the engine is offered. */
  isVerified: boolean
  /** The families, in this order, under which function entries are looked up that do not name the dialect itself. */
  families: readonly DialectFamily[]
  quoteIdentifier(name: string): string
  /** The placeholder of value number `position`, from 1, with a cast to its type if necessary; an array is bound as JSON text. */
  placeholder(position: number, type: ValueType): string
  /** Name of the type in `CAST(... AS name)`. */
  typeName(type: ValueType): string
  /** The text around an operand that converts it to the type, where the engine has no CAST to it; null where it has. */
  converts?(type: ValueType): readonly [before: string, after: string] | null
  /** The lines at the end of a SELECT; empty when both are absent. */
  limit(limit: number | undefined, offset: number | undefined, isOrdered: boolean): string[]
  /** Words before the parenthesis of a CTE that prevent the engine from inlining it; absent when inlining is harmless. */
  fence?: string
  /** A line at the end of a CTE that does the same, for engines without such words. */
  fenceEnd?: string
  /**
   * A line at the end of a CTE into which the engine moves no condition and no key, so that its rows are known before anything that reads
   * it is computed. Rows can still be streamed.
   */
  policyFence: string
  /** The maximum number of CTEs in one WITH, if the engine has a limit. */
  mostCtes?: number
  /** The maximum number of fences in one statement, if more of them crash the engine. */
  mostFences?: number
  /** The number of nested grouping relations after which one becomes a fence: the optimizer's time doubles with each. */
  mostGroupsInChain?: number
  /** True when an EXISTS subquery over computed keys runs once for each row, so that a join with groups is faster. */
  hasSlowExists?: true
  /** True when a subquery in the argument of JSON_TABLE cannot read columns around it, so that the argument becomes a derived table. */
  readsTablesFlat?: true
  /** True when groups and counts of different values take a negative zero for another value than zero. */
  separatesZeros?: true
  /** True when HAVING may read only keys that the SELECT returns, so that groups are filtered in a SELECT around theirs. */
  hasNarrowHaving?: true
  /** True when keys of windows must not be constants: MySQL takes them for positions of columns. */
  hasNoConstantKeys?: true
  /** True when the engine does not support grouping sets. */
  hasNoGroupingSets?: true
  /** Equality in which two nulls are equal. */
  nullSafeEqual: readonly [before: string, between: string, after: string]
  /**
   * How the position of nulls in an order is expressed: with NULLS LAST, or with an additional sort key for engines that treat null as the
   * smallest value and have no such syntax.
   */
  nulls: 'words' | 'smallest'
  /** True when a condition is not a value and a value is not a condition, as in SQL Server. */
  hasNoLogicalValues?: boolean
  /** False when a SELECT in parentheses must not have an ORDER BY without a limit; such an order has no effect anyway. */
  ordersInside?: false
  /** Text after a text column that makes its comparisons sensitive to case and trailing blanks. */
  exactText?: string
  /**
   * How rows are read from a JSON text, an array of objects with texts: the text after FROM, and a field of a row as text. Keys have the
   * form of our aliases. Absent when the engine does not accept texts of such a size.
   */
  rows?: {
    from(json: string, keys: readonly string[]): string
    field(key: string): string
    /** The text of a field converted to its type, when a cast is not enough; null when it is. */
    read?(field: string, type: ValueType): string | null
  }
  /** True when decimals are converted to a common type before they are compared, and a number that does not fit it fails the statement. */
  comparesInCommonType?: true
  /**
   * How entered rows are read from their table: the items of the SELECT in the order of the columns, and the lines after it. The texts of
   * `state` and of the fields are printed values. Absent where no connector writes such tables.
   */
  entries?(
    table: string,
    state: string,
    columns: readonly { type: ValueType; field: SqlEntryField<string> }[],
  ): { items: string[]; from: string[] }
  /** Statements that a connector runs when it opens a session, which the generated SQL relies on. */
  session?: readonly string[]
}
