import {
  conditionHolds,
  isFormulaCondition,
  runSequence,
  type SequenceVariables,
  sequenceLimits,
} from '@octavo/core/document'
import { type Action, comparedBy } from './action.ts'
import { type ChosenMark, type Effect, EffectFailure, type EffectHost, sourcesOf } from './effect.ts'
import { isRunnable, runnerOf } from './runners.ts'
import { why } from './why.ts'

/** `not meant`: its condition does not hold. */
export type ActionEnd = 'done' | 'paused' | 'not meant'

export interface RunOptions {
  /** How many sequences led to this one, each by what it set. */
  depth?: number
  now?: () => number
}

/**
 * Runs the effects of an action one after the other, if its condition holds. Throws where one cannot do what it says; those after it do not
 * run, those for a failure do. An action that is paused meanwhile ends after the effect that is under way.
 */
export async function runAction(
  action: Action,
  host: EffectHost,
  chosen?: ChosenMark,
  { depth = 0, now = Date.now }: RunOptions = {},
): Promise<ActionEnd> {
  if (depth > sequenceLimits.depth) throw new EffectFailure('tooDeep')
  const run = new ActionRun(action, withOwnControls(host, depth), chosen)
  const { condition } = action
  if (condition) {
    const holds = run.holds(condition)
    // What needs no answer happens within the press: a new window is opened, and a query starts at once.
    if (!(holds instanceof Promise ? await holds : holds)) return 'not meant'
  }
  const ended = await runSequence(action, {
    now,
    isStopped: () => host.state.paused.isPaused(action.id),
    explain: why,
    holds: (test) => run.holds(test),
    run: (effect, step, variables) => run.step(effect, step, variables),
  })
  if (ended.end === 'failed') throw ended.error
  return ended.end === 'stopped' ? 'paused' : 'done'
}

/** One run of an action: where its steps find their values. */
class ActionRun {
  private readonly action: Action
  private readonly host: EffectHost
  private readonly chosen: ChosenMark | undefined

  constructor(action: Action, host: EffectHost, chosen: ChosenMark | undefined) {
    this.action = action
    this.host = host
    this.chosen = chosen
  }

  step(effect: Effect, step: number, _variables: SequenceVariables) {
    if (!isRunnable(effect)) throw new EffectFailure('notSupported')
    return runnerOf(effect)?.run(effect, this.host, this.chosen, { actionId: this.action.id, step })
  }

  holds(condition: Effect): boolean | Promise<boolean> {
    if (isFormulaCondition(condition)) throw new EffectFailure('notSupported')
    const { action, host, chosen } = this
    return conditionHolds(condition, sourcesOf(host, chosen), comparedBy(action, host, chosen))
  }
}

/**
 * The page shows a control that was set a moment later; the steps after it read it at once. A sequence that starts because of it knows how
 * many led to it.
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
