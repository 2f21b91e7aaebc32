import type { DialectName } from '../../sql/index.ts'
import { bigquery } from './bigquery.ts'
import { databricks } from './databricks.ts'
import { duckdb } from './duckdb.ts'
import { mariadb, mysql } from './mysql.ts'
import { postgres } from './postgres.ts'
import { redshift } from './redshift.ts'
import { snowflake } from './snowflake.ts'
import { sqlserver } from './sqlserver.ts'
import { trino } from './trino.ts'
import type { Words } from './words.ts'

export { isBound, MissingWord } from './ansi.ts'
export type { Computation, GatherOrder, JsonWords, PairWords, StatisticsWords, TimestampParts, Words } from './words.ts'

const words: Record<DialectName, Words> = {
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
}

/** The words of a dialect. */
export function wordsOf(dialect: DialectName): Words {
  return words[dialect]
}
