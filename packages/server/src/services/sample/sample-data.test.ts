import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { valueTypeToText } from '@octavo/core/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDuckdbConnector, type DuckdbConnector, type EngineSession } from '../../connectors/index.ts'
import { createStore, type Store } from '../../store/index.ts'
import { insertOrganization } from '../../store/organizations.ts'
import { describeEmbedded } from '../../store/testing.ts'
import { createSampleData } from './sample-data.ts'
import { sampleStatements } from './sample-tables.ts'

const root = mkdtempSync(join(tmpdir(), 'octavo-sample-'))
const folder = join(root, 'sample')
const organizationId = 'organization'
const signal = new AbortController().signal
const clock = { now: () => Date.parse('2026-11-20T03:00:00Z') }
let duckdb: DuckdbConnector
let session: EngineSession
let store: Store

beforeAll(async () => {
  duckdb = createDuckdbConnector({ folders: [folder], spillFolder: null })
  store = await createStore({ dataDir: root, clock })
  await addOrganization(store)
  await sample(store).ensure(organizationId, 'member')
  session = await duckdb.open({ path: join(folder, 'RETAIL.duckdb') })
})
afterAll(async () => {
  await duckdb.close()
  await store.close()
  rmSync(root, { recursive: true, force: true })
})

const sample = (of: Store) => createSampleData({ store: of, clock, duckdb, folder, lastDay: null })

const addOrganization = (to: Store) =>
  to.maintain('an organization for tests', (tx) =>
    insertOrganization(tx, {
      id: organizationId,
      slug: 'main',
      name: 'Main',
      zone: 'UTC',
      settings: '{}',
      created_at: 0,
      updated_at: 0,
    }),
  )

async function rowOf(text: string) {
  const stream = await session.query({ text, values: [] }, { timeoutMs: 20_000, maxRows: 1 }, signal)
  for await (const batch of stream.batches) return batch.columns.map(({ values }) => values[0])
  return []
}

/** One number for all rows of a table, whatever their order. */
const fingerprint = (table: string) => rowOf(`SELECT CAST(sum(hash(t)) AS VARCHAR) FROM RETAIL.PUBLIC.${table} AS t`)

const tables = ['STORES', 'PRODUCTS', 'CUSTOMERS', 'ORDERS', 'ORDER_ITEMS']

describeEmbedded('the sample data', (openStore) => {
  it('is one connection, however often it is created', async () => {
    const own = await openStore({ clock })
    await addOrganization(own)
    const first = await sample(own).ensure(organizationId, 'member')
    expect(first.isNew).toBe(true)
    expect(await sample(own).ensure(organizationId, 'member')).toEqual({ ...first, isNew: false })
    const rows = await own.db.selectFrom('connections').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ name: 'Sample data', type: 'duckdb', is_sample: 1, id: first.connectionId })
    expect(readdirSync(folder)).toContain('RETAIL.duckdb')
  })
})

describe('the sample data', () => {
  it('has the columns that its page in the documentation lists', async () => {
    const page = readFileSync(new URL('../../../../../docs/sample-data.md', import.meta.url), 'utf8')
    const documented: string[] = []
    let table = ''
    for (const line of page.split('\n')) {
      table = /^## (\w+)/.exec(line)?.[1] ?? table
      const column = /^\| `(\w+)` \| ([\w(),]+) \|/.exec(line)
      if (column) documented.push(`${table}.${column[1]} ${column[2]}`)
    }
    const described: string[] = []
    for (const name of tables) {
      const table = await session.describeTable(['RETAIL', 'PUBLIC', name], signal)
      described.push(
        ...(table?.columns ?? []).map((column) => `${name}.${column.name} ${valueTypeToText(column.type)}`),
      )
    }
    expect(documented).toEqual(described)
  })

  it.each([
    ['STORES', 120, 120],
    ['PRODUCTS', 2000, 2000],
    ['CUSTOMERS', 50_000, 50_000],
    ['ORDERS', 200_000, 200_000],
    ['ORDER_ITEMS', 580_000, 620_000],
  ])('has the documented number of rows in %s', async (table, least, most) => {
    const [count] = await rowOf(`SELECT count(*) FROM RETAIL.PUBLIC.${table}`)
    expect(Number(count)).toBeGreaterThanOrEqual(least)
    expect(Number(count)).toBeLessThanOrEqual(most)
  })

  it('covers three years up to yesterday', async () => {
    expect(
      await rowOf('SELECT min(ORDER_DATE), max(ORDER_DATE), count(DISTINCT ORDER_DATE) FROM RETAIL.PUBLIC.ORDERS'),
    ).toEqual(['2023-11-20', '2026-11-19', '1096'])
  })

  it.each([
    ['nulls', 'SELECT count(*) > 0 FROM RETAIL.PUBLIC.ORDERS WHERE STATUS IS NULL'],
    ['returns with negative amounts', 'SELECT count(*) > 100 FROM RETAIL.PUBLIC.ORDERS WHERE AMOUNT < 0'],
    ['test orders', `SELECT count(*) > 0 FROM RETAIL.PUBLIC.ORDERS WHERE STATUS = 'TEST'`],
    [
      'late events',
      'SELECT count(*) BETWEEN 100 AND 2000 FROM RETAIL.PUBLIC.ORDERS WHERE SHIPPED_AT - ORDER_DATE > 20',
    ],
    ['Unicode names', `SELECT count(*) > 100 FROM RETAIL.PUBLIC.CUSTOMERS WHERE FULL_NAME <> strip_accents(FULL_NAME)`],
    [
      'growth',
      'SELECT sum(AMOUNT) FILTER (WHERE year(ORDER_DATE) = 2025) > sum(AMOUNT) FILTER (WHERE year(ORDER_DATE) = 2024) * 1.1 FROM RETAIL.PUBLIC.ORDERS',
    ],
    [
      'amounts that are the sums of their lines',
      'SELECT count(*) = 0 FROM RETAIL.PUBLIC.ORDERS JOIN (SELECT ORDER_ID, sum(QUANTITY * UNIT_PRICE * (1 - coalesce(DISCOUNT, 0))) AS total FROM RETAIL.PUBLIC.ORDER_ITEMS GROUP BY 1) USING (ORDER_ID) WHERE abs(total - AMOUNT) > 0.01',
    ],
    [
      'customers who joined before their first order',
      'SELECT count(*) = 0 FROM RETAIL.PUBLIC.ORDERS JOIN RETAIL.PUBLIC.CUSTOMERS USING (CUSTOMER_ID) WHERE JOINED_ON > ORDER_DATE',
    ],
    [
      'no item without its order and product',
      'SELECT count(*) = 0 FROM RETAIL.PUBLIC.ORDER_ITEMS AS i LEFT JOIN RETAIL.PUBLIC.ORDERS AS o USING (ORDER_ID) LEFT JOIN RETAIL.PUBLIC.PRODUCTS AS p USING (PRODUCT_ID) WHERE o.ORDER_ID IS NULL OR p.PRODUCT_ID IS NULL',
    ],
  ])('has %s', async (_, text) => expect(await rowOf(text)).toEqual([true]))

  it('is the same for the same last day, and differs for another one', async () => {
    const prints = await Promise.all(tables.map(fingerprint))
    const other = join(folder, 'AGAIN.duckdb')
    await duckdb.build(other, sampleStatements('2026-11-19'), signal)
    const mine = session
    session = await duckdb.open({ path: other })
    const again = []
    for (const table of tables) {
      again.push(await rowOf(`SELECT CAST(sum(hash(t)) AS VARCHAR) FROM AGAIN.PUBLIC.${table} AS t`))
    }
    session = mine
    expect(again).toEqual(prints)
    expect(sampleStatements('2026-11-18')).not.toEqual(sampleStatements('2026-11-19'))
  })
})
