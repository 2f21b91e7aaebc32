import { describe, expect, test } from 'vitest'
import { checkEdited } from './check-edited.ts'
import { readFormC, writeFormC } from './codecs/form-c.ts'
import { readFormN, writeFormN } from './codecs/form-n.ts'
import { applyEdits } from './edits/index.ts'
import { embeddedContent } from './embedded-content.ts'
import { setHolderField } from './gestures/index.ts'
import { overlayColor } from './overlay-color.ts'
import { publicDocument } from './public-document.ts'

const x = { backgroundColor: '#0f766e', note: 'Of the author' }
const body = {
  schemaVersion: 1,
  pages: [
    { id: 'p', name: 'Page', elements: [] },
    { id: 'm', type: 'modal', name: 'Modal', elements: [], x },
    { id: 'd', type: 'drawer', name: 'Drawer', elements: [], x },
  ],
  x: { popovers: [{ id: 'o', type: 'popover', name: 'Popover', elements: [], x }] },
}
const { document, problems, warnings } = readFormN(body)
const colors = ({ overlays }: typeof document) => overlays.map(overlayColor)
const all = ['#0f766e', '#0f766e', '#0f766e']

test.each([
  [{ type: 'modal', x }, '#0f766e'],
  [{ type: 'drawer', x: { backgroundColor: '#FFF' } }, '#FFF'],
  [{ type: 'popover', x }, '#0f766e'],
  [{ type: 'modal' }, undefined],
  [{ type: 'modal', x: {} }, undefined],
  [{ type: 'modal', x: { backgroundColor: 'url(https://octavo.test/a)' } }, undefined],
  [{ type: 'modal', x: { backgroundColor: { kind: 'theme', ref: 'a' } } }, undefined],
  [{ type: 'page', x }, undefined],
  [{ type: 'header', x }, undefined],
  [{ x }, undefined],
])('of %j is %s', (holder, color) => expect(overlayColor(holder)).toBe(color))

describe('the color of an overlay', () => {
  test('is kept by every form of the document', () => {
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
    expect(colors(document)).toEqual(all)
    expect(colors(readFormN(writeFormN(document)).document)).toEqual(all)
    for (const form of ['C', 'D'] as const) {
      const read = readFormC(writeFormC(document, form), form)
      expect(read.problems).toEqual([])
      expect(colors(read.document)).toEqual(all)
    }
  })

  test('is set by an edit and reset by the opposite one', () => {
    const set = applyEdits(document, setHolderField(document, 'm', 'x', { ...x, backgroundColor: '#123456' }))
    expect(checkEdited(set.document).problems).toEqual([])
    expect(colors(set.document)).toEqual(['#123456', '#0f766e', '#0f766e'])
    const without = applyEdits(document, setHolderField(document, 'm', 'x', undefined)).document
    expect(colors(without)).toEqual([undefined, '#0f766e', '#0f766e'])
  })

  test('is in the document for readers of an embed, which has no other part of x', () => {
    const shown = embeddedContent(document, { type: 'workbook', id: null })
    if (!shown) throw new Error('Nothing is shown.')
    const open = publicDocument(document, shown)
    expect(open.overlays.map(({ id, x }) => ({ id, x }))).toEqual(
      document.overlays.map(({ id }) => ({ id, x: { backgroundColor: '#0f766e' } })),
    )
  })
})
