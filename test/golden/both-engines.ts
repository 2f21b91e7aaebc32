import { afterAll, beforeAll, describe } from 'vitest'
import { type GoldenEngine, openDuckDb, openPostgres } from './engines.ts'
import { CONNECTION, readDocument } from './run-case.ts'
import { goldenTables } from './tables.ts'

/** Runs the tests of the block on each engine, over the golden tables. */
export function onBothEngines(title: string, tests: (engine: () => GoldenEngine) => void): void {
  describe.each([
    ['duckdb', openDuckDb],
    ['postgres', openPostgres],
  ] as const)(`${title} on %s`, (_, open) => {
    let engine: GoldenEngine | undefined
    beforeAll(async () => {
      engine = await open()
      for (const table of goldenTables) await engine.create(table)
    })
    afterAll(() => engine?.close())
    tests(() => {
      if (!engine) throw new Error('The engine is not open.')
      return engine
    })
  })
}

/** A document of one page with these elements, in form N. */
export function documentOf(...elements: Record<string, unknown>[]) {
  return readDocument({ name: 'Case', schemaVersion: 1, pages: [{ id: 'page', name: 'Page', elements }] })
}

/** A table element over the golden orders; `more` replaces or adds fields. */
export function ordersTable(more: Record<string, unknown> = {}, columns: Record<string, unknown>[] = []) {
  return {
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'ORDERS'] },
    columns: [
      { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
      { id: 'date', formula: '[ORDERS/ORDER_DATE]', name: 'Date' },
      { id: 'created', formula: '[ORDERS/CREATED_AT]', name: 'Created' },
      { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
      { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
      { id: 'amount', formula: '[ORDERS/AMOUNT]', name: 'Amount' },
      { id: 'rating', formula: '[ORDERS/RATING]', name: 'Rating' },
      { id: 'gift', formula: '[ORDERS/IS_GIFT]', name: 'Gift' },
      ...columns,
    ],
    ...more,
  }
}
