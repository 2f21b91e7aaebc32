import dataModelMinimal from './examples/data-model-minimal.json' with { type: 'json' }
import dataModelRich from './examples/data-model-rich.json' with { type: 'json' }
import workbookContents from './examples/workbook-contents.json' with { type: 'json' }
import workbookRich from './examples/workbook-rich.json' with { type: 'json' }
import workbookSmall from './examples/workbook-small.json' with { type: 'json' }

/** Documents written for this project, one for each form and size. */
export const examples = { dataModelMinimal, dataModelRich, workbookContents, workbookRich, workbookSmall }

/** A workbook body of form N with one page that holds these elements. */
export function workbookWith(elements: unknown[], rest: Record<string, unknown> = {}): Record<string, unknown> {
  return { schemaVersion: 1, pages: [{ id: 'p1', name: 'Page 1', elements }], ...rest }
}

/** A table over the warehouse table ORDERS with two columns, `o-id` and `o-net`. */
export function ordersTable(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: { kind: 'warehouse-table', connectionId: 'c1', path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
    columns: [
      { id: 'o-id', formula: '[ORDERS/ORDER_ID]', name: 'Order Id' },
      { id: 'o-net', formula: '[ORDERS/NET]', name: 'Net' },
    ],
    ...fields,
  }
}

/** A bar chart over `ordersTable`. */
export function barsOf(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'bars',
    kind: 'bar-chart',
    source: { kind: 'table', elementId: 'orders' },
    columns: [
      { id: 'b-x', formula: '[Orders/Order Id]' },
      { id: 'b-y', formula: 'Sum([Orders/Net])', name: 'Revenue' },
    ],
    xAxis: { columnId: 'b-x' },
    yAxis: { columnIds: ['b-y'] },
    ...fields,
  }
}

/** A control with a handle `C`. */
export function controlOf(fields: Record<string, unknown>): Record<string, unknown> {
  return { id: 'ctl', kind: 'control', controlId: 'C', ...fields }
}
