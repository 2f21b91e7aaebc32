import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
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
  return { connector: createPostgresConnector(), settings }
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
      const work = session.query({ text, values: [] }, { timeoutMs: 5000, maxRows: 1 }, new AbortController().signal)
      await expect(work.then(({ batches }) => batches[Symbol.asyncIterator]().next())).rejects.toMatchObject({
        code: 'query_failed',
      })
      await session.close()
    })
  },
)
