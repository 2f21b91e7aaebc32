import type { Cell } from '@octavo/core/types'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GoldenEngine, type GoldenTable, openDuckDb, openPostgres } from './engines.ts'
import { CONNECTION, compileOrThrow, goldenContext, readDocument, readLevel } from './run-case.ts'

const runs = process.env.OCTAVO_DEEP === '1' ? 2000 : 100

interface Row {
  region: string | null
  store: string | null
  qty: number | null
  price: number | null
}

const columns: GoldenTable['columns'] = [
  { name: 'REGION', type: { kind: 'text' }, nullable: true },
  { name: 'STORE', type: { kind: 'text' }, nullable: true },
  { name: 'QTY', type: { kind: 'int64' }, nullable: true },
  { name: 'PRICE', type: { kind: 'decimal', precision: 10, scale: 2 }, nullable: true },
]
const path = ['SHOP', 'RANDOM']

const document = readDocument({
  name: 'Random rows',
  schemaVersion: 1,
  pages: [
    {
      id: 'page',
      name: 'Page',
      elements: [
        {
          id: 'rows',
          kind: 'table',
          name: 'Rows',
          source: { kind: 'warehouse-table', connectionId: CONNECTION, path },
          columns: [
            { id: 'region', formula: '[RANDOM/REGION]', name: 'Region' },
            { id: 'store', formula: '[RANDOM/STORE]', name: 'Store' },
            { id: 'qty', formula: '[RANDOM/QTY]', name: 'Qty' },
            { id: 'price', formula: '[RANDOM/PRICE]', name: 'Price' },
            { id: 'r-sum', formula: 'Sum([Qty])', name: 'Region sum' },
            { id: 'r-mean', formula: 'Avg([Store sum])', name: 'Mean of stores' },
            { id: 'r-price', formula: 'Max([Price])', name: 'Dearest' },
            { id: 'r-dear', formula: 'SumIf([Qty], [Price] = Max([Price]))', name: 'Qty of the dearest' },
            { id: 'r-store', formula: '[Store]', name: 'The store' },
            { id: 's-sum', formula: 'Sum([Qty])', name: 'Store sum' },
            { id: 's-count', formula: 'Count([Qty])', name: 'Store count' },
            { id: 's-rows', formula: 'Count()', name: 'Store rows' },
            { id: 's-rest', formula: '[Region sum] - [Store sum]', name: 'Rest of region' },
            { id: 'b-rest', formula: '[Store sum] - [Qty]', name: 'Rest of store' },
            { id: 'total', formula: 'Sum([Region sum])', name: 'Total' },
            { id: 'stores', formula: 'CountDistinct([Store])', name: 'Stores' },
            { id: 'prices', formula: 'CountDistinct([Price])', name: 'Prices' },
          ],
          groupings: [
            { id: 'g-region', groupBy: ['region'], calculations: ['r-sum', 'r-mean', 'r-price', 'r-dear', 'r-store'] },
            { id: 'g-store', groupBy: ['store'], calculations: ['s-sum', 's-count', 's-rows', 's-rest'] },
          ],
          summary: ['total', 'stores', 'prices'],
        },
      ],
    },
  ],
})

let engines: GoldenEngine[] = []
beforeAll(async () => {
  engines = [await openDuckDb(), await openPostgres()]
})
afterAll(async () => {
  for (const engine of engines) await engine.close()
})

const row: fc.Arbitrary<Row> = fc.record({
  region: fc.option(fc.constantFrom('E', 'W', ''), { freq: 4 }),
  store: fc.option(fc.constantFrom('A', 'B', 'é'), { freq: 4 }),
  qty: fc.option(fc.integer({ min: -50, max: 50 }), { freq: 4 }),
  price: fc.option(fc.constantFrom(-1.25, 0, 9.99, 10), { freq: 4 }),
})

test('grouped, nested, broadcast and summary values equal a plain evaluation', { timeout: 600_000 }, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 14 }), async (rows) => {
      run += 1
      const expected = evaluate(rows)
      for (const engine of engines) {
        const name = [`RUN_${run}`, 'RANDOM']
        const cells = rows.map((item): Cell[] => [item.region, item.store, item.qty, item.price])
        await engine.create({ path: name, columns, rows: cells })
        const levels = compileOrThrow(document, 'rows', contextOf(engine, name)).levels
        const found: Record<string, unknown[][]> = {}
        for (const level of levels) found[level.level] = sorted((await readLevel(engine, level)).rows)
        expect(found).toEqual(expected)
      }
    }),
    { numRuns: runs },
  )
})

/** Each run has its own table, so that a shrunk counterexample sees its own rows. */
function contextOf(engine: GoldenEngine, name: readonly string[]) {
  const context = goldenContext({
    dialect: () => engine.dialect,
    table: () => ({ columns }),
    customSql: () => ({ unavailable: 'there is none' }),
    dataModel: () => ({ unavailable: 'there is none' }),
    friendlyNames: () => true,
  })
  const element = document.elements.rows
  if (element) element.source = { kind: 'warehouse-table', connectionId: CONNECTION, path: [...name] }
  return context
}

function evaluate(rows: readonly Row[]): Record<string, unknown[][]> {
  const regions = groups(rows, (item) => JSON.stringify([item.region]))
  const stores = groups(rows, (item) => JSON.stringify([item.region, item.store]))
  const storeSum = (item: Row) => sum(stores.get(JSON.stringify([item.region, item.store])) ?? [])
  const regionSum = (item: Row) => sum(regions.get(JSON.stringify([item.region])) ?? [])
  const first = (items: readonly Row[]): Row => items[0] ?? { region: null, store: null, qty: null, price: null }
  const g1 = [...regions.values()].map((items) => {
    const within = groups(items, (item) => JSON.stringify([item.store]))
    const sums = [...within.values()].map(sum).filter((value) => value !== null)
    const prices = items.map((item) => item.price).filter((price) => price !== null)
    const dearest = prices.length > 0 ? Math.max(...prices) : null
    const dear = items.filter((item) => dearest !== null && item.price === dearest)
    const mean = sums.length > 0 ? Number((sums.reduce((a, b) => a + b, 0) / sums.length).toPrecision(12)) : null
    const names = new Set(items.map((item) => item.store))
    const store = names.size === 1 ? first(items).store : '*'
    return [first(items).region, digits(sum(items)), mean, dearest === null ? null : dearest.toFixed(2), digits(sum(dear)), store]
  })
  const g2 = [...stores.values()].map((items) => [
    first(items).region,
    first(items).store,
    digits(sum(items)),
    String(items.filter((item) => item.qty !== null).length),
    String(items.length),
    digits(minus(regionSum(first(items)), sum(items))),
  ])
  const base = rows.map((item) => [
    item.region,
    item.store,
    digits(item.qty),
    item.price === null ? null : item.price.toFixed(2),
    digits(minus(storeSum(item), item.qty)),
  ])
  const distinct = (values: (string | number | null)[]) => String(new Set(values.filter((value) => value !== null)).size)
  const summary = [[digits(sum(rows)), distinct(rows.map((item) => item.store)), distinct(rows.map((item) => item.price))]]
  return { summary, g1: sorted(g1), g2: sorted(g2), base: sorted(base) }
}

function groups(rows: readonly Row[], key: (item: Row) => string): Map<string, Row[]> {
  return Map.groupBy(rows, key)
}

/** Null when there is nothing to add. */
function sum(rows: readonly Row[]): number | null {
  const values = rows.map((item) => item.qty).filter((value) => value !== null)
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0)
}

const minus = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b)
const digits = (value: number | null) => (value === null ? null : String(value === 0 ? 0 : value))

function sorted(rows: unknown[][]): unknown[][] {
  return [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
