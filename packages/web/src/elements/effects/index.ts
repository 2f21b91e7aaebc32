import {
  type CellTest,
  canGive,
  canMean,
  cellPasses,
  type EffectName,
  type InputCell,
  sequenceLimits,
} from '@octavo/core/document'
import { callStoredProcedure } from './call-stored-procedure/run.ts'
import { changeRows } from './change-rows.ts'
import { clearControl } from './clear-control/run.ts'
import { closeOverlay } from './close-overlay/run.ts'
import { type ChosenMark, type Effect, EffectFailure, type EffectHost, type RunEffect, record } from './effect.ts'
import { generateIframeEvent } from './generate-iframe-event/run.ts'
import { navigate } from './navigate/run.ts'
import { openDocument } from './open-document/run.ts'
import { openOverlay } from './open-overlay/run.ts'
import { openUrl } from './open-url/run.ts'
import { refreshElement } from './refresh-element/run.ts'
import { selectTab } from './select-tab/run.ts'
import { setControlValue } from './set-control-value/run.ts'

export { type ChosenMark, type Effect, EffectFailure, type EffectHost } from './effect.ts'

const canGiveAll = (values: unknown) => Object.values(record(values)).every((value) => canGive(value))

interface Runner {
  run: RunEffect
  /** Whether its fields say something that the browser can do; always where this is absent. */
  can?: (effect: Effect) => boolean
}

/** How the browser runs each effect. */
const effects = {
  'open-url': { run: openUrl },
  'open-overlay': { run: openOverlay },
  'close-overlay': { run: closeOverlay },
  'set-control-value': { run: setControlValue, can: ({ value }) => canGive(value) },
  'clear-control': { run: clearControl },
  'insert-rows': { run: changeRows, can: ({ values }) => canGiveAll(values) },
  'update-rows': { run: changeRows, can: ({ values, whichRows }) => canGiveAll(values) && canMean(whichRows) },
  'delete-rows': { run: changeRows, can: ({ whichRows }) => canMean(whichRows) },
  'refresh-element': { run: refreshElement },
  navigate: { run: navigate },
  'open-document': { run: openDocument, can: ({ targetControls }) => canGiveAll(targetControls) },
  'select-tab': { run: selectTab },
  'call-stored-procedure': {
    run: callStoredProcedure,
    can: ({ arguments: given }) => Array.isArray(given) && given.every((value) => canGive(value)),
  },
  'generate-iframe-event': { run: generateIframeEvent, can: ({ values }) => canGiveAll(values) },
} satisfies Record<EffectName, Runner>

const runners: ReadonlyMap<unknown, Runner> = new Map(Object.entries(effects))

export type Trigger = 'on-click' | 'on-select' | 'on-primary-cta-click' | 'on-secondary-cta-click' | 'on-close'

/** A sequence of effects, as the document has it. */
export interface Action {
  id: string
  name: string | undefined
  effects: readonly Effect[]
  /** The column that has to be selected; undefined: any. */
  columnId: string | undefined
  condition: Effect | undefined
  toast: { title: string; text: string } | undefined
}

/** The enabled actions with a trigger, in their order. */
export function actionsOf(actions: unknown, trigger: Trigger): Action[] {
  if (!Array.isArray(actions)) return []
  return actions.flatMap((action: unknown) => {
    const { id, trigger: on, state, effects: list, name, successToast } = record(action)
    const { on: named = on, columnId, condition } = record(on)
    if (named !== trigger || state === 'disabled' || !Array.isArray(list)) return []
    const { showMessage, title, message } = record(successToast)
    const isShown = successToast !== undefined && showMessage !== 'hidden'
    return [
      {
        id: String(id),
        name: textOf(name),
        effects: list.map(record),
        columnId: textOf(columnId),
        condition: condition === undefined ? undefined : record(condition),
        toast: isShown && (title || message) ? { title: textOf(title) ?? '', text: textOf(message) ?? '' } : undefined,
      },
    ]
  })
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** True for an effect that the browser carries out. */
export function isRunnable(effect: Effect): boolean {
  const runner = runners.get(effect.effect)
  return runner !== undefined && (runner.can?.(effect) ?? true)
}

/** Whether an action does anything here; one that does, and has steps that cannot run, stops at the first of them. */
export const hasRunnable = ({ effects }: Action): boolean => effects.some(isRunnable)

/** Whether the selection is the one that the action waits for. */
export function isMeant({ columnId, condition }: Action, chosen: ChosenMark | undefined): boolean {
  if (columnId !== undefined && chosen?.columnId !== undefined && chosen.columnId !== columnId) return false
  if (!condition) return true
  const tested = condition.type === 'column' ? String(condition.column) : (columnId ?? chosen?.columnId)
  const [cell = null] = (tested === undefined ? undefined : chosen?.values.get(tested)) ?? []
  if (condition.type === 'column') return cellPasses(cell as InputCell, condition as unknown as CellTest)
  const { value } = record(condition.value)
  const wanted: unknown[] = Array.isArray(value) ? value : [value]
  return wanted.some((each) =>
    each === null ? cell === null : cellPasses(cell as InputCell, { condition: '=', value: each as string }),
  )
}

/**
 * Runs the effects of an action one after the other. Throws where one cannot do what it says; those after it do not run. An action that
 * is paused meanwhile ends after the effect that is under way.
 */
export async function runAction(action: Action, host: EffectHost, chosen?: ChosenMark): Promise<'done' | 'paused'> {
  if (action.effects.length > sequenceLimits.steps) throw new EffectFailure('tooMany')
  const until = Date.now() + sequenceLimits.seconds * 1000
  const seen = withOwnControls(host)
  for (const [step, effect] of action.effects.entries()) {
    if (host.state.paused.isPaused(action.id)) return 'paused'
    if (!isRunnable(effect)) throw new EffectFailure('notSupported')
    if (Date.now() > until) throw new EffectFailure('tooLong')
    const done = runners.get(effect.effect)?.run(effect, seen, chosen, { actionId: action.id, step })
    // What needs no answer happens within the press: a new window is opened, and a query starts at once.
    if (done instanceof Promise) await done
  }
  return 'done'
}

/** The page shows a control that was set a moment later; the steps after it read it at once. */
function withOwnControls(host: EffectHost): EffectHost {
  const own = new Map<string, string | undefined>()
  return {
    ...host,
    setControl(controlId, text) {
      own.set(controlId, text)
      host.setControl(controlId, text)
    },
    control(controlId) {
      const known = host.control(controlId)
      return known && own.has(controlId) ? { ...known, text: own.get(controlId) } : known
    },
  }
}
