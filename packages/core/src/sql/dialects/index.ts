import type { Dialect, DialectName } from './dialect.ts'
import { duckdb } from './duckdb.ts'
import { postgres } from './postgres.ts'

export type { Dialect, DialectFamily, DialectName } from './dialect.ts'
export { duckdb } from './duckdb.ts'
export { postgres } from './postgres.ts'

export const dialects = { duckdb, postgres } satisfies Record<DialectName, Dialect>

/** The dialect of that name. Throws for any other name: connectors name dialects that exist. */
export function dialectOf(name: string): Dialect {
  const found = Object.values(dialects).find((dialect) => dialect.name === name)
  if (!found) throw new Error(`No dialect has the name ${name}.`)
  return found
}
