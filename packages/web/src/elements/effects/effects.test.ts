import { describe, expect, it } from 'vitest'
import { PageState } from '../../editor/index.ts'
import { effectsOf, runEffects } from './index.ts'

function host() {
  const shown: string[] = []
  const state = new PageState()
  return {
    state,
    shown,
    tabCount: () => 3,
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
