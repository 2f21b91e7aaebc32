import type { RequiredSource } from '@octavo/core/plan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openQueryBench, type QueryBench } from '../services/testing/query-bench.ts'

let bench: QueryBench
beforeAll(async () => {
  bench = await openQueryBench({ tables: ['CREATE TABLE PUBLIC.ORDERS (ID BIGINT NOT NULL, PRICE DECIMAL(12, 2))'] })
})
afterAll(() => bench.close())

const path = ['RETAIL', 'PUBLIC', 'ORDERS']
const rowOrder = { kind: 'stored', column: 'rowid' }
const columns = [
  { name: 'ID', type: { kind: 'int64' }, nullable: false },
  { name: 'PRICE', type: { kind: 'decimal', precision: 12, scale: 2 }, nullable: true },
]
const lookup = (at: readonly string[]) =>
  bench.catalog.lookup(bench.organizationId, bench.connectionId, at, bench.signal)

describe('the catalogue', () => {
  it('assigns an object its id when it is first seen, the same for every spelling of its path', async () => {
    const first = await lookup(path)
    expect(first).toMatchObject({ path, kind: 'table', connectionId: bench.connectionId })
    expect(await lookup(['retail', 'Public', 'orders'])).toEqual(first)
    expect(await bench.catalog.find(bench.organizationId, first?.id ?? '')).toEqual(first)
    expect(await bench.catalog.find('another-organization', first?.id ?? '')).toBeNull()
    expect(await lookup(['RETAIL', 'PUBLIC'])).toMatchObject({ kind: 'schema' })
    expect(await lookup(['RETAIL', 'PUBLIC', 'NOPE'])).toBeNull()
    expect(await lookup([])).toBeNull()
  })

  it('describes a table once while the description is fresh, also after a restart', async () => {
    const describeOrders = () => bench.catalog.describe(bench.organizationId, bench.connectionId, path, bench.signal)
    expect(await describeOrders()).toEqual({ columns, rowOrder })
    const pid = bench.duckdb.engine.pid()
    await bench.duckdb.close()
    expect(await describeOrders()).toEqual({ columns, rowOrder })
    expect(bench.duckdb.engine.pid()).toBeNull()
    bench.clock.at += 600_001
    expect(await describeOrders()).toEqual({ columns, rowOrder })
    expect(bench.duckdb.engine.pid()).not.toBe(pid)
  })

  it('returns the reason when a source cannot be read', async () => {
    const describe = (id: string, at: string[]) => bench.catalog.describe(bench.organizationId, id, at, bench.signal)
    expect(await describe(bench.connectionId, ['RETAIL', 'PUBLIC', 'NOPE'])).toMatchObject({
      unavailable: expect.stringContaining('RETAIL.PUBLIC.NOPE'),
    })
    expect(await describe('no-connection', path)).toEqual({ unavailable: 'There is no such connection.' })
  })

  it('loads the sources of a plan, and its revision changes with their contents', async () => {
    const { connectionId, signal, organizationId } = bench
    const table: RequiredSource = { kind: 'warehouse-table', connectionId, path }
    const sql: RequiredSource = {
      kind: 'sql',
      connectionId,
      key: 'k',
      statement: { text: 'SELECT ID + 1 AS NEXT FROM RETAIL.PUBLIC.ORDERS', values: [] },
    }
    const broken: RequiredSource = { ...sql, key: 'broken', statement: { text: 'SELECT nope', values: [] } }
    const { catalog, load } = bench.catalog.begin(
      { organizationId, memberId: 'reader', attributes: {}, via: { kind: 'job' } },
      'document',
    )
    expect(await load([table, sql, broken], signal)).toBe(true)
    expect(await load([table, sql, broken], signal)).toBe(false)
    expect(catalog.dialect(connectionId)).toBe('duckdb')
    expect(catalog.dialect('unknown')).toBeNull()
    expect(catalog.table(connectionId, path)).toEqual({ columns, rowOrder })
    expect(catalog.customSql('k')).toMatchObject({ columns: [{ name: 'NEXT', type: { kind: 'int64' } }] })
    expect(catalog.customSql('broken')).toMatchObject({ unavailable: expect.stringContaining('nope') })
    expect(catalog.revisionOf([table])).toBe(catalog.revisionOf([table]))
    expect(catalog.revisionOf([table])).not.toBe(catalog.revisionOf([table, sql]))
    expect(catalog.revisionOf([sql])).not.toBe(catalog.revisionOf([broken]))
  })
})
