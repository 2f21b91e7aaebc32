import { describe, expect, test } from 'vitest'
import type { WorkbookDocument } from '../api.ts'
import { findNode } from '../arrange/index.ts'
import { checkEdited } from '../check-edited.ts'
import { readFormN } from '../codecs/form-n.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { examples } from '../testing/examples.ts'
import { addOverlay, addOverlayButton, setElementField, setTabs, setWorkbookSetting } from './index.ts'

const { document } = readFormN(examples.workbookRich)

function after(before: WorkbookDocument, edits: readonly DocumentEdit[]): WorkbookDocument {
  const { document: next, dropped } = applyEdits(before, edits)
  expect(dropped).toEqual([])
  const known = new Set(checkEdited(before).problems.map(({ message }) => message))
  expect(checkEdited(next).problems.filter(({ message }) => !known.has(message))).toEqual([])
  return next
}

const box = Object.values(document.elements).find(({ kind }) => kind === 'container')?.id ?? ''
const tabbed = Object.values(document.elements).find(({ kind }) => kind === 'tabbed-container')?.id ?? ''
const { style: _style, ...plain } = document.elements[box] ?? { id: '', kind: '' }

describe('a field of an element', () => {
  const bare = applyEdits(document, [{ op: 'set', at: ['elements', { id: box }], value: plain }]).document

  test('creates the object around it if necessary, and removes the object with it', () => {
    const set = after(bare, setElementField(bare, box, ['style', 'backgroundColor'], '#ffffff'))
    expect(set.elements[box]?.style).toEqual({ backgroundColor: '#ffffff' })
    const gone = after(set, setElementField(set, box, ['style', 'backgroundColor'], undefined))
    expect(gone.elements[box]).toEqual(plain)
  })

  test('does not change the other fields of its object', () => {
    const one = after(bare, setElementField(bare, box, ['style', 'borderWidth'], 1))
    const two = after(one, setElementField(one, box, ['style', 'borderRadius'], 'pill'))
    expect(two.elements[box]?.style).toEqual({ borderWidth: 1, borderRadius: 'pill' })
  })
})

describe('tabs', () => {
  const node = findNode(document.layout, tabbed)?.node
  const grids = node?.tag === 'TabbedContainer' ? node.tabs : []
  const idsOf = (next: WorkbookDocument) => {
    const placed = findNode(next.layout, tabbed)?.node
    return placed?.tag === 'TabbedContainer'
      ? placed.tabs.map((tab) => tab.children.map(({ elementId }) => elementId))
      : []
  }
  const before = grids.map((tab) => tab.children.map(({ elementId }) => elementId))

  test('are swapped with their content', () => {
    const tabs = [
      { name: 'Second', from: 1 },
      { name: 'First', from: 0 },
      { name: 'Third', from: 2 },
    ]
    const next = after(document, setTabs(document, tabbed, tabs))
    expect(next.elements[tabbed]?.tabs).toEqual([{ name: 'Second' }, { name: 'First' }, { name: 'Third' }])
    expect(idsOf(next)).toEqual([before[1], before[0], before[2]])
  })

  test('are added empty', () => {
    const tabs = [...grids.map((_, from) => ({ name: `${from}`, from })), { name: 'New' }]
    expect(idsOf(after(document, setTabs(document, tabbed, tabs)))).toEqual([...before, []])
  })

  test('are removed with their content', () => {
    const next = after(document, setTabs(document, tabbed, [{ name: 'Only', from: 2 }]))
    expect(idsOf(next)).toEqual([before[2]])
    for (const id of [...(before[0] ?? []), ...(before[1] ?? [])]) expect(next.elements[id]).toBeUndefined()
  })

  describe('and the actions that name them', () => {
    const host = Object.values(document.elements).find(({ kind }) => kind === 'button')?.id ?? ''
    const select = (index: number) => ({
      effect: 'select-tab',
      tabbedContainer: tabbed,
      selectedTab: { type: 'tab', index },
    })
    const clear = (tab?: number) => ({
      effect: 'clear-control',
      scope: { type: 'container', container: tabbed, ...(tab === undefined ? {} : { tab }) },
    })
    const next = { ...select(0), selectedTab: { type: 'direction', direction: 'next' } }
    const fork = (effects: object[]) => ({
      effect: 'if-else',
      branches: [{ condition: { type: 'formula', formula: 'True' }, effects }],
    })
    const action = (effects: object[]) => [{ id: 'tabs', trigger: 'on-click', effects }]
    const effectsAfter = (effects: object[], tabs: Parameters<typeof setTabs>[2]) => {
      const acting = after(document, setElementField(document, host, ['actions'], action(effects)))
      return after(acting, setTabs(acting, tabbed, tabs)).elements[host]?.actions
    }

    test('follow a tab to its new position', () => {
      const tabs = [2, 0, 1].map((from) => ({ name: `${from}`, from }))
      const before = [select(0), clear(2), clear(), next, fork([select(2), clear(1)])]
      const moved = [select(1), clear(0), clear(), next, fork([select(0), clear(2)])]
      expect(effectsAfter(before, tabs)).toEqual(action(moved))
    })

    test('lose the effects on a removed tab, and only these', () => {
      const tabs = [1, 2].map((from) => ({ name: `${from}`, from }))
      const before = [select(0), select(1), clear(0), clear(2), clear(), fork([clear(0)])]
      expect(effectsAfter(before, tabs)).toEqual(action([select(0), clear(1), clear()]))
    })

    test('are reported when the container has no such tab', () => {
      const problems = (tab: number) =>
        checkEdited({
          ...document,
          elements: {
            ...document.elements,
            [host]: { ...document.elements[host], id: host, kind: 'button', actions: action([clear(tab)]) },
          },
        }).problems.filter(({ path }) => path.includes('scope.tab'))
      expect(problems(2)).toEqual([])
      expect(problems(3)).toHaveLength(1)
    })
  })
})

test('an overlay gets a button that opens it, in the next free place of a page', () => {
  const [page] = document.pages
  const made = after(document, addOverlay(document, 'details', 'modal', 'Details'))
  const ids = { id: 'open', actionId: 'a', overlayId: 'details', pageId: page?.id ?? '', text: 'Details' }
  const next = after(made, addOverlayButton(made, ids))
  expect(next.elements.open).toMatchObject({
    kind: 'button',
    text: 'Details',
    actions: [{ trigger: 'on-click', effects: [{ effect: 'open-overlay', overlayId: 'details' }] }],
  })
  expect(findNode(next.layout, 'open')?.rootId).toBe(page?.id)
})

test('a setting of the workbook creates the settings if necessary, and leaves nothing behind when it is removed', () => {
  const bare = { ...document, settings: {} }
  const next = after(bare, setWorkbookSetting(bare, ['theme', 'overrides', 'pageWidth'], 'medium'))
  expect(next.settings).toEqual({ theme: { overrides: { pageWidth: 'medium' } } })
  expect(after(next, setWorkbookSetting(next, ['theme', 'overrides', 'pageWidth'], undefined)).settings).toEqual({})
})
