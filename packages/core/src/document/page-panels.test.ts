import { expect, test } from 'vitest'
import {
  applyEdits,
  checkEdited,
  type DocumentEdit,
  emptyDocument,
  panelsOfPage,
  setPagePanel,
  type WorkbookDocument,
} from './index.ts'

const base: WorkbookDocument = {
  ...emptyDocument('workbook'),
  pages: [
    { id: 'one', name: 'One', elementIds: [] },
    { id: 'two', name: 'Two', elementIds: [] },
  ],
  layout: [
    { tag: 'Page', id: 'one', columns: 24, children: [] },
    { tag: 'Page', id: 'two', columns: 24, children: [] },
  ],
}

function after(document: WorkbookDocument, edits: readonly DocumentEdit[]): WorkbookDocument {
  const applied = applyEdits(document, edits)
  expect(applied.dropped).toEqual([])
  expect(checkEdited(applied.document).problems).toEqual([])
  return applied.document
}
const headers = (document: WorkbookDocument) =>
  document.pages.map(({ id }) => panelsOfPage(document, id).header?.id ?? null)

test('a header is created for the first page that shows one, shared by the next, and kept when no page shows it', () => {
  const first = after(base, setPagePanel(base, 'one', 'header', true, 'head'))
  expect(headers(first)).toEqual(['head', null])
  const both = after(first, setPagePanel(first, 'two', 'header', true, 'other'))
  expect(both.panels).toHaveLength(1)
  expect(headers(both)).toEqual(['head', 'head'])
  const none = after(
    after(both, setPagePanel(both, 'one', 'header', false, 'x')),
    setPagePanel(both, 'two', 'header', false, 'x'),
  )
  expect(after(none, setPagePanel(none, 'one', 'header', true, 'x')).panels.map(({ id }) => id)).toEqual(['head'])
})

test('a sidebar is created beside the header, with its own setting', () => {
  const header = after(base, setPagePanel(base, 'one', 'header', true, 'head'))
  const both = after(header, setPagePanel(header, 'one', 'sidebar', true, 'side'))
  expect(panelsOfPage(both, 'one')).toMatchObject({ header: { id: 'head' }, sidebar: { id: 'side' } })
  expect(both.settings.navigation).toEqual({ pageHeader: 'enabled', pageSidebar: 'enabled' })
  const without = after(both, setPagePanel(both, 'one', 'sidebar', false, 'x'))
  expect(panelsOfPage(without, 'one').sidebar).toBeUndefined()
  expect(panelsOfPage(without, 'one').header).toBeDefined()
})

test.each([
  ['switched off', { navigation: { pageHeader: 'disabled' } }, ['one']],
  ['not switched on', {}, ['one']],
  ['assigned to no page', { navigation: { pageHeader: 'enabled' } }, undefined],
  ['assigned to another page', { navigation: { pageHeader: 'enabled' } }, ['two']],
] as const)('a header that is %s is not shown', (_, settings, pages) => {
  const panel = { id: 'head', type: 'header' as const, elementIds: [], ...(pages ? { pages: [...pages] } : {}) }
  expect(panelsOfPage({ ...base, settings, panels: [panel] }, 'one')).toEqual({})
})
