import { expect, test } from 'vitest'
import { sqlReferences } from './sql-reader.ts'

const written = (sql: string, parts: readonly { start: number; end: number }[]) =>
  parts.map(({ start, end }) => sql.slice(start, end)).join('.')

/** Statement, dialect, the tables as they are written, the columns as they are written. */
const rows: [string, string, string[], string[]][] = [
  ['SELECT A FROM DB.S.T', 'duckdb', ['DB.S.T'], ['A']],
  ['SELECT \'DB.S.T\', "DB.S.T" FROM S."T" -- DB.S.T\n/* FROM DB.S.T */', 'duckdb', ['S."T"'], ['"DB.S.T"']],
  ["SELECT '👍 S.T', S.T.A FROM S.T", 'duckdb', ['S.T'], ['S.T.A']],
  ['WITH c AS (SELECT * FROM S.T) SELECT c.A FROM c JOIN S.c USING (B)', 'duckdb', ['S.T', 'S.c'], ['c.A', 'B']],
  ['WITH S AS (SELECT 1 AS A) SELECT A FROM S WHERE EXISTS (SELECT 1 FROM T)', 'postgres', ['T'], ['A']],
  ['SELECT `x`.`a b` FROM `db`.`t` x WHERE y = "db.t"', 'mysql', ['`db`.`t`'], ['`x`.`a b`', 'y']],
  [
    'SELECT A FROM S.T WHERE B = {{Region}} AND C BETWEEN {{Days}}:min AND 2',
    'duckdb',
    ['S.T'],
    ['A', 'B', '{{Region}}', 'C', '{{Days}}:min'],
  ],
  ['SELECT a FROM s.t UNION ALL (SELECT b FROM s.u)', 'snowflake', ['s.t', 's.u'], ['a', 'b']],
  ['SELECT T.* FROM S.T', 'postgres', ['S.T'], ['T.']],
]

test.each(rows)('tables and columns of %s (%s)', async (sql, dialect, tables, columns) => {
  const found = await sqlReferences(sql, dialect)
  expect(found?.tables.map(({ parts }) => written(sql, parts))).toEqual(tables)
  expect(found?.columns.map((parts) => written(sql, parts))).toEqual(columns)
})

test('a text that is not SQL has no references', async () => {
  expect(await sqlReferences('SELECT FROM WHERE', 'duckdb')).toBeNull()
})
