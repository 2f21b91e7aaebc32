import {
  applyEdits,
  bindFormulas,
  checkEdits,
  type DocumentEdit,
  findElement,
  invertEdits,
  isDataElement,
  type TableRef,
  validateDocument,
} from '@octavo/core/document'
import { expect, test } from 'vitest'
import { joinPlan, prefixOf } from './join-plan.ts'
import {
  areAcross,
  changeJoinEdits,
  columnsOfLegs,
  fanOut,
  isComplete,
  isCountable,
  type JoinDraft,
  type JoinKey,
  joinRefusal,
  joinSource,
  legsOf,
  lostColumns,
  mayLookUp,
  plainColumn,
  proposedKey,
  readJoin,
  usualColumns,
  withJoined,
  withoutLeg,
  withStep,
} from './join-source.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const otherConnection = '22222222-2222-4222-8222-222222222222'
const table = (name: string, connection = connectionId): TableRef => ({
  kind: 'warehouse-table',
  connectionId: connection,
  path: ['RETAIL', 'PUBLIC', name],
})
const element = (elementId: string) => ({ kind: 'table', elementId }) as const
const byOrder: JoinKey = { left: '[Order Id]', right: '[Order Id]', op: '=' }
const joined = {
  kind: 'join',
  name: 'ORDERS',
  primarySource: table('ORDERS'),
  joins: [
    {
      left: table('ORDERS'),
      right: table('ITEMS'),
      name: 'ITEMS',
      joinType: 'inner',
      columns: [{ left: '[Order Id]', right: '[Order Id]' }],
    },
    {
      left: table('ITEMS'),
      right: table('PRODUCTS'),
      name: 'Goods',
      joinType: 'lookup',
      columns: [{ left: '[Product Id]', right: '[Product Id]', op: 'is-not-distinct-from' }],
    },
  ],
}
const read = validateDocument(
  {
    name: 'W',
    schemaVersion: 1,
    pages: [
      {
        id: 'p',
        name: 'Page',
        elements: [
          {
            id: 'orders',
            kind: 'table',
            name: 'Orders',
            source: table('ORDERS'),
            columns: [
              { id: 'id', formula: '[ORDERS/ORDER_ID]' },
              { id: 'status', formula: '[ORDERS/STATUS]' },
              { id: 'twice', formula: '[ORDERS/AMOUNT] * 2', name: 'Twice' },
            ],
            order: ['id', 'status', 'twice'],
          },
          { id: 'child', kind: 'table', source: element('orders'), columns: [{ id: 'c', formula: '[Orders/Status]' }] },
          {
            id: 'joined',
            kind: 'table',
            name: 'Joined',
            source: joined,
            columns: [
              { id: 'o', formula: '[ORDERS/ORDER_ID]' },
              { id: 'q', formula: '[ITEMS/QUANTITY]' },
              { id: 'n', formula: '[Goods/NAME]', name: 'Product' },
              { id: 'm', formula: '[Quantity] * 3', name: 'Three times' },
            ],
            sort: [{ columnId: 'q', direction: 'ascending' }],
          },
          {
            id: 'bars',
            kind: 'bar-chart',
            name: 'Bars',
            source: element('joined'),
            columns: [{ id: 'b', formula: 'CountDistinct([Joined/Product])' }],
            yAxis: { columnIds: ['b'] },
          },
          { id: 'far', kind: 'table', source: table('FAR', otherConnection), columns: [] },
          {
            id: 'metric',
            kind: 'table',
            source: table('ORDERS'),
            columns: [{ id: 'x', formula: '[Metrics/Revenue]' }],
          },
          {
            id: 'sql',
            kind: 'table',
            source: { kind: 'sql', connectionId, statement: 'select 1 as A' },
            columns: [{ id: 'a', formula: '[Custom SQL/A]' }],
          },
          { id: 'words', kind: 'text', body: 'x' },
        ],
      },
    ],
  },
  'workbook',
)
const document = bindFormulas(read.document)
let count = 0
const newId = () => `n${++count}`
const nameOf = (ref: TableRef) => (ref.kind === 'warehouse-table' ? (ref.path.at(-1) ?? '') : '')
const orders: JoinDraft = { first: { id: 'leg-0', ref: table('ORDERS'), name: 'ORDERS' }, steps: [] }
const withItems = withJoined(orders, table('ITEMS'), 'ITEMS', [byOrder])

/** The document after edits; checks that they are valid and that undo restores it byte for byte. */
function after(edits: readonly DocumentEdit[]) {
  const next = applyEdits(document, edits)
  expect(next.dropped).toEqual([])
  expect(checkEdits(document, next.document).problems).toEqual([])
  expect(JSON.stringify(applyEdits(next.document, invertEdits(document, edits)).document)).toBe(
    JSON.stringify(document),
  )
  return next.document
}

test('the document of these tests is valid', () => expect(read.problems).toEqual([]))

test('a join is read and written back unchanged', () => {
  const draft = readJoin(joined, nameOf)
  expect(draft && joinSource(draft)).toEqual(joined)
  expect(draft?.steps.map(({ leftId, right, kind }) => [leftId, right.id, kind])).toEqual([
    ['leg-0', 'leg-1', 'inner'],
    ['leg-1', 'leg-2', 'lookup'],
  ])
})

test('a join without names, kind or first source gets the defaults', () => {
  const { name: _, primarySource: __, joins } = joined
  const [first] = joins
  const open = { kind: 'join', joins: [{ left: first?.left, right: first?.right, columns: first?.columns }] }
  const draft = readJoin(open, nameOf)
  expect(draft?.first.name).toBe('ORDERS')
  expect(draft?.steps).toMatchObject([{ kind: 'left-outer', right: { name: 'ITEMS' } }])
})

test.each([
  ['no join', table('ORDERS')],
  ['a side that is no table', { kind: 'join', joins: [{ left: { kind: 'sql' }, right: table('B'), columns: [] }] }],
  [
    'a join that hangs on nothing',
    { ...joined, joins: [{ left: table('X'), right: table('Y'), columns: [{ left: '[A]', right: '[A]' }] }] },
  ],
])('%s is not read', (_, source) => expect(readJoin(source, nameOf)).toBeUndefined())

test('a table joined twice has two names, and is removed with the sources joined to it', () => {
  const twice = withJoined(withItems, table('ITEMS'), 'Items', [byOrder])
  expect(legsOf(twice).map(({ id, name }) => [id, name])).toEqual([
    ['leg-0', 'ORDERS'],
    ['leg-1', 'ITEMS'],
    ['leg-2', 'Items 2'],
  ])
  expect(legsOf(withoutLeg(twice, 'leg-1')).map(({ name }) => name)).toEqual(['ORDERS', 'Items 2'])
  const chain = withStep(twice, 'leg-2', { leftId: 'leg-1' })
  expect(legsOf(withoutLeg(chain, 'leg-1')).map(({ name }) => name)).toEqual(['ORDERS'])
  expect(joinSource(withoutLeg(chain, 'leg-1'))).toEqual(table('ORDERS'))
})

test('keys are proposed by equal names and types, likely keys first, and none twice', () => {
  const left = [
    { name: 'Status', type: 'text' },
    { name: 'Order Id', type: 'integer' },
    { name: 'Store Code', type: 'text' },
  ]
  const right = [
    { name: 'STATUS', type: 'text' },
    { name: 'Order Id', type: undefined },
    { name: 'Store Code', type: 'integer' },
  ]
  expect(proposedKey(left, right)).toEqual(byOrder)
  expect(proposedKey(left, right, [byOrder])).toEqual({ left: '[Status]', right: '[STATUS]', op: '=' })
  expect(proposedKey(left.slice(2), right.slice(2))).toBeUndefined()
  expect(proposedKey([{ name: 'Order Id', type: 'number' }], [{ name: 'Order Id', type: 'integer' }])).toEqual(byOrder)
})

test('a join needs formulas on both sides, and a lookup compares by equality only', () => {
  expect(isComplete(withItems)).toBe(true)
  expect(isComplete(withStep(withItems, 'leg-1', { keys: [] }))).toBe(false)
  expect(isComplete(withStep(withItems, 'leg-1', { keys: [{ ...byOrder, right: '' }] }))).toBe(false)
  expect(isCountable([byOrder, { left: 'Upper([A])', right: '[B]', op: '=' }])).toBe(true)
  expect(isCountable([])).toBe(false)
  expect(isCountable([{ ...byOrder, op: '<' }])).toBe(false)
  expect(mayLookUp([{ ...byOrder, op: 'is-not-distinct-from' }])).toBe(true)
  expect(mayLookUp([byOrder, { ...byOrder, op: '<=' }])).toBe(false)
})

test('a side of a key is a column if its formula only names one', () => {
  const columns = [{ name: 'Order Id', type: undefined }]
  expect(plainColumn('[order id]', columns)).toBe('Order Id')
  expect(plainColumn('Text([Order Id])', columns)).toBeUndefined()
  expect(plainColumn('[Gone]', columns)).toBeUndefined()
})

test('columns are preselected if they add something', () => {
  const columns = ['Order Id', 'Quantity', '_loaded'].map((name) => ({ name, type: undefined }))
  const usual = (kind: 'left-outer' | 'full-outer' | 'lookup') => {
    const draft = withStep(withItems, 'leg-1', { kind })
    return usualColumns(draft, legsOf(draft)[1] ?? draft.first, columns)
  }
  expect(usualColumns(withItems, withItems.first, columns)).toEqual(['Order Id', 'Quantity'])
  expect(usual('left-outer')).toEqual(['Quantity'])
  expect(usual('full-outer')).toEqual(['Order Id', 'Quantity'])
  expect(usual('lookup')).toEqual([])
})

test('columns of joined sources have the name of their source if a name exists twice', () => {
  const column = (formula: string) => ({ id: 'x', formula })
  const made = columnsOfLegs(
    [
      { name: 'ORDERS', columns: [column('[ORDERS/STATUS]')] },
      { name: 'ITEMS 2', columns: [column('[ITEMS/STATUS]'), column('[ITEMS/QUANTITY]')] },
    ],
    ['quantity'],
    newId,
  )
  expect(made).toEqual([
    { id: expect.any(String), formula: '[ORDERS/STATUS]' },
    { id: expect.any(String), formula: '[ITEMS 2/STATUS]', name: 'Status (ITEMS 2)' },
    { id: expect.any(String), formula: '[ITEMS 2/QUANTITY]', name: 'Quantity (ITEMS 2)' },
  ])
  expect(new Set(made.map(({ id }) => id)).size).toBe(3)
})

test('uploads and elements that read the element are refused', () => {
  const refusal = (source: Parameters<typeof joinRefusal>[1]) => joinRefusal(document, source, 'orders')
  expect(refusal(element('orders'))).toBe('self')
  expect(refusal(element('child'))).toBe('descendant')
  expect(refusal(element('far'))).toBeUndefined()
  expect(refusal(table('FAR', otherConnection))).toBeUndefined()
  expect(refusal({ kind: 'csv-table', connectionId, inodeId: 'u' })).toBe('upload')
  expect(refusal(element('joined'))).toBeUndefined()
  expect(refusal({ kind: 'data-model', dataModelId: 'm', elementId: 'e' })).toBeUndefined()
  expect(joinRefusal(document, element('child'), undefined)).toBeUndefined()
})

test.each([
  ['tables of one connection', [table('ORDERS'), table('ITEMS')], false],
  ['tables of two', [table('ORDERS'), table('FAR', otherConnection)], true],
  ['an element that reads another connection', [table('ORDERS'), element('far')], true],
  ['elements of one connection', [element('orders'), element('child')], false],
])('%s: whether they are across connections', (_, sources, isAcross) => {
  expect(areAcross(document, sources)).toBe(isAcross)
})

test('the source of an element becomes a join if nothing is lost; otherwise a new table is created', () => {
  const plans = ['orders', 'child', 'joined', 'bars', 'metric', 'sql', 'words', 'gone'].map((id) =>
    joinPlan(document, id),
  )
  expect(plans).toEqual(['in-place', 'in-place', 'edit', 'in-place', 'beside', 'beside', undefined, undefined])
  expect(prefixOf(document, 'orders', 'X')).toBe('ORDERS')
  expect(prefixOf(document, 'words', 'X')).toBe('X')
})

test('an element gets a join and its columns in one step, and its own columns stay', () => {
  const added = [{ id: 'new', formula: '[ITEMS/QUANTITY]' }]
  const next = after(changeJoinEdits(document, 'orders', { source: joinSource(withItems), added, gone: [] }))
  const made = findElement(next, 'orders')
  expect(made).toMatchObject({ source: { kind: 'join', name: 'ORDERS' }, order: ['id', 'status', 'twice', 'new'] })
  expect(made && isDataElement(made) && made.columns.map(({ formula }) => formula)).toEqual([
    '[ORDERS/ORDER_ID]',
    '[ORDERS/STATUS]',
    '[ORDERS/AMOUNT] * 2',
    '[ITEMS/QUANTITY]',
  ])
})

test('a table is removed with the columns that read it, which are listed with their uses', () => {
  const draft = readJoin(joined, nameOf)
  if (!draft) throw new Error('The join could not be read.')
  const rest = withoutLeg(draft, 'leg-1')
  const gone = legsOf(draft).slice(1)
  expect(lostColumns(document, 'joined', gone)).toEqual([
    { name: 'Quantity', usedBy: ['Three times'] },
    { name: 'Product', usedBy: ['Bars'] },
  ])
  const next = after(changeJoinEdits(document, 'joined', { source: joinSource(rest), added: [], gone }))
  const made = findElement(next, 'joined')
  expect(made && isDataElement(made) && made.columns.map(({ id }) => id)).toEqual(['o', 'm'])
  expect(made?.source).toEqual(table('ORDERS'))
  expect(made?.sort ?? []).toEqual([])
})

test('the growth of rows is shown when both numbers are known', () => {
  expect(fanOut(undefined, 3)).toBeUndefined()
  expect(fanOut(200, 640)).toEqual({ before: 200, after: 640, factor: 3.2 })
  expect(fanOut(0, 0)?.factor).toBe(1)
})
