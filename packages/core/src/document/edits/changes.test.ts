import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WorkbookDocument } from '../api.ts'
import { emptyDocument } from '../codecs/form-n-pages.ts'
import { applyEdits, changesOf, type DocumentEdit, diffDocuments, editsOfChanges } from './index.ts'

const base = applyEdits(emptyDocument('workbook'), [
  { op: 'insert', at: ['pages'], entry: { id: 'p', name: 'Overview' }, after: null },
  {
    op: 'insert',
    at: ['elements'],
    entry: {
      id: 'orders',
      kind: 'table',
      name: 'Orders',
      source: { kind: 'table', elementId: 'rows' },
      columns: [
        { id: 'net', formula: '[Rows/Net]', name: 'Net' },
        { id: 'status', formula: '[Rows/Status]' },
      ],
    },
    after: null,
    page: 'p',
  },
  { op: 'insert', at: ['elements'], entry: { id: 'note', kind: 'text', body: 'Hello' }, after: 'orders', page: 'p' },
]).document

const orders = ['elements', { id: 'orders' }] as const
const net = [...orders, 'columns', { id: 'net' }] as const

describe('changes of a document', () => {
  const cases: [what: string, edits: DocumentEdit[], changes: object[]][] = [
    [
      'a field with its values',
      [{ op: 'set', at: [...orders, 'name'], value: 'Sales' }],
      [
        {
          kind: 'changed',
          name: 'Orders',
          elementKind: 'table',
          field: 'name',
          details: [{ op: 'set', path: [], before: 'Orders', after: 'Sales' }],
        },
      ],
    ],
    [
      'columns by name, in one change',
      [
        { op: 'set', at: [...net, 'formula'], value: '[Rows/Net] * 2' },
        { op: 'remove', at: [...orders, 'columns'], id: 'status' },
        { op: 'insert', at: [...orders, 'columns'], entry: { id: 'new', formula: '1', name: 'One' }, after: null },
      ],
      [
        {
          field: 'columns',
          details: [
            {
              op: 'set',
              path: [{ entry: 'Net' }, { field: 'formula' }],
              before: '[Rows/Net]',
              after: '[Rows/Net] * 2',
            },
            { op: 'remove', path: [{ entry: 'Status' }] },
            { op: 'insert', path: [{ entry: 'One' }] },
          ],
        },
      ],
    ],
    [
      'filters that were set as a whole, by the names of their columns',
      [{ op: 'set', at: [...orders, 'filters'], value: [{ id: 'f', columnId: 'net', kind: 'number-range' }] }],
      [{ field: 'filters', details: [{ op: 'insert', path: [{ entry: 'Net' }] }] }],
    ],
    [
      'a new element with its place and its bindings',
      [
        {
          op: 'insert',
          at: ['elements'],
          entry: { id: 'bars', kind: 'bar-chart', name: 'Bars' },
          after: null,
          page: 'p',
        },
        { op: 'set', at: ['places', { id: 'bars' }, 'column'], value: { start: 1, end: 7 } },
        { op: 'set', at: ['bindings', { id: 'bars' }], value: {} },
      ],
      [{ kind: 'added', subjectId: 'bars', name: 'Bars', elementKind: 'bar-chart', edits: [0, 1, 2] }],
    ],
    [
      'another place, apart from another field',
      [
        { op: 'set', at: ['places', { id: 'note' }, 'row'], value: { start: 5, end: 9 } },
        { op: 'set', at: ['elements', { id: 'note' }, 'body'], value: 'Bye' },
      ],
      [
        { kind: 'moved', subjectId: 'note', edits: [0] },
        { kind: 'changed', subjectId: 'note', field: 'body', edits: [1] },
      ],
    ],
    [
      'a page that came and one that has another name',
      [
        { op: 'insert', at: ['pages'], entry: { id: 'q', name: 'More' }, after: 'p' },
        { op: 'set', at: ['pages', { id: 'p' }, 'name'], value: 'First' },
      ],
      [
        { kind: 'added', subject: 'page', name: 'More' },
        { kind: 'changed', subject: 'page', name: 'Overview', field: 'name' },
      ],
    ],
    ['a removed element', [{ op: 'remove', at: ['elements'], id: 'note' }], [{ kind: 'removed', subjectId: 'note' }]],
    [
      'settings',
      [{ op: 'set', at: ['settings', 'theme'], value: { name: 'Dark' } }],
      [{ subject: 'document', field: 'theme' }],
    ],
  ]
  test.each(cases)('%s', (_what, edits, changes) => {
    expect(changesOf(base, edits)).toMatchObject(changes)
    expect(changesOf(base, edits)).toHaveLength(changes.length)
  })

  test('every edit is in a change, and the changes contain no other edits', () => {
    const seed = Date.now() & 0x7fff_ffff
    const pick = fc.constantFrom<DocumentEdit>(...cases.flatMap(([, edits]) => edits))
    fc.assert(
      fc.property(fc.uniqueArray(pick, { minLength: 1, selector: (edit) => JSON.stringify(edit) }), (picked) => {
        const target: WorkbookDocument = applyEdits(base, picked).document
        const edits = diffDocuments(base, target)
        expect(editsOfChanges(changesOf(base, edits))).toEqual(edits.map((_, position) => position))
      }),
      { seed, numRuns: 100, verbose: true },
    )
  })
})
