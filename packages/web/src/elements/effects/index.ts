import { closeOverlay } from './close-overlay/run.ts'
import type { EffectHost, RunEffect } from './effect.ts'
import { navigate } from './navigate/run.ts'
import { openOverlay } from './open-overlay/run.ts'
import { selectTab } from './select-tab/run.ts'

export type { EffectHost } from './effect.ts'

/** The effects that run in the browser, by their name in the document. */
export const effects = {
  'open-overlay': openOverlay,
  'close-overlay': closeOverlay,
  'select-tab': selectTab,
  navigate,
} satisfies Record<string, RunEffect>

export type EffectName = keyof typeof effects

type Trigger = 'on-click' | 'on-select' | 'on-primary-cta-click' | 'on-secondary-cta-click' | 'on-close'

/** The effects of all enabled actions with a trigger, in their order. */
export function effectsOf(actions: unknown, trigger: Trigger): Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(actions)) return []
  return actions.flatMap((action: unknown) => {
    if (typeof action !== 'object' || action === null) return []
    const { trigger: on, state, effects: list } = action as Record<string, unknown>
    const name = typeof on === 'object' && on !== null && 'on' in on ? on.on : on
    return name === trigger && state !== 'disabled' && Array.isArray(list) ? (list as Record<string, unknown>[]) : []
  })
}

/** True for an effect that `runEffects` carries out. */
export function isRunnable({ effect }: Readonly<Record<string, unknown>>): boolean {
  return typeof effect === 'string' && Object.hasOwn(effects, effect)
}

export function runEffects(list: readonly Readonly<Record<string, unknown>>[], host: EffectHost): void {
  for (const effect of list) if (isRunnable(effect)) effects[effect.effect as EffectName](effect, host)
}
