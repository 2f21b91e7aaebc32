import {
  applyEdits,
  bindFormulas,
  findElement,
  invertEdits,
  type TableRef,
  validateDocument,
} from '@octavo/core/document'
import { expect, test } from 'vitest'
import { changeSourceEdits } from '../data/change-source.ts'
import type { SourceColumn } from '../data/source-entries.ts'
import { combinePlan } from '../join/join-plan.ts'
import {
  columnsMade,
  proposedTranspose,
  readTranspose,
  type TransposeDraft,
  transposeChange,
  transposeProblem,
  transposeSource,
} from './transpose-source.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const ref: TableRef = { kind: 'table', elementId: 'stock' }
const column = (name: string, type: string): SourceColumn => ({
  name,
  type,
  column: { id: name, formula: `[Stock/${name}]` },
})
const columns = [column('Store', 'text'), column('Month', 'text'), column('Qty', 'number'), column('Price', 'number')]
const byMonth: TransposeDraft = {
  ...proposedTranspose(ref, columns),
  names: 'Month',
  values: 'Qty',
  outputs: ['Jan', 'Feb / Mar'],
}
const toRows: TransposeDraft = { ...byMonth, direction: 'column-to-row', merged: ['Qty', 'Price'] }
const formulas = (draft: TransposeDraft) => columnsMade(draft, columns, () => 'new').map(({ formula }) => formula)

const read = validateDocument({
  name: 'W',
  schemaVersion: 1,
  pages: [
    {
      id: 'p',
      name: 'Page',
      elements: [
        {
          id: 'stock',
          kind: 'table',
          name: 'Stock',
          source: { kind: 'warehouse-table', connectionId, path: ['SHOP', 'STOCK'] },
          columns: [
            { id: 'hid', formula: '[STOCK/HID]', hidden: true },
            { id: 's', formula: '[STOCK/STORE]' },
            { id: 'm', formula: '[STOCK/MONTH]' },
            { id: 'q', formula: '[STOCK/QTY]' },
            { id: 'p', formula: '[STOCK/PRICE]' },
          ],
        },
        {
          id: 'turned',
          kind: 'table',
          name: 'Turned',
          source: transposeSource(byMonth),
          columns: [
            { id: 'store', formula: '[Stock/Store]' },
            { id: 'jan', formula: '[Stock/Jan]' },
            { id: 'share', formula: '[Jan] / 2', name: 'Half' },
          ],
        },
      ],
    },
  ],
})
if (!read.document) throw new Error(JSON.stringify(read.problems))
const document = bindFormulas(read.document)

test('the values of the first text become columns with the sum of the last number', () => {
  expect(proposedTranspose(ref, columns)).toMatchObject({ names: 'Store', values: 'Price', aggregate: 'sum' })
  const texts = [column('A', 'text'), column('B', 'text')]
  expect(proposedTranspose(ref, texts)).toMatchObject({ names: 'A', values: 'B', aggregate: 'count' })
})

test('columns that are not transposed stay next to the new ones', () => {
  expect(formulas(byMonth)).toEqual(['[Stock/Store]', '[Stock/Price]', '[Stock/Jan]', '[Stock/Feb \\/ Mar]'])
  expect(formulas(toRows)).toEqual(['[Stock/Store]', '[Stock/Month]', '[Stock/Name]', '[Stock/Value]'])
})

test('values keep the format of their column, counts do not', () => {
  const format = { kind: 'number', formatString: ',.2f' } as const
  const looks = columns.map((each) => (each.name === 'Qty' ? { ...each, column: { ...each.column, format } } : each))
  expect(columnsMade(byMonth, looks, () => 'new').filter((made) => made.format)).toHaveLength(2)
  expect(columnsMade({ ...byMonth, aggregate: 'count' }, looks, () => 'new').filter((made) => made.format)).toEqual([])
  const [, , label, value] = columnsMade(toRows, looks, () => 'new')
  expect([label?.format, value?.format]).toEqual([undefined, format])
})

test.each([
  [{ names: 'Qty', values: 'Qty' }, 'columns'],
  [{ outputs: [] }, 'outputs'],
  [{ outputs: Array.from({ length: 201 }, (_, at) => `v${at}`) }, 'many'],
  [{ direction: 'column-to-row', merged: [] }, 'merged'],
  [{ direction: 'column-to-row', merged: ['Qty', 'Month'] }, 'types'],
  [{ direction: 'column-to-row', merged: ['Qty'], label: ' ' }, 'labels'],
  [{ direction: 'column-to-row', merged: ['Qty'], label: 'store' }, 'labels'],
  [{}, undefined],
  [{ direction: 'column-to-row', merged: ['Qty', 'Price'] }, undefined],
] as [Partial<TransposeDraft>, string | undefined][])('a transpose of %j misses: %s', (change, problem) => {
  expect(transposeProblem({ ...byMonth, ...change }, columns)).toBe(problem)
})

test('a transpose is read back as it was written, whether columns are written by name or by id', () => {
  expect(readTranspose(transposeSource(byMonth), columns, document)).toEqual(byMonth)
  expect(readTranspose(transposeSource(toRows), columns, document)).toMatchObject({
    direction: 'column-to-row',
    merged: ['Qty', 'Price'],
    label: 'Name',
    valueLabel: 'Value',
  })
  const byId = { ...transposeSource(byMonth), columnToTranspose: 'm', valueColumn: '[Qty]' }
  expect(readTranspose(byId, columns, document)).toEqual(byMonth)
  expect(readTranspose({ kind: 'sql' }, columns, document)).toBeUndefined()
})

test('a change keeps the columns that still exist and removes the others, in one step', () => {
  expect(combinePlan(document, 'stock', 'transpose')).toBe('beside')
  expect(combinePlan(document, 'turned', 'transpose')).toBe('edit')
  const draft = { ...byMonth, outputs: ['Feb / Mar'] }
  const change = transposeChange(
    document,
    'turned',
    columns,
    columnsMade(draft, columns, () => 'new'),
  )
  expect(change.lost).toEqual(['jan'])
  expect(change.added.map(({ formula }) => formula)).toEqual(['[Stock/Price]', '[Stock/Feb \\/ Mar]'])
  const [added] = change.added.slice(-1)
  const edits = changeSourceEdits(document, 'turned', {
    source: transposeSource(draft),
    added: added ? [added] : [],
    lost: change.lost,
  })
  const after = applyEdits(document, edits).document
  expect(findElement(after, 'turned')).toMatchObject({
    source: { kind: 'transpose', outputColumns: ['Feb / Mar'] },
    columns: [{ id: 'store' }, { id: 'share' }, { id: 'new' }],
  })
  expect(applyEdits(after, invertEdits(document, edits)).document).toEqual(document)
})
