import { describe, expect, test } from 'vitest'
import { documentOfFormN } from './codecs/form-n-pages.ts'
import { withShownActions } from './public-actions.ts'
import { publicDocument } from './public-document.ts'
import { findSequence } from './sequences.ts'

const formula = (text: string) => ({ type: 'formula', formula: text })
const mark = formula('~')
const constant = (value: string) => ({ type: 'constant', value: { type: 'text', value } })
const set = (value: object, control = 'Own') => ({ effect: 'set-control-value', control, value })
const go = { effect: 'navigate', target: { type: 'page', page: 'one' } }
const open = { effect: 'open-url', url: 'https://example.com', openTarget: '_blank' }
const event = { effect: 'generate-iframe-event', eventName: 'picked' }
const toast = (title: string) => ({ showMessage: 'shown', title, message: 'Done' })
const left = (step: string) => ({ effect: 'left-out', step })
const insert = { effect: 'insert-rows', table: 'shown', values: { a: constant('x') } }

function embedOf(action: object, hostId: 'go' | 'own' | 'dialog' = 'go') {
  const actions = [{ id: 'act', trigger: 'on-click', ...action }]
  const on = (id: string) => (id === hostId ? { actions } : {})
  const text = (id: string, controlId: string) => ({
    id,
    kind: 'control',
    controlType: 'text',
    controlId,
    mode: 'equals',
  })
  const document = documentOfFormN({
    schemaVersion: 1,
    pages: [
      {
        id: 'one',
        name: 'One',
        elements: [
          { id: 'go', kind: 'button', text: 'Go', ...on('go') },
          { ...text('own', 'Own'), ...on('own') },
        ],
      },
      { id: 'dialog', type: 'modal', name: 'Dialog', elements: [], ...on('dialog') },
    ],
  })
  const { elements, overlays } = publicDocument(document, document)
  const host = elements[hostId] ?? overlays.find(({ id }) => id === hostId)
  return { given: host?.actions, kept: findSequence(withShownActions(document), 'act') }
}

describe('actions of public embeds', () => {
  const branches = [
    { condition: formula('[Secret]'), effects: [set(formula('[Secret]')), insert] },
    { condition: { type: 'control', control: 'Far', cond: '=', value: constant('secret').value }, effects: [insert] },
  ]
  const markedBranches = [
    { condition: mark, effects: [set(mark), left('insert-rows')] },
    { condition: mark, effects: [left('insert-rows')] },
  ]
  const act = (fields: object) => ({ id: 'act', trigger: 'on-click', ...fields })
  const waits = (condition: object, more: object = {}) => ({ on: 'on-click', ...more, condition })
  const isSecret = { type: 'constant', cond: '=', value: constant('secret').value }

  test.each<[string, object, object | undefined, ('go' | 'own' | 'dialog')?]>([
    ['a formula', { effects: [set(formula('[Secret]')), go] }, act({ effects: [set(mark), go] })],
    [
      'the ends of a range',
      { effects: [set({ type: 'formula-range', min: '[Secret]' })] },
      act({ effects: [set({ type: 'formula-range', min: '~', max: '' })] }),
    ],
    ['a value', { effects: [set(constant('x'))] }, act({ effects: [set(constant('x'))] })],
    [
      'a control that is not shown',
      { effects: [set(constant('x'), 'Far'), go] },
      act({ effects: [left('set-control-value'), go] }),
    ],
    [
      'the value of a control that is not shown',
      { effects: [set({ type: 'control', control: 'Far' })] },
      act({ effects: [left('set-control-value')] }),
    ],
    [
      'branches, one of which has no step that readers may run',
      { effects: [{ effect: 'if-else', branches, else: [go] }] },
      act({ effects: [{ effect: 'if-else', branches: markedBranches, else: [go] }] }),
    ],
    [
      'branches without a step that readers may run, without their conditions',
      { effects: [{ effect: 'if-else', branches: branches.slice(1) }, go] },
      act({ effects: [left('if-else'), go] }),
    ],
    [
      'a condition',
      { trigger: waits(formula('[Secret]')), effects: [go] },
      act({ trigger: waits(mark), effects: [go] }),
    ],
    [
      'a condition on a selected value',
      { trigger: waits({ type: 'column', column: 'a', condition: '=', value: 'secret' }), effects: [go] },
      act({ trigger: waits(mark), effects: [go] }),
    ],
    ['a comparison without a column or control', { trigger: waits(isSecret), effects: [go] }, undefined],
    [
      'a comparison with the control',
      { trigger: waits(isSecret), effects: [go] },
      act({ trigger: waits(mark), effects: [go] }),
      'own',
    ],
    [
      'a comparison with a column',
      { trigger: waits(isSecret, { columnId: 'a' }), effects: [go] },
      act({ trigger: waits(mark, { columnId: 'a' }), effects: [go] }),
    ],
    [
      'an item of a menu',
      { trigger: { on: 'on-context-menu', itemId: 'i' }, effects: [go] },
      act({ trigger: { on: 'on-context-menu', itemId: 'i' }, effects: [go] }),
    ],
    [
      'an address and an event for the host page',
      { effects: [open, { ...event, values: { a: formula('[Secret]'), b: constant('x') } }] },
      act({ effects: [open, { ...event, values: { a: mark, b: constant('x') } }] }),
    ],
    [
      'an address with formulas, which only the server knows',
      { effects: [{ ...open, url: 'https://{{[Secret]}}/?a={{[Own]}}&b={{Sum([T/Secret]) | .2f}}&c={{[Far]}}' }] },
      act({ effects: [{ ...open, url: 'https://{{ ~ }}/?a={{ [Own] }}&b={{ ~ | .2f }}&c={{ ~ }}' }] }),
    ],
    [
      'an event with the value of a control that is not shown',
      { effects: [{ ...event, values: { a: { type: 'control', control: 'Far' } } }, go] },
      act({ effects: [left('generate-iframe-event'), go] }),
    ],
    [
      'messages, with formulas that only the server knows as marks',
      {
        effects: [go],
        successToast: toast('{{[Own]}} {{ [Secret] | .2f }} {{[Far]}}'),
        failureToast: toast('{{[Error/Step]}}'),
      },
      act({
        effects: [go],
        successToast: toast('{{ [Own] }} {{ ~ | .2f }} {{ ~ }}'),
        failureToast: toast('{{ [Error/Step] }}'),
      }),
    ],
    [
      'no message that is hidden',
      { effects: [go], successToast: { ...toast('[Secret]'), showMessage: 'hidden' } },
      act({ effects: [go] }),
    ],
    [
      'steps for a failure',
      { effects: [go], onFailure: [set(formula('[Error/Code] & [Secret]')), insert] },
      act({ effects: [go], onFailure: [set(mark), left('insert-rows')] }),
    ],
    ['a disabled action', { state: 'disabled', effects: [go] }, undefined],
    ['an overlay', { effects: [set(formula('[Secret]'))] }, act({ effects: [set(mark)] }), 'dialog'],
    [
      'only the name of an effect that needs a right, without condition and messages',
      {
        trigger: waits(formula('[Secret]'), { columnId: 'a' }),
        effects: [insert],
        onFailure: [go],
        successToast: toast('secret'),
      },
      act({ trigger: { on: 'on-click', columnId: 'a' }, effects: [left('insert-rows')] }),
    ],
    ['no action on a change if it would need rights', { trigger: 'on-change', effects: [insert] }, undefined, 'own'],
    ['no action on closing if it would need rights', { trigger: 'on-close', effects: [insert] }, undefined, 'dialog'],
  ])('%s', (_name, action, expected, hostId = 'go') => {
    const { given } = embedOf(action, hostId)
    expect(given).toEqual(expected && [expected])
    expect(JSON.stringify(given ?? [])).not.toMatch(/secret/i)
  })

  test('have the formulas at the paths of the marks that readers get', () => {
    const { given, kept } = embedOf({
      effects: [insert, { effect: 'if-else', branches, else: [go] }, set(formula('1'))],
    })
    expect(kept?.steps.map(({ effect }) => effect)).toEqual([
      'left-out',
      'if-else',
      'set-control-value',
      'left-out',
      'left-out',
      'navigate',
      'set-control-value',
    ])
    expect(kept?.steps[2]).toEqual(set(formula('[Secret]')))
    expect(given).toMatchObject([{ effects: [left('insert-rows'), { effect: 'if-else' }, set(mark)] }])
    expect(JSON.stringify(given)).not.toContain('shown')
  })

  test('are started by menu items, and items without actions are removed', () => {
    const item = (id: string) => ({ id, name: id, x: { note: 'secret' } })
    const start = (itemId: string, effects: object[]) => ({
      id: itemId,
      trigger: { on: 'on-context-menu', itemId },
      effects,
    })
    const table = {
      id: 'table',
      kind: 'table',
      source: { kind: 'table', elementId: 'orders' },
      columns: [],
      contextMenu: [
        item('a'),
        item('idle'),
        { ...item('more'), items: [item('b'), item('idle too')] },
        { ...item('none'), items: [item('c')] },
      ],
      actions: [start('a', [go]), start('b', [insert]), { ...start('c', [go]), state: 'disabled' }],
    }
    const pages = [{ id: 'one', name: 'One', elements: [table] }]
    const document = documentOfFormN({ schemaVersion: 1, pages })
    expect(publicDocument(document, document).elements.table?.contextMenu).toEqual([
      { id: 'a', name: 'a' },
      { id: 'more', name: 'more', items: [{ id: 'b', name: 'b' }] },
    ])
  })
})
