import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createDestinations } from '../outbound/index.ts'
import '../store/testing.ts'
import type { Statement } from '@octavo/core/types'
import type { EngineSession } from './api.ts'
import { createMysqlConnector } from './mysql/index.ts'
import { flavourLabel } from './mysql/testing.ts'
import { createPostgresConnector } from './postgres/index.ts'
import './testing.ts'
import { openTestProxy } from './testing-proxy.ts'
import { type EngineWriter, type OwnTable, RowRefused, WriteUncertain } from './writer-api.ts'

const timeoutMs = 20_000
const destinations = createDestinations({ allowed: ['127.0.0.1'] })

const table: OwnTable = {
  name: 'octavo_test_rows',
  columns: [
    { name: 'id', type: { kind: 'text' } },
    { name: 'Amount "`net', type: { kind: 'decimal', precision: 38, scale: 4 }, nullable: true },
    { name: 'number', type: { kind: 'int64' }, nullable: true },
    { name: 'at', type: { kind: 'instant' }, nullable: true },
  ],
  key: ['id'],
}

/** A new database. Its schema's name contains a closing quote, to find names that are not quoted. */
interface Place {
  settings: Record<string, unknown> & { port: number }
  schema: string
  quoted: string
  /** Runs statements of an account with all rights. */
  run(...statements: string[]): Promise<unknown[][]>
  /** Settings of an account that may act as a role without rights. */
  powerless(): Promise<Record<string, unknown>>
  close(): Promise<void>
}

interface Engine {
  title: string
  kind: 'postgres' | 'mariadb'
  connector: ReturnType<typeof createPostgresConnector>
  /** Codes of the server for a key that exists, and for a missing right. */
  codes: { duplicate: string; forbidden: string }
  /** The commit in the bytes that are sent. */
  commit: string
  /** An instant as a cell. */
  instant: string
  /** A statement of three numbers: the bound one, 2 and 1. */
  numbers: string
  open(): Promise<Place>
}

async function addressOf(kind: Engine['kind']): Promise<URL> {
  const provided = inject(kind)
  if ('skipped' in provided) throw new Error(provided.skipped)
  return new URL(await (await fetch(`${provided.url}/empty`, { method: 'POST' })).text())
}

const accountOf = (url: URL) => ({
  host: url.hostname,
  port: Number(url.port),
  user: decodeURIComponent(url.username),
  password: decodeURIComponent(url.password),
})

const engines: Engine[] = [
  {
    title: 'PostgreSQL',
    kind: 'postgres',
    connector: createPostgresConnector({ destinations }),
    codes: { duplicate: '23505', forbidden: '42501' },
    commit: 'COMMIT',
    instant: '2026-05-01 10:00:00+00',
    numbers: 'SELECT $1::bigint AS n UNION ALL SELECT 2 UNION ALL SELECT 1',
    async open() {
      const url = await addressOf('postgres')
      const client = new pg.Client(url.href)
      await client.connect()
      const quoted = '"Write ""`back"'
      await client.query(`CREATE SCHEMA ${quoted}`)
      const database = url.pathname.slice(1)
      return {
        settings: { ...accountOf(url), database },
        schema: 'Write "`back',
        quoted,
        async run(...statements) {
          let rows: unknown[][] = []
          for (const text of statements) rows = (await client.query({ text, rowMode: 'array' })).rows
          return rows
        },
        async powerless() {
          await client.query(`CREATE ROLE "${database}_no"`)
          return { role: `${database}_no` }
        },
        close: () => client.end(),
      }
    },
  },
  {
    title: flavourLabel,
    kind: 'mariadb',
    connector: createMysqlConnector({ destinations }),
    codes: { duplicate: '1062', forbidden: '1142' },
    // With the number of its command, which distinguishes it from the name of an isolation level.
    commit: '\u0003COMMIT',
    instant: '2026-05-01T10:00:00Z',
    numbers: 'SELECT CAST(? AS SIGNED) AS n UNION ALL SELECT 2 UNION ALL SELECT 1',
    async open() {
      const url = await addressOf('mariadb')
      const client = await createConnection({ uri: url.href, rowsAsArray: true })
      const name = url.pathname.slice(1)
      const schema = `Write "\`${name}`
      const quoted = `\`Write "\`\`${name}\``
      await client.query(`CREATE DATABASE ${quoted}`)
      return {
        settings: { ...accountOf(url) },
        schema,
        quoted,
        async run(...statements) {
          let rows: unknown = []
          for (const text of statements) [rows] = await client.query(text)
          return Array.isArray(rows) ? (rows as unknown[][]) : []
        },
        async powerless() {
          const user = `${name}_no`
          await client.query(`CREATE USER '${user}'@'%' IDENTIFIED BY 'geheim'`)
          await client.query(`CREATE ROLE '${user}_role'`)
          await client.query(`GRANT '${user}_role' TO '${user}'@'%'`)
          return { user, password: 'geheim', role: `${user}_role` }
        },
        close: () => client.end(),
      }
    },
  },
]

interface Given extends Place {
  writer: EngineWriter
  session: EngineSession
  open(other: Record<string, unknown>): Promise<EngineWriter>
}

async function withWriter(
  { connector, open: openPlace }: Engine,
  work: (given: Given) => Promise<void>,
): Promise<void> {
  const place = await openPlace()
  const sessions: EngineSession[] = []
  const open = async (other: Record<string, unknown> = {}) => {
    const session = await connector.open({ ...place.settings, ...other })
    sessions.push(session)
    const writer = session.writer?.(place.schema)
    if (!writer) throw new Error('The session has no writer.')
    return { session, writer }
  }
  try {
    const { session, writer } = await open()
    await work({ ...place, session, writer, open: async (other) => (await open(other)).writer })
  } finally {
    await Promise.all(sessions.map((session) => session.close()))
    await place.close()
  }
}

const skippedBecause = (kind: Engine['kind']) => {
  const provided = inject(kind)
  return 'skipped' in provided ? provided.skipped : null
}

for (const engine of engines) {
  const { title, kind, codes, commit, instant, numbers: threeNumbers } = engine
  const skipped = skippedBecause(kind)
  const using = (work: (given: Given) => Promise<void>) => () => withWriter(engine, work)

  describe.skipIf(skipped !== null)(
    `writing into a schema of ${title}${skipped ? ` (skipped: ${skipped})` : ''}`,
    () => {
      it(
        'writes, replaces, reads and removes exact rows',
        using(async ({ writer, quoted }) => {
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
            [hostile, '12345678901234567890123456789012.0001', '9007199254740993', instant],
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
        }),
      )

      it(
        'applies a transaction completely or not at all',
        using(async ({ writer }) => {
          await writer.write((tx) => tx.ensure(table), timeoutMs)
          const rows = [
            ['a', null, null, null],
            ['a', null, null, null],
          ]
          const twice = writer.write(async (tx) => {
            await tx.insert(table, [['first', null, null, null]])
            await tx.insert(table, rows)
          }, timeoutMs)
          await expect(twice).rejects.toMatchObject({ code: 'query_failed', details: { engineCode: codes.duplicate } })
          const stopped = writer.write(async (tx) => {
            await tx.insert(table, [['first', null, null, null]])
            throw new Error('own')
          }, timeoutMs)
          await expect(stopped).rejects.toThrow('own')
          await writer.attempt((tx) => tx.insert(table, [['tried', null, null, null]]), timeoutMs)
          expect(await writer.read((tx) => tx.count(table, {}, null), timeoutMs)).toBe(0)
        }),
      )

      it(
        'changes only our own tables, and writes nothing in reads',
        using(async ({ writer, quoted, run }) => {
          await run(`CREATE TABLE ${quoted}.theirs (id VARCHAR(20) PRIMARY KEY)`)
          for (const name of [
            'theirs',
            'octavo_"; drop table theirs',
            'octavo_',
            'OCTAVO_x',
            `octavo_${'x'.repeat(60)}`,
          ]) {
            await expect(writer.write((tx) => tx.drop(name), timeoutMs)).rejects.toThrow(
              'is not the name of one of our tables',
            )
          }
          await writer.write((tx) => tx.ensure(table), timeoutMs)
          const statement = { text: `INSERT INTO ${quoted}.theirs VALUES ('x') RETURNING id`, values: [] }
          await expect(writer.write((tx) => tx.fill(table, statement), timeoutMs)).rejects.toMatchObject({
            code: 'query_failed',
          })
          expect(await run(`SELECT * FROM ${quoted}.theirs`)).toEqual([])
        }),
      )

      it(
        'fills a table from a statement and drops it',
        using(async ({ writer }) => {
          const numbers: OwnTable = { name: 'octavo_next', columns: [{ name: 'n', type: { kind: 'int64' } }], key: [] }
          const statement: Statement = { text: threeNumbers, values: [{ type: { kind: 'int64' }, value: '3' }] }
          const filled = await writer.write(async (tx) => {
            await tx.ensure(numbers)
            return tx.fill(numbers, statement)
          }, timeoutMs)
          const found = () => writer.read((tx) => tx.read(numbers, { orderBy: [{ column: 'n' }] }), timeoutMs)
          expect([filled, await found()]).toEqual([3, [['1'], ['2'], ['3']]])
          await writer.write((tx) => tx.drop('octavo_next'), timeoutMs)
          expect(await writer.read((tx) => tx.has('octavo_next'), timeoutMs)).toBe(false)
        }),
      )

      it(
        'serializes transactions that lock a row, and concurrent creations of a table',
        using(async ({ writer }) => {
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
        }),
      )

      it(
        'acts with the rights of the role, and names what is missing',
        using(async ({ open, powerless }) => {
          const refused = (await open(await powerless())).write((tx) => tx.ensure(table), timeoutMs)
          await expect(refused).rejects.toMatchObject({
            code: 'query_failed',
            details: { engineCode: codes.forbidden },
          })
          const other = open({ role: 'nobody has this role' }).then((writer) =>
            writer.write((tx) => tx.ensure(table), timeoutMs),
          )
          await expect(other).rejects.toMatchObject({ details: { step: 'role' } })
        }),
      )

      it(
        'reports an unknown outcome when the link breaks at the commit, and ends when the server is silent',
        using(async ({ writer, settings, open }) => {
          await writer.write((tx) => tx.ensure(table), timeoutMs)
          const proxy = await openTestProxy(settings.port)
          try {
            const far = await open({ port: proxy.port })
            proxy.cutAfter(commit)
            const uncertain = far.write((tx) => tx.insert(table, [['at the end', null, null, null]]), timeoutMs)
            await expect(uncertain).rejects.toBeInstanceOf(WriteUncertain)
            const broken = far.write((tx) => tx.insert(table, [[commit, null, null, null]]), timeoutMs)
            await expect(broken).rejects.toMatchObject({ code: 'source_unavailable' })
            const silent = far.write(async (tx) => {
              await tx.has(table.name)
              proxy.stopResponding()
              await tx.insert(table, [['never', null, null, null]])
            }, 1_000)
            await expect(silent).rejects.toMatchObject({ code: 'source_unavailable', details: { isPassing: true } })
            const found = await writer.read((tx) => tx.read(table, {}), timeoutMs)
            expect(found.map(([id]) => id)).not.toContain('never')
          } finally {
            proxy.close()
          }
        }),
      )

      it(
        'loads lines of every type, reads the same values, and names a row that the server refuses',
        using(async ({ writer, session, quoted }) => {
          const typed: OwnTable = {
            name: 'octavo_loaded',
            columns: [
              { name: 'octavo_row', type: { kind: 'int64' } },
              { name: 'c_1', type: { kind: 'text' }, nullable: true },
              { name: 'c_2', type: { kind: 'decimal', precision: 38, scale: 6 }, nullable: true },
              { name: 'c_3', type: { kind: 'float64' }, nullable: true },
              { name: 'c_4', type: { kind: 'logical' }, nullable: true },
              { name: 'c_5', type: { kind: 'date' }, nullable: true },
              { name: 'c_6', type: { kind: 'timestamp' }, nullable: true },
              { name: 'c_7', type: { kind: 'instant' }, nullable: true },
            ],
            key: ['octavo_row'],
          }
          const lines = [
            '1\ta\\tb\\n\\\\N 😀 \t12345678901234567890123456789012.000001\t1e-300\ttrue\t0001-01-01\t2026-05-01 09:30:00.25\t2026-05-01 10:00:00+02\n',
            `2\t${'long '.repeat(20_000)}\t-0.000001\t-2.5\tfalse\t9999-12-31\t1000-01-01 00:00:00\t2400-01-01 00:00:00.123456+00\n`,
            '3\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\n',
          ].join('')
          // Chunks that end within a line, and within a character.
          const bytes = async function* (text: string) {
            const all = Buffer.from(text)
            for (let at = 0; at < all.length; at += 13) yield all.subarray(at, at + 13)
          }
          const loaded = await writer.write(async (tx) => {
            await tx.ensure(typed)
            return tx.load(typed, bytes(lines))
          }, timeoutMs)
          expect(loaded).toBe(3)
          const columns = typed.columns.map(({ name }) => name).join(', ')
          const statement = { text: `SELECT ${columns} FROM ${quoted}.octavo_loaded ORDER BY octavo_row`, values: [] }
          const stream = await session.query(statement, { timeoutMs, maxRows: null }, new AbortController().signal)
          const found: unknown[][] = []
          for await (const batch of stream.batches) {
            for (const [at, column] of batch.columns.entries()) found[at] = [...(found[at] ?? []), ...column.values]
          }
          expect(found.slice(1)).toEqual([
            ['a\tb\n\\N 😀 ', 'long '.repeat(20_000), null],
            ['12345678901234567890123456789012.000001', '-0.000001', null],
            [1e-300, -2.5, null],
            [true, false, null],
            ['0001-01-01', '9999-12-31', null],
            ['2026-05-01T09:30:00.25', '1000-01-01T00:00:00', null],
            // MariaDB stores instants as UTC times, and plans read them as such.
            ['2026-05-01T08:00:00', '2400-01-01T00:00:00.123456', null].map((text) =>
              text !== null && kind === 'postgres' ? `${text}Z` : text,
            ),
          ])
          const wrong = writer.write(
            (tx) => tx.load(typed, bytes(`${lines.replace(/^/gm, '1')}99\ta\tx\t1\ttrue\t\\N\t\\N\t\\N\n`)),
            timeoutMs,
          )
          const refused = await wrong.catch((error: unknown) => error)
          expect(refused).toBeInstanceOf(RowRefused)
          expect(refused).toMatchObject({ row: 4, column: 'c_2' })
          expect(await writer.read((tx) => tx.count(typed, {}, null), timeoutMs)).toBe(3)
        }),
      )

      it(
        'distinguishes texts by every character, however long, and finds many at once',
        using(async ({ writer }) => {
          const ids = [
            'a',
            'A',
            // The MySQL of the tests is older than the collation in which blanks at the end count.
            ...(flavourLabel === 'MySQL' ? [] : ['a ']),
            'ä',
            'x'.repeat(1024),
            `${'x'.repeat(1023)}y`,
            '😀',
            ...Array.from({ length: 1500 }, (_, at) => `n${at}`),
          ]
          await writer.write(async (tx) => {
            await tx.ensure(table)
            await tx.insert(
              table,
              ids.map((id, at) => [id, null, String(at), null]),
            )
            await tx.add(table, [['a', null, '-1', null]])
            await tx.put(table, [['A', null, '-2', null]])
          }, timeoutMs)
          const find = (values: string[]) =>
            writer.read((tx) => tx.read(table, { where: [{ column: 'id', values }] }), timeoutMs)
          expect((await find(['a', 'nobody'])).map(([id, , at]) => [id, at])).toEqual([['a', '0']])
          expect((await find(['A'])).map(([id, , at]) => [id, at])).toEqual([['A', '-2']])
          expect((await find(['x'.repeat(1024)])).map(([id]) => id)).toEqual(['x'.repeat(1024)])
          expect((await find(ids)).length).toBe(ids.length)
          await writer.write((tx) => tx.remove(table, { where: [{ column: 'id', values: ids.slice(1) }] }), timeoutMs)
          expect((await writer.read((tx) => tx.read(table, {}), timeoutMs)).map(([id]) => id)).toEqual(['a'])
        }),
      )
    },
  )
}
