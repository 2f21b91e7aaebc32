import type { OpenStore } from '../../store/testing.ts'
import { type Role, requestsOf, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

export const orders = {
  id: 'orders',
  kind: 'table',
  name: 'Orders',
  source: { kind: 'warehouse-table', connectionId: '', path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
  columns: [
    { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
    { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
  ],
}
/** An input table with a column of each kind. */
const inputTable = (connectionId: string, id: string, name: string, inputMode: string) => ({
  id,
  kind: 'input-table',
  name,
  source: { kind: 'empty', connectionId },
  inputMode,
  columns: [
    { id: 'ID' },
    { id: 'text', type: 'text', name: 'Note' },
    { id: 'score', type: 'number', name: 'Score', range: { min: 0, max: 10 } },
    { id: 'due', type: 'datetime', name: 'Due' },
    { id: 'done', type: 'checkbox', name: 'Done' },
    { id: 'kinds', type: 'multi-select', name: 'Kinds', values: ['visit', 'call'] },
    { id: 'state', type: 'text', name: 'State', values: ['open', 'shut'] },
    { id: 'photo', type: 'file', name: 'Photo' },
    { id: 'soon', type: 'datetime', name: 'Soon', range: { min: '2026-05-01', max: '2026-05-31' } },
    { id: 'way', type: 'text', name: 'Way', valuesFrom: { element: 'orders', column: 'channel' } },
    { id: 'ways', type: 'multi-select', name: 'Ways', valuesFrom: { element: 'orders', column: 'channel' } },
    { id: 'order', type: 'number', name: 'Order', valuesFrom: { element: 'orders', column: 'id' } },
    { id: 'late', formula: '[Due] < Date("2026-06-01")', name: 'Late' },
    { id: 'CREATED_BY' },
    { id: 'UPDATED_AT' },
  ],
})
/** The element without columns whose choices come from another element. */
export const withoutChoices = (element: ReturnType<typeof inputTable>) => ({
  ...element,
  columns: element.columns.filter((column) => !('valuesFrom' in column)),
})
const elementsOf = (connectionId: string, csvId: string) => [
  { ...orders, source: { ...orders.source, connectionId } },
  {
    id: 'budget',
    kind: 'table',
    name: 'Budget',
    source: { kind: 'csv-table', connectionId, inodeId: csvId },
    columns: [
      { id: 'b-channel', formula: '[Budget File/Channel]', name: 'Budget channel' },
      { id: 'b-amount', formula: '[Budget File/Amount]', name: 'Planned' },
      { id: 'b-orders', formula: 'Rollup(Count(), [Budget channel], [Orders/Channel])', name: 'Sold' },
    ],
  },
  inputTable(connectionId, 'notes', 'Notes', 'edit'),
  inputTable(connectionId, 'shared', 'Shared notes', 'view'),
  {
    id: 'goals',
    kind: 'input-table',
    name: 'Goals',
    source: { kind: 'linked', from: 'orders' },
    inputMode: 'explore',
    columns: [
      { id: 'g-channel', key: 'channel' },
      { id: 'goal', type: 'number', name: 'Goal' },
    ],
  },
  {
    id: 'scores',
    kind: 'kpi-chart',
    name: 'Scores',
    source: { kind: 'table', elementId: 'notes' },
    columns: [{ id: 'sum', formula: 'Sum([Notes/Score])', name: 'Sum' }],
    value: { columnId: 'sum' },
  },
]

/** Starts a server with a connection; returns documents with input tables of it, and requests about their rows. */
export function useStoredRows(openStore: OpenStore) {
  let documents: TestServices
  /** The workbook that requests are about unless they name another, and the CSV that it reads: tests set both. */
  const state = { connectionId: '', workbookId: '', csvId: '' }
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    state.connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder', 'viewer', 'stranger'] })
    return documents.routes
  })
  const { send, done } = requestsOf(server, 'builder')
  const rowsPath = (elementId: string, id = state.workbookId) => `/v2/workbooks/${id}/elements/${elementId}/rows`
  const change = (elementId: string, body: unknown, as: Role = 'builder') => done('POST', rowsPath(elementId), body, as)
  const workbook = (elements: unknown[]) => ({
    name: 'Book',
    folderId: server().platform.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'Page', elements }],
  })
  const elements = () => elementsOf(state.connectionId, state.csvId)
  /** Without the CSV table, which another test deletes. */
  const copied = () => workbook(elements().filter(({ id }) => id !== 'budget'))
  const input = (id: string, name: string, inputMode: string) => inputTable(state.connectionId, id, name, inputMode)
  const rows = rowsFrom(server, () => state.workbookId)
  return {
    state,
    server,
    documents: () => documents,
    send,
    done,
    rowsPath,
    change,
    workbook,
    elements,
    copied,
    input,
    rows,
  }
}

/** Rows of an element from the page data, by column id. */
const rowsFrom =
  (server: ReturnType<typeof useServer>, workbookId: () => string) =>
  async (elementId: string, as: Role = 'builder', id = workbookId()) => {
    const { lines } = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${id}/pages/p/data`,
      as,
      body: { elementIds: [elementId] },
    })
    const events = lines as { event: string; message?: string; level?: string; columns: unknown[] }[]
    const error = events.find(({ event }) => event === 'error')
    if (error) throw new Error(error.message)
    const schema = events.find(({ event, level }) => event === 'schema' && level !== 'summary')
    const batch = events.findLast(({ event }) => event === 'batch')
    const ids = (schema?.columns ?? []).map((column) => (column as { id: string }).id)
    const columns = (batch?.columns ?? []) as unknown[][]
    return (columns[0] ?? []).map((_, row) => Object.fromEntries(ids.map((name, at) => [name, columns[at]?.[row]])))
  }
