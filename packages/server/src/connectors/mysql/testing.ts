/** The folder of a MySQL server that a run of tests uses in place of MariaDB (`npm run test:engines`). */
export const mysqlHome = process.env.OCTAVO_TEST_MYSQL

/** The dialect of the server that tests get for `mariadb`. */
export const flavour: 'mariadb' | 'mysql' = mysqlHome === undefined ? 'mariadb' : 'mysql'
export const flavourLabel = mysqlHome === undefined ? 'MariaDB' : 'MySQL'

const isMariadb = mysqlHome === undefined

/** A relation with the numbers from 1 to `count` as `seq`: MariaDB has sequences of any size in each schema. */
export const numbersTo = (schema: string, count: number, alias = 'numbers'): string =>
  isMariadb
    ? `${schema}.seq_1_to_${count} AS ${alias}`
    : `JSON_TABLE(CONCAT('[0', REPEAT(',0', ${count - 1}), ']'), '$[*]' COLUMNS (seq FOR ORDINALITY)) AS ${alias}`

/** Ten rows of a constant, joined as often as the statement never ends. */
const DIGITS = `(${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ')})`
const few = (alias: string) =>
  `(SELECT 1 FROM ${['e', 'f', 'g', 'h'].map((name) => `${DIGITS} AS ${name}`).join(' JOIN ')} LIMIT 10000) AS ${alias}`

/** A statement that no server ends within a test. */
export const endlessIn = (schema: string): string =>
  isMariadb
    ? `SELECT COUNT(*) AS n FROM ${numbersTo(schema, 1e9, 'a')} JOIN ${numbersTo(schema, 1e6, 'b')}`
    : `SELECT COUNT(*) AS n FROM ${['a', 'b', 'c', 'd'].map(few).join(' JOIN ')}`

/**
 * The same for SQL of people, which is described before it runs. MySQL computes a row of totals already then, and counts the rows of joins
 * without reading them.
 */
export const endlessOn = (schema: string, table: string): string =>
  isMariadb
    ? endlessIn(schema)
    : `SELECT 1 AS n FROM ${Array.from({ length: 30 }, (_, at) => `${schema}.${table} AS t${at}`).join(' STRAIGHT_JOIN ')} WHERE RAND() < 0`
