import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WorkbookDocument } from '../api.ts'
import { bindFormulas, printFormulas } from '../bindings.ts'
import { checkEdited } from '../check-edited.ts'
import { readFormC, writeFormC } from '../codecs/form-c.ts'
import { readFormN, writeFormN } from '../codecs/form-n.ts'
import { layoutNodes } from '../layout.ts'
import { columnsOf } from '../lookups.ts'
import { problemSummary } from '../problems.ts'
import { deserializeDocument, serializeDocument } from '../storage.ts'
import { barsOf, examples, ordersTable, workbookWith } from '../testing/examples.ts'
import { applyAll, editFor, manyPicks, picks, someDocument } from '../testing/random-edits.ts'
import { applyEdits, type DocumentEdit, diffDocuments, editsConflict, invertEdits, mergeDelta } from './index.ts'

const runs = { numRuns: Number(process.env.OCTAVO_DEEP === '1' ? 20_000 : 100) }

describe('properties of edits on random documents', { timeout: 120_000 }, () => {
  test('edit, then undo, is the same document to the byte', () => {
    fc.assert(
      fc.property(someDocument, manyPicks, (document, list) => {
        const { edits, document: changed } = applyAll(document, list)
        const undo = invertEdits(document, edits)
        const back = applyEdits(changed, undo)
        expect(back.dropped).toEqual([])
        expect(serializeDocument(back.document)).toBe(serializeDocument(document))
      }),
      runs,
    )
  })

  test('the difference of two documents turns one into the other, to the byte', () => {
    fc.assert(
      fc.property(someDocument, someDocument, (a, b) => {
        fc.pre(a.kind === b.kind)
        const { document, dropped } = applyEdits(a, diffDocuments(a, b))
        expect(dropped).toEqual([])
        expect(serializeDocument(document)).toBe(serializeDocument(b))
      }),
      runs,
    )
  })

  test('edits have the same result all at once and one by one', () => {
    fc.assert(
      fc.property(someDocument, manyPicks, (document, list) => {
        const { edits, document: oneByOne } = applyAll(document, list)
        expect(serializeDocument(applyEdits(document, edits).document)).toBe(serializeDocument(oneByOne))
      }),
      runs,
    )
  })

  test('an edit changes neither the given document nor anything outside its address', () => {
    fc.assert(
      fc.property(someDocument, picks, (document, numbers) => {
        const before = serializeDocument(document)
        const edit = editFor(document, numbers)
        const { document: after, dropped } = applyEdits(document, [edit])
        expect(serializeDocument(document)).toBe(before)
        if (dropped.length > 0) expect(after).toBe(document)
      }),
      runs,
    )
  })

  test('every element is on one page, and with a layout in one place of that page', () => {
    fc.assert(
      fc.property(someDocument, manyPicks, (document, list) => {
        expectWhole(applyAll(document, list).document)
      }),
      runs,
    )
  })

  test('sets of different things can be applied in any order', () => {
    fc.assert(
      fc.property(someDocument, picks, picks, (document, one, two) => {
        const a = editFor(document, one)
        const b = editFor(document, two)
        fc.pre(a.op === 'set' && b.op === 'set' && !editsConflict([a], [b]))
        const first = [a, b].map(({ at }) => at[0])
        // Places share grids, and bindings follow from formulas, so both depend on the previous state.
        fc.pre(!first.includes('bindings') && !first.includes('layout') && !first.includes('places'))
        const ab = applyEdits(document, [a, b]).document
        const ba = applyEdits(document, [b, a]).document
        expect(ab).toEqual(ba)
      }),
      { numRuns: runs.numRuns * 3 },
    )
  })

  test('no edit makes a writer or reader throw', () => {
    fc.assert(
      fc.property(someDocument, manyPicks, (document, list) => {
        const changed = applyAll(document, list).document
        expect(serializeDocument(deserializeDocument(serializeDocument(changed)))).toBe(serializeDocument(changed))
        printFormulas(bindFormulas(changed))
        readFormN(writeFormN(changed), changed.kind)
        if (changed.kind === 'workbook') readFormC(writeFormC(changed))
      }),
      runs,
    )
  })

  test('no JSON value in the place of an edit throws', () => {
    fc.assert(
      fc.property(someDocument, fc.jsonValue(), fc.jsonValue(), (document, value, entry) => {
        for (const at of [['x'], ['layout'], ['settings'], ['agents'], ['elements', { id: 'orders' }, 'columns']]) {
          applyEdits(document, [
            { op: 'set', at, value },
            { op: 'insert', at, entry: entry as never, after: null },
            { op: 'set', at: [...at, value as never], value: entry },
          ])
        }
      }),
      runs,
    )
  })
})

const base = (): WorkbookDocument =>
  bindFormulas(
    readFormN(
      workbookWith([
        ordersTable(),
        barsOf(),
        { id: 'box', kind: 'container' },
        { id: 'note', kind: 'text', body: 'Hello' },
      ]),
    ).document,
  )
const inOrders = ['elements', { id: 'orders' }] as const
const columnsOfOrders = [...inOrders, 'columns'] as const

describe('the effect of an edit', () => {
  const cases: [string, DocumentEdit[], (document: WorkbookDocument) => unknown, unknown][] = [
    [
      'a column moves to its new position, and the others stay',
      [{ op: 'insert', at: columnsOfOrders, entry: { id: 'n', formula: '1' }, after: 'o-id' }],
      ({ elements }) => columnsOf(elements.orders as never).map(({ id }) => id),
      ['o-id', 'n', 'o-net'],
    ],
    [
      'a missing list is created with its first entry',
      [
        {
          op: 'insert',
          at: [...inOrders, 'filters'],
          entry: { id: 'f', columnId: 'o-net', kind: 'list' },
          after: null,
        },
      ],
      ({ elements }) => elements.orders?.filters,
      [{ id: 'f', columnId: 'o-net', kind: 'list' }],
    ],
    [
      'a field without a value is removed',
      [{ op: 'set', at: [...columnsOfOrders, { id: 'o-id' }, 'name'] }],
      ({ elements }) => columnsOf(elements.orders as never)[0],
      { id: 'o-id', formula: '[ORDERS/ORDER_ID]' },
    ],
    [
      'a new element is below the rest of its page',
      [{ op: 'insert', at: ['elements'], entry: { id: 't', kind: 'text', body: '' }, after: 'orders', page: 'p1' }],
      ({ layout, pages }) => [pages[0]?.elementIds, layout[0]?.children.at(-1)],
      [
        ['orders', 't', 'bars', 'box', 'note'],
        { elementId: 't', column: { start: 1, end: 25 }, row: { start: 37, end: 40 }, tag: 'Element' },
      ],
    ],
    [
      'an element moves into a container, and out of it when the container is removed',
      [
        {
          op: 'set',
          at: ['places', { id: 'note' }],
          value: { container: 'box', column: { start: 1, end: 5 }, row: { start: 1, end: 4 } },
        },
        { op: 'remove', at: ['elements'], id: 'box' },
      ],
      ({ layout }) => layout[0]?.children.at(-1),
      { elementId: 'note', column: { start: 1, end: 25 }, row: { start: 26, end: 29 }, tag: 'Element' },
    ],
    [
      'the content of a container moves with it to another page',
      [
        { op: 'insert', at: ['pages'], entry: { id: 'p2', name: 'Two' }, after: null },
        {
          op: 'set',
          at: ['places', { id: 'note' }],
          value: { container: 'box', column: { start: 1, end: 5 }, row: { start: 1, end: 4 } },
        },
        { op: 'move', at: ['elements'], id: 'box', after: null, page: 'p2' },
      ],
      ({ pages }) => pages.map(({ id, elementIds }) => [id, elementIds]),
      [
        ['p2', ['box', 'note']],
        ['p1', ['orders', 'bars']],
      ],
    ],
    [
      'a page is removed with its elements, its place and its bindings',
      [{ op: 'remove', at: ['pages'], id: 'p1' }],
      ({ pages, elements, layout, bindings }) => ({ pages, elements, layout, bindings }),
      { pages: [], elements: {}, layout: [], bindings: {} },
    ],
    [
      'a formula keeps its bindings when columns move, and loses them when its text changes',
      [
        { op: 'move', at: ['elements', { id: 'bars' }, 'columns'], id: 'b-y', after: null },
        { op: 'set', at: ['elements', { id: 'bars' }, 'columns', { id: 'b-x' }, 'formula'], value: '[Orders/Net]' },
      ],
      ({ bindings }) => bindings.bars,
      { 'columns[0].formula': [{ start: 4, end: 16, kind: 'column', elementId: 'orders', columnId: 'o-net' }] },
    ],
  ]
  test.each(cases)('%s', (_title, edits, look, expected) => {
    const { document, dropped } = applyEdits(base(), edits)
    expect(dropped).toEqual([])
    expect(look(document)).toEqual(expected)
  })
})

describe('an edit is dropped with its reason', () => {
  const place = { column: { start: 1, end: 5 }, row: { start: 1, end: 4 } }
  const cases: [string, DocumentEdit, string][] = [
    ['of a removed element', { op: 'set', at: ['elements', { id: 'gone' }, 'name'], value: 'A' }, 'target_gone'],
    ['of a removed column', { op: 'remove', at: columnsOfOrders, id: 'gone' }, 'target_gone'],
    ['inside a removed object', { op: 'set', at: [...inOrders, 'style', 'a'], value: 1 }, 'target_gone'],
    ['that needs a removed page', { op: 'move', at: ['elements'], id: 'note', after: null, page: 'x' }, 'target_gone'],
    [
      'into a removed container',
      { op: 'set', at: ['places', { id: 'note' }], value: { ...place, container: 'x' } },
      'target_gone',
    ],
    [
      'that adds an existing entry',
      { op: 'insert', at: columnsOfOrders, entry: { id: 'o-id' }, after: null },
      'id_taken',
    ],
    ['that adds a page twice', { op: 'insert', at: ['overlays'], entry: { id: 'p1' }, after: null }, 'id_taken'],
    ['of an id', { op: 'set', at: [...columnsOfOrders, { id: 'o-id' }, 'id'], value: 'other' }, 'not_allowed'],
    ['of the kind of the document', { op: 'set', at: ['kind'], value: 'data-model' }, 'not_allowed'],
    ['of the elements of a page', { op: 'set', at: ['pages', { id: 'p1' }, 'elementIds'], value: [] }, 'not_allowed'],
    [
      'of a place before the first line',
      { op: 'set', at: ['places', { id: 'note' }, 'row'], value: { start: 0, end: 2 } },
      'not_allowed',
    ],
    [
      'of a container into itself',
      { op: 'set', at: ['places', { id: 'box' }], value: { ...place, container: 'box' } },
      'not_allowed',
    ],
    ['of an address with __proto__', { op: 'set', at: [...inOrders, '__proto__'], value: {} }, 'not_allowed'],
    [
      'of an invalid binding',
      { op: 'set', at: ['bindings', { id: 'orders' }], value: { a: [{ start: 2, end: 1 }] } },
      'not_allowed',
    ],
    ['of a layout that loses an element', { op: 'set', at: ['layout'], value: [] }, 'not_allowed'],
  ]
  test.each(cases)('%s', (_title, edit, reason) => {
    const document = base()
    const result = applyEdits(document, [edit])
    expect(result.dropped).toMatchObject([{ edit, reason }])
    expect(result.document).toBe(document)
  })

  test('an entry that is addressed without { id } is refused with the correct address', () => {
    const { dropped } = applyEdits(base(), [{ op: 'set', at: ['elements', 'orders', 'name'], value: 'A' }])
    expect(dropped.map(({ message }) => message)).toEqual([
      '"elements.orders.name": an entry of "elements" is named by its id; write {"id":"orders"}.',
    ])
  })

  test('the remaining edits of a delta are applied to a newer document', () => {
    const newer = applyEdits(base(), [{ op: 'remove', at: columnsOfOrders, id: 'o-net' }]).document
    const delta: DocumentEdit[] = [
      { op: 'set', at: [...columnsOfOrders, { id: 'o-net' }, 'hidden'], value: true },
      { op: 'set', at: [...columnsOfOrders, { id: 'o-id' }, 'hidden'], value: true },
    ]
    const { document, applied, dropped } = mergeDelta(delta, newer)
    expect(columnsOf(document.elements.orders as never)).toMatchObject([{ id: 'o-id', hidden: true }])
    expect(applied).toEqual([delta[1]])
    expect(dropped).toMatchObject([{ edit: delta[0], reason: 'target_gone' }])
  })
})

describe('two changes conflict', () => {
  const set = (id: string, field: string): DocumentEdit => ({
    op: 'set',
    at: [...columnsOfOrders, { id }, field],
    value: 1,
  })
  const place = (id: string, ...rest: string[]): DocumentEdit => ({
    op: 'set',
    at: ['places', { id }, ...rest],
    value: 1,
  })
  const cases: [string, DocumentEdit, DocumentEdit, boolean][] = [
    ['on one field', set('a', 'name'), set('a', 'name'), true],
    ['never on two fields', set('a', 'name'), set('a', 'formula'), false],
    ['never on two columns', set('a', 'name'), set('b', 'name'), false],
    [
      'when one removes an object that the other changes',
      { op: 'remove', at: columnsOfOrders, id: 'a' },
      set('a', 'name'),
      true,
    ],
    ['when one removes the element', { op: 'remove', at: ['elements'], id: 'orders' }, set('a', 'name'), true],
    [
      'when one removes the element that the other places',
      { op: 'remove', at: ['elements'], id: 'a' },
      place('a', 'row'),
      true,
    ],
    ['when both place one element', place('a'), place('a', 'row'), true],
    ['never on row and column of a place', place('a', 'column'), place('a', 'row'), false],
    [
      'never when one moves and the other changes',
      { op: 'move', at: columnsOfOrders, id: 'a', after: null },
      set('a', 'name'),
      false,
    ],
    [
      'when both add one id',
      { op: 'insert', at: ['pages'], entry: { id: 'a' }, after: null },
      { op: 'insert', at: ['pages'], entry: { id: 'a' }, after: null },
      true,
    ],
    [
      'never on bindings, which follow',
      { op: 'set', at: ['bindings', { id: 'orders' }] },
      { op: 'set', at: ['bindings', { id: 'orders' }] },
      false,
    ],
  ]
  test.each(cases)('%s', (_title, a, b, expected) => {
    expect(editsConflict([a], [b])).toBe(expected)
    expect(editsConflict([b], [a])).toBe(expected)
  })
})

describe('the check of an edited document', { timeout: 120_000 }, () => {
  test('reports nothing about the examples, like the readers', () => {
    for (const body of [examples.workbookRich, examples.workbookSmall]) {
      expect(checkEdited(readFormN(body).document)).toEqual({ problems: [], warnings: [] })
    }
    expect(checkEdited(readFormN(examples.dataModelRich, 'data-model').document)).toEqual({
      problems: [],
      warnings: [],
    })
  })

  const cases: [string, DocumentEdit, string[]][] = [
    [
      'a field of the wrong type',
      { op: 'set', at: [...columnsOfOrders, { id: 'o-id' }, 'hidden'], value: 'yes' },
      ['elements[#orders].columns[0].hidden: Invalid boolean: "yes"'],
    ],
    [
      'references to a removed element',
      { op: 'remove', at: ['elements'], id: 'orders' },
      ["elements[#bars].source.elementId: Dependency not found: 'orders'"],
    ],
    ['a page without a name', { op: 'set', at: ['pages', { id: 'p1' }, 'name'] }, ['pages[#p1].name: is required']],
    ['an invalid theme', { op: 'set', at: ['settings', 'theme'], value: 7 }, ['settings.theme: Invalid object: 7']],
    [
      'a kind that does not fit its place',
      { op: 'set', at: ['elements', { id: 'note' }, 'kind'], value: 'container' },
      ["layout: The container 'note' has no container block"],
    ],
  ]
  test.each(cases)('names %s', (_title, edit, expected) => {
    const { document, dropped } = applyEdits(base(), [edit])
    expect(dropped).toEqual([])
    const { problems } = checkEdited(document)
    expect(problems.map(problemSummary)).toEqual(expect.arrayContaining(expected))
  })

  test('a document without problems is read back in every form without problems', () => {
    fc.assert(
      fc.property(someDocument, manyPicks, (document, list) => {
        const changed = applyAll(document, list).document
        fc.pre(checkEdited(changed).problems.length === 0)
        expect(readFormN(writeFormN(changed), changed.kind).problems).toEqual([])
        if (changed.kind === 'workbook') expect(readFormC(writeFormC(changed)).problems).toEqual([])
      }),
      { ...runs, maxSkipsPerRun: 1_000 },
    )
  })
})

function expectWhole(document: WorkbookDocument): void {
  const holders = [...document.pages, ...document.overlays, ...document.panels]
  const listed = holders.flatMap(({ elementIds }) => elementIds)
  expect([...listed].sort()).toEqual(Object.keys(document.elements).sort())
  if (document.kind === 'data-model') return
  for (const { id, elementIds } of holders) {
    const root = document.layout.find((candidate) => candidate.id === id)
    const placed = root ? layoutNodes(root).map(({ elementId }) => elementId) : []
    expect(placed.sort()).toEqual([...elementIds].sort())
  }
}
