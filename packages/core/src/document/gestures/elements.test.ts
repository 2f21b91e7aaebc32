import { describe, expect, test } from 'vitest'
import type { BaseElement, LayoutNode, WorkbookDocument } from '../api.ts'
import { findNode, overlaps, placeNodes, rectOf } from '../arrange/index.ts'
import { bindFormulas } from '../bindings.ts'
import { checkEdited, checkEdits } from '../check-edited.ts'
import { readFormC } from '../codecs/form-c.ts'
import { readFormN } from '../codecs/form-n.ts'
import { emptyDocument } from '../codecs/form-n-pages.ts'
import { applyEdits, type DocumentEdit, invertEdits, layoutEdits } from '../edits/index.ts'
import { layoutNodes } from '../layout.ts'
import { newElement } from '../new-element.ts'
import { serializeDocument } from '../storage.ts'
import { examples } from '../testing/examples.ts'
import * as gestures from './index.ts'

const rich = bindFormulas(readFormN(examples.workbookRich).document)
const contents = bindFormulas(readFormC(examples.workbookContents.contents).document)
let count = 0
const newId = () => `new${++count}`

/**
 * Applies a gesture like the editor, and checks what must hold for every gesture: the document stays valid, and undo restores it to the
 * byte.
 */
function after(document: WorkbookDocument, edits: readonly DocumentEdit[]): WorkbookDocument {
  const applied = applyEdits(document, edits)
  expect(applied.dropped).toEqual([])
  const known = new Set(checkEdited(document).problems.map(({ message }) => message))
  const problems = checkEdited(applied.document).problems.filter(({ message }) => !known.has(message))
  expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([])
  const back = applyEdits(applied.document, invertEdits(document, edits))
  expect(serializeDocument(back.document)).toBe(serializeDocument(document))
  return applied.document
}

/** One element of each kind that a document has. */
function oneOfEach(document: WorkbookDocument): BaseElement[] {
  return [...new Map(Object.values(document.elements).map((element) => [element.kind, element])).values()]
}

function expectNoOverlap(document: WorkbookDocument) {
  const check = (children: readonly LayoutNode[]) => {
    for (const [index, node] of children.entries()) {
      for (const other of children.slice(index + 1)) expect(overlaps(node, other)).toBe(false)
      if (node.tag === 'Container') check(node.children)
      if (node.tag === 'TabbedContainer') for (const tab of node.tabs) check(tab.children)
    }
  }
  for (const root of document.layout) check(root.children)
}

const documents: [string, WorkbookDocument][] = [
  ['the rich workbook', rich],
  ['the workbook of form C', contents],
]

describe.each(documents)('in %s', { timeout: 60_000 }, (_name, document) => {
  test('any element can be removed with its content and all references to it', () => {
    for (const id of Object.keys(document.elements)) {
      const removed = after(document, gestures.removeElements(document, [id]))
      for (const gone of gestures.withContents(document, [id])) expect(removed.elements[gone]).toBeUndefined()
    }
  })

  test('an element of any kind can be duplicated beside itself, with its content', () => {
    for (const { id } of oneOfEach(document)) {
      const found = findNode(document.layout, id)
      const clip = gestures.copyElements(document, 'w', [id])
      if (!found || !clip) throw new Error(`"${id}" has no place.`)
      const place = {
        holderId: found.rootId,
        grid: found.address,
        column: found.node.column.start,
        row: found.node.row.end,
      }
      const pasted = gestures.pasteElements(document, clip, place, newId)
      const next = after(document, pasted.edits)
      expect(pasted.lineage).toEqual([])
      expect(Object.keys(next.elements)).toHaveLength(
        Object.keys(document.elements).length + gestures.withContents(document, [id]).length,
      )
      expectNoOverlap(next)
    }
  })

  test('an element of any kind can be pasted into an empty workbook with its sources and the controls that filter it', () => {
    const empty = applyEdits(emptyDocument('workbook'), [
      { op: 'insert', at: ['pages'], entry: { id: 'p', name: 'Page 1' }, after: null },
    ]).document
    for (const { id, kind } of oneOfEach(document)) {
      // Its agent does not exist in the other workbook.
      if (kind === 'chat') continue
      const clip = gestures.copyElements(document, 'w', [id])
      if (!clip) throw new Error(`"${id}" has no place.`)
      const place = { holderId: 'p', grid: { root: 'p' }, column: 1, row: 1 }
      const { edits, lineage } = gestures.pasteElements(empty, clip, place, newId)
      const next = after(empty, edits)
      expect(Object.keys(next.elements)).toHaveLength(Object.keys(clip.elements).length)
      expect(lineage.sort()).toEqual([...clip.lineage].sort())
      expectNoOverlap(next)
    }
  })

  test('cut and paste keeps the ids, so that references to them remain valid', () => {
    for (const { id } of oneOfEach(document)) {
      const clip = gestures.copyElements(document, 'w', [id])
      if (!clip) throw new Error(`"${id}" has no place.`)
      const cut = applyEdits(document, gestures.removeElements(document, [id])).document
      const holderId = document.pages[0]?.id ?? ''
      const pasted = gestures.pasteElements(cut, clip, { holderId, grid: { root: holderId }, column: 1, row: 1 }, newId)
      expect(pasted.elementIds).toEqual([id])
      expectNoOverlap(after(cut, pasted.edits))
    }
  })

  test('any page can be duplicated and removed', () => {
    for (const { id } of document.pages) {
      const clip = gestures.copyPage(document, 'w', id)
      if (!clip) throw new Error(`"${id}" is no page.`)
      const copy = after(document, gestures.pastePage(document, clip, { id: newId(), name: 'Copy', after: id }, newId))
      expect(copy.pages).toHaveLength(document.pages.length + 1)
      expectNoOverlap(copy)
      after(document, gestures.removeHolder(document, id))
    }
    for (const { id } of [...document.overlays, ...document.panels])
      after(document, gestures.removeHolder(document, id))
  })

  test('elements of one page are grouped and taken apart again', () => {
    for (const { children } of document.layout) {
      const ids = children.slice(0, 3).map(({ elementId }) => elementId)
      if (ids.length === 0) continue
      for (const kind of ['container', 'tabbed-container'] as const) {
        const grouped = gestures.groupElements(document, ids, 'group', kind)
        if ('refused' in grouped) {
          expect(children.some(({ tag }) => tag !== 'Element')).toBe(true)
          continue
        }
        const next = after(document, grouped.edits)
        expect(gestures.withContents(next, ['group']).sort()).toEqual(
          ['group', ...gestures.withContents(document, ids)].sort(),
        )
        expectNoOverlap(next)
        const apart = after(next, gestures.ungroupElements(next, ['group']))
        expectNoOverlap(apart)
        expect(apart.layout.flatMap(layoutNodes)).toHaveLength(document.layout.flatMap(layoutNodes).length)
      }
    }
  })
})

describe('changes that are not allowed', () => {
  test('a container in a tab is refused with a reason and no edits', () => {
    const tabbed = Object.values(rich.elements).find(({ kind }) => kind === 'tabbed-container')
    const box = Object.values(rich.elements).find(({ kind }) => kind === 'container')
    if (!tabbed || !box) throw new Error('The example holds no containers.')
    const grouped = gestures.groupElements(rich, [box.id], 'group', 'tabbed-container')
    expect(grouped).toEqual({ refused: `The container '${box.id}' is inside a tab` })
  })

  test('a document that already has a container in a tab can be edited, but gets no second one', () => {
    const tabbed = rich.layout.flatMap(layoutNodes).find(({ tag }) => tag === 'TabbedContainer')
    const box = Object.values(rich.elements).find(({ kind }) => kind === 'container')
    if (tabbed?.tag !== 'TabbedContainer' || !box) throw new Error('The example holds no containers.')
    const layout = placeNodes(rich.layout, [
      { elementId: box.id, grid: { container: tabbed.elementId, tab: 0 }, rect: rectOf(1, 1, 6, 4) },
    ])
    const before = applyEdits(rich, layoutEdits(rich, layout)).document
    expect(checkEdited(before).problems).toMatchObject([{ message: `The container '${box.id}' is inside a tab` }])

    const [page] = before.pages
    if (!page) throw new Error('The example has a page.')
    const renamed = applyEdits(before, gestures.setHolderField(before, page.id, 'name', 'Renamed')).document
    expect(checkEdits(before, renamed).problems).toEqual([])
    const grouped = gestures.groupElements(before, [tabbed.elementId], 'group', 'tabbed-container')
    expect(grouped).toEqual({ refused: `The container '${tabbed.elementId}' is inside a tab` })
    const shrunk = { ...renamed, pages: renamed.pages.map((each) => ({ ...each, name: 1 as unknown as string })) }
    expect(checkEdits(before, shrunk).problems.length).toBeGreaterThan(0)
  })

  test('a page break stays one row high, however it is stretched', () => {
    const { document } = readFormN(examples.workbookSmall)
    const [page] = document.pages
    if (!page) throw new Error('The example has a page.')
    const insert: DocumentEdit = {
      op: 'insert',
      at: ['elements'],
      entry: newElement(document, 'break', 'page-break'),
      after: null,
      page: page.id,
    }
    const inserted = applyEdits(document, [insert]).document
    const stretched = placeNodes(inserted.layout, [
      { elementId: 'break', grid: { root: page.id }, rect: rectOf(1, 1, 24, 5) },
    ])
    const arranged = gestures.arrange(inserted, stretched)
    if (!('edits' in arranged)) throw new Error(arranged.refused)
    const next = applyEdits(inserted, arranged.edits).document
    expect(checkEdited(next).problems).toEqual([])
    expect(findNode(next.layout, 'break')?.node.row).toEqual({ start: 1, end: 2 })
  })

  test('the last page cannot be removed', () => {
    const { document } = readFormN(examples.workbookSmall)
    expect(gestures.removeHolder(document, document.pages[0]?.id ?? '')).toEqual([])
  })
})
