import { type Effect, record } from '../effect.ts'

/**
 * Changes of the steps, branches and conditions of an action. Each function returns a new value and leaves its argument
 * unchanged.
 */

export type Step = Record<string, unknown>

export interface EditedAction {
  id: string
  trigger: unknown
  effects: Step[]
  name?: string
  state?: string
  successToast?: Record<string, unknown>
  failureToast?: Record<string, unknown>
  onFailure?: Step[]
}

export const stepsIn = (value: unknown): Step[] =>
  Array.isArray(value) ? value.map((step) => ({ ...record(step) })) : []

export const replaced = <Item>(list: readonly Item[], at: number, next: Item): Item[] =>
  list.map((each, index) => (index === at ? next : each))

export const removed = <Item>(list: readonly Item[], at: number): Item[] => list.filter((_, index) => index !== at)

/** Moves the item at one index to another. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** Replaces the effect of a step, which keeps its name. */
export const withEffect = ({ name }: Effect, effect: Effect): Step => ({
  ...(name === undefined ? {} : { name }),
  ...effect,
})

export function withName(step: Effect, name: string): Step {
  const { name: _, ...unnamed } = step
  return name === '' ? unnamed : { ...step, name }
}

/** The kinds of conditions: of the control that starts the action, of a selected column, a formula, of any control. */
export type ConditionKind = 'constant' | 'column' | 'formula' | 'control'

/** What a condition can be about. */
export interface ConditionSubjects {
  columns: readonly { columnId: string }[]
  controls: readonly { value: string }[]
  /** The action starts when a control gets another value. */
  hasOwnValue?: boolean
}

/** The kinds of conditions that can be chosen; the default one comes first. */
export function conditionKinds({ columns, controls, hasOwnValue = false }: ConditionSubjects): ConditionKind[] {
  return [
    ...(hasOwnValue ? (['constant'] as const) : []),
    ...(columns.length > 0 ? (['column'] as const) : []),
    'formula',
    ...(controls.length > 0 ? (['control'] as const) : []),
  ]
}

export function newCondition(kind: ConditionKind, { columns, controls }: Partial<ConditionSubjects> = {}): Effect {
  switch (kind) {
    case 'constant':
      return withValues({ type: 'constant', cond: 'In' }, [''])
    case 'control':
      return withValues({ type: 'control', control: controls?.[0]?.value ?? '', cond: 'In' }, [''])
    case 'column':
      return { type: 'column', column: columns?.[0]?.columnId ?? '', condition: '=', value: '' }
    case 'formula':
      return { type: 'formula', formula: 'True' }
  }
}

/** The condition with these values to compare with. Nothing written: the control has no value. */
export function withValues(condition: Effect, items: readonly string[]): Effect {
  const value = items.length === 1 && items[0] === '' ? [null] : items
  return { ...condition, value: { type: 'text-list', value } }
}

/** The action with other fields of its trigger; a trigger without fields is its name. */
export function withTrigger(action: EditedAction, change: { columnId?: unknown; condition?: unknown }): EditedAction {
  const { on: _, ...before } = record(action.trigger)
  const fields = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)
  const on = triggerOf(action)
  return { ...action, trigger: fields.length > 0 ? { on, ...Object.fromEntries(fields) } : on }
}

/** A trigger is its name, or an object that names it. */
export const triggerOf = ({ trigger }: EditedAction): unknown =>
  typeof trigger === 'string' ? trigger : record(trigger).on

const newBranch = (effects: Step[]): Step => ({ condition: newCondition('formula'), effects })

export const newFork = (first: Step): Step => ({ effect: 'if-else', branches: [newBranch([first])] })

export const withMoreBranches = (fork: Step): Step => ({
  ...fork,
  branches: [...stepsIn(fork.branches), newBranch([])],
})

export function withBranch(fork: Step, at: number, change: { condition?: Effect; effects?: Step[] }): Step {
  const branches = stepsIn(fork.branches)
  return { ...fork, branches: replaced(branches, at, { ...branches[at], ...change }) }
}

export const withoutBranch = (fork: Step, at: number): Step => ({
  ...fork,
  branches: removed(stepsIn(fork.branches), at),
})

/** Undefined: no else. */
export function withElse(fork: Step, effects: Step[] | undefined): Step {
  const { else: _, ...rest } = fork
  return effects ? { ...rest, else: effects } : rest
}

/** The message when a step failed; undefined: the default message. */
export function withFailureToast(action: EditedAction, toast: Record<string, unknown> | undefined): EditedAction {
  const { failureToast, ...rest } = action
  return toast ? { ...rest, failureToast: { showMessage: 'shown', ...failureToast, ...toast } } : rest
}

/** The steps that run when one has failed; undefined: none. */
export function withFailureSteps(action: EditedAction, steps: Step[] | undefined): EditedAction {
  const { onFailure: _, ...rest } = action
  return steps ? { ...rest, onFailure: steps } : rest
}

/** Whether two versions of some actions differ in one field, as they do with every key that is typed into it. */
export const isOneField = (before: unknown, after: unknown): boolean => differences(before, after) === 1

/** How many fields differ; one that is only in one version counts as the fields in it. */
function differences(before: unknown, after: unknown): number {
  if (before === after) return 0
  if (!isObject(before) && !isObject(after)) return 1
  const [one, other] = [entriesOf(before), entriesOf(after)]
  const names = new Set([...one.keys(), ...other.keys()])
  return [...names].reduce((count, name) => count + differences(one.get(name), other.get(name)), 0)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const entriesOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(isObject(value) ? Object.entries(value) : [])
