import { type ActionTrigger, type Compared, isControl, isFork, stepsOf } from '@octavo/core/document'
import { type ChosenMark, type Effect, type EffectHost, record } from './effect.ts'
import { isRunnable } from './runners.ts'

export type Trigger = ActionTrigger

/** A sequence of effects, as the document has it. */
export interface Action {
  id: string
  name: string | undefined
  effects: readonly Effect[]
  /** The effects that run when one of the others failed. */
  onFailure: readonly Effect[]
  /** The column that has to be selected; undefined: any. */
  columnId: string | undefined
  /** The item of the menu of the element that starts it. */
  itemId: string | undefined
  condition: Effect | undefined
  /** Messages on success and on failure. Undefined: no message on success, the default message on failure. */
  toast: ToastText | undefined
  failureToast: ToastText | undefined
}

export interface ToastText {
  title: string
  text: string
}

/** What is said of the end of a run; the usual tone is that of the end. */
export interface RunMessage extends ToastText {
  tone?: 'done' | 'warning' | 'danger'
}

/** The enabled actions with a trigger, in their order. */
export function actionsOf(actions: unknown, trigger: Trigger): Action[] {
  if (!Array.isArray(actions)) return []
  return actions.flatMap((action: unknown) => {
    const { id, trigger: on, state, effects: list, onFailure, name, successToast, failureToast } = record(action)
    const { on: named = on, columnId, itemId, condition } = record(on)
    if (named !== trigger || state === 'disabled' || !Array.isArray(list)) return []
    return [
      {
        id: String(id),
        name: textOf(name),
        effects: list.map(record),
        onFailure: Array.isArray(onFailure) ? onFailure.map(record) : [],
        columnId: textOf(columnId),
        itemId: textOf(itemId),
        condition: condition === undefined ? undefined : record(condition),
        toast: toastOf(successToast),
        failureToast: toastOf(failureToast),
      },
    ]
  })
}

function toastOf(toast: unknown): ToastText | undefined {
  const { showMessage, title, message } = record(toast)
  if (showMessage === 'hidden' || !(title || message)) return undefined
  return { title: textOf(title) ?? '', text: textOf(message) ?? '' }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Whether an action has an effect here. If some of its steps cannot run, it stops at the first of them. */
export const hasRunnable = ({ effects }: Action): boolean =>
  stepsOf(effects).some((effect) => !isFork(effect) && isRunnable(effect))

/** Whether the pressed column is the one that the action is limited to; true if it is not limited. */
export const isOfColumn = ({ columnId }: Action, chosen: ChosenMark | undefined): boolean =>
  columnId === undefined || chosen?.columnId === undefined || chosen.columnId === columnId

/** What a condition on a constant is about: the pressed column, or the control whose change started the action. */
export function comparedBy({ columnId }: Action, host: EffectHost, chosen: ChosenMark | undefined): Compared {
  const pressed = columnId ?? chosen?.columnId
  if (pressed !== undefined) return { columnId: pressed }
  const element = host.element(host.hostId)
  return element && isControl(element) ? { controlId: element.controlId } : undefined
}
