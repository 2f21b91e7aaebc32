import {
  applyEdits,
  bindFormulas,
  type DocumentElement,
  findElement,
  invertEdits,
  validateDocument,
  writeFormN,
} from '@octavo/core/document'
import { expect, test } from 'vitest'
import { metricsInTheWay, modelOfTable, type TableModel } from './model-of-table.ts'
import { readFromModel } from './read-from-model.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const dataModelId = '22222222-2222-4222-8222-222222222222'
const warehouse = (name: string) => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] })
const readingOf = (elementId: string) => ({ kind: 'table', elementId })

const orders = {
  id: 'orders',
  kind: 'table',
  name: 'Orders',
  source: warehouse('ORDERS'),
  columns: [
    { id: 'o-channel', formula: '[ORDERS/CHANNEL]' },
    { id: 'o-amount', formula: '[ORDERS/AMOUNT]', name: 'Gross' },
    { id: 'o-store', formula: '[ORDERS/STORE_ID]' },
  ],
}
const stores = {
  id: 'stores',
  kind: 'table',
  name: 'Stores',
  source: warehouse('STORES'),
  columns: [
    { id: 's-id', formula: '[STORES/STORE_ID]' },
    { id: 's-region', formula: '[STORES/REGION]' },
  ],
}
const shown = {
  id: 'shown',
  kind: 'table',
  name: { text: 'By region' },
  source: readingOf('orders'),
  columns: [
    { id: 'gross', formula: '[Orders/Gross]', name: 'Sales' },
    { id: 'net', formula: '[Orders/Gross] * (1 - [Rate])', name: 'Net' },
    { id: 'region', formula: 'Lookup([Stores/Region], [Store], [Stores/Store Id])', name: 'Region' },
    { id: 'store', formula: '[Orders/Store Id]', name: 'Store' },
    { id: 'rank', formula: 'Rank([Net])', name: 'Place' },
    { id: 'total', formula: 'Sum([Net])', name: 'Net total' },
    { id: 'first', formula: 'Min([Orders/Channel])', name: 'First channel' },
    { id: 'gross-total', formula: 'Sum([Orders/Gross])', name: 'Gross total' },
  ],
  groupings: [{ id: 'g', groupBy: ['region'], calculations: ['total', 'first', 'gross-total'] }],
  filters: [
    { id: 'f1', columnId: 'gross', kind: 'number-range', min: 1 },
    { id: 'f2', columnId: 'rank', kind: 'number-range', max: 10 },
  ],
}
const control = <Fields extends object>(controlId: string, fields: Fields) => ({
  id: controlId,
  kind: 'control',
  controlId,
  name: controlId,
  ...fields,
})
const rate = control('Rate', { controlType: 'number', mode: '=', value: 0.1 })
const channel = control('Channel', {
  controlType: 'list',
  selectionMode: 'multiple',
  filters: [
    { source: readingOf('orders'), columnId: 'o-channel' },
    { source: readingOf('shown'), columnId: 'region' },
  ],
})
const ofTable = control('Region', {
  controlType: 'list',
  selectionMode: 'multiple',
  source: { kind: 'source', source: readingOf('stores'), columnId: 's-region' },
  filters: [{ source: readingOf('shown'), columnId: 'region' }],
})
const chart = {
  id: 'chart',
  kind: 'bar-chart',
  source: readingOf('shown'),
  columns: [{ id: 'y', formula: 'Sum([By region/Net])' }],
  yAxis: { columnIds: ['y'] },
}

function workbookOf(elements: readonly object[]) {
  const body = { schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements }] }
  const { document, problems } = validateDocument(body, 'workbook')
  expect(problems).toEqual([])
  return bindFormulas(document)
}

const workbook = workbookOf([orders, stores, shown, rate, channel, ofTable, chart])

function modelOf(document: typeof workbook, elementId: string, isSource: boolean): TableModel {
  let count = 0
  const model = modelOfTable(document, elementId, { isSource, pageName: 'Page 1', newId: () => `new-${++count}` })
  if ('refused' in model) throw new Error(`Refused: ${model.refused.map(({ id }) => id).join(', ')}`)
  return model
}

/** Reads the request body like the server. */
function readBack({ document }: TableModel) {
  const body = writeFormN(document)
  const read = validateDocument(body, 'data-model')
  expect(read.problems).toEqual([])
  return bindFormulas(read.document)
}

const formulasOf = (element: DocumentElement | undefined) =>
  Object.fromEntries(
    ((element?.columns ?? []) as { id: string; formula: string }[]).map(({ id, formula }) => [id, formula]),
  )

test('a data model of a table has what the table depends on, and nothing else', () => {
  const model = modelOf(workbook, 'shown', false)
  expect(model.tables.map(({ id }) => id)).toEqual(['orders', 'stores'])
  expect(model.controls.map(({ id }) => id)).toEqual(['Rate', 'Channel'])
  const read = readBack(model)
  expect(Object.keys(read.elements).sort()).toEqual(['Channel', 'Rate', 'orders', 'shown', 'stores'])
  expect(formulasOf(findElement(read, 'shown'))).toEqual(formulasOf(findElement(workbook, 'shown')))
  expect(findElement(read, 'shown')).toMatchObject({
    name: 'By region',
    filters: shown.filters,
    groupings: shown.groupings,
  })
  expect(findElement(read, 'orders')).toMatchObject({ visibleAsSource: false })
  // Controls that filter only the table itself stay in the workbook, where readers choose values.
  expect(findElement(read, 'Channel')?.filters).toEqual([{ source: readingOf('orders'), columnId: 'o-channel' }])
})

test('actions stay in the workbook, because they refer to its pages', () => {
  const table = { ...findElement(workbook, 'shown'), id: 'shown', kind: 'table', actions: [{ id: 'a' }] }
  const acting = { ...workbook, elements: { ...workbook.elements, shown: table } }
  expect(modelOf(acting, 'shown', false).document.elements.shown).not.toHaveProperty('actions')
})

test('the workbook reads the data model with the same names and passes its controls on', () => {
  const model = modelOf(workbook, 'shown', true)
  const read = readBack(model)
  const edits = readFromModel(workbook, 'shown', { dataModelId, model })
  const after = bindFormulas(applyEdits(workbook, edits).document, { models: new Map([[dataModelId, read]]) })
  expect(formulasOf(findElement(after, 'shown'))).toEqual({
    gross: '[By region/Sales]',
    net: '[By region/Net]',
    region: '[By region/Region]',
    store: '[By region/Store]',
    rank: 'Rank([Net])',
    total: 'Sum([Net])',
    first: 'Min([By region/Channel])',
    'gross-total': 'Sum([By region/Sales])',
  })
  expect(findElement(after, 'shown')).toMatchObject({
    source: { kind: 'data-model', dataModelId, elementId: 'shown' },
    filters: [shown.filters[1]],
    groupings: shown.groupings,
  })
  // The filter that depends on the others stays with them, in the workbook only.
  expect(findElement(read, 'shown')?.filters).toEqual([shown.filters[0]])
  expect(formulasOf(findElement(read, 'shown'))).toMatchObject({ 'new-1': '[Orders/Channel]' })
  const parameter = (controlId: string) => [{ kind: 'data-model', dataModelId, controlId }]
  expect(findElement(after, 'Rate')).toMatchObject({ parameters: parameter('Rate') })
  expect(findElement(after, 'Channel')).toMatchObject({ parameters: parameter('Channel'), filters: channel.filters })
  expect(findElement(after, 'Region')).toEqual(findElement(workbook, 'Region'))
  expect(findElement(after, 'chart')).toEqual(findElement(workbook, 'chart'))
  expect(applyEdits(applyEdits(workbook, edits).document, invertEdits(workbook, edits)).document).toEqual(workbook)
})

test('tables with the same name keep their sources', () => {
  const twin = { ...orders, id: 'twin', columns: [{ id: 't', formula: '[ORDERS/AMOUNT]', name: 'Gross' }] }
  const over = {
    id: 'over',
    kind: 'table',
    name: 'Orders',
    source: readingOf('twin'),
    columns: [{ id: 'c', formula: '[Orders/Gross]' }],
  }
  const written = workbookOf([twin, over])
  const read = readBack(modelOf(written, 'over', false))
  const binding = read.bindings.over?.['columns[0].formula']?.[0]
  expect(binding).toMatchObject({ elementId: 'twin', columnId: 't' })
})

test('a table that needs elements that data models cannot contain is refused with their name', () => {
  const typed = {
    id: 'typed',
    kind: 'input-table',
    inputMode: 'edit',
    name: 'Targets',
    source: { kind: 'empty', connectionId },
    columns: [{ id: 'i', type: 'number', name: 'Target' }],
  }
  const over = {
    id: 'over',
    kind: 'table',
    source: readingOf('typed'),
    columns: [{ id: 'c', formula: '[Targets/Target]' }],
  }
  const result = modelOfTable(workbookOf([typed, over]), 'over', { isSource: false, pageName: 'P', newId: () => 'n' })
  expect('refused' in result && result.refused.map(({ id }) => id)).toEqual(['typed'])
})

test('names the metrics that a table over the data model would not have', () => {
  const source = { kind: 'data-model', dataModelId, elementId: 'm' }
  const columns = [
    { id: 'a', formula: '[Metrics/Revenue]' },
    { id: 'b', formula: '[Sales/Region]' },
  ]
  const document = workbookOf([{ id: 't', kind: 'table', name: 'T', source, columns }])
  expect(metricsInTheWay(document, 't')).toEqual(['Revenue'])
})
