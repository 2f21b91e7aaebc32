import { expect, test } from 'vitest'
import type { WorkbookDocument } from '../api.ts'
import { findNode } from '../arrange/index.ts'
import { bindFormulas } from '../bindings.ts'
import { checkEdited } from '../check-edited.ts'
import { readFormN } from '../codecs/form-n.ts'
import { applyEdits, type DocumentEdit, invertEdits } from '../edits/index.ts'
import { serializeDocument } from '../storage.ts'
import { examples, workbookWith } from '../testing/examples.ts'
import * as gestures from './index.ts'

const warehouse = { kind: 'warehouse-table', connectionId: 'c', path: ['ORDERS'] }
const reads = (elementId: string) => ({ kind: 'table', elementId })
const column = (id: string, formula: string, name: string) => ({ id, formula, name })

/** Lines read orders, a chart reads lines; notes look up in orders; a control filters orders. */
const document = bindFormulas(
  readFormN(
    workbookWith([
      { id: 'orders', kind: 'table', name: 'Orders', source: warehouse, columns: [column('o', '[ORDERS/A]', 'A')] },
      { id: 'lines', kind: 'table', name: 'Lines', source: reads('orders'), columns: [column('l', '[Orders/A]', 'A')] },
      {
        id: 'chart',
        kind: 'bar-chart',
        name: 'Chart',
        source: reads('lines'),
        columns: [column('x', '[Lines/A]', 'A')],
        xAxis: { columnId: 'x' },
        yAxis: { columnIds: [] },
      },
      {
        id: 'notes',
        kind: 'table',
        name: 'Notes',
        source: { ...warehouse, path: ['NOTES'] },
        columns: [column('n', '[NOTES/A]', 'Key'), column('v', 'Lookup([Orders/A], [Key], [Orders/A])', 'Found')],
      },
      {
        id: 'pick',
        kind: 'control',
        controlId: 'Pick',
        controlType: 'text',
        mode: 'equals',
        name: 'Pick',
        filters: [{ source: reads('orders'), columnId: 'o' }],
      },
      { id: 'alone', kind: 'table', name: 'Alone', source: warehouse, columns: [column('a', '[ORDERS/A]', 'A')] },
    ]),
  ).document,
)
const page = { id: 'data', name: 'Data' }

/**
 * Applies a gesture like the editor, and checks what must hold for every gesture: the document stays valid, and undo restores it to the
 * byte.
 */
function after(before: WorkbookDocument, edits: readonly DocumentEdit[]): WorkbookDocument {
  const { document: next, dropped } = applyEdits(before, edits)
  expect(dropped).toEqual([])
  const known = new Set(checkEdited(before).problems.map(({ message }) => message))
  expect(checkEdited(next).problems.filter(({ message }) => !known.has(message))).toEqual([])
  const back = applyEdits(next, invertEdits(before, edits)).document
  expect(serializeDocument(back)).toBe(serializeDocument(before))
  return next
}

test.each([
  ['orders', ['lines', 'chart'], [{ elementId: 'notes', columnId: 'v' }], ['pick']],
  ['lines', ['chart'], [], []],
  ['chart', [], [], []],
  ['notes', [], [], []],
  ['alone', [], [], []],
])('the uses of %s', (id, readers, formulas, pointing) => {
  expect(gestures.usesOfElements(document, [id])).toEqual({ readers, formulas, pointing, filtered: [], copies: [] })
  expect(gestures.isUsed(document, [id])).toBe(readers.length + formulas.length > 0)
})

/** A control that filters orders, is read by a formula and a text, is set by a button and a modal, and has a copy. */
const withControls = bindFormulas(
  readFormN({
    ...workbookWith([
      { id: 'orders', kind: 'table', name: 'Orders', source: warehouse, columns: [column('o', '[ORDERS/A]', 'A')] },
      {
        id: 'sums',
        kind: 'table',
        name: 'Sums',
        source: { ...warehouse, path: ['SUMS'] },
        columns: [column('s', '[SUMS/A] * [Rate]', 'A')],
      },
      { ...control('narrow', 'Narrow'), filters: [{ source: reads('orders'), columnId: 'o' }] },
      control('rate', 'Rate'),
      control('set', 'Set'),
      control('twice', 'Twice'),
      { id: 'copy', kind: 'control', controlId: 'Twice', controlType: 'synced' },
      control('free', 'Free'),
      {
        id: 'button',
        kind: 'button',
        text: 'Now',
        actions: [{ id: 'a', trigger: 'on-click', effects: [{ effect: 'set-control-value', control: 'Set' }] }],
      },
    ]),
  }).document,
)

function control(id: string, controlId: string) {
  return { id, kind: 'control', controlId, controlType: 'text', mode: 'equals', name: controlId }
}

test.each([
  ['narrow', { filtered: ['orders'] }],
  ['rate', { formulas: [{ elementId: 'sums', columnId: 's' }] }],
  ['set', { pointing: ['button'] }],
  ['twice', { copies: ['copy'] }],
  ['copy', undefined],
  ['free', undefined],
])('the uses of the control %s', (id, uses) => {
  const none = { readers: [], formulas: [], pointing: [], filtered: [], copies: [] }
  expect(gestures.usesOfElements(withControls, [id])).toEqual({ ...none, ...uses })
  expect(gestures.isUsed(withControls, [id])).toBe(uses !== undefined)
})

test('elements that are removed with a control are not uses of it', () => {
  for (const ids of [
    ['narrow', 'orders'],
    ['rate', 'sums'],
    ['set', 'button'],
    ['twice', 'copy'],
  ]) {
    expect(gestures.isUsed(withControls, ids), ids.join(' ')).toBe(false)
  }
  expect(gestures.isUsed(withControls, ['free', 'orders'])).toBe(false)
})

test('elements that are removed together are not uses of each other', () => {
  const all = ['orders', 'lines', 'chart', 'notes']
  const { readers, formulas } = gestures.usesOfElements(document, all)
  expect([...readers, ...formulas]).toEqual([])
  expect(gestures.isUsed(document, all)).toBe(false)
})

test('a table with readers is kept on a hidden page, and its readers are unchanged', () => {
  const kept = after(document, gestures.keepAsData(document, ['orders'], page))
  expect(kept.elements).toEqual(document.elements)
  expect(kept.bindings).toEqual(document.bindings)
  expect(kept.pages.at(-1)).toMatchObject({ ...page, visibility: 'hidden', elementIds: ['orders'] })
  expect(findNode(kept.layout, 'orders')?.rootId).toBe('data')
})

test('of several elements, the ones that others read are kept with their sources; the rest is removed', () => {
  const kept = after(document, gestures.keepAsData(document, ['orders', 'lines', 'pick', 'alone'], page))
  expect(Object.keys(kept.elements).toSorted()).toEqual(['chart', 'lines', 'notes', 'orders'])
  expect(kept.pages.at(-1)?.elementIds.toSorted()).toEqual(['lines', 'orders'])
})

test('the second table goes to the hidden page of the first, below it', () => {
  const one = after(document, gestures.keepAsData(document, ['orders'], page))
  const two = after(one, gestures.keepAsData(one, ['lines'], { ...page, id: 'other' }))
  expect(two.pages.map(({ id }) => id)).toEqual(one.pages.map(({ id }) => id))
  const place = (id: string) => findNode(two.layout, id)
  expect(place('lines')?.rootId).toBe('data')
  expect(place('lines')?.node.row.start).toBe(place('orders')?.node.row.end)
})

test('a kept table is moved out of a removed container', () => {
  const grouped = gestures.groupElements(document, ['orders', 'alone'], 'box')
  if ('refused' in grouped) throw new Error(grouped.refused)
  const boxed = after(document, grouped.edits)
  const kept = after(boxed, gestures.keepAsData(boxed, ['box'], page))
  expect(Object.keys(kept.elements).toSorted()).toEqual(['chart', 'lines', 'notes', 'orders', 'pick'])
  expect(findNode(kept.layout, 'orders')?.rootId).toBe('data')
})

test('every table with readers in a large workbook can be kept, and its readers keep their source', () => {
  const rich = bindFormulas(readFormN(examples.workbookRich).document)
  const read = Object.keys(rich.elements).filter((id) => gestures.readersOf(rich, [id]).length > 0)
  expect(read.length).toBeGreaterThan(0)
  for (const id of read) {
    const readers = gestures.readersOf(rich, [id])
    const kept = after(rich, gestures.keepAsData(rich, [id], page))
    for (const reader of readers) expect(kept.elements[reader], `${reader} reads ${id}`).toEqual(rich.elements[reader])
  }
})

test('of an if-else only the steps on removed objects are removed; an if-else or action whose condition needs one is removed as a whole', () => {
  const go = { effect: 'navigate', target: { type: 'element', element: 'alone' } }
  const refresh = { effect: 'refresh-element', target: { type: 'element', element: 'chart' } }
  const ofPick = { type: 'control', control: 'Pick', cond: '=', value: { type: 'text', value: 'a' } }
  const always = { type: 'formula', formula: 'True' }
  const actions = [
    {
      id: 'a',
      trigger: 'on-click',
      effects: [
        { effect: 'if-else', branches: [{ condition: always, effects: [refresh, go] }], else: [refresh] },
        { effect: 'if-else', branches: [{ condition: ofPick, effects: [go] }] },
        { effect: 'if-else', branches: [{ condition: always, effects: [refresh] }] },
      ],
      onFailure: [refresh],
    },
    { id: 'b', trigger: { on: 'on-click', condition: ofPick }, effects: [go] },
  ]
  const button = { id: 'button', kind: 'button', text: 'Go', actions }
  const before = { ...document, elements: { ...document.elements, button } }
  const left = applyEdits(before, gestures.removeElements(before, ['chart', 'pick'])).document
  expect(left.elements.button?.actions).toEqual([
    {
      id: 'a',
      trigger: 'on-click',
      effects: [{ effect: 'if-else', branches: [{ condition: always, effects: [go] }], else: [] }],
      onFailure: [],
    },
  ])
})
