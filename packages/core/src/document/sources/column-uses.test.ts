import { describe, expect, test } from 'vitest'
import { bindFormulas } from '../bindings.ts'
import { readFormC } from '../codecs/form-c.ts'
import { readFormN } from '../codecs/form-n.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { examples, workbookWith } from '../testing/examples.ts'
import { elementsUsing, outsideReads, outsideReadsOf, readsOfChanges } from './column-uses.ts'

const documents = Object.entries({
  workbookSmall: readFormN(examples.workbookSmall).document,
  workbookRich: readFormN(examples.workbookRich).document,
  workbookContents: readFormC(examples.workbookContents.contents).document,
})

test.each(documents)('%s: an element depends on exactly the sources whose uses include it', (_, read) => {
  const document = bindFormulas(read)
  const all = [...new Set(outsideReads(document).map((each) => JSON.stringify(each)))]
  expect(all.length).toBeGreaterThan(0)
  const uses = all.map((wanted) => elementsUsing(document, (each) => JSON.stringify(each) === wanted))
  for (const id of Object.keys(document.elements)) {
    const found = new Set(outsideReadsOf(document, new Set([id])).map((each) => JSON.stringify(each)))
    const using = all.filter((_wanted, index) => uses[index]?.has(id))
    expect([...found].toSorted(), id).toEqual(using.toSorted())
  }
})

describe('the new dependencies of a change', () => {
  const orders = { kind: 'warehouse-table', connectionId: 'c', path: ['ORDERS'] }
  const base = bindFormulas(
    readFormN(
      workbookWith([
        {
          id: 'base',
          kind: 'table',
          name: 'Base',
          source: orders,
          columns: [
            { id: 'a', name: 'A', formula: '[ORDERS/A]' },
            { id: 'b', name: 'B', formula: '[ORDERS/B]' },
          ],
        },
      ]),
    ).document,
  )
  const columnsOf = (edits: DocumentEdit[]) => {
    const { document, dropped } = applyEdits(base, edits)
    expect(dropped).toEqual([])
    const reads = readsOfChanges(base, bindFormulas(document))
    return [...new Set(reads.map(({ column }) => column))].toSorted()
  }
  const at = ['elements', { id: 'base' }] as const
  const child = (formula: string) => ({
    id: 'child',
    kind: 'table',
    source: { kind: 'table', elementId: 'base' },
    columns: [{ id: 'n', formula }],
  })
  const column = (formula: string): DocumentEdit => ({
    op: 'insert',
    at: [...at, 'columns'],
    entry: { id: 'c', formula },
    after: null,
  })
  const inserted = (entry: { id: string; kind: string }): DocumentEdit => ({
    ...{ op: 'insert', at: ['elements'], entry, after: null, page: base.pages[0]?.id ?? '' },
  })
  test.each<[string, DocumentEdit[], (string | null)[]]>([
    ['another name: nothing', [{ op: 'set', at: [...at, 'name'], value: 'Other' }], []],
    ['a column that the element reads already: nothing', [column('[ORDERS/A] + [ORDERS/B]')], []],
    ['a column of the table', [column('[ORDERS/C]')], ['C']],
    ['a new element on a column of another', [inserted(child('[Base/B]'))], ['B', null]],
    ['a new element on a column that is new too', [column('[ORDERS/C]'), inserted(child('[Base/c]'))], ['C', null]],
  ])('%s', (_, edits, expected) => {
    expect(columnsOf(edits)).toEqual(expected)
  })
})
