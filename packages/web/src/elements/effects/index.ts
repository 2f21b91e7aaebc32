import type { EffectName } from '@octavo/core/document'
import { closeOverlay } from './close-overlay/run.ts'
import type { ChosenMark, EffectHost, RunEffect } from './effect.ts'
import { navigate } from './navigate/run.ts'
import { openOverlay } from './open-overlay/run.ts'
import { selectTab } from './select-tab/run.ts'
import { canSetControl, setControlValue } from './set-control-value/run.ts'

export type { ChosenMark, EffectHost } from './effect.ts'

/** How the browser runs each effect; null where it does not yet, and the element says so. */
const effects = {
  'open-url': null,
  'open-overlay': openOverlay,
  'close-overlay': closeOverlay,
  'set-control-value': setControlValue,
  'clear-control': null,
  'insert-rows': null,
  'update-rows': null,
  'delete-rows': null,
  'refresh-element': null,
  navigate,
  'open-document': null,
  'select-tab': selectTab,
} satisfies Record<EffectName, RunEffect | null>

/** The effects that run in the browser. */
export type RunnableEffect = {
  [Name in EffectName]: (typeof effects)[Name] extends null ? never : Name
}[EffectName]

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
export function isRunnable(effect: Readonly<Record<string, unknown>>): boolean {
  if (effect.effect === 'set-control-value') return canSetControl(effect)
  return runnerOf(effect.effect) !== undefined
}

/** Runs effects in their order; `chosen` is what is selected, for actions on a selection. */
export function runEffects(
  list: readonly Readonly<Record<string, unknown>>[],
  host: EffectHost,
  chosen?: ChosenMark,
): void {
  for (const effect of list) runnerOf(effect.effect)?.(effect, host, chosen)
}

const runners: ReadonlyMap<unknown, RunEffect | null> = new Map(Object.entries(effects))

function runnerOf(name: unknown): RunEffect | undefined {
  return runners.get(name) ?? undefined
}
