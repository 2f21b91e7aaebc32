import type { ValueType } from '../../types/index.ts'

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
 * Groups of dialects that write most things alike; a function entry may name one instead of each dialect. Entries of
 * `portable` are written with the words of the dialect, those of `standard` are the same text everywhere.
 */
export type DialectFamily = 'postgresFamily' | 'mysqlFamily' | 'portable' | 'standard'

/** One way to write SQL. Everything that differs between engines in statements stands here, functions excepted. */
export interface Dialect {
  name: DialectName
  /** The name that people know the engine by. */
  label: string
  /** False where no test of ours runs the engine: users are told wherever they see it. */
  isVerified: boolean
  /** Where entries of functions are looked up, in this order, when they do not name the dialect itself. */
  families: readonly DialectFamily[]
  quoteIdentifier(name: string): string
  /** The place of value number `position`, counted from 1, made to have its type; an array comes as JSON text. */
  placeholder(position: number, type: ValueType): string
  /** Name of the type in `CAST(... AS name)`. */
  typeName(type: ValueType): string
  /** The lines at the end of a SELECT; empty when both are absent. */
  limit(limit: number | undefined, offset: number | undefined, isOrdered: boolean): string[]
  /** Words before the parenthesis of a CTE that keep the engine from dissolving it; absent where it never does harm. */
  fence?: string
  /** A line at the end of a CTE that does the same, where no word before it does. */
  fenceEnd?: string
  /**
   * A line at the end of a CTE over which the engine moves no condition and no key, so that its rows are known before
   * anything that reads it is computed. It lets the rows stream.
   */
  policyFence: string
  /** CTEs that one WITH may have, where the engine counts them. */
  mostCtes?: number
  /** Fences that one statement may have, where more of them end the engine. */
  mostFences?: number
  /** After so many relations that group over each other one is a fence: the optimizer takes twice as long for each. */
  mostGroupsInChain?: number
  /** True where a subquery in EXISTS over computed keys runs once for each row, so that a join of groups is better. */
  hasSlowExists?: true
  /** True where one SELECT cannot group its rows in several ways. */
  hasNoGroupingSets?: true
  /** Equality that takes two nulls as equal. */
  nullSafeEqual: readonly [before: string, between: string, after: string]
  /**
   * How the place of nulls in an order is said: with NULLS LAST, or with a further key where the engine takes null as
   * the smallest value and has no words for anything else.
   */
  nulls: 'words' | 'smallest'
  /** True where a condition is not a value, as in SQL Server: neither can stand in the place of the other. */
  hasNoLogicalValues?: boolean
  /** False where a SELECT in parentheses may not be ordered unless it is limited; such an order means nothing anyway. */
  ordersInside?: false
  /** What follows a column of text where it is read, so that comparing it heeds case and blanks. */
  exactText?: string
  /**
   * How rows are read out of a JSON text, an array of objects with texts: what stands after FROM, and a field of a row as
   * text. Keys have the form of our aliases. Absent where the engine takes no text of such a size.
   */
  rows?: {
    from(json: string, keys: readonly string[]): string
    field(key: string): string
    /** The text of a field as its type, where a cast alone does not do; null where it does. */
    read?(field: string, type: ValueType): string | null
  }
  /** Statements that a connector runs when it opens a session, and that our SQL takes for granted. */
  session?: readonly string[]
}
