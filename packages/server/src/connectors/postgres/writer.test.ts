import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createDestinations } from '../../outbound/index.ts'
import '../../store/testing.ts'
import type { EngineSession } from '../api.ts'
import { openTestProxy } from '../testing-proxy.ts'
import { type EngineWriter, type OwnTable, WriteUncertain } from '../writer-api.ts'
import { createPostgresConnector } from './index.ts'

const provided = inject('postgres')

/** A name that ends a quoted one, were it pasted. */
const schema = 'Write "back'
const quoted = '"Write ""back"'
const timeoutMs = 20_000

const table: OwnTable = {
  name: 'octavo_test_rows',
  columns: [
    { name: 'id', type: { kind: 'text' } },
    { name: 'Amount "net"', type: { kind: 'decimal', precision: 38, scale: 4 }, nullable: true },
    { name: 'number', type: { kind: 'int64' }, nullable: true },
    { name: 'at', type: { kind: 'instant' }, nullable: true },
  ],
  key: ['id'],
}

async function openDatabase() {
  if ('skipped' in provided) throw new Error(provided.skipped)
  const url = new URL(await (await fetch(`${provided.url}/empty`, { method: 'POST' })).text())
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(`CREATE SCHEMA ${quoted}`)
  const settings = {
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
  return { client, settings }
}

async function withWriter(
  work: (given: {
    writer: EngineWriter
    client: pg.Client
    open(other: Record<string, unknown>): Promise<{ session: EngineSession; writer: EngineWriter }>
  }) => Promise<void>,
): Promise<void> {
  const { client, settings } = await openDatabase()
  const connector = createPostgresConnector({ destinations: createDestinations({ allowed: ['127.0.0.1'] }) })
  const sessions: EngineSession[] = []
  const open = async (other: Record<string, unknown> = {}) => {
    const session = await connector.open({ ...settings, ...other })
    sessions.push(session)
    const writer = session.writer?.(schema)
    if (!writer) throw new Error('The session has no writer.')
    return { session, writer }
  }
  try {
    await work({ writer: (await open()).writer, client, open })
  } finally {
    await Promise.all(sessions.map((session) => session.close()))
    await client.end()
  }
}

const why = 'skipped' in provided ? ` (skipped: ${provided.skipped})` : ''

describe.skipIf('skipped' in provided)(`writing into a schema of PostgreSQL${why}`, () => {
  it('writes, replaces, reads and takes away exact rows', () =>
    withWriter(async ({ writer }) => {
      const hostile = `x'); DROP SCHEMA ${quoted} CASCADE; --`
      await writer.write(async (tx) => {
        await tx.ensure(table)
        await tx.ensure(table)
        await tx.insert(table, [
          [hostile, '12345678901234567890123456789012.0001', '9007199254740993', '2026-05-01T10:00:00Z'],
          ['b', null, null, null],
          ['{c,"d"}\\', '-1', '-1', null],
        ])
        await tx.put(table, [
          ['b', '0.5', '2', null],
          ['new', '7', null, null],
        ])
      }, timeoutMs)
      const all = await writer.read((tx) => tx.read(table, { orderBy: [{ column: 'id' }] }), timeoutMs)
      expect(all).toEqual([
        ['b', '0.5000', '2', null],
        ['new', '7.0000', null, null],
        [hostile, '12345678901234567890123456789012.0001', '9007199254740993', '2026-05-01 10:00:00+00'],
        ['{c,"d"}\\', '-1.0000', '-1', null],
      ])
      await writer.write(
        (tx) => tx.remove(table, { where: [{ column: 'id', values: [hostile, 'nobody'] }] }),
        timeoutMs,
      )
      const left = await writer.read(
        async (tx) => [
          await tx.count(table, {}, null),
          await tx.count(table, {}, 2),
          (await tx.read(table, { below: { column: 'number', value: '2' }, limit: 5 })).length,
          (await tx.read(table, { above: { column: 'number', value: '-1' } })).length,
        ],
        timeoutMs,
      )
      expect(left).toEqual([3, 2, 1, 1])
      await writer.write((tx) => tx.remove(table, { below: { column: 'number', value: '2' } }), timeoutMs)
      expect(await writer.read((tx) => tx.count(table, {}, null), timeoutMs)).toBe(2)
    }))

  it('does all of a transaction or nothing of it', () =>
    withWriter(async ({ writer }) => {
      await writer.write((tx) => tx.ensure(table), timeoutMs)
      const rows = [
        ['a', null, null, null],
        ['a', null, null, null],
      ]
      const twice = writer.write(async (tx) => {
        await tx.insert(table, [['first', null, null, null]])
        await tx.insert(table, rows)
      }, timeoutMs)
      await expect(twice).rejects.toMatchObject({ code: 'query_failed', details: { engineCode: '23505' } })
      const stopped = writer.write(async (tx) => {
        await tx.insert(table, [['first', null, null, null]])
        throw new Error('own')
      }, timeoutMs)
      await expect(stopped).rejects.toThrow('own')
      await writer.attempt((tx) => tx.insert(table, [['tried', null, null, null]]), timeoutMs)
      expect(await writer.read((tx) => tx.count(table, {}, null), timeoutMs)).toBe(0)
    }))

  it('touches no table that is not ours, and writes nothing while it reads', () =>
    withWriter(async ({ writer, client }) => {
      await client.query(`CREATE TABLE ${quoted}.theirs (id text primary key)`)
      for (const name of ['theirs', 'octavo_"; drop table theirs', 'octavo_', 'OCTAVO_x', `octavo_${'x'.repeat(60)}`]) {
        await expect(writer.write((tx) => tx.drop(name), timeoutMs)).rejects.toThrow('is no name of a table of ours')
      }
      await client.query(`CREATE TABLE ${quoted}.octavo_source (id text)`)
      const statement = { text: `INSERT INTO ${quoted}.theirs VALUES ('x') RETURNING id`, values: [] }
      await expect(writer.write((tx) => tx.fill(table, statement), timeoutMs)).rejects.toMatchObject({
        code: 'query_failed',
      })
      expect((await client.query(`SELECT * FROM ${quoted}.theirs`)).rows).toEqual([])
    }))

  it('fills a table from a statement and gives it the name of another', () =>
    withWriter(async ({ writer }) => {
      const numbers: OwnTable = { name: 'octavo_next', columns: [{ name: 'n', type: { kind: 'int64' } }], key: [] }
      const filled = await writer.write(async (tx) => {
        await tx.ensure({ ...numbers, name: 'octavo_now' })
        await tx.ensure(numbers)
        const values = [{ type: { kind: 'int64' } as const, value: '3' }]
        const rows = await tx.fill(numbers, { text: 'SELECT n FROM generate_series(1, $1::bigint) AS s(n)', values })
        await tx.replace('octavo_now', 'octavo_next')
        return rows
      }, timeoutMs)
      const now = { ...numbers, name: 'octavo_now' }
      const found = await writer.read(
        async (tx) => [await tx.has('octavo_next'), await tx.read(now, { orderBy: [{ column: 'n' }] })],
        timeoutMs,
      )
      expect([filled, ...found]).toEqual([3, false, [['1'], ['2'], ['3']]])
    }))

  it('lets those who lock a row take turns, and those who make a table at once', () =>
    withWriter(async ({ writer }) => {
      const count: OwnTable = {
        name: 'octavo_count',
        columns: [
          { name: 'id', type: { kind: 'text' } },
          { name: 'n', type: { kind: 'int64' } },
        ],
        key: ['id'],
      }
      const made = () => writer.write((tx) => tx.ensure(count), timeoutMs)
      await Promise.all([made(), made(), made()])
      await writer.write((tx) => tx.insert(count, [['one', '0']]), timeoutMs)
      const step = () =>
        writer.write(async (tx) => {
          const [row] = await tx.read(count, { locks: true })
          await tx.put(count, [['one', String(Number(row?.[1]) + 1)]])
        }, timeoutMs)
      await Promise.all(Array.from({ length: 20 }, step))
      expect(await writer.read((tx) => tx.read(count, {}), timeoutMs)).toEqual([['one', '20']])
    }))

  it('acts with the rights of the role, and names what is missing', () =>
    withWriter(async ({ client, open }) => {
      const role = `writer_${Date.now()}`
      await client.query(`CREATE ROLE ${role}`)
      try {
        const { writer } = await open({ role })
        const refused = writer.write((tx) => tx.ensure(table), timeoutMs)
        await expect(refused).rejects.toMatchObject({ code: 'query_failed', details: { engineCode: '42501' } })
      } finally {
        await client.query(`DROP ROLE ${role}`)
      }
      const { writer } = await open({ role })
      await expect(writer.write((tx) => tx.ensure(table), timeoutMs)).rejects.toMatchObject({
        details: { step: 'role' },
      })
    }))

  it('says that nobody knows when the link breaks at the commit, and ends where the server falls silent', () =>
    withWriter(async ({ writer, client, open }) => {
      await writer.write((tx) => tx.ensure(table), timeoutMs)
      const { rows } = await client.query('SELECT inet_server_port() AS port')
      const proxy = await openTestProxy(Number(rows[0]?.port))
      try {
        const far = (await open({ port: proxy.port })).writer
        proxy.cutAfter('COMMIT')
        const uncertain = far.write((tx) => tx.insert(table, [['at the end', null, null, null]]), timeoutMs)
        await expect(uncertain).rejects.toBeInstanceOf(WriteUncertain)
        const broken = far.write((tx) => tx.insert(table, [['COMMIT', null, null, null]]), timeoutMs)
        await expect(broken).rejects.toMatchObject({ code: 'source_unavailable' })
        const silent = far.write(async (tx) => {
          await tx.has(table.name)
          proxy.fallSilent()
          await tx.insert(table, [['never', null, null, null]])
        }, 1_000)
        await expect(silent).rejects.toMatchObject({ code: 'source_unavailable', details: { isPassing: true } })
        const found = await writer.read((tx) => tx.read(table, {}), timeoutMs)
        expect(found.map(([id]) => id)).not.toContain('never')
      } finally {
        proxy.close()
      }
    }))
})
