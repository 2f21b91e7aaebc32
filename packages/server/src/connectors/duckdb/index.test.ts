import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ValueType } from '@octavo/core/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EngineSession, QueryBudget } from '../api.ts'
import { type ConformanceTarget, describeConnector } from '../conformance.ts'
import { createDuckdbConnector, type DuckdbConnector } from './index.ts'

const sqlTypes: Partial<Record<ValueType['kind'], string>> = {
  text: 'VARCHAR',
  int64: 'BIGINT',
  decimal: 'DECIMAL(18, 2)',
  float64: 'DOUBLE',
  logical: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  instant: 'TIMESTAMPTZ',
}
const folder = mkdtempSync(join(tmpdir(), 'octavo-duckdb-'))
const path = join(folder, 'SHOP.duckdb')
const never = () => new AbortController().signal
const budget: QueryBudget = { timeoutMs: 20_000, maxRows: null }
const endless = 'SELECT count(*) FROM range(1000000000) a, range(1000000) b'

let connector: DuckdbConnector
let session: EngineSession

beforeAll(async () => {
  connector = createDuckdbConnector({ folders: [folder], spillFolder: join(folder, 'spill'), residentLimitMb: 500 })
  await connector.build(
    path,
    [
      'CREATE SCHEMA PUBLIC',
      'CREATE TABLE PUBLIC.ITEMS (ID BIGINT NOT NULL, PRICE DECIMAL(12, 2), SOLD DATE)',
      'CREATE VIEW PUBLIC.SEEN AS SELECT * FROM PUBLIC.ITEMS',
      'CREATE TABLE PUBLIC.NUMBERED (ROWID BIGINT)',
      'CHECKPOINT',
    ],
    never(),
  )
  session = await connector.open({ path })
})
afterAll(async () => {
  await connector.close()
  rmSync(folder, { recursive: true, force: true })
})

describeConnector(
  'DuckDB',
  async (): Promise<ConformanceTarget> => ({
    connector,
    settings: { path },
    table: {
      path: ['SHOP', 'PUBLIC', 'ITEMS'],
      columns: [
        { name: 'ID', type: { kind: 'int64' } },
        { name: 'PRICE', type: { kind: 'decimal', precision: 12, scale: 2 } },
        { name: 'SOLD', type: { kind: 'date' } },
      ],
    },
    manyRows: (count) => `SELECT range AS n FROM range(${count})`,
    wideRows: (count, width) => `SELECT repeat('x', ${width}) AS c FROM range(${count})`,
    endless,
    placeholder: (position, type) => (sqlTypes[type.kind] ? `$${position}::${sqlTypes[type.kind]}` : `$${position}`),
  }),
)

function isAlive(pid: number): boolean {
  try {
    // A process that ended but was not waited for is still listed.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const settled = <T>(work: Promise<T>): Promise<unknown> => work.catch((error: unknown) => error)

async function firstRow(text: string, signal = never()) {
  const stream = await session.query({ text, values: [] }, budget, signal)
  const rows = []
  for await (const batch of stream.batches) rows.push(batch.columns.map(({ values }) => values[0]))
  return { row: rows[0], types: stream.columns.map(({ type }) => type) }
}

describe('DuckDB', () => {
  it.each([
    { sql: 'NULL', type: { kind: 'int64' }, cell: null },
    { sql: '1.5::FLOAT', type: { kind: 'float64' }, cell: 1.5 },
    { sql: `'nan'::DOUBLE`, type: { kind: 'float64' }, cell: 'NaN' },
    { sql: `'-inf'::DOUBLE`, type: { kind: 'float64' }, cell: '-Infinity' },
    { sql: '(170141183460469231731687303715884105727)::HUGEINT', cell: '170141183460469231731687303715884105727' },
    { sql: '18446744073709551615::UBIGINT', cell: '18446744073709551615' },
    { sql: `DATE '0044-03-15 (BC)'`, type: { kind: 'date' }, cell: '0044-03-15 (BC)' },
    { sql: '[1, NULL, 3]', type: { kind: 'array', element: { kind: 'int64' } }, cell: '[1,null,3]' },
    { sql: `{'a': 1, 'b': 'x'}`, type: { kind: 'variant' }, cell: '{"a":1,"b":"x"}' },
    { sql: 'INTERVAL 3 DAY', type: { kind: 'text' }, cell: '3 days' },
    {
      sql: `TIMESTAMP_NS '2024-01-01 00:00:00.123456789'`,
      type: { kind: 'timestamp' },
      cell: '2024-01-01T00:00:00.123456',
    },
    { sql: `'{"a": 1}'::JSON`, type: { kind: 'variant' }, cell: '{"a": 1}' },
    { sql: `'ab'::BLOB`, type: { kind: 'text' }, cell: 'ab' },
  ])('reads $sql in canonical form', async ({ sql, type, cell }) => {
    const { row, types } = await firstRow(`SELECT ${sql} AS c`)
    expect(row).toEqual([cell])
    if (type) expect(types).toEqual([type])
  })

  it.each([
    ['ITEMS', { kind: 'stored', column: 'rowid' }],
    ['SEEN', undefined],
    ['NUMBERED', undefined],
  ])('has a row order for tables only, by the row number: %s', async (name, rowOrder) => {
    const table = await session.describeTable(['SHOP', 'PUBLIC', name], never())
    expect(table?.rowOrder).toEqual(rowOrder)
    if (rowOrder) await firstRow(`SELECT t.rowid FROM SHOP.PUBLIC.${name} AS t ORDER BY t.rowid LIMIT 1`)
  })

  it('starts no process before the first statement', async () => {
    const idle = createDuckdbConnector({ folders: [folder], spillFolder: null })
    await idle.open({ path })
    expect(idle.engine.pid()).toBeNull()
  })

  it('loses only the running query when its process dies', async () => {
    const running = firstRow(endless)
    await firstRow('SELECT 1')
    process.kill(connector.engine.pid() ?? 0, 'SIGKILL')
    await expect(running).rejects.toMatchObject({ code: 'engine_unavailable' })
    expect((await firstRow('SELECT 7::BIGINT AS n')).row).toEqual(['7'])
  })

  it.each(['that idles', 'with a query that never ends'])(
    'ends by itself when the server is killed: a process %s',
    async (how) => {
      const text = how === 'that idles' ? 'SELECT 1' : endless
      const server = spawn(process.execPath, [join(import.meta.dirname, 'testing', 'orphan.ts'), folder, path, text], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [chunk] = await once(server.stdout, 'data')
      const pid = Number(chunk)
      expect(isAlive(pid)).toBe(true)
      server.kill('SIGKILL')
      await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
    },
  )

  it('ends a query that exceeds the memory limit of the process', async () => {
    const greedy = firstRow(`SELECT sum(length(repeat('x', 1000000 + range::INTEGER))) FROM range(100000)`)
    await expect(greedy).rejects.toMatchObject({ code: 'query_over_budget', details: { budget: 'memory' } })
    expect((await firstRow('SELECT 7::BIGINT AS n')).row).toEqual(['7'])
  })

  it.each(['first', 'last'])(
    'ends the query that exceeds the memory, and repeats the others: it came %s',
    async (when) => {
      const greed = () =>
        settled(firstRow(`SELECT sum(length(repeat('x', 1000000 + range::INTEGER))) FROM range(100000)`))
      const wait = 'FROM range(8000) a, range(8000) b WHERE a.range + b.range < 0'
      const others = () => [1, 2, 3].map((n) => settled(firstRow(`SELECT (count(*) + ${n})::BIGINT AS n ${wait}`)))
      await firstRow('SELECT 1')
      const before = connector.engine.pid()
      const asked = when === 'first' ? [greed(), ...others()] : [...others(), greed()]
      const answers = await Promise.all(asked)
      const greedy = when === 'first' ? answers.shift() : answers.pop()
      expect(greedy).toMatchObject({ code: 'query_over_budget', details: { budget: 'memory' } })
      expect(answers).toMatchObject([{ row: ['1'] }, { row: ['2'] }, { row: ['3'] }])
      expect(connector.engine.pid()).not.toBe(before)
    },
  )

  it('does not repeat a query that was cancelled meanwhile', async () => {
    const stop = new AbortController()
    const before = connector.engine.pid()
    const stopped = [settled(firstRow(endless, stop.signal)), settled(firstRow(endless, stop.signal))]
    const greedy = settled(firstRow(`SELECT sum(length(repeat('x', 1000000 + range::INTEGER))) FROM range(100000)`))
    await expect.poll(() => connector.engine.pid(), { timeout: 15_000 }).not.toBe(before)
    stop.abort()
    expect(await Promise.all(stopped)).toMatchObject([{ code: 'query_cancelled' }, { code: 'query_cancelled' }])
    expect(await greedy).toMatchObject({ code: 'query_over_budget', details: { budget: 'memory' } })
    expect((await firstRow('SELECT 7::BIGINT AS n')).row).toEqual(['7'])
  })

  it('refuses files outside its folders, by any way', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'octavo-outside-'))
    writeFileSync(join(outside, 'store.db'), '')
    symlinkSync(join(outside, 'store.db'), join(folder, 'link.duckdb'))
    symlinkSync(outside, join(folder, 'sub'))
    for (const hostile of [
      join(outside, 'store.db'),
      join(folder, '..', 'x.duckdb'),
      join(folder, 'link.duckdb'),
      join(folder, 'sub', 'store.db'),
      folder,
      '/etc/passwd',
      'https://example.com/a.duckdb',
    ]) {
      expect(connector.validate({ path: hostile }), hostile).toHaveLength(1)
      await expect(connector.open({ path: hostile }), hostile).rejects.toMatchObject({ code: 'source_unavailable' })
    }
    rmSync(outside, { recursive: true })
  })
})

describe('a statement that runs again', () => {
  const text =
    'SELECT i, CAST($1 AS BIGINT) + i AS n, 10 / (i - CAST($2 AS BIGINT)) AS q FROM range(5000) AS t(i) ORDER BY i'
  const int64 = { kind: 'int64' } as const
  const run = async (values: (string | null)[], maxRows: number | null = null, asked = text) => {
    const statement = { text: asked, values: values.map((value) => ({ value, type: int64 })) }
    const stream = await session.query(statement, { ...budget, maxRows }, never())
    const rows: unknown[][] = []
    for await (const batch of stream.batches) {
      for (let row = 0; row < batch.rowCount; row += 1) rows.push(batch.columns.map(({ values: cells }) => cells[row]))
    }
    return { rows, ...stream.summary() }
  }

  it('returns the rows for its current values, also after it was cut off or failed', async () => {
    const first = await run(['7', '-1'])
    expect(first.rows).toHaveLength(5000)
    expect(first.rows[3]?.slice(0, 2)).toEqual(['3', '10'])
    expect((await run(['8', '-1'])).rows[3]?.slice(0, 2)).toEqual(['3', '11'])
    expect((await run([null, '-1'])).rows[3]?.slice(0, 2)).toEqual(['3', null])
    expect(await run(['7', '-1'], 3)).toMatchObject({ rowCount: 3, truncated: true })
    const failing =
      "SELECT CAST(CASE WHEN i = CAST($1 AS BIGINT) THEN 'x' ELSE '1' END AS BIGINT) AS n FROM range(9) AS t(i)"
    for (const [value, isGood] of [
      ['99', true],
      ['3', false],
      ['99', true],
      ['3', false],
    ] as const) {
      const found = run([value], null, failing).then(
        ({ rows }) => rows.length,
        () => 'failed',
      )
      expect(await found).toBe(isGood ? 9 : 'failed')
    }
    expect((await run(['7', '-1'])).rows).toEqual(first.rows)
  })

  it('is prepared again when many others ran since', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 40; index += 1) {
        expect((await run([], null, `SELECT ${index} AS n, SUM(i) AS s FROM range(3) AS t(i)`)).rows).toEqual([
          [String(index), '3'],
        ])
      }
    }
  })
})
