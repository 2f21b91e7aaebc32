import {
  applyEdits,
  conditionHolds,
  controlsOf,
  readFormN,
  runSequence,
  setElementField,
  validateDocument,
  writeFormN,
} from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { type Effect, record } from '../effect.ts'
import {
  conditionKinds,
  type EditedAction,
  isOneField,
  moved,
  newCondition,
  newFork,
  removed,
  replaced,
  type Step,
  stepsIn,
  triggerOf,
  withBranch,
  withEffect,
  withElse,
  withFailureSteps,
  withFailureToast,
  withMoreBranches,
  withName,
  withoutBranch,
  withTrigger,
  withValues,
} from './sequence-edits.ts'

const go = (page: string): Step => ({ effect: 'navigate', target: { type: 'page', page } })
const gone: Step = { effect: 'refresh-element', target: { type: 'element', element: 'go' } }
const columns = [{ columnId: 'r' }]
const controls = [{ value: 'Area' }]
const bare: EditedAction = { id: 'a', trigger: 'on-click', effects: [go('p1')] }

const { document: empty } = readFormN({
  schemaVersion: 1,
  pages: [
    {
      id: 'p1',
      name: 'First',
      elements: [
        { id: 'go', kind: 'button', text: 'Go' },
        { id: 'area', kind: 'control', controlType: 'list', controlId: 'Area', mode: 'include' },
      ],
    },
    { id: 'p2', name: 'Second', elements: [] },
    { id: 'p3', name: 'Third', elements: [] },
  ],
})

/** The action after it was stored and read again. */
function stored(action: EditedAction, elementId = 'go'): unknown {
  const { document } = applyEdits(empty, setElementField(empty, elementId, ['actions'], [action]))
  const read = validateDocument(writeFormN(document))
  expect([...read.problems, ...read.warnings]).toEqual([])
  const actions = read.document.elements[elementId]?.actions
  return Array.isArray(actions) ? actions[0] : undefined
}

/** If a formula is true, else if a control has a value, else. */
function forked(): Step {
  let fork = withMoreBranches(newFork(go('p1')))
  fork = withBranch(fork, 0, { condition: { type: 'formula', formula: '[Area] = "East"' } })
  fork = withBranch(fork, 1, {
    condition: withValues(newCondition('control', { controls }), ['West', 'North']),
    effects: [go('p2')],
  })
  return withElse(fork, [go('p3')])
}

describe('sequences of actions', () => {
  it('are built step by step', () => {
    let action: EditedAction = { ...bare, effects: [...bare.effects, forked()] }
    action = withTrigger(action, { condition: newCondition('formula') })
    action = withFailureToast(action, { title: 'Not done' })
    action = withFailureToast(action, { message: 'Try later' })
    action = withFailureSteps(action, [go('p3')])
    expect(stored(action)).toEqual({
      id: 'a',
      trigger: { on: 'on-click', condition: { type: 'formula', formula: 'True' } },
      effects: [
        go('p1'),
        {
          effect: 'if-else',
          branches: [
            { condition: { type: 'formula', formula: '[Area] = "East"' }, effects: [go('p1')] },
            {
              condition: {
                type: 'control',
                control: 'Area',
                cond: 'In',
                value: { type: 'text-list', value: ['West', 'North'] },
              },
              effects: [go('p2')],
            },
          ],
          else: [go('p3')],
        },
      ],
      failureToast: { showMessage: 'shown', title: 'Not done', message: 'Try later' },
      onFailure: [go('p3')],
    })
  })

  it('are unchanged after added parts are removed', () => {
    let action = withFailureSteps(withFailureToast(bare, { title: 'x' }), [gone])
    action = withTrigger(action, { condition: newCondition('formula') })
    action = withTrigger(action, { condition: undefined })
    expect(withFailureSteps(withFailureToast(action, undefined), undefined)).toEqual(bare)
    expect(withElse(withoutBranch(forked(), 1), undefined)).toEqual({
      effect: 'if-else',
      branches: [{ condition: { type: 'formula', formula: '[Area] = "East"' }, effects: [go('p1')] }],
    })
    expect(removed(replaced([go('p1'), gone], 1, go('p2')), 0)).toEqual([go('p2')])
  })

  it('keep the fields of a trigger when it is changed', () => {
    const item = { ...bare, trigger: { on: 'on-context-menu', itemId: 'i', columnId: 'r' } }
    const tested = withTrigger(item, { condition: newCondition('column', { columns }) })
    const condition = { type: 'column', column: 'r', condition: '=', value: '' }
    expect(tested.trigger).toEqual({ on: 'on-context-menu', itemId: 'i', columnId: 'r', condition })
    expect(withTrigger(tested, { columnId: undefined, condition: undefined }).trigger).toEqual({
      on: 'on-context-menu',
      itemId: 'i',
    })
    expect(triggerOf(tested)).toBe('on-context-menu')
  })

  it('keep the name of a step when its effect is changed', () => {
    const named = withName({ effect: 'call-api', apiConnectorId: 'c' }, 'rate')
    expect(named).toEqual({ effect: 'call-api', apiConnectorId: 'c', name: 'rate' })
    expect(stored({ ...bare, effects: [withEffect(named, go('p2'))] })).toMatchObject({
      effects: [{ ...go('p2'), name: 'rate' }],
    })
    expect(withName(named, '')).toEqual({ effect: 'call-api', apiConnectorId: 'c' })
    expect(withEffect(go('p1'), gone)).toEqual(gone)
  })

  it.each([
    [{ columns: [], controls: [] }, ['formula']],
    [{ columns, controls }, ['column', 'formula', 'control']],
    [{ columns: [], controls, hasOwnValue: true }, ['constant', 'formula', 'control']],
  ])('offer the conditions that are possible: %j', (subjects, kinds) => {
    expect(conditionKinds(subjects)).toEqual(kinds)
    const host = 'hasOwnValue' in subjects ? 'area' : 'go'
    const trigger = 'hasOwnValue' in subjects ? 'on-change' : 'on-select'
    for (const kind of conditionKinds(subjects)) {
      const condition = newCondition(kind, subjects)
      expect(stored(withTrigger({ ...bare, trigger }, { condition }), host)).toMatchObject({
        trigger: { on: trigger, condition },
      })
    }
  })

  it.each([
    ['East', true, ['p1', 'p1']],
    ['North', false, ['p1', 'p2']],
    ['South', false, ['p1', 'p3']],
  ])('run the branch that was made for %s', async (area, isTrue, shown) => {
    const pages: unknown[] = []
    const action = record(stored({ ...bare, effects: [go('p1'), forked()] }))
    await runSequence({ effects: stepsIn(action.effects) }, hostOf(area, isTrue, pages))
    expect(pages).toEqual(shown)
  })

  it('store "control has no value" as an empty list', () => {
    const condition = withValues(newCondition('control', { controls }), [''])
    expect(conditionHolds(condition, sourcesOf(''))).toBe(true)
    expect(conditionHolds(condition, sourcesOf('East'))).toBe(false)
    expect(conditionHolds(withValues(condition, ['East', 'West']), sourcesOf('West'))).toBe(true)
  })
})

function sourcesOf(area: string) {
  const [element] = controlsOf(empty)
  if (!element) throw new Error('No control.')
  return {
    element: (id: string) => empty.elements[id],
    control: () => ({ element, text: area }),
    column: () => undefined,
    time: { now: '2026-05-31T00:00:00Z', zone: 'UTC' },
  }
}

/** Collects the pages that are shown; the caller determines which formulas are true. */
function hostOf(area: string, isTrue: boolean, pages: unknown[]) {
  return {
    now: () => 0,
    run: (effect: Effect) => void pages.push(record(effect.target).page),
    holds: (condition: Effect) => (condition.type === 'formula' ? isTrue : conditionHolds(condition, sourcesOf(area))),
    isStopped: () => false,
    explain: () => ({ message: '', code: '' }),
  }
}

it.each<[string, unknown, unknown, boolean]>([
  ['a letter of a text', [{ effects: [go('p')] }], [{ effects: [go('p1')] }], true],
  ['the first letter of a field', [{ ...bare }], [{ ...bare, name: 'N' }], true],
  ['a further value of a list', [{ value: ['a'] }], [{ value: ['a', 'b'] }], true],
  ['nothing', [bare], [bare], false],
  ['two steps that change places', [go('a'), go('b')], moved([go('a'), go('b')], 0, 1), false],
  ['another step', [go('a')], [go('a'), go('b')], false],
  ['the first action', undefined, [bare], false],
])('one field differs: %s', (_name, before, after, expected) => {
  expect(isOneField(before, after)).toBe(expected)
})

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
])('an item is moved from %i to %i', (from, to, expected) => {
  expect(moved([...'abc'], from, to).join('')).toBe(expected)
})
