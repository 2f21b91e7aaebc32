import { applyEdits, bindFormulas, invertEdits, validateDocument, type WorkbookDocument } from '@octavo/core/document'
import { expect, test } from 'vitest'
import { readsOfSource, reviewReads } from '../source/source-review.ts'
import { combiningReaders, directReaders, keepingEdits, removalEdits, removalOf, replacingEdits } from './removal.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const warehouse = (name: string) => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] })
const reads = (elementId: string) => ({ kind: 'table', elementId })
const table = (id: string, name: string, source: object, formula: string) => ({
  ...{ id, kind: 'table', name, source },
  columns: [{ id: `${id}-a`, formula, name: 'A' }],
})
const checked = validateDocument({
  name: 'Removal',
  pages: [
    {
      id: 'p1',
      name: 'Sources',
      elements: [
        table('orders', 'Orders', warehouse('ORDERS'), '[ORDERS/A]'),
        table('other', 'Other', warehouse('OTHER'), '[OTHER/A]'),
      ],
    },
    {
      id: 'p2',
      name: 'Readers',
      elements: [
        table('child', 'Child', reads('orders'), '[Orders/A]'),
        table('grandchild', 'Grandchild', reads('child'), '[Child/A]'),
        {
          id: 'both',
          kind: 'table',
          name: 'Both',
          source: {
            kind: 'union',
            sources: [reads('orders'), reads('other')],
            matches: [{ outputColumnName: 'A', sourceColumns: ['A', 'A'] }],
          },
          columns: [{ id: 'both-a', formula: '[Union of 2 Sources/A]', name: 'A' }],
        },
      ],
    },
  ],
})
if (!checked.document) throw new Error(JSON.stringify(checked))
const document = bindFormulas(checked.document)
const page = { id: 'data', name: 'Data' }

function after(edits: Parameters<typeof applyEdits>[1]): WorkbookDocument {
  const next = applyEdits(document, edits)
  expect(next.dropped).toEqual([])
  expect(applyEdits(next.document, invertEdits(document, edits)).document).toEqual(document)
  return next.document
}

test.each([
  ['the selection', '', ['orders'], ['orders'], ['child', 'both'], ['both']],
  ['what has one reader', '', ['child'], ['child'], ['grandchild'], []],
  ['a page', 'p1', [], ['orders', 'other'], ['child', 'both'], ['both']],
  ['a page whose readers are on it', 'p2', [], ['child', 'grandchild', 'both'], [], []],
])('the readers of %s', (_, holderId, selected, elementIds, readers, combining) => {
  const removal = removalOf(document, holderId, selected)
  expect(removal.elementIds).toEqual(elementIds)
  expect(directReaders(document, removal)).toEqual(readers)
  expect(combiningReaders(document, readers)).toEqual(combining)
})

test('after a page is deleted, its tables that others read are on the hidden page', () => {
  const kept = after(keepingEdits(document, removalOf(document, 'p1', []), page))
  expect(kept.pages.map(({ name, visibility }) => ({ name, visibility }))).toEqual([
    { name: 'Readers', visibility: undefined },
    { name: 'Data', visibility: 'hidden' },
  ])
  expect(kept.elements).toEqual(document.elements)
})

test('a page is deleted with the elements elsewhere that read its tables', () => {
  expect(after(removalEdits(document, removalOf(document, 'p1', []))).elements).toEqual({})
})

test('readers get another source, columns keep their names, and the table is deleted', () => {
  const found = readsOfSource(document, 'grandchild', 'Child')
  const columns = [{ name: 'B', column: { formula: '[Other/A]' } }]
  const reviewed = reviewReads(found, { columns, metrics: new Map() }, new Map(), new Map([[found[0]?.key ?? '', 'B']]))
  const change = {
    source: { kind: 'table' as const, elementId: 'other' },
    before: 'Child',
    after: 'Other',
    reads: reviewed,
  }
  const next = after(replacingEdits(document, removalOf(document, '', ['child']), new Map([['grandchild', change]])))
  expect(Object.keys(next.elements).toSorted()).toEqual(['both', 'grandchild', 'orders', 'other'])
  expect(next.elements.grandchild).toMatchObject({
    source: reads('other'),
    columns: [{ formula: '[Other/A]', name: 'A' }],
  })
})
