import { describe, expect, test } from 'vitest'
import { readFormN } from '../codecs/form-n.ts'
import { type ActionPlace, copyAction, pasteAction } from './index.ts'

const control = (id: string) => ({ id, kind: 'control', controlType: 'text', mode: 'equals', controlId: id })
const table = (id: string, name: string) => ({
  id,
  kind: 'table',
  name,
  source: { kind: 'warehouse-table', connectionId: 'c', path: ['s', id] },
  columns: [
    { id: `${id}-region`, name: 'Region', formula: '[Table/Region]' },
    { id: `${id}-net`, name: 'Net', formula: '[Table/Net]' },
  ],
  actions: [],
})
const documentOf = (pageId: string, elements: object[]) =>
  readFormN({ schemaVersion: 1, pages: [{ id: pageId, name: `Page ${pageId}`, elements }] }).document

const here = documentOf('p1', [
  control('Place'),
  control('Word'),
  table('orders', 'Orders'),
  { id: 'go', kind: 'button' },
])
const there = documentOf('q1', [control('Place'), table('sales', 'Sales')])

const columnsOf = (id: string) => [
  { columnId: `${id}-region`, name: 'Region' },
  { columnId: `${id}-net`, name: 'Net' },
]
const onCells = (id: string): ActionPlace => ({ trigger: 'on-select', columns: columnsOf(id), hasCells: true })
const onClick: ActionPlace = { trigger: 'on-click', columns: [], hasCells: false }

const set = (control: string, value: object) => ({ effect: 'set-control-value', control, value })
const ofColumn = (column: string) => ({ type: 'column', column })
const text = (value: string) => ({ type: 'constant', value: { type: 'text', value } })
const when = (column: string) => ({ type: 'column', column, condition: '=', value: 'East' })
const toPage = (page: string) => ({ effect: 'navigate', target: { type: 'page', page } })

const paste = (action: object, place: ActionPlace, document = here, columns = columnsOf('orders')) =>
  pasteAction(document, copyAction(here, { id: 'a', trigger: 'on-select', ...action }, columns), place, 'new')

describe('a pasted action', () => {
  test('is the copied one with an id and a trigger of its own', () => {
    const action = { name: 'Go there', effects: [set('Place', text('x'))], successToast: { title: 'Done' } }
    expect(paste(action, { ...onClick, trigger: 'on-context-menu', itemId: 'item' })).toEqual({
      action: { ...action, id: 'new', trigger: { on: 'on-context-menu', itemId: 'item' } },
      leftOut: [],
      hasLostCondition: false,
    })
  })

  test('uses the columns of its new host that have the same names', () => {
    const trigger = { on: 'on-select', columnId: 'orders-net', condition: when('orders-region') }
    const pasted = paste({ trigger, effects: [set('Place', ofColumn('orders-region'))] }, onCells('sales'), there)
    expect(pasted).toMatchObject({ leftOut: [], hasLostCondition: false })
    expect(pasted.action).toMatchObject({
      trigger: { on: 'on-select', columnId: 'sales-net', condition: when('sales-region') },
      effects: [set('Place', ofColumn('sales-region'))],
    })
  })

  test('leaves out the steps that need what does not exist, and names it', () => {
    const effects = [
      set('Place', text('x')),
      set('Word', text('x')),
      toPage('p1'),
      { effect: 'refresh-element', target: { type: 'element', element: 'orders' } },
      { effect: 'if-else', branches: [{ condition: { type: 'formula', formula: 'True' }, effects: [toPage('p1')] }] },
      { effect: 'if-else', branches: [{ condition: when('orders-net'), effects: [set('Place', text('x'))] }] },
      set('Place', ofColumn('orders-net')),
    ]
    const { action, leftOut } = paste({ effects, onFailure: [toPage('p1')] }, onClick, there)
    expect(action).toMatchObject({ effects: [set('Place', text('x'))], onFailure: [] })
    expect(leftOut).toEqual([
      { effect: 'set-control-value', missing: ['Word'] },
      { effect: 'navigate', missing: ['Page p1'] },
      { effect: 'refresh-element', missing: ['Orders'] },
      { effect: 'navigate', missing: ['Page p1'] },
      { effect: 'if-else', missing: ['Net'] },
      { effect: 'set-control-value', missing: ['Net'] },
      { effect: 'navigate', missing: ['Page p1'] },
    ])
  })

  test('keeps the branches of an if whose other steps are left out', () => {
    const branches = [
      { condition: { type: 'formula', formula: 'True' }, effects: [toPage('p1'), set('Place', text('x'))] },
      { condition: { type: 'control', control: 'Place', cond: '=', value: { type: 'text', value: 'x' } }, effects: [] },
    ]
    const { action } = paste({ effects: [{ effect: 'if-else', branches, else: [toPage('p1')] }] }, onClick, there)
    expect(action?.effects).toEqual([
      { effect: 'if-else', branches: [{ ...branches[0], effects: [set('Place', text('x'))] }, branches[1]], else: [] },
    ])
  })

  test('does not exist when none of its steps is left', () => {
    expect(paste({ effects: [toPage('p1')] }, onClick, there)).toMatchObject({
      action: null,
      leftOut: [{ effect: 'navigate', missing: ['Page p1'] }],
    })
  })

  const equals = { type: 'constant', cond: '=', value: { type: 'text', value: 'East' } }
  test.each([
    ['of a column that its host does not have', { on: 'on-select', condition: when('orders-net') }, onClick],
    [
      'of a control that does not exist',
      { on: 'on-select', condition: { ...equals, type: 'control', control: 'Word' } },
      onClick,
    ],
    ['of the selected value, on a click', { on: 'on-select', columnId: 'orders-net', condition: equals }, onClick],
  ])('without its condition %s is off', (_name, trigger, place) => {
    const pasted = paste({ trigger, effects: [set('Place', text('x'))] }, place, there)
    expect(pasted.hasLostCondition).toBe(true)
    expect(pasted.action).toMatchObject({ state: 'disabled', trigger: 'on-click' })
  })

  test('keeps a condition over the new value of a control', () => {
    const trigger = { on: 'on-change', condition: equals }
    const pasted = paste({ trigger, effects: [set('Place', text('x'))] }, { ...onClick, trigger: 'on-change' }, there)
    expect(pasted).toMatchObject({ hasLostCondition: false, action: { trigger } })
  })
})
