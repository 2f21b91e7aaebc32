import {
  applyEdits,
  emptyDocument,
  findNode,
  type GridAddress,
  nestingProblems,
  type WorkbookDocument,
} from '@octavo/core/document'
import { expect, it } from 'vitest'
import { elementEdits } from './add-element.ts'

const start: WorkbookDocument = {
  ...emptyDocument('workbook'),
  pages: [{ id: 'p', name: 'Page', elementIds: [] }],
  layout: [{ tag: 'Page', id: 'p', columns: 24, children: [] }],
}

function added(document: WorkbookDocument, id: string, kind: string, into?: string, at?: { grid: GridAddress }) {
  const selection = { elementIds: into === undefined ? [] : [into], columnIds: [] }
  const edits = elementEdits({ document, pageId: 'p', selection }, id, { kind, ...(at ? { at } : {}) })
  return applyEdits(document, edits).document
}
const gridOf = (document: WorkbookDocument, id: string) => findNode(document.layout, id)?.address

const tabs = added(start, 'tabs', 'tabbed-container')
const levels = ['one', 'two', 'three', 'four'].reduce(
  (document, id, at, ids) => added(document, id, 'container', ids[at - 1]),
  start,
)

it('an element is added to the selected container, and to its first tab', () => {
  expect(gridOf(levels, 'four')).toEqual({ container: 'three' })
  expect(gridOf(added(levels, 'text', 'text', 'four'), 'text')).toEqual({ container: 'four' })
  expect(gridOf(added(tabs, 'text', 'text', 'tabs'), 'text')).toEqual({ container: 'tabs', tab: 0 })
})

it.each([
  ['for a selected tab', tabs, 'tabs', undefined, { root: 'p' }],
  ['dropped in a tab', tabs, undefined, { grid: { container: 'tabs', tab: 0 } }, { root: 'p' }],
  ['for a selected container of the fourth level', levels, 'four', undefined, { container: 'three' }],
  ['dropped in one', levels, undefined, { grid: { container: 'four' } }, { container: 'three' }],
] as const)(
  'a container %s is placed beside the container that does not take it',
  (_, document, into, at, expected) => {
    for (const kind of ['container', 'tabbed-container']) {
      const next = added(document, 'new', kind, into, at)
      expect(gridOf(next, 'new')).toEqual(expected)
      expect(next.layout.flatMap(nestingProblems)).toEqual([])
    }
  },
)
