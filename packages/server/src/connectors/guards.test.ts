import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { allowedFunctions as duckdbFunctions } from './duckdb/allowed-functions.ts'
import { refuseStatement } from './duckdb/statement-guard.ts'
import { roleOf as mysqlRole } from './mysql/role.ts'
import { whyRefused as refusedByMysql } from './mysql/statement-guard.ts'
import { whyRefused as refusedByPostgres } from './postgres/statement-guard.ts'
import { whyUnread } from './sql-reader.ts'
import { whyRefused as refusedByTrino } from './trino/statement-guard.ts'

const goldenFolder = join(import.meta.dirname, '../../../../test/golden')
const goldens = readdirSync(goldenFolder).filter((name) => existsSync(join(goldenFolder, name, 'document.json')))
/** The statements that the compiler writes for documents on an engine. */
const statementsOf = (dialect: string) =>
  goldens
    .map((name) => ({ name, file: join(goldenFolder, name, `${dialect}.sql`) }))
    .filter(({ file }) => existsSync(file))
    .flatMap(({ name, file }) =>
      readFileSync(file, 'utf8')
        .split(/;\n(?=\n-- |$)/)
        .filter((text) => text.trim() !== '' && !text.includes('-- unable'))
        .map((text) => ({ name, text })),
    )

describe('PostgreSQL', () => {
  test('every statement of the compiler runs', async () => {
    for (const { name, text } of statementsOf('postgres')) expect(await refusedByPostgres(text), name).toBe(null)
  })

  test.each([
    // files, large objects, programs
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_catalog.pg_read_binary_file('/etc/passwd')",
    "SELECT * FROM pg_ls_dir('.')",
    "SELECT lo_import('/etc/passwd')",
    'SELECT lo_get(1)',
    "SELECT * FROM (SELECT 1 AS a, (SELECT pg_read_file('x') LIMIT 1)) AS t",
    "WITH x AS (SELECT pg_stat_file('x')) SELECT * FROM x",
    // other servers
    "SELECT * FROM dblink('host=other', 'SELECT 1') AS t(a int)",
    "SELECT public.dblink_exec('x', 'y')",
    // locks, waiting, settings, sessions, sequences
    'SELECT pg_advisory_lock(1)',
    'SELECT pg_sleep(10)',
    "SELECT set_config('role', 'postgres', false)",
    "SELECT current_setting('data_directory')",
    'SELECT pg_terminate_backend(1)',
    "SELECT nextval('s')",
    'SELECT current_user',
    'SELECT session_user, CURRENT_SCHEMA',
    'SELECT version()',
    'SELECT inet_server_addr()',
    // the catalogue, and text that is run as SQL
    'SELECT * FROM pg_catalog.pg_authid',
    'SELECT * FROM pg_stat_activity',
    'SELECT * FROM information_schema.tables',
    "SELECT 'pg_authid'::regclass",
    "SELECT query_to_xml('SELECT 1', true, true, '')",
    "SELECT has_table_privilege('x', 'SELECT')",
    // functions of people, in any spelling
    'SELECT "pg_read_file"(\'x\')',
    "SELECT PG_READ_FILE('x')",
    'SELECT U&"pg\\005fread_file"(\'x\')',
    'SELECT public.lower(1)',
    'SELECT (shop.sneak()).*',
    'SELECT count(*) FILTER (WHERE pg_sleep(1) IS NULL)',
    'SELECT 1 ORDER BY pg_sleep(1)',
    "SELECT * FROM ROWS FROM (pg_ls_dir('.')) AS t",
    // not a single query
    'SELECT 1; SELECT 2',
    'SELECT * INTO copied FROM t',
    'SELECT * FROM t FOR UPDATE',
    'SELECT * FROM (SELECT * FROM t FOR SHARE) AS x',
    'WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x',
    "COPY t TO '/tmp/x'",
    'DO $$ BEGIN END $$',
    'SHOW all',
    'EXPLAIN ANALYZE SELECT 1',
    'SELECT FROM WHERE',
    '',
  ])('refuses %s', async (text) => {
    expect(await refusedByPostgres(text)).not.toBe(null)
  })

  test.each([
    "SELECT lower(a), date_trunc('month', b), c::numeric(12, 2), d AT TIME ZONE 'UTC' FROM shop.t WHERE a ILIKE '%pg_sleep(1)%'",
    'SELECT x.*, y FROM a x LEFT JOIN LATERAL unnest(x.list) AS u(y) ON TRUE',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n',
    "SELECT json_value(a, '$.x'), coalesce(b, 1), extract(epoch FROM c), CURRENT_DATE, LOCALTIMESTAMP(3) FROM t",
    'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a), string_agg(b, $1 ORDER BY c) FROM t GROUP BY GROUPING SETS ((d), ())',
    'TABLE shop.t',
    'VALUES (1), (2)',
  ])('runs %s', async (text) => {
    expect(await refusedByPostgres(text)).toBe(null)
  })

  test('where formulas may call functions by name, functions with effects outside the database remain refused', async () => {
    const options = { allowsPassthrough: true }
    expect(await refusedByPostgres('SELECT shop.score(1)', options)).toBe(null)
    expect(await refusedByPostgres("SELECT dblink('x', 'y')", options)).not.toBe(null)
    expect(await refusedByPostgres('SELECT pg_sleep(1)', options)).not.toBe(null)
  })
})

describe('MySQL and MariaDB', () => {
  test.each(['mariadb', 'mysql'])('every statement of the compiler runs: %s', (dialect) => {
    for (const { name, text } of statementsOf(dialect)) expect(refusedByMysql(text), name).toBe(null)
  })

  test.each([
    "SELECT LOAD_FILE('/etc/passwd')",
    "SELECT load_file ('/etc/passwd')",
    "SELECT LOAD_FILE/* */('/etc/passwd')",
    'SELECT SLEEP(1)',
    'SELECT BENCHMARK(1, 1)',
    "SELECT GET_LOCK('a', 1)",
    'SELECT RELEASE_ALL_LOCKS()',
    'SELECT USER()',
    'SELECT CURRENT_USER',
    'SELECT VERSION()',
    'SELECT DATABASE()',
    'SELECT @@version',
    'SELECT @x',
    'SELECT @operand_1x',
    'SELECT @@operand_1',
    'SELECT @x := @operand_1',
    'SELECT @`operand_1`',
    'SELECT CONNECTION_ID()',
    "SELECT MASTER_POS_WAIT('x', 1)",
    'SELECT * FROM information_schema.tables',
    'SELECT * FROM `mysql`.`user`',
    'SELECT * FROM performance_schema . threads',
    'SELECT shop.sneak()',
    'SELECT `shop`.`sneak`()',
    'SELECT `sneak`()',
    'SELECT sneak (1)',
    'SELECT 1 FROM t WHERE EXISTS (SELECT SLEEP(1))',
    'SELECT NEXT VALUE FOR s',
    'SELECT * FROM t PROCEDURE ANALYSE()',
  ])('refuses %s', (text) => {
    expect(refusedByMysql(text)).not.toBe(null)
  })

  test.each([
    "SELECT LOWER(a), DATE_FORMAT(b, '%Y'), CAST(c AS DECIMAL(12, 2)) FROM shop.t WHERE a IN ('sleep(1)', 2)",
    'WITH x (a, `b c`) AS (SELECT 1, 2) SELECT a FROM x',
    'SELECT * FROM (SELECT 1) AS t(`n`)',
    // an operand that the compiler reads more than once
    'SELECT CASE WHEN (@operand_1 := a + b) IS NOT NULL THEN CAST(@operand_1 AS DOUBLE) * c END FROM t',
    "SELECT IF(a, 1, 2), INTERVAL 1 DAY + b, GROUP_CONCAT(a ORDER BY b SEPARATOR ',') FROM t",
  ])('runs %s', async (text) => {
    expect(refusedByMysql(text)).toBe(null)
  })

  test('tables of uploads are read only by statements whose `uploads` names them', () => {
    const name = `octavo_upload_${'0'.repeat(32)}_1`
    for (const text of [
      `SELECT c_1 FROM \`Shop\`.\`${name}\` AS t`,
      `SELECT c_1 FROM Shop . ${name.toUpperCase()}`,
      `SELECT 1 FROM (SELECT * FROM Shop.${name}) AS t`,
    ]) {
      expect(refusedByMysql(text, {}, [`Shop.${name}`]), text).toBe(null)
      expect(refusedByMysql(text), text).toMatch(/An uploaded table/)
      expect(refusedByMysql(text, {}, [`Other.${name}`, name]), text).toMatch(/An uploaded table/)
    }
    expect(refusedByMysql(`SELECT '${name}' AS a FROM t`)).toBe(null)
  })

  test('texts that do not parse, two statements and anything except a query are refused', async () => {
    expect(await whyUnread('SELECT a, b FROM t WHERE c = 1')).toBe(null)
    expect(await whyUnread('SELECT CASE WHEN (@operand_1 := a + b) IS NOT NULL THEN @operand_1 END FROM t')).toBe(null)
    expect(await whyUnread('WITH x AS (SELECT 1 AS a) SELECT a FROM x UNION SELECT 2')).toBe(null)
    for (const text of ['SELECT a b c FROM t', 'SELEC 1', 'SELECT 1; SELECT 2', 'DELETE FROM t', 'DROP TABLE t', '']) {
      expect(await whyUnread(text), text).not.toBe(null)
    }
  })

  test.each([
    ['GRANT USAGE ON *.* TO `r`@`%`', [], false, true],
    ['GRANT SELECT ON `shop`.* TO `r`@`%`', [], false, false],
    ['GRANT SELECT, FILE ON *.* TO `r`@`%`', ['FILE'], false, false],
    ['GRANT ALL PRIVILEGES ON *.* TO `r`@`%` WITH GRANT OPTION', ['ALL PRIVILEGES'], true, false],
    ['GRANT ALL PRIVILEGES ON `shop`.* TO `r`@`%`', [], true, false],
    ['GRANT SELECT, INSERT, SUPER ON *.* TO `r`@`%`', ['SUPER'], true, false],
    ['GRANT INSERT ON `shop`.* TO `r`@`%`', [], true, true],
  ])('%s', (grant, privileges, mayWrite, readsNothing) => {
    expect(mysqlRole([grant])).toEqual({ privileges, mayWrite, readsNothing })
  })
})

describe('Trino', () => {
  test('every statement of the compiler runs', () => {
    for (const { name, text } of statementsOf('trino')) expect(refusedByTrino(text), name).toBe(null)
  })

  test.each([
    'INSERT INTO t SELECT 1',
    'CREATE TABLE t AS SELECT 1',
    'DELETE FROM t',
    'CALL system.runtime.kill_query(1)',
    "EXECUTE IMMEDIATE 'DROP TABLE t'",
    'EXPLAIN ANALYZE SELECT 1',
    'SHOW SESSION',
    'SELECT 1; SELECT 2',
    '',
    // tables of the server itself
    'SELECT * FROM system.runtime.queries',
    'SELECT * FROM "system" . runtime.queries',
    'SELECT * FROM "SYSTEM".runtime.queries',
    'SELECT * FROM shop/* */.information_schema.tables',
    'SELECT * FROM jmx.current."x"',
    // SQL on other servers
    "SELECT * FROM TABLE(mysql.system.query(query => 'SELECT 1'))",
    'SELECT * FROM TABLE("mysql"."system"."query"(query => \'SELECT 1\'))',
    "SELECT * FROM TABLE(raw_query(database => 'a'))",
    // unknown functions, in any spelling
    'WITH FUNCTION f() RETURNS INT RETURN 1 SELECT f()',
    'SELECT sneak(1)',
    'SELECT sneak (1)',
    'SELECT "sneak"(1)',
    'SELECT a.b.sneak(1)',
    'SELECT CURRENT_USER',
    'SELECT 1 FROM t WHERE EXISTS (SELECT sneak())',
    // unreadable texts
    "SELECT 'a",
    'SELECT "a',
    'SELECT `a` FROM t',
    'SELECT 1 /* a',
    'SELECT "a""b',
    // blanks, comments and letters of every kind
    'SELECT sneak\u00a0(1)',
    'SELECT sneak--a\r(1)',
    'SELECT sneäk(1)',
    'SELECT "a""(" , sneak(1)',
    'SELECT - sneak(1)',
  ])('refuses %s', (text) => {
    expect(refusedByTrino(text)).not.toBe(null)
  })

  test.each([
    "SELECT lower(a), date_trunc('month', b), CAST(c AS DECIMAL(12, 2)) FROM tpch.tiny.t WHERE a LIKE '%sneak(1); --%'",
    'WITH x (a, "b c") AS (SELECT 1, 2) SELECT a FROM x',
    'WITH function AS (SELECT 1 AS a) SELECT a FROM function',
    'SELECT transform(a, x -> x + 1), ROW(1, 2), ARRAY[1] FROM t CROSS JOIN UNNEST(b) AS u (n)',
    'SELECT * FROM TABLE(sequence(1, 10)) AS s -- sneak(1)',
    "SELECT COUNT(*) FILTER (WHERE a > 1), listagg(b, ',') WITHIN GROUP (ORDER BY c) FROM t GROUP BY GROUPING SETS ((d), ())",
    'SELECT "system" FROM "a ""b"".c"',
    'VALUES (1), (2);',
    'SELECT größe,\u00a0"größe" FROM t WHERE a - 1 > 4 / 2 -- sneak(1)\r\n',
    'TABLE tpch.tiny.nation',
  ])('runs %s', (text) => {
    expect(refusedByTrino(text)).toBe(null)
  })

  test('where formulas may call functions by name, table functions and functions of others remain refused', () => {
    const options = { allowsPassthrough: true }
    expect(refusedByTrino('SELECT score(1)', options)).toBe(null)
    expect(refusedByTrino("SELECT * FROM TABLE(raw_query(database => 'a'))", options)).not.toBe(null)
    expect(refusedByTrino("SELECT * FROM TABLE(a.system.query(query => 'x'))", options)).not.toBe(null)
  })

  test('texts that do not parse and two statements are refused', async () => {
    expect(await whyUnread('SELECT a FROM tpch.tiny.nation CROSS JOIN UNNEST(b) AS u (n) LIMIT 1', 'trino')).toBe(null)
    for (const text of ['SELECT a b c FROM t', 'SELECT 1; SELECT 2', 'DELETE FROM t', ''])
      expect(await whyUnread(text, 'trino'), text).not.toBe(null)
  })
})

describe('the embedded engine', () => {
  test('every statement of the compiler runs', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    for (const { name, text } of statementsOf('duckdb')) {
      const reader = await connection.runAndReadAll('SELECT json_serialize_sql(?::VARCHAR)', [text])
      expect(refuseStatement(String(reader.getRows()[0]?.[0])), name).toBe(null)
    }
    const known = await connection.runAndReadAll('SELECT DISTINCT lower(function_name) FROM duckdb_functions()')
    const names = new Set(known.getRows().map(([name]) => String(name)))
    const spellings = ['coalesce', 'grouping', 'if', 'ifnull', 'nvl', 'unnest', 'current_timestamp', 'current_time']
    expect([...duckdbFunctions].filter((name) => !names.has(name) && !spellings.includes(name))).toEqual([])
  })
})
