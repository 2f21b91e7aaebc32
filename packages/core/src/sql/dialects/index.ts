import { bigquery } from './bigquery.ts'
import { databricks } from './databricks.ts'
import type { Dialect, DialectName } from './dialect.ts'
import { duckdb } from './duckdb.ts'
import { mariadb, mysql } from './mysql.ts'
import { postgres } from './postgres.ts'
import { redshift } from './redshift.ts'
import { snowflake } from './snowflake.ts'
import { sqlserver } from './sqlserver.ts'
import { trino } from './trino.ts'

export type { Dialect, DialectFamily, DialectName } from './dialect.ts'

export const dialects = {
  duckdb,
  postgres,
  mariadb,
  mysql,
  snowflake,
  bigquery,
  databricks,
  redshift,
  sqlserver,
  trino,
} satisfies Record<DialectName, Dialect>

/** The dialect with the name. Throws for any other name: connectors only name dialects that exist. */
export function dialectOf(name: string): Dialect {
  const found = Object.values(dialects).find((dialect) => dialect.name === name)
  if (!found) throw new Error(`No dialect has the name ${name}.`)
  return found
}
