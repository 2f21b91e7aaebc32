import { applyEdits, bindFormulas, findElement, invertEdits, validateDocument } from '@octavo/core/document'
import { expect, test } from 'vitest'
import type { SourceEntry } from '../data/source-entries.ts'
import { reviewReads } from '../source/source-review.ts'
import { joinsAcross, keyOfSource, modelsOf, readsOfUsed, swapEdits, usedSources, usersOfRead } from './swap-plan.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const dataModelId = '22222222-2222-4222-8222-222222222222'
const warehouse = (name: string) => ({
  kind: 'warehouse-table' as const,
  connectionId,
  path: ['RETAIL', 'PUBLIC', name],
})
const model = (elementId: string) => ({ kind: 'data-model' as const, dataModelId, elementId })
const elements = [
  {
    id: 'sales',
    kind: 'table',
    name: 'Sales',
    source: warehouse('ORDERS'),
    columns: [
      { id: 'amount', formula: '[ORDERS/AMOUNT]' },
      { id: 'tax', formula: '[ORDERS/AMOUNT] * [ORDERS/TAX_RATE]', name: 'Tax' },
    ],
  },
  {
    id: 'chart',
    kind: 'bar-chart',
    source: warehouse('ORDERS'),
    columns: [{ id: 'y', formula: 'Sum([ORDERS/AMOUNT])' }],
    yAxis: { columnIds: ['y'] },
  },
  {
    id: 'joined',
    kind: 'table',
    name: 'Joined',
    source: {
      kind: 'join',
      name: 'Orders',
      joins: [
        {
          left: warehouse('ORDERS'),
          right: warehouse('STORES'),
          name: 'Stores',
          joinType: 'inner',
          columns: [{ left: '[STORE_ID]', right: '[STORE_ID]' }],
        },
      ],
    },
    columns: [{ id: 'a', formula: '[Orders/AMOUNT]' }],
  },
  {
    id: 'facts',
    kind: 'table',
    name: 'Facts',
    source: model('m1'),
    columns: [{ id: 'r', formula: '[Retail sales/Region]' }],
  },
  {
    id: 'pick',
    kind: 'control',
    controlId: 'Pick',
    controlType: 'list',
    name: 'Pick',
    mode: 'include',
    source: { kind: 'source', source: model('m1'), columnId: 'region' },
    filters: [],
  },
  {
    id: 'child',
    kind: 'table',
    name: 'Child',
    source: { kind: 'table', elementId: 'sales' },
    columns: [{ id: 'c', formula: '[Sales/Amount]' }],
  },
]
const checked = validateDocument({ name: 'Sources', pages: [{ id: 'p', name: 'Page', elements }] })
if (!checked.document) throw new Error(JSON.stringify(checked))
const document = bindFormulas(checked.document)
const entries: SourceEntry[] = [
  { key: 'm1', name: 'Retail sales', place: '', group: 'models', source: model('m1') },
  { key: 'm2', name: 'New sales', place: '', group: 'models', source: model('m2') },
]
const models = modelsOf(document, entries)
const used = (source: Record<string, unknown>) => {
  const found = usedSources(document).find(({ key }) => key === keyOfSource(source))
  if (!found) throw new Error('The document does not read it.')
  return found
}
const readsOf = (source: Record<string, unknown>) =>
  readsOfUsed(document, used(source), models, (id) => ({ region: 'Region' })[id] ?? id)
const column = (prefix: string, name: string) => ({ name, type: 'text', column: { formula: `[${prefix}/${name}]` } })
const review = (
  source: Record<string, unknown>,
  columns: ReturnType<typeof column>[],
  by: Record<string, string> = {},
) =>
  reviewReads(
    readsOf(source),
    { columns, metrics: new Map() },
    new Map(),
    new Map(readsOf(source).flatMap(({ key, name }) => (by[name] === undefined ? [] : [[key, by[name]] as const]))),
  )
const none = { before: [], after: [] }

test('every source outside the workbook is listed once, with the elements that read it', () => {
  expect(usedSources(document).map(({ source, uses }) => [source.path ?? source.elementId, uses])).toEqual([
    [
      ['RETAIL', 'PUBLIC', 'ORDERS'],
      [
        { elementId: 'sales', isNested: false },
        { elementId: 'chart', isNested: false },
        { elementId: 'joined', isNested: true },
      ],
    ],
    [['RETAIL', 'PUBLIC', 'STORES'], [{ elementId: 'joined', isNested: true }]],
    [
      'm1',
      [
        { elementId: 'facts', isNested: false },
        { elementId: 'pick', isNested: false },
      ],
    ],
  ])
})

test('everything that is read from a source is listed for all elements: columns, join keys and targets of controls', () => {
  const named = (source: Record<string, unknown>) =>
    readsOf(source).map((read) => [read.name, usersOfRead(document, read)])
  expect(named(warehouse('ORDERS'))).toEqual([
    ['Amount', expect.stringContaining('Sales, ')],
    ['Tax Rate', expect.stringContaining('Sales')],
    ['Store Id', 'Joined'],
  ])
  expect(named(model('m1'))).toEqual([['Region', 'Facts, Pick']])
})

test('columns are found by the rule of swaps over the API, and by hand', () => {
  const reads = review(warehouse('ORDERS'), [column('REFUNDS', 'a_mount'), column('REFUNDS', 'VAT')], {
    'Tax Rate': 'VAT',
  })
  expect(reads.map(({ name, state, to }) => [name, state, to?.name])).toEqual([
    ['Amount', 'found', 'a_mount'],
    ['Tax Rate', 'mapped', 'VAT'],
    ['Store Id', 'missing', undefined],
  ])
})

test('several swaps are one step: formulas, joins and controls follow, displayed names stay, and undo restores all', () => {
  const orders = review(warehouse('ORDERS'), [column('REFUNDS', 'MONEY'), column('REFUNDS', 'TAX_RATE')], {
    Amount: 'MONEY',
  })
  const region = review(model('m1'), [column('New sales', 'Area')], { Region: 'Area' })
  const pointed = { before: [{ id: 'region', name: 'Region' }], after: [{ id: 'area', name: 'Area' }] }
  const edits = swapEdits(document, models, [
    { key: keyOfSource(warehouse('ORDERS')), source: warehouse('REFUNDS'), reads: orders, pointed: none },
    { key: keyOfSource(model('m1')), source: model('m2'), reads: region, pointed },
  ])
  const { document: next, applied } = applyEdits(document, edits)
  expect(findElement(next, 'sales')).toMatchObject({
    source: warehouse('REFUNDS'),
    columns: [
      { id: 'amount', formula: '[REFUNDS/MONEY]', name: 'Amount' },
      { id: 'tax', formula: '[REFUNDS/MONEY] * [REFUNDS/TAX_RATE]', name: 'Tax' },
    ],
  })
  expect(findElement(next, 'chart')).toMatchObject({ columns: [{ formula: 'Sum([REFUNDS/MONEY])' }] })
  expect(findElement(next, 'joined')).toMatchObject({
    source: { joins: [{ left: warehouse('REFUNDS'), right: warehouse('STORES'), columns: [{ left: '[STORE_ID]' }] }] },
    columns: [{ formula: '[Orders/MONEY]', name: 'Amount' }],
  })
  expect(findElement(next, 'facts')).toMatchObject({
    source: model('m2'),
    columns: [{ formula: '[New sales/Area]', name: 'Region' }],
  })
  expect(findElement(next, 'pick')).toMatchObject({ source: { source: model('m2'), columnId: 'area' } })
  expect(findElement(next, 'child')).toEqual(findElement(document, 'child'))
  expect(applyEdits(next, invertEdits(document, applied)).document).toEqual(document)
})

test('custom SQL is replaced by a table, under either of its names', () => {
  const sql = { kind: 'sql', connectionId, statement: 'select 1 as N, 2 as M' }
  const columns = [
    { id: 'n', formula: '[Custom SQL/N]' },
    { id: 'm', formula: '[Numbers/M] * 2', name: 'Twice' },
  ]
  const numbers = { id: 'numbers', kind: 'table', name: 'Numbers', source: sql, columns }
  const read = validateDocument({ name: 'SQL', pages: [{ id: 'p', name: 'Page', elements: [numbers] }] })
  if (!read.document) throw new Error(JSON.stringify(read))
  const before = bindFormulas(read.document)
  const [only, ...more] = usedSources(before)
  if (!only) throw new Error('No source is found.')
  expect([only.source.kind, more]).toEqual(['sql', []])
  const found = readsOfUsed(before, only, new Map(), (id) => id)
  const offered = { columns: [column('REFUNDS', 'N'), column('REFUNDS', 'M')], metrics: new Map() }
  const reads = reviewReads(found, offered, new Map(), new Map())
  expect(reads.map(({ name, state }) => [name, state])).toEqual([
    ['N', 'found'],
    ['M', 'found'],
  ])
  const edits = swapEdits(before, new Map(), [{ key: only.key, source: warehouse('REFUNDS'), reads, pointed: none }])
  expect(findElement(applyEdits(before, edits).document, 'numbers')).toMatchObject({
    source: warehouse('REFUNDS'),
    columns: [{ formula: '[REFUNDS/N]' }, { formula: '[REFUNDS/M] * 2', name: 'Twice' }],
  })
})

test('a join that would read two connections is reported, a join on one connection is not', () => {
  const elsewhere = { source: { ...warehouse('STORES'), connectionId: '33333333-3333-4333-8333-333333333333' } }
  const orders = keyOfSource(warehouse('ORDERS'))
  const stores = keyOfSource(warehouse('STORES'))
  expect(joinsAcross(document, new Map([[stores, elsewhere]]))).toEqual(['joined'])
  expect(
    joinsAcross(
      document,
      new Map([
        [orders, elsewhere],
        [stores, elsewhere],
      ]),
    ),
  ).toEqual([])
  expect(joinsAcross(document, new Map([[keyOfSource(model('m1')), elsewhere]]))).toEqual([])
})
