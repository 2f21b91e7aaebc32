import { expect, it } from 'vitest'
import type { WorkbookDocument } from '../api.ts'
import { checkEdited } from '../check-edited.ts'
import { readFormN } from '../codecs/form-n.ts'
import { contextMenuOf, leavesOf } from '../context-menu-items.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { ordersTable, workbookWith } from '../testing/examples.ts'
import { addContextMenuItem, removeContextMenuItem, renameContextMenuItem } from './context-menu.ts'

const on = (itemId: string, id = itemId) => ({
  id,
  trigger: { on: 'on-context-menu', itemId },
  effects: [{ effect: 'close-overlay' }],
})

const menu = [
  { id: 'a', name: 'Open' },
  {
    id: 'b',
    name: 'Send',
    items: [
      { id: 'b1', name: 'Mail' },
      { id: 'b2', name: 'Chat' },
    ],
  },
]
const { document } = readFormN(
  workbookWith([
    ordersTable({
      contextMenu: menu,
      actions: [on('a'), on('b1'), on('b2'), { ...on('a', 'c'), trigger: 'on-select' }],
    }),
  ]),
)
const table = (of: WorkbookDocument) => of.elements.orders ?? { id: '', kind: '' }

function findingsOf(of: WorkbookDocument): string[] {
  const { problems, warnings } = checkEdited(of)
  return [...problems, ...warnings].map(({ path }) => path)
}

function after(edits: readonly DocumentEdit[]) {
  const next = applyEdits(document, edits).document
  expect(findingsOf(next)).toEqual(findingsOf(document))
  const actions = table(next).actions as { id: string; trigger: { itemId?: string } }[] | undefined
  return {
    items: leavesOf(contextMenuOf(table(next))).map(({ id, name }) => `${id} ${name}`),
    actions: (actions ?? []).map(({ id, trigger }) => `${id} ${trigger.itemId ?? ''}`.trim()),
  }
}

it('the items without a submenu are the ones that start actions', () => {
  expect(leavesOf(contextMenuOf(table(document)))).toEqual([
    { id: 'a', name: 'Open' },
    { id: 'b1', name: 'Send › Mail' },
    { id: 'b2', name: 'Send › Chat' },
  ])
})

it.each([
  [
    'an item',
    addContextMenuItem(document, 'orders', { id: 'd', name: 'New' }),
    ['a Open', 'b1 Send › Mail', 'b2 Send › Chat', 'd New'],
    ['a a', 'b1 b1', 'b2 b2', 'c'],
  ],
  [
    'an item in another, with its actions',
    addContextMenuItem(document, 'orders', { id: 'd', name: 'New' }, 'a'),
    ['d Open › New', 'b1 Send › Mail', 'b2 Send › Chat'],
    ['a d', 'b1 b1', 'b2 b2', 'c'],
  ],
  [
    'a further item',
    addContextMenuItem(document, 'orders', { id: 'd', name: 'New' }, 'b'),
    ['a Open', 'b1 Send › Mail', 'b2 Send › Chat', 'd Send › New'],
    ['a a', 'b1 b1', 'b2 b2', 'c'],
  ],
  [
    'a name',
    renameContextMenuItem(document, 'orders', 'b2', 'Post'),
    ['a Open', 'b1 Send › Mail', 'b2 Send › Post'],
    ['a a', 'b1 b1', 'b2 b2', 'c'],
  ],
  [
    'a removal of an inner item',
    removeContextMenuItem(document, 'orders', 'b1'),
    ['a Open', 'b2 Send › Chat'],
    ['a a', 'b2 b2', 'c'],
  ],
  ['a removal with the items inside', removeContextMenuItem(document, 'orders', 'b'), ['a Open'], ['a a', 'c']],
])('changes the menu and the actions with it: %s', (_, edits, items, actions) => {
  expect(after(edits)).toEqual({ items, actions })
})

it.each(['b', 'gone'])('an action cannot start from the item %s', (itemId) => {
  const broken = readFormN(workbookWith([ordersTable({ contextMenu: menu, actions: [on(itemId)] })])).document
  expect(findingsOf(broken)).toContain('elements[#orders].actions[0].trigger.itemId')
})
