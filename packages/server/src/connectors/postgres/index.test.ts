import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createDestinations } from '../../outbound/index.ts'
import { describeConnector } from '../conformance.ts'
import '../../store/testing.ts'
import { createPostgresConnector } from './index.ts'

const provided = inject('postgres')

async function openDatabase() {
  if ('skipped' in provided) throw new Error(provided.skipped)
  const url = new URL(await (await fetch(`${provided.url}/empty`, { method: 'POST' })).text())
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query('CREATE SCHEMA shop')
  await client.query('CREATE TABLE shop.items (id BIGINT NOT NULL, price NUMERIC(12, 2), sold DATE)')
  await client.end()
  const settings = {
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
  return {
    connector: createPostgresConnector({ destinations: createDestinations({ allowed: ['127.0.0.1'] }) }),
    settings,
  }
}

const sqlTypes = {
  text: 'TEXT',
  int64: 'BIGINT',
  decimal: 'NUMERIC(18, 2)',
  float64: 'DOUBLE PRECISION',
  logical: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  instant: 'TIMESTAMPTZ',
} as Record<string, string>

describe.skipIf('skipped' in provided)(
  `PostgreSQL${'skipped' in provided ? ` (skipped: ${provided.skipped})` : ''}`,
  () => {
    describeConnector('PostgreSQL', async () => ({
      ...(await openDatabase()),
      table: {
        path: ['shop', 'items'],
        columns: [
          { name: 'id', type: { kind: 'int64' } },
          { name: 'price', type: { kind: 'decimal', precision: 12, scale: 2 } },
          { name: 'sold', type: { kind: 'date' } },
        ],
      },
      manyRows: (count) => `SELECT n FROM generate_series(1::BIGINT, ${count}) AS n`,
      wideRows: (count, width) => `SELECT repeat('x', ${width}) AS c FROM generate_series(1, ${count})`,
      endless: 'SELECT count(*) FROM generate_series(1, 1000000000) a CROSS JOIN generate_series(1, 1000000) b',
      placeholder: (position, type) => `$${position}::${sqlTypes[type.kind]}`,
    }))

    it.each([
      'DROP TABLE shop.items',
      'INSERT INTO shop.items VALUES (1)',
      'SELECT 1; DROP TABLE shop.items',
      'WITH x AS (DELETE FROM shop.items RETURNING *) SELECT * FROM x',
      'COMMIT',
      `SELECT set_config('transaction_read_only', 'off', false); DELETE FROM shop.items`,
      `SELECT nextval('s')`,
    ])('refuses %s', async (text) => {
      const { connector, settings } = await openDatabase()
      const session = await connector.open(settings)
      const work = session.query({ text, values: [] }, { timeoutMs: 50_000, maxRows: 1 }, new AbortController().signal)
      await expect(work.then(({ batches }) => batches[Symbol.asyncIterator]().next())).rejects.toMatchObject({
        code: 'query_failed',
      })
      await session.close()
    })

    it.each([
      {
        what: 'a key of two columns',
        sql: 'CREATE TABLE shop.t (a INT, b TEXT, c INT, PRIMARY KEY (b, a))',
        key: ['b', 'a'],
      },
      {
        what: 'a key with columns beside it',
        sql: 'CREATE TABLE shop.t (a INT, b TEXT, PRIMARY KEY (a) INCLUDE (b))',
        key: ['a'],
      },
      {
        what: 'a partitioned table',
        sql: 'CREATE TABLE shop.t (a INT PRIMARY KEY) PARTITION BY RANGE (a)',
        key: ['a'],
      },
      { what: 'no key', sql: 'CREATE TABLE shop.t (a INT NOT NULL UNIQUE)', key: null },
      {
        what: 'a view',
        sql: 'CREATE TABLE shop.u (a INT PRIMARY KEY); CREATE VIEW shop.t AS SELECT * FROM shop.u',
        key: null,
      },
      {
        what: 'a table with children, which have rows of the same key',
        sql: 'CREATE TABLE shop.t (a INT PRIMARY KEY); CREATE TABLE shop.u () INHERITS (shop.t)',
        key: null,
      },
    ])('names the key of a table: $what', async ({ sql, key }) => {
      const { connector, settings } = await openDatabase()
      const client = new pg.Client(settings)
      await client.connect()
      await client.query(sql)
      await client.end()
      const session = await connector.open(settings)
      const table = await session.describeTable(['shop', 't'], new AbortController().signal)
      expect(table?.rowOrder).toEqual(key ? { kind: 'key', columns: key } : undefined)
      await session.close()
    })

    it('refuses internal addresses unless the operator allows them', async () => {
      const { settings } = await openDatabase()
      const session = await createPostgresConnector({ destinations: createDestinations({ allowed: [] }) }).open(
        settings,
      )
      await expect(session.list([], new AbortController().signal)).rejects.toMatchObject({
        code: 'source_unavailable',
        details: { reason: expect.stringContaining('OCTAVO_ALLOWED_DESTINATIONS=127.0.0.1') },
      })
      await session.close()
    })

    it.each([
      {
        what: 'a user who may not sign in',
        change: { user: 'pg_monitor' },
        reason: 'The server refuses the user or the password.',
      },
      {
        what: 'a user that is not there',
        change: { user: 'nobody' },
        reason: 'The server refuses the user or the password.',
      },
      {
        what: 'a database that is not there',
        change: { database: 'nowhere' },
        reason: 'The server has no such database.',
      },
      { what: 'a port where nobody answers', change: { port: 1 }, reason: 'The server does not answer.' },
      {
        what: 'a server without TLS',
        change: { useTls: true },
        reason: 'No TLS connection can be made to the server.',
      },
    ])('reports the problem of $what', async ({ change, reason }) => {
      const { connector, settings } = await openDatabase()
      const session = await connector.open({ ...settings, ...change })
      await expect(session.list([], new AbortController().signal)).rejects.toMatchObject({
        code: 'source_unavailable',
        details: { reason },
      })
      await session.close()
    })

    it('cancels with all slots in use, and no statement remains on the server', async () => {
      const { connector, settings } = await openDatabase()
      const session = await connector.open(settings)
      const watcher = new pg.Client(settings)
      await watcher.connect()
      const running = async () => {
        const { rows } = await watcher.query(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'FETCH%'",
        )
        return rows
      }
      const text = 'SELECT count(*) FROM generate_series(1, 1000000000) a CROSS JOIN generate_series(1, 1000000) b'
      const controllers = Array.from({ length: 8 }, () => new AbortController())
      const queries = controllers.map(async ({ signal }) => {
        const { batches } = await session.query({ text, values: [] }, { timeoutMs: 20_000, maxRows: 1 }, signal)
        for await (const _ of batches) throw new Error('A row came.')
      })
      for (const query of queries) query.catch(() => {})
      await expect.poll(running, { timeout: 10_000 }).toHaveLength(8)
      for (const controller of controllers) controller.abort()
      for (const query of queries) await expect(query).rejects.toMatchObject({ code: 'query_cancelled' })
      await expect.poll(running).toEqual([])
      await watcher.end()
      await session.close()
    })

    it('a link is reset before it is reused, whatever the previous query has set', async () => {
      const { connector, settings } = await openDatabase()
      const session = await connector.open(settings, { links: 1, allowsPassthrough: true })
      const watcher = new pg.Client(settings)
      await watcher.connect()
      await watcher.query(`CREATE FUNCTION shop.sneak() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_advisory_lock(7), set_config('search_path', 'shop', false); RETURN 1; END $$`)
      await watcher.query(
        'CREATE FUNCTION shop.path() RETURNS text LANGUAGE sql AS $$ SELECT current_setting($q$search_path$q$) $$',
      )
      const first = async (text: string) => {
        const { batches } = await session.query(
          { text, values: [] },
          { timeoutMs: 20_000, maxRows: 1 },
          new AbortController().signal,
        )
        let cell: unknown
        for await (const { columns } of batches) cell = columns[0]?.values[0]
        return cell
      }
      expect(await first('SELECT shop.sneak()')).toBe('1')
      expect(await first('SELECT shop.path()')).not.toBe('shop')
      const { rows } = await watcher.query(
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      )
      expect(rows).toEqual([])
      await watcher.end()
      await session.close()
    })

    it('a link that the server drops fails one query, and the next query gets a new link', async () => {
      const { connector, settings } = await openDatabase()
      const session = await connector.open(settings)
      const ask = (text: string) =>
        session.query({ text, values: [] }, { timeoutMs: 20_000, maxRows: 1 }, new AbortController().signal)
      const stream = await ask(
        'SELECT count(*) FROM generate_series(1, 1000000000) a CROSS JOIN generate_series(1, 1000000) b',
      )
      const rows = stream.batches[Symbol.asyncIterator]().next()
      rows.catch(() => {})
      const watcher = new pg.Client(settings)
      await watcher.connect()
      const end = async () =>
        (
          await watcher.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%FETCH%' AND pid <> pg_backend_pid() AND datname = current_database()",
          )
        ).rowCount
      await expect.poll(end).toBe(1)
      await watcher.end()
      await expect(rows).rejects.toMatchObject({
        code: 'source_unavailable',
        details: { reason: 'The connection to the server broke.', isPassing: true },
      })
      const next = await ask('SELECT 1')
      const counts: number[] = []
      for await (const { rowCount } of next.batches) counts.push(rowCount)
      expect(counts).toEqual([1])
      await session.close()
    })
  },
)
