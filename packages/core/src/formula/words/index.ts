import type { DialectName } from '../../sql/index.ts'
import { bigquery } from './bigquery.ts'
import { databricks } from './databricks.ts'
import { mariadb, mysql } from './mysql.ts'
import { redshift } from './redshift.ts'
import { snowflake } from './snowflake.ts'
import { sqlserver } from './sqlserver.ts'
import { trino } from './trino.ts'
import type { Words } from './words.ts'

export { MissingWord } from './ansi.ts'
export type { GatherOrder, JsonWords, StatisticsWords, Words } from './words.ts'

const words: Partial<Record<DialectName, Words>> = {
  mariadb,
  mysql,
  snowflake,
  bigquery,
  databricks,
  redshift,
  sqlserver,
  trino,
}

/** The words of a dialect of the family `portable`. */
export function wordsOf(dialect: DialectName): Words {
  const found = words[dialect]
  if (!found) throw new Error(`Entries name ${dialect} or its family: it has no words.`)
  return found
}
