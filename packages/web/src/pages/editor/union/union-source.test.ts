import {
  applyEdits,
  bindFormulas,
  findElement,
  invertEdits,
  type TableRef,
  validateDocument,
  type WorkbookDocument,
} from '@octavo/core/document'
import { expect, test } from 'vitest'
import { changeSourceEdits, namesOfLost } from '../data/change-source.ts'
import { familyOfType } from '../data/typed-columns.ts'
import { combinePlan } from '../join/join-plan.ts'
import type { SideColumn } from '../join/join-source.ts'
import {
  addedColumns,
  emptyUnion,
  isComplete,
  lostIds,
  readNames,
  readUnion,
  respelled,
  typesOfRow,
  type UnionDraft,
  unionSource,
  withLeg,
  withMatch,
  withOffered,
  withoutLeg,
  withReadNames,
  withTaken,
} from './union-source.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const table = (name: string): TableRef => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] })
const orders: SideColumn[] = [
  { name: 'Order Id', type: 'number' },
  { name: 'Amount', type: 'number' },
  { name: 'Sold At', type: 'date' },
  { name: '_loaded', type: 'date' },
]
const returns: SideColumn[] = [
  { name: 'order id', type: 'number' },
  { name: 'Amount', type: 'text' },
  { name: 'Returned At', type: 'date' },
]
const first = withLeg(emptyUnion, { ref: table('ORDERS'), name: 'ORDERS' }, orders, { known: [], takesNew: true })
const both = withLeg(first, { ref: table('RETURNS'), name: 'RETURNS' }, returns, { known: [orders], takesNew: true })
const known = [orders, returns]
const matched = (draft: UnionDraft) => Object.fromEntries(draft.rows.map(({ name, columns }) => [name, columns]))

test('columns with equal names and types are matched, others have rows of their own', () => {
  expect(matched(both)).toEqual({
    'Order Id': ['Order Id', 'order id'],
    Amount: ['Amount', null],
    'Sold At': ['Sold At', null],
    _loaded: ['_loaded', null],
    'Amount (RETURNS)': [null, 'Amount'],
    'Returned At': [null, 'Returned At'],
  })
  expect(both.rows.filter(({ isTaken }) => !isTaken).map(({ name }) => name)).toEqual(['_loaded'])
})

test('columns of unknown type are matched by name', () => {
  const open = [{ name: 'Amount', type: undefined }]
  const draft = withLeg(first, { ref: table('X'), name: 'X' }, open, { known: [orders], takesNew: true })
  expect(matched(draft).Amount).toEqual(['Amount', 'Amount'])
  expect(typesOfRow(draft.rows[1] ?? { name: '', columns: [], isTaken: true }, [orders, open])).toEqual(['number'])
})

test('a column that is matched by hand leaves its row, and the column that it replaces gets a row of its own', () => {
  const dates = withMatch(both, 'Sold At', 1, 'Returned At')
  expect(matched(dates)).toMatchObject({ 'Sold At': ['Sold At', 'Returned At'] })
  expect(Object.keys(matched(dates))).not.toContain('Returned At')
  const back = withMatch(dates, 'Sold At', 1, null)
  expect(matched(back)).toMatchObject({ 'Sold At': ['Sold At', null], 'Returned At': [null, 'Returned At'] })
  const swapped = withMatch(dates, 'Sold At', 1, 'order id')
  expect(matched(swapped)).toMatchObject({
    'Order Id': ['Order Id', null],
    'Sold At': ['Sold At', 'order id'],
    'Returned At': [null, 'Returned At'],
  })
  expect(withMatch(both, 'Sold At', 1, null)).toBe(both)
})

test('a union with different types, a single source or no columns is invalid', () => {
  expect(isComplete(both, known)).toBe(true)
  const mixed = withMatch(both, 'Amount', 1, 'Amount')
  expect(typesOfRow(mixed.rows[1] ?? { name: '', columns: [], isTaken: true }, known)).toEqual(['number', 'text'])
  expect(isComplete(mixed, known)).toBe(false)
  expect(isComplete(withTaken(mixed, 'Amount', false), known)).toBe(true)
  expect(isComplete(first, known)).toBe(false)
  expect(isComplete({ ...both, rows: both.rows.map((row) => ({ ...row, isTaken: false })) }, known)).toBe(false)
})

test('removing a source removes the columns that only it has', () => {
  expect(matched(withoutLeg(both, 0))).toEqual({
    'Order Id': ['order id'],
    'Amount (RETURNS)': ['Amount'],
    'Returned At': ['Returned At'],
  })
  const again = withLeg(withoutLeg(both, 0), { ref: table('A'), name: 'A' }, [], { known: [], takesNew: true })
  expect(new Set(again.legs.map(({ id }) => id)).size).toBe(2)
})

test('a union is read back as it was written, and unused columns are offered', () => {
  const source = unionSource(both)
  expect(source).toMatchObject({
    kind: 'union',
    name: 'Union',
    sources: [table('ORDERS'), table('RETURNS')],
    matches: expect.arrayContaining([
      { outputColumnName: 'Order Id', sourceColumns: ['[Order Id]', '[order id]'] },
      { outputColumnName: 'Amount (RETURNS)', sourceColumns: [null, '[Amount]'] },
    ]),
  })
  const read = readUnion(source, (ref) => (ref.kind === 'warehouse-table' ? (ref.path.at(-1) ?? '') : ''))
  expect(read && withOffered(read, 0, orders)).toMatchObject({
    ...both,
    rows: expect.arrayContaining(both.rows.map((row) => row)),
  })
  expect(readUnion({ kind: 'union', sources: [table('A'), table('B')], matches: [] }, () => '')?.prefix).toBe(
    'Union of 2 Sources',
  )
  expect(readUnion(table('A'), () => '')).toBeUndefined()
})

test('a name that cannot be written in brackets is written without them', () => {
  const odd = [{ name: 'a ] / b', type: 'text' }]
  const draft = withLeg(emptyUnion, { ref: table('A'), name: 'A' }, odd, { known: [], takesNew: true })
  const source = unionSource(draft)
  expect(source).toMatchObject({ matches: [{ outputColumnName: 'a ] / b', sourceColumns: ['a ] / b'] }] })
  expect(readUnion(source, () => 'A')?.rows[0]?.columns).toEqual(['a ] / b'])
})

test('types are compared as formulas see them', () => {
  expect(
    ['int64', 'decimal(12,2)', 'float64', 'date', 'timestamp', 'instant', 'text', 'array(text)'].map(familyOfType),
  ).toEqual(['number', 'number', 'number', 'date', 'date', 'date', 'text', 'array'])
})

const document = read([
  {
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: table('ORDERS'),
    columns: [
      { id: 'id', formula: '[ORDERS/ORDER_ID]' },
      { id: 'amount', formula: '[ORDERS/Amount] + Coalesce([ORDERS/AMOUNT], 0)', name: 'Twice' },
      { id: 'half', formula: '[Twice] / 4', name: 'Half' },
    ],
    order: ['id', 'amount', 'half'],
  },
  {
    id: 'read',
    kind: 'table',
    name: 'Read',
    source: { kind: 'sql', connectionId, statement: 'select 1 as A' },
    columns: [{ id: 'a', formula: '[Custom SQL/A]' }],
  },
])

function read(elements: unknown[]): WorkbookDocument {
  const { document: found, problems } = validateDocument({
    name: 'W',
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'Page', elements }],
  })
  expect(problems).toEqual([])
  if (!found) throw new Error('The document is not valid.')
  return bindFormulas(found)
}

test('the source of an element becomes a union, and its columns read it as before', () => {
  expect(combinePlan(document, 'orders', 'union')).toBe('in-place')
  expect(combinePlan(document, 'read', 'union')).toBe('beside')
  const own = withReadNames({ ...first, prefix: 'ORDERS' }, document, 'orders')
  const draft = withLeg(own, { ref: table('RETURNS'), name: 'RETURNS' }, returns, { known: [orders], takesNew: false })
  expect(draft.rows.filter(({ isTaken }) => isTaken).map(({ name }) => name)).toEqual(['ORDER_ID', 'Amount'])
  expect(matched(draft).ORDER_ID).toEqual(['Order Id', 'order id'])
  const taken = withTaken(draft, 'Returned At', true)
  const added = addedColumns(taken, readNames(document, 'orders', 'ORDERS'), () => ({ id: 'new' }))
  expect(added).toEqual([{ id: 'new', formula: '[ORDERS/Returned At]' }])
  const change = { source: unionSource(taken), added, lost: [], formulas: respelled(taken, document, 'orders') }
  const edits = changeSourceEdits(document, 'orders', change)
  const after = applyEdits(document, edits).document
  expect(findElement(after, 'orders')).toMatchObject({
    source: { kind: 'union', name: 'ORDERS' },
    columns: [
      { id: 'id', formula: '[ORDERS/ORDER_ID]' },
      { id: 'amount', formula: '[ORDERS/Amount] + Coalesce([ORDERS/Amount], 0)' },
      { id: 'half' },
      { id: 'new' },
    ],
    order: ['id', 'amount', 'half', 'new'],
  })
  expect(combinePlan(after, 'orders', 'union')).toBe('edit')
  expect(applyEdits(after, invertEdits(document, edits)).document).toEqual(document)

  const without = withTaken(taken, 'Amount', false)
  expect(lostIds(after, 'orders', taken, without)).toEqual(['amount'])
  expect(namesOfLost(after, 'orders', ['amount'])).toEqual([{ name: 'Twice', usedBy: ['Half'] }])
  const less = changeSourceEdits(after, 'orders', { source: unionSource(without), added: [], lost: ['amount'] })
  expect(findElement(applyEdits(after, less).document, 'orders')).toMatchObject({ order: ['id', 'half', 'new'] })
})
