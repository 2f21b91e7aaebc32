import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EngineSession } from '../api.ts'
import { createDuckdbConnector, type DuckdbConnector } from './index.ts'

/** Statements that try to leave the database, change it, or look at the server. None may get through. */
const folder = mkdtempSync(join(tmpdir(), 'octavo-escape-'))
const path = join(folder, 'SHOP.duckdb')
const secretFile = join(folder, 'secret.csv')
const target = join(folder, 'stolen')
const never = () => new AbortController().signal

const hostile = [
  // files
  `SELECT * FROM read_csv('${secretFile}')`,
  `SELECT * FROM read_csv_auto('${secretFile}')`,
  `SELECT * FROM read_text('${secretFile}')`,
  `SELECT * FROM read_blob('/etc/passwd')`,
  `SELECT * FROM read_json('${secretFile}')`,
  `SELECT * FROM read_parquet('${secretFile}')`,
  `SELECT * FROM parquet_metadata('${secretFile}')`,
  `SELECT * FROM sniff_csv('${secretFile}')`,
  `SELECT * FROM '${secretFile}'`,
  `SELECT * FROM "${secretFile}"`,
  `SELECT * FROM '/etc/passwd'`,
  `SELECT * FROM glob('${folder}/*')`,
  `FROM '${secretFile}' SELECT 1`,
  `SELECT (SELECT count(*) FROM read_text('/etc/hostname'))`,
  `WITH x AS (SELECT * FROM read_text('/etc/hostname')) SELECT * FROM x`,
  `SELECT * FROM PUBLIC.ITEMS WHERE EXISTS (SELECT 1 FROM glob('/*'))`,
  `SELECT * FROM PUBLIC.ITEMS, LATERAL (SELECT * FROM read_text('/etc/hostname'))`,
  `SELECT 1 UNION ALL SELECT 1 FROM read_text('/etc/hostname')`,
  `SELECT * FROM READ_TEXT('/etc/hostname')`,
  `SELECT * FROM main.read_text('/etc/hostname')`,
  `SELECT * FROM system.main.read_text('/etc/hostname')`,
  `SELECT 1 ORDER BY (SELECT count(*) FROM glob('/*'))`,
  `SELECT count(*) FILTER (WHERE (SELECT true FROM glob('/*') LIMIT 1)) FROM PUBLIC.ITEMS`,
  `SELECT sum(1) OVER (ORDER BY (SELECT count(*) FROM glob('/*')))`,
  // writing
  `COPY PUBLIC.ITEMS TO '${target}'`,
  `COPY (SELECT 1) TO '${target}'`,
  `COPY PUBLIC.ITEMS FROM '${secretFile}'`,
  `EXPORT DATABASE '${target}'`,
  `IMPORT DATABASE '${target}'`,
  `CREATE TABLE t AS SELECT 1`,
  `CREATE TEMP TABLE t AS SELECT 1`,
  `CREATE MACRO f() AS TABLE SELECT * FROM read_text('/etc/passwd')`,
  `INSERT INTO PUBLIC.ITEMS VALUES (1)`,
  `UPDATE PUBLIC.ITEMS SET ID = 1`,
  `DELETE FROM PUBLIC.ITEMS`,
  `DROP TABLE PUBLIC.ITEMS`,
  `TRUNCATE PUBLIC.ITEMS`,
  `WITH x AS (DELETE FROM PUBLIC.ITEMS RETURNING *) SELECT * FROM x`,
  `SELECT 1; DROP TABLE PUBLIC.ITEMS`,
  `SELECT 1; SELECT 2`,
  `SELECT nextval('s')`,
  `CHECKPOINT`,
  `VACUUM`,
  `BEGIN TRANSACTION`,
  // other databases, extensions, settings
  `ATTACH '${path}' AS other`,
  `ATTACH ':memory:' AS other`,
  `DETACH SHOP`,
  `USE system`,
  `INSTALL httpfs`,
  `LOAD json`,
  `LOAD '${target}'`,
  `FORCE INSTALL httpfs FROM community`,
  `SET enable_external_access = true`,
  `SET GLOBAL lock_configuration = false`,
  `RESET lock_configuration`,
  `PRAGMA enable_external_access = true`,
  `SET memory_limit = '100GB'`,
  `SET VARIABLE x = 1`,
  `CREATE SECRET s (TYPE s3)`,
  `SELECT * FROM which_secret('s3://x', 's3')`,
  `SELECT * FROM duckdb_secrets()`,
  `PREPARE p AS SELECT 1`,
  `EXECUTE p`,
  `CALL pragma_version()`,
  // the server's own facts
  `PRAGMA database_list`,
  `PRAGMA version`,
  `PRAGMA storage_info('ITEMS')`,
  `SELECT * FROM pragma_database_list`,
  `SELECT * FROM duckdb_databases()`,
  `SELECT * FROM duckdb_databases`,
  `SELECT * FROM main.duckdb_databases`,
  `SELECT * FROM system.main.duckdb_settings`,
  `SELECT * FROM duckdb_settings()`,
  `SELECT * FROM duckdb_temporary_files()`,
  `SELECT * FROM duckdb_extensions()`,
  `SELECT * FROM duckdb_logs`,
  `SELECT * FROM information_schema.tables`,
  `SELECT * FROM SHOP.information_schema.schemata`,
  `SELECT * FROM pg_catalog.pg_settings`,
  `SELECT * FROM pg_settings`,
  `SELECT * FROM sqlite_master`,
  `SELECT current_setting('temp_directory')`,
  `SELECT CURRENT_SETTING('secret_directory')`,
  `SELECT main.current_setting('temp_directory')`,
  `SELECT list_transform(['temp_directory'], x -> current_setting(x))`,
  `SELECT 'temp_directory'.current_setting()`,
  `SELECT getenv('PATH')`,
  `SELECT getvariable('x')`,
  `SHOW TABLES`,
  `SHOW DATABASES`,
  `SHOW ALL TABLES`,
  `DESCRIBE PUBLIC.ITEMS`,
  `SUMMARIZE PUBLIC.ITEMS`,
  `SELECT * FROM (SHOW DATABASES)`,
  `SELECT * FROM (DESCRIBE duckdb_settings)`,
  `EXPLAIN SELECT 1`,
  `EXPLAIN ANALYZE SELECT * FROM PUBLIC.ITEMS`,
  // text run as SQL
  `SELECT * FROM query('SELECT * FROM duckdb_settings()')`,
  `SELECT * FROM query_table('duckdb_settings')`,
  `SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))`,
  `SELECT json_serialize_plan('SELECT * FROM duckdb_settings()')`,
  `PRAGMA json_execute_serialized_sql('{}')`,
  `SELECT * FROM histogram_values('duckdb_settings', name)`,
  `SELECT write_log('x')`,
  `SELECT * FROM repeat('x', 100000000000)`,
  `SELECT * FROM test_all_types()`,
  `SELECT * FROM summary((SELECT 1))`,
  // broken out of the wrapping of custom SQL
  `SELECT * FROM (SELECT 1) AS t; COPY (SELECT 1) TO '${target}' --`,
  `SELECT * FROM (SELECT 1) UNION SELECT path FROM duckdb_databases() --)`,
]

let connector: DuckdbConnector
let session: EngineSession

beforeAll(async () => {
  writeFileSync(secretFile, 'name,value\ncanary,squeamish-ossifrage\n')
  connector = createDuckdbConnector({ folders: [folder], spillFolder: join(folder, 'spill') })
  await connector.build(
    path,
    ['CREATE SCHEMA PUBLIC', 'CREATE TABLE PUBLIC.ITEMS AS SELECT 1 AS ID', 'CHECKPOINT'],
    never(),
  )
  session = await connector.open({ path })
})
afterAll(async () => {
  await connector.close()
  rmSync(folder, { recursive: true, force: true })
})

async function run(text: string, how: 'query' | 'describe' | 'lines'): Promise<void> {
  const statement = { text, values: [] }
  const budget = { timeoutMs: 50_000, maxRows: 100 }
  if (how === 'describe') await session.describe(statement, never())
  else if (how === 'query') for await (const _ of (await session.query(statement, budget, never())).batches) void _
  else {
    const format = { kind: 'csv' as const, names: ['a'], neutraliseFormulas: true }
    const lines = await session.formatRows?.(statement, format, budget, never())
    if (lines) for await (const _ of lines.chunks) void _
  }
}

describe('the embedded engine', () => {
  it.each(['query', 'describe', 'lines'] as const)('refuses every hostile statement as %s', async (how) => {
    const through: string[] = []
    const leaking: string[] = []
    for (const text of hostile) {
      try {
        await run(text, how)
        through.push(text)
      } catch (error) {
        const message = String(error)
        const isOurs = error instanceof Error && 'code' in error && error.code === 'query_failed'
        if (!isOurs || message.includes(folder) || message.includes('squeamish')) leaking.push(`${text}: ${message}`)
      }
    }
    expect(through).toEqual([])
    expect(leaking).toEqual([])
    expect(hostile.length).toBeGreaterThanOrEqual(40)
    expect(existsSync(target)).toBe(false)
  })

  it('keeps the database unchanged and continues to respond', async () => {
    const stream = await session.query(
      { text: 'SELECT ID, pg_typeof(ID) AS t FROM SHOP.PUBLIC.ITEMS', values: [] },
      { timeoutMs: 50_000, maxRows: 10 },
      never(),
    )
    const rows = []
    for await (const batch of stream.batches) rows.push(batch.columns.map(({ values }) => values))
    expect(rows).toEqual([[['1'], ['integer']]])
    expect(readdirSync(folder).sort()).toEqual(['SHOP.duckdb', 'secret.csv', 'spill'])
  })

  it.each([
    `SELECT * FROM range(100000000000) a, range(1000000000) b`,
    `SELECT sum(a.range) FROM range(1000000000) a, range(1000000000) b`,
    `SELECT string_agg(repeat('x', 100), '') FROM range(100000000)`,
    `SELECT list(range) FROM range(10000000000)`,
    `SELECT regexp_replace(repeat('a', 30000000), '(a*)*b', 'x') FROM range(1000000)`,
    `WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r`,
    `SELECT * FROM generate_series(1, 100000000000)`,
    `SELECT range(10000000000)`,
  ])('ends %s by a budget, and continues to work', async (text) => {
    const work = (async () => {
      const stream = await session.query(
        { text, values: [] },
        { timeoutMs: 1500, maxRows: null, maxBytes: 5e7 },
        never(),
      )
      for await (const _ of stream.batches) void _
    })()
    await expect(work).rejects.toMatchObject({
      code: expect.stringMatching(/^(query_over_budget|engine_unavailable|query_failed)$/),
    })
    await run('SELECT 1', 'query')
  })
})
