import { describe, expect, test } from 'vitest'
import type { DocumentElement, LayoutNode, WorkbookDocument } from './api.ts'
import { documentOfFormN } from './codecs/form-n-pages.ts'
import { embeddedContent } from './embedded-content.ts'

const text = (id: string) => ({ id, kind: 'text', body: id })
const place = { column: { start: 5, end: 17 }, row: { start: 9, end: 13 } }
const leaf = (elementId: string): LayoutNode => ({ tag: 'Element', elementId, ...place })

function workbook(): WorkbookDocument {
  const base = documentOfFormN({
    schemaVersion: 1,
    pages: [
      { id: 'one', name: 'One', elements: [text('a'), text('box'), text('inner')] },
      { id: 'two', name: 'Two', elements: [text('b')] },
      { id: 'hidden', name: 'Hidden', visibility: 'hidden', elements: [text('c')] },
    ],
  })
  const more: Record<string, DocumentElement> = { m: text('m'), h: text('h') }
  return {
    ...base,
    elements: { ...base.elements, ...more },
    overlays: [{ id: 'modal', type: 'modal', name: 'Modal', elementIds: ['m'] }],
    panels: [{ id: 'header', type: 'header', elementIds: ['h'], pages: ['one'] }],
    settings: { navigation: { pageHeader: 'enabled' } },
    layout: [
      {
        tag: 'Page',
        id: 'one',
        columns: 24,
        children: [leaf('a'), { tag: 'Container', elementId: 'box', columns: 12, ...place, children: [leaf('inner')] }],
      },
    ],
  }
}

const shown = (type: 'workbook' | 'page' | 'element', id: string | null = null) =>
  embeddedContent(workbook(), { type, id })
const idsOf = (document: WorkbookDocument | null) => document && Object.keys(document.elements).toSorted()

describe('what an embed shows', () => {
  test.each([
    ['workbook', null, ['a', 'b', 'box', 'h', 'inner', 'm'], ['one', 'two']],
    ['page', 'one', ['a', 'box', 'h', 'inner'], ['one']],
    ['page', 'two', ['b'], ['two']],
    ['element', 'a', ['a'], ['a']],
    ['element', 'box', ['box', 'inner'], ['box']],
    ['element', 'b', ['b'], ['b']],
  ] as const)('a %s %s', (type, id, elements, pages) => {
    const document = shown(type, id)
    expect(idsOf(document)).toEqual([...elements])
    expect(document?.pages.map((page) => page.id)).toEqual([...pages])
  })

  test.each([
    ['page', 'hidden'],
    ['page', 'modal'],
    ['page', 'a'],
    ['page', null],
    ['element', 'c'],
    ['element', 'm'],
    ['element', 'h'],
    ['element', 'one'],
    ['element', null],
  ] as const)('nothing is left of a %s %s', (type, id) => {
    expect(shown(type, id)).toBeNull()
  })

  test('an element fills its page, which has no name', () => {
    const box = shown('element', 'box')
    expect(box?.pages).toEqual([{ id: 'box', name: '', elementIds: ['box', 'inner'] }])
    expect(box?.layout).toMatchObject([
      { id: 'box', columns: 12, children: [{ column: { start: 1, end: 13 }, row: { start: 1, end: 5 } }] },
    ])
  })

  test('nothing refers to content that the embed does not show', () => {
    for (const part of ['a', 'box', 'b']) {
      expect(JSON.stringify(shown('element', part))).not.toMatch(
        /"(one|two|hidden|modal|header|c|m|h)"|One|Two|Hidden|Modal/,
      )
    }
    expect(JSON.stringify(shown('page', 'two'))).not.toMatch(/"(one|hidden|modal|header|a|c|m|h)"|One|Hidden|Modal/)
  })
})
