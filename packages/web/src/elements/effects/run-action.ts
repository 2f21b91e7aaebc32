import type { SequenceState, SequenceValue, SequenceValuesRequest } from '@octavo/core/contract'
import {
  conditionHolds,
  isFormulaCondition,
  leftOutEffect,
  runSequence,
  type SequenceVariables,
  sequenceLimits,
  stepFormulas,
  withStepValues,
} from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { loadPart } from '../../load-part.ts'
import { type Action, comparedBy, type RunMessage, type ToastText } from './action.ts'
import { type ChosenMark, type Effect, EffectFailure, type EffectHost, FormulaFailure, sourcesOf } from './effect.ts'
import { isRunnable, runnerOf } from './runners.ts'
import { why } from './why.ts'

/** `not applicable`: the condition of the action does not hold. */
export type ActionEnd = 'done' | 'paused' | 'not applicable'

export interface RunOptions {
  /** Length of the chain of sequences that led to this one, each by setting a control. */
  depth?: number
  now?: () => number
  /** Called with the author's message about the end, or with the steps that are left out here, before the action ends. */
  say?: (message: RunMessage) => void
}

/**
 * Runs the effects of an action in order, if its condition holds. If an effect fails, the effects after it do not run,
 * the effects for failures do, and the error is thrown. An action that is paused meanwhile ends after the current
 * effect.
 */
export async function runAction(
  action: Action,
  host: EffectHost,
  chosen?: ChosenMark,
  { depth = 0, now = Date.now, say }: RunOptions = {},
): Promise<ActionEnd> {
  if (depth > sequenceLimits.depth) throw new EffectFailure('tooDeep')
  const run = new ActionRun(action, withOwnControls(host, depth), chosen)
  try {
    const end = await run.whole(now)
    if (say && end === 'done') await run.report(say)
    return end
  } catch (error) {
    // The words of the author may be about what the steps for a failure do.
    if (say && action.failureToast && !run.hasLeftOut()) say(await run.written(action.failureToast, 'failure', error))
    throw error
  }
}

type Values = ReadonlyMap<string, SequenceValue>

/** One run of an action: where its steps find their values. */
class ActionRun {
  private readonly action: Action
  private readonly host: EffectHost
  private readonly chosen: ChosenMark | undefined
  /** Values of the conditions of an if, which are requested together. */
  private readonly ofForks = new Map<number | undefined, Promise<Values>>()
  /** Effects of the steps that readers of a public embed cannot run. */
  private readonly leftOut = new Set<string>()
  private hasRun = false
  /** The variables at the end of the action. */
  private variables: SequenceVariables = { results: new Map() }

  constructor(action: Action, host: EffectHost, chosen: ChosenMark | undefined) {
    this.action = action
    this.host = host
    this.chosen = chosen
  }

  async whole(now: () => number): Promise<ActionEnd> {
    const { action, host } = this
    const { condition } = action
    if (condition) {
      const holds = this.holds(condition, this.variables)
      // Effects that need no response run during the click: a new window is opened, and a query starts immediately.
      if (!(holds instanceof Promise ? await holds : holds)) return 'not applicable'
    }
    const ended = await runSequence(action, {
      now,
      isStopped: () => host.state.paused.isPaused(action.id),
      explain: why,
      holds: (test, step, path, variables) => this.holds(test, variables, step, path),
      run: (effect, step, variables) => this.step(effect, step, variables),
    })
    this.variables = ended.variables
    if (ended.end === 'failed') throw ended.error
    return ended.end === 'stopped' ? 'paused' : 'done'
  }

  hasLeftOut = (): boolean => this.leftOut.size > 0

  /** Passes on the author's message. Where steps were left out it may not be true, and their names are passed on instead. */
  async report(say: (message: RunMessage) => void): Promise<void> {
    const { action, host, leftOut: steps, hasRun: isPart } = this
    if (steps.size === 0) {
      if (action.toast) say(await this.written(action.toast, 'success'))
      return
    }
    const { leftOutMessage } = await loadPart(() => import('./left-out.ts'))
    const message = leftOutMessage({ actionId: action.id, state: host.state, steps, isPart })
    if (message) say(message)
  }

  /** The author's message with the values of its formulas. Never throws. */
  async written(toast: ToastText, message: 'success' | 'failure', failure?: unknown): Promise<ToastText> {
    if (![toast.title, toast.text].some((text) => text.includes('{{'))) return toast
    const { results, error = failure === undefined ? undefined : { ...why(failure), step: 0 } } = this.variables
    const variables = { results, ...(error ? { error } : {}) }
    const ask = () => this.ask({ message }, variables)
    try {
      const { writtenMessage } = await loadPart(() => import('./written-message.ts'))
      return await writtenMessage(toast, { host: this.host, error, ask })
    } catch {
      return { title: '', text: error?.message ?? '' }
    }
  }

  private step(effect: Effect, step: number, variables: SequenceVariables) {
    if (!isRunnable(effect)) throw new EffectFailure('notSupported')
    if (effect.effect === leftOutEffect) {
      this.leftOut.add(String(effect.step))
      return
    }
    this.hasRun = true
    const runner = runnerOf(effect)
    const place = { actionId: this.action.id, step, state: this.state(variables) }
    const run = (ready: Effect) => runner?.run(ready, this.host, this.chosen, place)
    if (runner?.isOnServer || stepFormulas(effect).length === 0) return run(effect)
    return this.ask({ step }, variables).then((values) => run(withStepValues(effect, checked(values))))
  }

  /** Without a step the condition of the whole action. */
  private holds(
    condition: Effect,
    variables: SequenceVariables,
    step?: number,
    path = 'condition',
  ): boolean | Promise<boolean> {
    const { action, host, chosen } = this
    if (!isFormulaCondition(condition)) {
      return conditionHolds(condition, sourcesOf(host, chosen), comparedBy(action, host, chosen))
    }
    const asked = this.ofForks.get(step) ?? this.ask(step === undefined ? {} : { step }, variables)
    this.ofForks.set(step, asked)
    return asked.then((values) => valueAt(values, path)[0] === true)
  }

  private async ask(
    what: Pick<SequenceValuesRequest, 'step' | 'message'>,
    variables: SequenceVariables,
  ): Promise<Values> {
    const request = { ...what, ...this.state(variables) }
    const values = await this.host.computeValues(this.action.id, request)
    return new Map(values.map((value) => [value.path, value]))
  }

  private state({ results, error }: SequenceVariables): SequenceState {
    const { chosen, host } = this
    const texts = host.controlsIn({}).flatMap(({ controlId }): [string, string][] => {
      const text = host.control(controlId)?.text
      return text === undefined ? [] : [[controlId, text]]
    })
    return {
      ...(texts.length > 0 ? { controls: Object.fromEntries(texts) } : {}),
      ...(chosen && chosen.values.size > 0 ? { selection: selectionOf(chosen) } : {}),
      ...(results.size > 0 ? { results: Object.fromEntries(results) } : {}),
      ...(error ? { error } : {}),
    }
  }
}

/** At most this many selected values are sent. */
const mostSelected = 1_000

const selectionOf = ({ values }: ChosenMark) =>
  Object.fromEntries([...values].map(([columnId, cells]) => [columnId, cells.slice(0, mostSelected)]))

function valueAt(values: Values, path: string): readonly Cell[] {
  const value = values.get(path)
  if (!value || value.problem) throw new FormulaFailure(value?.problem ?? { code: 'not_found', message: path })
  return value.values
}

/** The values, none of which has a problem. */
function checked(values: Values): Values {
  for (const path of values.keys()) valueAt(values, path)
  return values
}

/**
 * The page shows a new control value a moment later; the following steps read it immediately. A sequence that starts
 * because of it is passed the length of the chain that led to it.
 */
function withOwnControls(host: EffectHost, depth: number): EffectHost {
  const own = new Map<string, string | undefined>()
  return {
    ...host,
    setControl(controlId, text) {
      own.set(controlId, text)
      host.setControl(controlId, text, { depth: depth + 1 })
    },
    control(controlId) {
      const known = host.control(controlId)
      return known && own.has(controlId) ? { ...known, text: own.get(controlId) } : known
    },
  }
}
