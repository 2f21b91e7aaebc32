import type { EngineFailure } from './messages.ts'

/** Ends a statement with a failure of ours, which is not an error of the engine. */
export class Refusal extends Error {
  readonly failure: EngineFailure

  constructor(failure: EngineFailure) {
    super(failure.reason)
    this.failure = failure
  }
}
