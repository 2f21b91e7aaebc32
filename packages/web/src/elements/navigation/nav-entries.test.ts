import { describe, expect, it } from 'vitest'
import { navEntries } from './nav-entries.ts'

const pages = [
  { id: 'p1', name: 'Overview' },
  { id: 'p2', name: 'Stores' },
  { id: 'p4', name: 'Details', visibility: 'hidden' as const },
]
const manual = (options: unknown[], more: object = {}) => ({
  id: 'n',
  kind: 'navigation',
  mode: 'manual',
  options,
  ...more,
})
const toPage = (pageId: string) => ({ type: 'page', pageId })

describe('the entries of a navigation', () => {
  it('are the pages that the reader may see, by the labels of the document', () => {
    const element = { id: 'n', kind: 'navigation', mode: 'auto', pageLabels: { p2: 'Shops', p3: 'Hidden' } }
    expect(navEntries(element, pages, '?').map(({ label }) => label)).toEqual(['Overview', 'Shops'])
  })

  it('leave out links to pages that the reader may not see, and menus that become empty', () => {
    const entries = navEntries(
      manual([
        { destination: toPage('p1') },
        { label: 'Secret', destination: toPage('p3') },
        { label: 'More', submenu: [{ label: 'Secret', destination: toPage('p3') }] },
        { label: 'Nowhere', destination: { type: 'none' } },
      ]),
      pages,
      '?',
    )
    expect(entries.map(({ label, destination }) => [label, destination])).toEqual([
      ['Overview', toPage('p1')],
      ['Nowhere', undefined],
    ])
  })

  it('have their icons unless these are hidden', () => {
    const option = { label: 'Home', icon: { type: 'emoji', emoji: '\u{1F3E0}' } }
    expect(navEntries(manual([option]), pages, '?')[0]?.icon).toBe('\u{1F3E0}')
    expect(navEntries(manual([option], { showIcons: 'hidden' }), pages, '?')[0]?.icon).toBeUndefined()
  })
})
