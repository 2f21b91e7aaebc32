import { readFormN } from '@octavo/core/document'
import { type CompileContext, compileElement } from '@octavo/core/plan'
import type { ValueType } from '@octavo/core/types'
import { summarize, type Timing } from './measure.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const types: Record<string, ValueType> = {
  ORDER_ID: { kind: 'int64' },
  CUSTOMER_ID: { kind: 'int64' },
  REGION: { kind: 'text' },
  STATUS: { kind: 'text' },
  ORDER_DATE: { kind: 'date' },
  AMOUNT: { kind: 'decimal', precision: 12, scale: 2 },
}

/** From text to statement without any cache: a table with ten columns, a filter, two groupings, five calculations. */
export async function compileBench(): Promise<Timing> {
  const read = readFormN(document, 'workbook')
  if (!read.document) throw new Error(JSON.stringify(read.problems))
  const context: CompileContext = {
    catalog: {
      dialect: () => 'duckdb',
      table: () => ({
        columns: Object.entries(types).map(([name, type]) => ({ name, type, nullable: true })),
      }),
      customSql: () => ({ unavailable: 'there is none' }),
      dataModel: () => ({ unavailable: 'there is none' }),
      friendlyNames: () => true,
    },
    viewer: { memberId: 'm', email: 'm@example.com', firstName: 'Ann', lastName: 'Lee', teams: [], attributes: {} },
    controls: {},
    zone: 'UTC',
    now: '2026-01-01T00:00:00Z',
  }
  const samples: number[] = []
  for (let run = 0; run < 600; run += 1) {
    const started = performance.now()
    const outcome = compileElement(read.document, 'orders', context)
    if (!outcome.ok) throw new Error(outcome.message)
    for (const level of outcome.element.levels) level.statement({ offset: 0, limit: 500 })
    if (run >= 200) samples.push(performance.now() - started)
  }
  return summarize(samples)
}

const document = {
  name: 'Compile',
  folderId: 'f',
  schemaVersion: 1,
  pages: [
    {
      id: 'page',
      name: 'Page',
      elements: [
        {
          id: 'orders',
          kind: 'table',
          name: 'Orders',
          source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
          columns: [
            { id: 'id', name: 'Order Id', formula: '[ORDERS/ORDER_ID]' },
            { id: 'customer', name: 'Customer', formula: '[ORDERS/CUSTOMER_ID]' },
            { id: 'region', name: 'Region', formula: '[ORDERS/REGION]' },
            { id: 'status', name: 'Status', formula: '[ORDERS/STATUS]' },
            { id: 'day', name: 'Day', formula: '[ORDERS/ORDER_DATE]' },
            { id: 'month', name: 'Month', formula: 'DateTrunc("month", [Day])' },
            { id: 'amount', name: 'Amount', formula: '[ORDERS/AMOUNT]' },
            { id: 'size', name: 'Size', formula: 'If([Amount] > 500, "large", [Amount] > 100, "medium", "small")' },
            { id: 'total', name: 'Total', formula: 'Sum([Amount])' },
            { id: 'orders-of', name: 'Orders', formula: 'CountDistinct([Order Id])' },
            { id: 'average', name: 'Average', formula: '[Total] / [Orders]' },
            { id: 'month-total', name: 'Month total', formula: 'Sum([Amount])' },
            { id: 'share', name: 'Share', formula: '[Month total] / [Total]' },
          ],
          filters: [{ id: 'f1', columnId: 'status', kind: 'list', mode: 'exclude', values: ['cancelled'] }],
          groupings: [
            { id: 'g1', groupBy: ['region'], calculations: ['total', 'orders-of', 'average'] },
            { id: 'g2', groupBy: ['month'], calculations: ['month-total', 'share'] },
          ],
        },
      ],
    },
  ],
}
