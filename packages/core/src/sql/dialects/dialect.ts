import type { ValueType } from '../../types/index.ts'

export type DialectName = 'duckdb' | 'postgres'

/** Groups of dialects that write most things alike; a function entry may name one instead of each dialect. */
export type DialectFamily = 'postgresFamily' | 'mysqlFamily' | 'standard'

/** One way to write SQL. Everything that differs between engines in statements stands here, functions excepted. */
export interface Dialect {
  name: DialectName
  /** Where entries of functions are looked up, in this order, when they do not name the dialect itself. */
  families: readonly DialectFamily[]
  quoteIdentifier(name: string): string
  /** The place of value number `position`, counted from 1, made to have its type. */
  placeholder(position: number, type: ValueType): string
  /** Name of the type in `CAST(... AS name)`. */
  typeName(type: ValueType): string
  /** The lines at the end of a SELECT; empty when both are absent. */
  limit(limit: number | undefined, offset: number | undefined): string[]
  /** Words before the parenthesis of a CTE that keep the engine from dissolving it; absent where it never does harm. */
  fence?: string
  /** Equality that takes two nulls as equal. */
  nullSafeEqual: readonly [before: string, between: string, after: string]
}
