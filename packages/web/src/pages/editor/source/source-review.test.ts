import { applyEdits, bindFormulas, findElement, invertEdits, validateDocument } from '@octavo/core/document'
import { expect, test } from 'vitest'
import { inReviewOrder, readsOfSource, reviewedEdits, reviewReads, usesOfRead } from './source-review.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const warehouse = (name: string) => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] })
const checked = validateDocument({
  name: 'Sources',
  pages: [
    {
      id: 'p',
      name: 'Page',
      elements: [
        {
          id: 'sales',
          kind: 'table',
          name: 'Sales',
          source: warehouse('ORDERS'),
          columns: [
            { id: 'id', formula: '[ORDERS/ORDER_ID]' },
            { id: 'amount', formula: '[ORDERS/AMOUNT]' },
            { id: 'tax', formula: '[ORDERS/AMOUNT] * [orders/TAX_RATE]', name: 'Tax' },
            { id: 'day', formula: '[ORDERS/SOLD_AT]' },
          ],
          filters: [{ id: 'f', columnId: 'day', kind: 'date-range', mode: 'current', unit: 'year' }],
        },
        {
          id: 'chart',
          kind: 'bar-chart',
          source: { kind: 'table', elementId: 'sales' },
          columns: [
            { id: 'x', formula: '[Sales/Sold At]' },
            { id: 'y', formula: 'Sum([Sales/Amount])' },
          ],
          xAxis: { columnId: 'x' },
          yAxis: { columnIds: ['y'] },
        },
      ],
    },
  ],
})
if (!checked.document) throw new Error(JSON.stringify(checked))
const document = bindFormulas(checked.document)
const column = (name: string, type: string) => ({ name, type, column: { formula: `[REFUND/${name.toUpperCase()}]` } })
const candidates = [column('order id', 'text'), column('Amount', 'number'), column('When', 'date')]
const reads = readsOfSource(document, 'sales', 'ORDERS')
const types = new Map(reads.map(({ key, name }) => [key, name === 'Sold At' ? 'date' : 'number']))
const keyOf = (name: string) => reads.find((read) => read.name === name)?.key ?? ''
const review = (chosen: Record<string, string | null> = {}) =>
  reviewReads(
    reads,
    { columns: candidates, metrics: new Map() },
    types,
    new Map(Object.entries(chosen).map(([name, to]) => [keyOf(name), to])),
  )
const source = { kind: 'warehouse-table' as const, connectionId, path: ['RETAIL', 'PUBLIC', 'REFUND'] }

test('columns are found by name, reported as of another type or missing, and can be mapped by hand', () => {
  const states = (chosen?: Record<string, string | null>) =>
    Object.fromEntries(review(chosen).map(({ name, state, to }) => [name, [state, to?.name ?? null]]))
  expect(states()).toEqual({
    'Order Id': ['differs', 'order id'],
    Amount: ['found', 'Amount'],
    'Tax Rate': ['missing', null],
    'Sold At': ['missing', null],
  })
  expect(states({ 'Sold At': 'When', Amount: null })).toMatchObject({
    Amount: ['missing', null],
    'Sold At': ['mapped', 'When'],
  })
  expect(review().find(({ name }) => name === 'Sold At')?.offered[0]?.name).toBe('When')
  const ordered = inReviewOrder(review({ 'Sold At': 'When' }), review())
  expect(ordered.map(({ name }) => name)).toEqual(['Tax Rate', 'Sold At', 'Order Id', 'Amount'])
})

test('a metric is found among the metrics of the new source only', () => {
  const columns = [{ id: 'y', formula: '[Metrics/Amount]' }]
  const pages = [
    { id: 'p', name: 'Page', elements: [{ id: 'kpi', kind: 'table', source: warehouse('ORDERS'), columns }] },
  ]
  const withMetric = validateDocument({ name: 'Metrics', pages }).document
  if (!withMetric) throw new Error('The document is refused.')
  const read = readsOfSource(withMetric, 'kpi', 'ORDERS')
  const [key = ''] = read.map((each) => each.key)
  const over = (metrics: ReadonlyMap<string, string>) =>
    reviewReads(read, { columns: candidates, metrics }, new Map(), new Map())
  expect(over(new Map())).toMatchObject([{ state: 'missing', to: null }])
  const reviewed = over(new Map([[key, 'number']]))
  expect(reviewed).toMatchObject([{ state: 'found', to: { name: 'Metrics/Amount', type: 'number' } }])
  const change = { source, before: 'ORDERS', after: 'REFUND', reads: reviewed }
  const { document: next } = applyEdits(withMetric, reviewedEdits(withMetric, 'kpi', change))
  expect(findElement(next, 'kpi')).toMatchObject({ columns: [{ formula: '[Metrics/Amount]' }] })
})

test('uses of a column are named: calculated columns, other elements, settings of the element', () => {
  const uses = (name: string) => usesOfRead(document, 'sales', reads.find((read) => read.name === name) ?? { ...none })
  const none = { key: '', name: '', segments: [], columnIds: [] }
  expect(uses('Tax Rate').names).toEqual(['Tax'])
  expect(uses('Amount').names).toContain('Tax')
  expect(uses('Amount').names.length).toBeGreaterThan(1)
  expect(uses('Sold At').isShown).toBe(true)
  expect(uses('Order Id')).toEqual({ names: [], isShown: false })
})

test('one step changes source and formulas; ids, displayed names and readers stay, and undo restores the document', () => {
  const change = { source, before: 'ORDERS', after: 'REFUND', reads: review({ 'Sold At': 'When' }) }
  const { document: next, applied } = applyEdits(document, reviewedEdits(document, 'sales', change))
  const sales = findElement(next, 'sales')
  expect(sales).toMatchObject({
    source,
    columns: [
      { id: 'id', formula: '[REFUND/ORDER ID]' },
      { id: 'amount', formula: '[REFUND/AMOUNT]' },
      { id: 'tax', formula: '[REFUND/AMOUNT] * [REFUND/TAX_RATE]', name: 'Tax' },
      { id: 'day', formula: '[REFUND/WHEN]', name: 'Sold At' },
    ],
    filters: [{ columnId: 'day' }],
  })
  expect(findElement(next, 'chart')).toEqual(findElement(document, 'chart'))
  expect(applyEdits(next, invertEdits(document, applied)).document).toEqual(document)
})
