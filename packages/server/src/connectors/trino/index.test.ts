import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dialects } from '@octavo/core/sql'
import type { Cell } from '@octavo/core/types'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createDestinations } from '../../outbound/index.ts'
import type { EngineSession, RowTables } from '../api.ts'
import { describeConnector } from '../conformance.ts'
import { cellOf } from './cells.ts'
import { exactJson } from './exact-json.ts'
import { createTrinoConnector } from './index.ts'
import { boundText } from './literals.ts'
import { administer, settingsOf, trinoAddress, whyNoTrino } from './testing.ts'
import { readType, valueTypeOf } from './type-text.ts'

const local = createDestinations({ allowed: ['127.0.0.1'] })
const never = () => new AbortController().signal
const budget = { timeoutMs: 30_000, maxRows: null }

async function rowsOf(session: EngineSession, text: string, signal = never()): Promise<Cell[][]> {
  const stream = await session.query({ text, values: [] }, budget, signal)
  const rows: Cell[][] = []
  for await (const { rowCount, columns } of stream.batches) {
    for (let row = 0; row < rowCount; row += 1) rows.push(columns.map(({ values }) => values[row] ?? null))
  }
  return rows
}

const endless =
  'SELECT COUNT(*) AS n FROM TABLE(sequence(1, 10000000)) AS a CROSS JOIN TABLE(sequence(1, 10000000)) AS b'

describe.skipIf(whyNoTrino)(`Trino${whyNoTrino ? ` (skipped: ${whyNoTrino})` : ''}`, () => {
  describeConnector('Trino', async () => ({
    connector: createTrinoConnector({ destinations: local }),
    settings: settingsOf(trinoAddress ?? ''),
    table: {
      path: ['tpch', 'tiny', 'lineitem'],
      columns: [
        ...['orderkey', 'partkey', 'suppkey'].map((name) => ({ name, type: { kind: 'int64' } as const })),
        { name: 'linenumber', type: { kind: 'int64' } },
        ...['quantity', 'extendedprice', 'discount', 'tax'].map((name) => ({
          name,
          type: { kind: 'float64' } as const,
        })),
        ...['returnflag', 'linestatus'].map((name) => ({ name, type: { kind: 'text' } as const })),
        ...['shipdate', 'commitdate', 'receiptdate'].map((name) => ({ name, type: { kind: 'date' } as const })),
        ...['shipinstruct', 'shipmode', 'comment'].map((name) => ({ name, type: { kind: 'text' } as const })),
      ],
    },
    manyRows: (count) => `SELECT sequential_number AS n FROM TABLE(sequence(1, ${count}))`,
    wideRows: (count, width) => `SELECT rpad('x', ${width}, 'x') AS c FROM TABLE(sequence(1, ${count}))`,
    endless,
    placeholder: dialects.trino.placeholder,
  }))

  describe('a session', () => {
    let session: EngineSession
    beforeAll(async () => {
      session = await createTrinoConnector({ destinations: local }).open(settingsOf(trinoAddress ?? ''))
    })
    afterAll(() => session?.close())

    it('lists catalogs without those of the server itself, and none of its schemas', async () => {
      const all = (await session.list([], never())).map(({ path }) => path.join('.'))
      // Suites that run at the same time have catalogs of their own.
      const names = all.filter((name) => !name.startsWith('test_'))
      expect(names).toEqual(['memory', 'tpch'])
      expect(await session.list(['system'], never())).toEqual([])
      expect((await session.list(['tpch'], never())).map(({ path }) => path[1])).not.toContain('information_schema')
      expect(await session.list(['no_such_catalog'], never())).toEqual([])
      expect(await session.describeTable(['no_such_catalog', 'a', 'b'], never())).toBeNull()
    })

    it('joins tables of two catalogs', async () => {
      await administer(
        'CREATE TABLE IF NOT EXISTS memory.default.regions AS SELECT regionkey, name FROM tpch.tiny.region',
      )
      const text = `SELECT r.name, COUNT(*) FROM tpch.tiny.nation AS n JOIN memory.default.regions AS r ON r.regionkey = n.regionkey
        GROUP BY 1 ORDER BY 1`
      expect(await rowsOf(session, text)).toEqual(
        ['AFRICA', 'AMERICA', 'ASIA', 'EUROPE', 'MIDDLE EAST'].map((name) => [name, '5']),
      )
    })

    describe('tables of rows', () => {
      const catalog = `test_${randomBytes(6).toString('hex')}`
      const name = 'octavo_mat_1_test'
      const tables = () => session.rowTables?.(catalog, 'default') as RowTables
      const names = async () => (await session.list([catalog, 'default'], never())).map(({ path }) => path[2])
      beforeAll(async () => {
        await administer(`CREATE CATALOG ${catalog} USING memory WITH ("memory.max-data-per-node" = '32MB')`)
        return () => administer(`DROP CATALOG ${catalog}`)
      })

      it('holds the rows of a statement with its values, numbered in its order', async () => {
        const text = `SELECT orderkey, CAST(totalprice AS DECIMAL(12, 2)) AS price, comment FROM tpch.tiny.orders
          WHERE orderpriority <> ? ORDER BY custkey DESC, orderkey LIMIT 1000000`
        const values = [{ type: { kind: 'text' } as const, value: "1-URGENT'" }]
        const types = [{ kind: 'int64' }, { kind: 'decimal', precision: 20, scale: 1 }, { kind: 'text' }] as const
        expect(await tables().create(name, types, { text, values }, budget, never())).toBe(15_000)
        const stored = `SELECT c_1, c_2, c_3 FROM ${catalog}.default.${name} ORDER BY octavo_row`
        const live = text.replace('?', "'1-URGENT'''")
        expect(await rowsOf(session, stored)).toEqual(await rowsOf(session, live))
        const numbers = `SELECT COUNT(DISTINCT octavo_row), MIN(octavo_row), MAX(octavo_row) FROM ${catalog}.default.${name}`
        expect(await rowsOf(session, numbers)).toEqual([['15000', '1', '15000']])
        await tables().drop(name)
        await tables().drop(name)
        expect(await names()).toEqual([])
      })

      it.each<[what: string, text: string, code: string]>([
        ['a statement that fails', 'SELECT 1 / (orderkey - 1) AS n FROM tpch.tiny.orders', 'query_failed'],
        ['a statement that writes', 'DELETE FROM tpch.tiny.orders', 'query_failed'],
        ['a table of the server itself', 'SELECT query FROM system.runtime.queries', 'query_failed'],
        ['a statement over its time', endless, 'query_over_budget'],
      ])('leaves no table behind: %s', async (_what, text, code) => {
        const made = tables().create(
          name,
          [{ kind: 'int64' }],
          { text, values: [] },
          { ...budget, timeoutMs: 3000 },
          never(),
        )
        await expect(made).rejects.toMatchObject({ code })
        await expect.poll(names, { timeout: 20_000, interval: 200 }).toEqual([])
      })

      it('does not write into catalogs of the server, nor drop tables that are not ours', async () => {
        const tested = (into: string) => session.tryWrite?.('default', never(), into)
        await expect(tested('')).rejects.toMatchObject({ details: { step: 'write' } })
        await expect(tested('system')).rejects.toMatchObject({ details: { step: 'write' } })
        await tested(catalog)
        expect(await names()).toEqual([])
        await expect(tables().drop('orders')).rejects.toThrow('not a name of one of our tables')
      })
    })

    it.each<[what: string, sql: string, cell: Cell]>([
      [
        'a decimal of 38 digits',
        "DECIMAL '12345678901234567890123456789012345678'",
        '12345678901234567890123456789012345678',
      ],
      ['the smallest BIGINT', 'CAST(-9223372036854775808 AS BIGINT)', '-9223372036854775808'],
      ['a TINYINT', "CAST('7' AS TINYINT)", '7'],
      ['a REAL', "CAST('0.5' AS REAL)", 0.5],
      ['no number', 'nan()', 'NaN'],
      ['a moment of 12 digits', "TIMESTAMP '2024-02-29 10:00:00.123456789012'", '2024-02-29T10:00:00.123456'],
      ['a moment of a zone', "TIMESTAMP '2024-07-01 12:00:00.250 Europe/Berlin'", '2024-07-01T10:00:00.25Z'],
      ['a moment of an offset', "TIMESTAMP '2024-07-01 12:00:00 +05:30'", '2024-07-01T06:30:00Z'],
      ['bytes', "X'00FF27'", '\\x00ff27'],
      ['a CHAR', "CAST('ab' AS CHAR(4))", 'ab  '],
      ['an array', "ARRAY[BIGINT '9007199254740993', NULL]", '[9007199254740993,null]'],
      [
        'a row',
        "CAST(ROW(1, 'x', DATE '2024-02-29') AS ROW(a BIGINT, \"b c\" VARCHAR, d DATE))",
        '{"a":1,"b c":"x","d":"2024-02-29"}',
      ],
      ['a map', "MAP(ARRAY['k'], ARRAY[ARRAY[DECIMAL '1.50']])", '{"k":[[1.50]]}'.replace('[[1.50]]', '[1.50]')],
      ['JSON', 'JSON \'{"a": 12345678901234567890}\'', '{"a":12345678901234567890}'],
    ])('reads %s', async (_what, sql, cell) => {
      expect(await rowsOf(session, `SELECT ${sql} AS c`)).toEqual([[cell]])
    })

    it('ends a cancelled statement on the coordinator', async () => {
      const controller = new AbortController()
      const mark = `marked_${Date.now()}`
      const work = rowsOf(session, endless.replace('AS n', `AS ${mark}`), controller.signal)
      const states = async () => {
        const rows = await administer(
          `SELECT state FROM system.runtime.queries WHERE query LIKE '%${mark}%' AND query NOT LIKE '%runtime.queries%'`,
        )
        return rows.flat()
      }
      await expect.poll(states, { timeout: 30_000 }).toEqual(['RUNNING'])
      controller.abort()
      await expect(work).rejects.toMatchObject({ code: 'query_cancelled' })
      await expect.poll(states, { timeout: 30_000 }).toEqual(['FAILED'])
    })

    it('returns the error name and message of the server for a wrong statement', async () => {
      await expect(rowsOf(session, 'SELECT 1 / 0 AS c')).rejects.toMatchObject({
        code: 'query_failed',
        details: { engineCode: 'DIVISION_BY_ZERO' },
      })
    })

    it('runs only queries, and reads nothing of the server itself', async () => {
      for (const text of ['DROP TABLE memory.default.regions', 'SELECT * FROM system.runtime.queries', 'SHOW CATALOGS'])
        await expect(rowsOf(session, text)).rejects.toMatchObject({ code: 'query_failed' })
    })
  })
})

describe('addresses', () => {
  const open = (settings: object, allowed = ['127.0.0.1']) =>
    createTrinoConnector({ destinations: createDestinations({ allowed }) }).open({ user: 'x', ...settings })

  test('an internal address is refused, unless the operator allows it', async () => {
    await expect(open({ host: '127.0.0.1', port: 1 }, [])).rejects.toMatchObject({
      code: 'source_unavailable',
      details: { step: 'reach', reason: expect.stringContaining('OCTAVO_ALLOWED_DESTINATIONS') },
    })
  })

  test('a password or a token is sent over TLS only', async () => {
    const { validate } = createTrinoConnector({ destinations: local })
    const settings = { host: 'trino.example.com', user: 'x' }
    expect(validate({ ...settings, useTls: false })).toEqual([])
    for (const secret of [{ password: 'geheim' }, { accessToken: 'ey' }]) {
      expect(validate({ ...settings, ...secret })).toEqual([])
      expect(validate({ ...settings, ...secret, useTls: false })).toMatchObject([{ path: 'useTls' }])
      const opening = open({ host: '127.0.0.1', ...secret, useTls: false })
      await expect(opening).rejects.toMatchObject({ details: { step: 'tls' } })
    }
  })

  test.each<[what: string, status: number, body: string, step: string]>([
    ['a wrong password', 401, 'Invalid credentials', 'signIn'],
    ['a forbidden user', 403, 'Forbidden', 'permission'],
    ['another server', 200, '<html>', 'reach'],
    ['a page that is not there', 404, '', 'reach'],
  ])('tells of %s', async (_what, status, body, step) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await expect(open({ host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'source_unavailable',
      details: { step },
    })
    server.close()
  })

  test('pages are fetched from the address of the connection, whatever host a response names', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      const page = { id: 'q', columns: [{ name: 'c', type: 'integer' }] }
      response.end(
        JSON.stringify(request.method === 'POST' ? { ...page, nextUri: 'http://10.1.2.3:9/v1/next?a=1' } : page),
      )
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const session = await open({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
    expect(asked).toEqual(['POST /v1/statement', 'GET /v1/next?a=1'])
    await session.close()
    server.close()
  })
})

describe('texts of the protocol', () => {
  test('integers that a float cannot represent stay exact, and digits in texts are unchanged', () => {
    const text =
      '{"data":[[9007199254740993,-9223372036854775808,"x \\"12345678901234567890, ",1.25E18,0.1234567890123456,12]]}'
    expect(exactJson(text)).toEqual({
      data: [
        ['9007199254740993', '-9223372036854775808', 'x "12345678901234567890, ', 1.25e18, 0.1234567890123456, 12],
      ],
    })
  })

  test('values are literals that cannot be escaped from', () => {
    const text = { kind: 'text' } as const
    expect(boundText({ text: 'SELECT 1', values: [] })).toBe('SELECT 1')
    expect(
      boundText({
        text: "SELECT ?, 'a'",
        values: [
          { type: text, value: "it's'); --" },
          { type: text, value: null },
          { type: { kind: 'instant' }, value: '2024-05-20T13:45:00+02:00' },
          { type: { kind: 'timestamp' }, value: '2024-05-20T13:45:00' },
        ],
      }),
    ).toBe(
      "EXECUTE IMMEDIATE 'SELECT ?, ''a''' USING 'it''s''); --', CAST(NULL AS VARCHAR), '2024-05-20 13:45:00 +02:00', '2024-05-20 13:45:00'",
    )
  })

  test.each([
    ['decimal(12,2)', { kind: 'decimal', precision: 12, scale: 2 }],
    ['timestamp(3) with time zone', { kind: 'instant' }],
    ['timestamp(12)', { kind: 'timestamp' }],
    ['varchar(10)', { kind: 'text' }],
    ['array(decimal(4, 1))', { kind: 'array', element: { kind: 'decimal', precision: 4, scale: 1 } }],
    ['array(row(a bigint))', { kind: 'variant' }],
    ['map(varchar, array(bigint))', { kind: 'variant' }],
    ['time(3)', { kind: 'text' }],
    ['row("a,(" bigint, b timestamp(3) with time zone)', { kind: 'variant' }],
  ])('%s', (text, type) => {
    expect(valueTypeOf(readType(text))).toEqual(type)
  })

  test('a time in a zone with daylight saving is converted to UTC', () => {
    const zoned = readType('timestamp(3) with time zone')
    expect(cellOf('2024-01-15 12:00:00.000 America/New_York', zoned)).toBe('2024-01-15T17:00:00Z')
    expect(cellOf('2024-03-31 03:30:00.500 Europe/Berlin', zoned)).toBe('2024-03-31T01:30:00.5Z')
    expect(cellOf('1850-01-01 00:00:00.000 UTC', zoned)).toBe('1850-01-01T00:00:00Z')
  })
})
