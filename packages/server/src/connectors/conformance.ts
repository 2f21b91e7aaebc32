/**
 * Tests for every connector, on its real engine. `createConnector` and `settings` open a database that may be empty; the suite reads only
 * values that its statements create.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Cell, ResultBatch, Statement, ValueType } from '@octavo/core/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connector, EngineSession, QueryBudget } from './api.ts'

export interface ConformanceTarget {
  connector: Connector
  settings: unknown
  /** An existing table with its columns. */
  table: { path: string[]; columns: { name: string; type: ValueType }[] }
  /** A statement that returns this many rows with one integer. */
  manyRows(count: number): string
  /** A statement that runs for minutes. */
  endless: string
  /** A statement that returns this many rows with one text of this length. */
  wideRows(count: number, width: number): string
  /** The types that the engine reports for values of types that it lacks, and the cells then expected. */
  reads?: Partial<Record<ValueType['kind'], { kind: ValueType['kind']; cell(value: Cell): Cell }>>
  /** Placeholder of a value as the dialect writes it. */
  placeholder(position: number, type: ValueType): string
  close?(): Promise<void>
}

const text: ValueType = { kind: 'text' }
const int64: ValueType = { kind: 'int64' }
const decimal: ValueType = { kind: 'decimal', precision: 18, scale: 2 }
const float64: ValueType = { kind: 'float64' }
const logical: ValueType = { kind: 'logical' }
const date: ValueType = { kind: 'date' }
const timestamp: ValueType = { kind: 'timestamp' }
const instant: ValueType = { kind: 'instant' }

const cells: { what: string; type: ValueType; value: Cell; back?: Cell }[] = [
  { what: 'text', type: text, value: 'plain' },
  { what: 'empty text', type: text, value: '' },
  { what: 'text that begins with U+FEFF', type: text, value: '\uFEFFmarked' },
  { what: 'emoji and combining marks', type: text, value: '👩‍👩‍👧 é 漢字' },
  { what: 'quotes, backslashes and line ends', type: text, value: `'"\\\r\n\t;--` },
  { what: 'the largest int64', type: int64, value: '9223372036854775807' },
  { what: 'the smallest int64', type: int64, value: '-9223372036854775808' },
  { what: 'an int64 that no float holds', type: int64, value: '9007199254740993' },
  { what: 'a decimal of 18 digits', type: decimal, value: '1234567890123456.78' },
  { what: 'a negative decimal', type: decimal, value: '-0.01' },
  { what: 'a decimal with closing zeros', type: decimal, value: '12.50' },
  { what: 'a float', type: float64, value: 0.1 },
  { what: 'a tiny float', type: float64, value: 5e-324 },
  { what: 'true', type: logical, value: true },
  { what: 'false', type: logical, value: false },
  { what: 'a date of 1900', type: date, value: '1900-03-01' },
  { what: 'a leap day', type: date, value: '2000-02-29' },
  { what: 'a date of 2100', type: date, value: '2100-12-31' },
  { what: 'a timestamp', type: timestamp, value: '2024-05-20T13:45:00' },
  { what: 'a timestamp before 1970 with microseconds', type: timestamp, value: '1969-12-31T23:59:59.999999' },
  { what: 'a timestamp with a fraction', type: timestamp, value: '2024-02-29T00:00:00.5' },
  { what: 'an instant', type: instant, value: '2024-05-20T13:45:00Z' },
  {
    what: 'an instant with an offset',
    type: instant,
    value: '2024-05-20T13:45:00+02:00',
    back: '2024-05-20T11:45:00Z',
  },
  ...[text, int64, decimal, float64, logical, date, timestamp, instant].map((type) => ({
    what: `null of type ${type.kind}`,
    type,
    value: null,
  })),
]

const budget: QueryBudget = { timeoutMs: 20_000, maxRows: null }

export function describeConnector(name: string, open: () => Promise<ConformanceTarget>): void {
  describe(`${name}: conformance`, () => {
    let target: ConformanceTarget
    let session: EngineSession

    beforeAll(async () => {
      target = await open()
      session = await target.connector.open(target.settings)
    })
    afterAll(async () => {
      await session?.close()
      await target?.close?.()
    })

    async function rowsOf(statement: Statement, rules: Partial<QueryBudget> = {}, signal = never()) {
      const stream = await session.query(statement, { ...budget, ...rules }, signal)
      const batches: ResultBatch[] = []
      for await (const batch of stream.batches) batches.push(batch)
      const columns = stream.columns.map((_, index) => batches.flatMap((batch) => batch.columns[index]?.values ?? []))
      return { columns, types: stream.columns.map(({ type }) => type), batches, summary: stream.summary() }
    }

    it.each(cells)('brings $what back unchanged', async ({ type, value, back = value }) => {
      const statement = { text: `SELECT ${target.placeholder(1, type)} AS c`, values: [{ type, value }] }
      const { columns, types } = await rowsOf(statement)
      const expected = target.reads?.[type.kind]
      expect(columns).toEqual([[expected && back !== null ? expected.cell(back) : back]])
      expect(types[0]?.kind).toBe(expected?.kind ?? type.kind)
    })

    it('binds values in order and never as SQL', async () => {
      const hostile = `x'); DROP TABLE t; --`
      const statement = {
        text: `SELECT ${target.placeholder(1, text)} AS a, ${target.placeholder(2, int64)} AS b`,
        values: [
          { type: text, value: hostile },
          { type: int64, value: '2' },
        ],
      }
      expect((await rowsOf(statement)).columns).toEqual([[hostile], ['2']])
    })

    it('streams in batches that hold every row once and in order', async () => {
      const { columns, batches, summary } = await rowsOf({ text: target.manyRows(50_000), values: [] })
      expect(batches.length).toBeGreaterThan(3)
      expect(columns[0]).toHaveLength(50_000)
      expect(new Set(columns[0]).size).toBe(50_000)
      expect(summary).toEqual({ rowCount: 50_000, truncated: false })
    })

    it('keeps the engine waiting while no batch is read', async () => {
      const stream = await session.query({ text: target.manyRows(2_000_000), values: [] }, budget, never())
      const iterator = stream.batches[Symbol.asyncIterator]()
      const first = await iterator.next()
      expect(first.done).toBe(false)
      await iterator.return?.()
      expect((await rowsOf({ text: target.manyRows(1), values: [] })).summary.rowCount).toBe(1)
    })

    it('keeps a few batches at a time, however many rows there are', async () => {
      const stream = await session.query({ text: target.wideRows(300_000, 1000), values: [] }, budget, never())
      let rowCount = 0
      const kept: number[] = []
      for await (const batch of stream.batches) {
        if (batch.columns[0]?.values.some((cell) => String(cell).length !== 1000)) throw new Error('A row was cut.')
        if (Math.floor((rowCount + batch.rowCount) / 50_000) > Math.floor(rowCount / 50_000)) kept.push(keptMb())
        rowCount += batch.rowCount
      }
      expect(rowCount).toBe(300_000)
      const [first = 0, ...later] = kept
      // All later measurements together are 240 MB.
      expect(Math.max(...later) - first).toBeLessThan(60)
    })

    it.each([
      { rows: 100, maxRows: 99, rowCount: 99, truncated: true },
      { rows: 100, maxRows: 100, rowCount: 100, truncated: false },
      { rows: 100, maxRows: 101, rowCount: 100, truncated: false },
      { rows: 9000, maxRows: 4096, rowCount: 4096, truncated: true },
    ])('ends after $maxRows of $rows rows and says so', async ({ rows, maxRows, ...summary }) => {
      expect((await rowsOf({ text: target.manyRows(rows), values: [] }, { maxRows })).summary).toEqual(summary)
    })

    it('fails over the budget of bytes', async () => {
      const work = rowsOf({ text: target.manyRows(100_000), values: [] }, { maxBytes: 10_000 })
      await expect(work).rejects.toMatchObject({ code: 'query_over_budget', details: { budget: 'bytes' } })
    })

    it('stops at its time limit', async () => {
      const work = rowsOf({ text: target.endless, values: [] }, { timeoutMs: 200 })
      await expect(work).rejects.toMatchObject({ code: 'query_over_budget', details: { budget: 'time' } })
    })

    it('is cancelled, and the session goes on', async () => {
      const controller = new AbortController()
      const work = rowsOf({ text: target.endless, values: [] }, {}, controller.signal)
      const waited = rowsOf({ text: target.manyRows(1), values: [] })
      await waited
      controller.abort()
      await expect(work).rejects.toMatchObject({ code: 'query_cancelled' })
      expect((await rowsOf({ text: target.manyRows(3), values: [] })).summary.rowCount).toBe(3)
    })

    it('tells how it would run a statement without running it, where it tells at all', async () => {
      if (!session.explain) return
      const plan = await session.explain({ text: target.manyRows(1_000_000_000), values: [] }, never())
      expect(plan.estimatedRows === null || plan.estimatedRows > 0).toBe(true)
      const broken = session.explain({ text: 'SELECT * FROM no_such_table', values: [] }, never())
      await expect(broken).rejects.toMatchObject({ code: 'query_failed' })
      expect((await rowsOf({ text: target.manyRows(3), values: [] })).summary.rowCount).toBe(3)
    })

    it('does not start for a signal that is aborted already', async () => {
      const work = session.query({ text: target.manyRows(1), values: [] }, budget, AbortSignal.abort())
      await expect(work).rejects.toMatchObject({ code: 'query_cancelled' })
    })

    it.each([
      { what: 'a missing table', text: 'SELECT * FROM no_such_table_anywhere' },
      { what: 'bad syntax', text: 'SELECT FROM WHERE' },
      { what: 'a missing column', text: 'SELECT nope FROM (SELECT 1 AS a) AS t' },
    ])('answers query_failed for $what, without paths or stacks', async ({ text }) => {
      const error = await rowsOf({ text, values: [] }).catch((caught: unknown) => caught)
      expect(error).toMatchObject({ code: 'query_failed' })
      expect(String(error)).not.toMatch(/\/(tmp|home|work|usr|var)\/|\.ts:\d|\n/)
    })

    it('describes a statement without its rows', async () => {
      const columns = await session.describe({ text: target.manyRows(1_000_000_000), values: [] }, never())
      expect(columns.map(({ type }) => type)).toEqual([int64])
    })

    it('describes a table, and answers null for one that is not there', async () => {
      const { path, columns } = target.table
      const described = await session.describeTable(path, never())
      expect(described?.columns.map(({ name, type }) => ({ name, type }))).toEqual(columns)
      expect(await session.describeTable([...path.slice(0, -1), 'no_such_table'], never())).toBeNull()
    })

    it('lists one level at a time down to the table', async () => {
      const { path } = target.table
      for (let depth = 0; depth < path.length; depth++) {
        const children = await session.list(path.slice(0, depth), never())
        expect(children.map((child) => child.path)).toContainEqual(path.slice(0, depth + 1))
      }
      expect(await session.list([...path, 'deeper'], never())).toEqual([])
    })

    it('names every wrong setting', () => {
      expect(target.connector.validate(target.settings)).toEqual([])
      expect(target.connector.validate({ nonsense: 1 }).map(({ path }) => path)).toContain('nonsense')
      expect(target.connector.validate('text')).toHaveLength(1)
    })
  })
}

function never(): AbortSignal {
  return new AbortController().signal
}

/** Memory in use after garbage collection. */
function keptMb(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}
