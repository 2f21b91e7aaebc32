import type { ControlElement } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { PageState } from '../../editor/index.ts'
import { effectsOf, isRunnable, runEffects } from './index.ts'

function host() {
  const shown: string[] = []
  const state = new PageState()
  const texts = new Map<string, string | undefined>()
  const lists = { Region: { mode: 'include' }, One: { selectionMode: 'single' } } as const
  return {
    state,
    shown,
    tabCount: () => 3,
    texts,
    control: (controlId: string) => {
      const fields = Object.hasOwn(lists, controlId) ? lists[controlId as keyof typeof lists] : undefined
      if (!fields) return undefined
      const element = { id: controlId, kind: 'control', controlId, controlType: 'list', ...fields } as ControlElement
      return { element, text: texts.get(controlId) }
    },
    setControl: (controlId: string, text: string | undefined) => void texts.set(controlId, text),
    showPage: (id: string) => void shown.push(`page ${id}`),
    showElement: (id: string) => void shown.push(`element ${id}`),
  }
}

describe('effects of a click', () => {
  it('open and close overlays, the topmost first', () => {
    const target = host()
    runEffects(
      [
        { effect: 'open-overlay', overlayId: 'a' },
        { effect: 'open-overlay', overlayId: 'b' },
      ],
      target,
    )
    expect(target.state.openOverlays()).toEqual(['a', 'b'])
    runEffects([{ effect: 'close-overlay' }], target)
    expect(target.state.openOverlays()).toEqual(['a'])
  })

  it.each([
    [{ type: 'tab', index: 2 }, 2],
    [{ type: 'tab', index: 7 }, 0],
    [{ type: 'direction', direction: 'next' }, 1],
    [{ type: 'direction', direction: 'previous' }, 2],
  ])('select the tab %o', (selectedTab, expected) => {
    const target = host()
    runEffects([{ effect: 'select-tab', tabbedContainer: 'tabs', selectedTab }], target)
    expect(target.state.tabOf('tabs')).toBe(expected)
  })

  it('go to a page or an element', () => {
    const target = host()
    runEffects(
      [
        { effect: 'navigate', target: { type: 'page', page: 'p2' } },
        { effect: 'navigate', target: { type: 'element', element: 'e' } },
      ],
      target,
    )
    expect(target.shown).toEqual(['page p2', 'element e'])
  })

  it('set a control to what is selected, and clear it by the same selection or by none', () => {
    const target = host()
    const effect = (control: string, more = {}) => [
      { effect: 'set-control-value', control, value: { type: 'column', column: 'c' }, ...more },
    ]
    const choose = (list: Record<string, unknown>[], values: (string | null)[] | null, isAdding = false) => {
      runEffects(list, target, { values: new Map(values ? [['c', values]] : []), isAdding })
      return target.texts.get('Region') ?? target.texts.get('One')
    }
    expect(choose(effect('Region'), ['East'])).toBe('East')
    expect(choose(effect('Region'), ['West, far'])).toBe('West%2C far')
    expect(choose(effect('Region'), [null], true)).toBe('West%2C far,:null')
    expect(choose(effect('Region'), ['West, far'], true)).toBe(':null')
    expect(choose(effect('Region'), [null])).toBeUndefined()
    expect(choose(effect('Region'), ['East'])).toBe('East')
    expect(choose(effect('Region'), null)).toBeUndefined()
    expect(choose(effect('Region', { selectionMode: 'add' }), ['East'])).toBe('East')
    expect(choose(effect('Region', { selectionMode: 'add' }), ['West'])).toBe('East,West')
    expect(choose(effect('Region', { selectionMode: 'remove' }), ['East'])).toBe('West')
    expect(choose(effect('Region', { selectionMode: 'remove' }), ['West'])).toBeUndefined()
    expect(choose(effect('One'), ['North'])).toBe('North')
    // A mark of another column says nothing of this one.
    runEffects(effect('One'), target, { values: new Map([['d', ['x']]]), isAdding: false })
    expect(target.texts.get('One')).toBe('North')
    runEffects(effect('Gone'), target, { values: new Map([['c', ['x']]]), isAdding: false })
  })

  it('set a control to a constant, once and again', () => {
    const target = host()
    const value = { type: 'constant', value: { type: 'text-list', value: ['East', 'West'] } }
    const effects = [{ effect: 'set-control-value', control: 'Region', value }]
    expect(effects.every(isRunnable)).toBe(true)
    runEffects(effects, target)
    runEffects(effects, target)
    expect(target.texts.get('Region')).toBe('East,West')
    const formula = { effect: 'set-control-value', control: 'Region', value: { type: 'formula', formula: '1' } }
    expect(isRunnable(formula)).toBe(false)
  })

  it('are those of enabled actions with the trigger, whichever way it is written', () => {
    const effect = { effect: 'close-overlay' }
    const actions = [
      { id: '1', trigger: 'on-click', effects: [effect] },
      { id: '2', trigger: { on: 'on-click' }, effects: [effect] },
      { id: '3', trigger: 'on-click', state: 'disabled', effects: [effect] },
      { id: '4', trigger: 'on-close', effects: [effect] },
    ]
    expect(effectsOf(actions, 'on-click')).toHaveLength(2)
  })
})
