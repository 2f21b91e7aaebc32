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
    { condition: mark, effects: [set(mark)] },
    { condition: mark, effects: [] },
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
    ['a control that is not shown', { effects: [set(constant('x'), 'Far'), go] }, act({ effects: [go] })],
    ['the value of one', { effects: [set({ type: 'control', control: 'Far' })] }, undefined],
    [
      'branches, of which one does nothing here',
      { effects: [{ effect: 'if-else', branches, else: [go] }] },
      act({ effects: [{ effect: 'if-else', branches: markedBranches, else: [go] }] }),
    ],
    ['branches that do nothing here', { effects: [{ effect: 'if-else', branches: branches.slice(1) }] }, undefined],
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
    ['a comparison with what nobody knows', { trigger: waits(isSecret), effects: [go] }, undefined],
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
    ['an item of a menu', { trigger: { on: 'on-context-menu', itemId: 'i' }, effects: [go] }, undefined],
    ['what is turned off', { state: 'disabled', effects: [go] }, undefined],
    ['an overlay', { effects: [set(formula('[Secret]'))] }, act({ effects: [set(mark)] }), 'dialog'],
    ['rows', { effects: [insert] }, undefined],
  ])('%s', (_name, action, expected, hostId = 'go') => {
    const { given } = embedOf(action, hostId)
    expect(given).toEqual(expected && [expected])
    expect(JSON.stringify(given ?? [])).not.toMatch(/secret/i)
  })

  test('have the formulas where readers have their marks', () => {
    const { given, kept } = embedOf({
      effects: [insert, { effect: 'if-else', branches, else: [go] }, set(formula('1'))],
    })
    expect(kept?.steps.map(({ effect }) => effect)).toEqual([
      'if-else',
      'set-control-value',
      'navigate',
      'set-control-value',
    ])
    expect(kept?.steps[1]).toEqual(set(formula('[Secret]')))
    expect(JSON.stringify(given)).not.toContain('insert-rows')
  })
})
