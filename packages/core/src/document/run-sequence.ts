import type { Cell } from '../types/index.ts'
import { EffectFailure, sequenceLimits } from './row-effects.ts'
import { branchesOf, isFork, stepsOf, variableOf } from './sequences.ts'

type Fields = Readonly<Record<string, unknown>>

/** The variables of a running sequence: results of earlier steps by name, and in the steps for a failure the error. */
export interface SequenceVariables {
  results: ReadonlyMap<string, Cell>
  error?: SequenceError
}

export interface SequenceError {
  message: string
  code: string
  /** Number of the failed step, from 1. */
  step: number
}

/** A sequence as stored in the document. */
export interface SequenceToRun {
  effects: readonly Fields[]
  onFailure?: readonly Fields[]
}

/** The operations of a sequence, which its runner implements. */
export interface SequenceHost {
  now: () => number
  /** Runs one effect; its result, if any, is available to later steps. Throws if the effect fails. */
  run: (effect: Fields, step: number, variables: SequenceVariables) => unknown
  /** Evaluates the condition of a branch. `step`: index of the `if-else` effect; `path`: path of the condition in it. */
  holds: (condition: Fields, step: number, path: string, variables: SequenceVariables) => boolean | Promise<boolean>
  /** True when no further step may start. */
  isStopped: () => boolean
  explain: (error: unknown) => Omit<SequenceError, 'step'>
  /** True for an error after which the whole sequence is retried: it is thrown, and the steps for a failure do not run. */
  isPassing?: (error: unknown) => boolean
}

/** How a sequence ended, with its variables. `after`: the error of a step for a failure. */
export type SequenceEnd = { variables: SequenceVariables } & (
  | { end: 'done' | 'stopped' }
  | { end: 'failed'; error: unknown; step: number; after?: unknown }
)

/**
 * Runs the effects one after the other. The first failure ends the sequence; then the steps for a failure run. Only promises are awaited,
 * so effects without one run synchronously.
 */
export async function runSequence(sequence: SequenceToRun, host: SequenceHost): Promise<SequenceEnd> {
  return new Run(sequence, host).run()
}

class Run {
  private readonly sequence: SequenceToRun
  private readonly host: SequenceHost
  private readonly numbers: ReadonlyMap<Fields, number>
  private readonly results = new Map<string, Cell>()
  private until: number
  private error: SequenceError | undefined
  /** Index of the current step. */
  private step = 0

  constructor(sequence: SequenceToRun, host: SequenceHost) {
    this.sequence = sequence
    this.host = host
    this.numbers = new Map(stepsOf(sequence.effects, sequence.onFailure).map((effect, index) => [effect, index]))
    this.until = host.now() + sequenceLimits.seconds * 1000
  }

  async run(): Promise<SequenceEnd> {
    const { effects, onFailure = [] } = this.sequence
    // No step runs, not even a step for a failure.
    if (this.numbers.size > sequenceLimits.steps) return this.failed(new EffectFailure('tooMany'))
    try {
      const end = await this.runAll(effects)
      return { end, variables: this.variables() }
    } catch (error) {
      if (this.host.isPassing?.(error)) throw error
      const failed = this.failed(error)
      if (onFailure.length === 0) return failed
      this.until = Math.max(this.until, this.host.now() + sequenceLimits.secondsAfterFailure * 1000)
      try {
        await this.runAll(onFailure)
        return failed
      } catch (after) {
        return { ...failed, after }
      }
    }
  }

  private failed(error: unknown) {
    this.error = { ...this.host.explain(error), step: this.step + 1 }
    return { end: 'failed' as const, error, step: this.step, variables: this.variables() }
  }

  private async runAll(effects: readonly Fields[]): Promise<'done' | 'stopped'> {
    for (const effect of effects) {
      if (this.host.isStopped()) return 'stopped'
      const step = this.numbers.get(effect) ?? 0
      this.step = step
      if (this.host.now() > this.until) throw new EffectFailure('tooLong')
      if (isFork(effect)) {
        if ((await this.runFork(effect, step)) === 'stopped') return 'stopped'
        continue
      }
      const given = this.host.run(effect, step, this.variables())
      const result = given instanceof Promise ? await given : given
      const name = variableOf(effect)
      if (name !== undefined && isCell(result)) this.results.set(name, result)
    }
    return 'done'
  }

  /** Runs the first branch whose condition is true. */
  private async runFork(fork: Fields, step: number): Promise<'done' | 'stopped'> {
    for (const [index, { condition, effects }] of branchesOf(fork).entries()) {
      if (!condition || (await this.holds(condition, step, `branches[${index}].condition`))) return this.runAll(effects)
    }
    return 'done'
  }

  private holds(condition: Fields, step: number, path: string) {
    return this.host.holds(condition, step, path, this.variables())
  }

  private variables(): SequenceVariables {
    return { results: this.results, ...(this.error ? { error: this.error } : {}) }
  }
}

/** The result of a step from the response of another system: a single value unchanged, anything else as JSON text. */
export const cellOfAnswer = (body: unknown): Cell => (isCell(body) ? body : (JSON.stringify(body) ?? null))

const isCell = (value: unknown): value is Cell =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
