import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyDocument, findControl, layoutNodes, serializeDocument, withoutPages } from './index.ts'
import { someDocument } from './testing/random-edits.ts'

test('the content of removed pages occurs nowhere in the rest', () => {
  fc.assert(
    fc.property(someDocument, fc.nat(), (document, pick) => {
      const page = document.pages[pick % Math.max(1, document.pages.length)]
      fc.pre(page !== undefined)
      const before = serializeDocument(document)
      const left = withoutPages(document, new Set([page?.id ?? '']))
      expect(serializeDocument(document)).toBe(before)
      expect(left.pages).toHaveLength(document.pages.length - 1)
      const kept = [...left.pages, ...left.overlays, ...left.panels].flatMap(({ elementIds }) => elementIds)
      expect(new Set(Object.keys(left.elements))).toEqual(new Set(kept))
      for (const id of Object.keys(left.bindings)) expect(kept).toContain(id)
      const placed = left.layout.flatMap((root) => layoutNodes(root).map(({ elementId }) => elementId))
      expect(kept).toEqual(expect.arrayContaining(placed))
    }),
    { numRuns: 200 },
  )
})

test('a control that a remaining page repeats moves to that page', () => {
  const document = emptyDocument('workbook')
  const control = (id: string, more: object) => ({ id, kind: 'control', controlId: 'Region', ...more })
  document.elements = {
    first: control('first', { controlType: 'list', value: 'West' }),
    second: control('second', { controlType: 'synced' }),
    third: control('third', { controlType: 'synced' }),
  }
  document.pages = [
    { id: 'hidden', name: 'Hidden', elementIds: ['first'], visibility: 'hidden' },
    { id: 'shown', name: 'Shown', elementIds: ['second', 'third'] },
  ]
  const span = { start: 1, end: 2 }
  const at = (elementId: string) => ({ tag: 'Element' as const, elementId, column: span, row: span })
  const box = { tag: 'Container' as const, elementId: 'third', column: span, row: span, columns: 2 }
  document.layout = [
    { tag: 'Page', id: 'hidden', columns: 24, children: [at('first')] },
    { tag: 'Page', id: 'shown', columns: 24, children: [{ ...box, children: [at('second')] }] },
  ]
  const left = withoutPages(document, new Set(['hidden']))
  expect(left.pages).toEqual([{ id: 'shown', name: 'Shown', elementIds: ['first', 'third'] }])
  expect(Object.keys(left.elements)).toEqual(['first', 'third'])
  expect(findControl(left, 'Region')).toMatchObject({ id: 'first', value: 'West' })
  expect(left.layout.map((root) => layoutNodes(root).map(({ elementId }) => elementId))).toEqual([['third', 'first']])
})

test('without hidden pages the result is the same object', () => {
  const document = emptyDocument('workbook')
  expect(withoutPages(document, new Set(['elsewhere']))).toBe(document)
})
