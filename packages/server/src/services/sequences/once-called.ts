import { AppError, type ErrorDetails, isAppError } from '@octavo/core/errors'
import type { Cell } from '@octavo/core/types'
import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import {
  findSequenceCall,
  insertSequenceCall,
  noteSequenceCall,
  type SequenceCallKey,
} from '../../store/sequence-calls.ts'

interface Parts {
  store: Store
  clock: Clock
}

/** A step of a run; all fields stay the same when the run is retried. */
interface RunStep {
  organizationId: string
  traceId: string
  step: number
}

type Outcome = { value: Cell } | { failure: ErrorDetails<'call_failed'> }

/** Longer than a run can take, including its retries. */
const keptMs = 3_600_000

/**
 * Makes a call to another system at most once, however often its run is retried. `call` must await `begin` directly
 * before the call. A later attempt gets the value, or the failure, of the first one. Throws `conflict` for a call
 * without a recorded result, because its process died during the call.
 */
export async function calledOnce(
  { store, clock }: Parts,
  { organizationId, traceId, step }: RunStep,
  signal: AbortSignal,
  call: (begin: () => Promise<void>) => Promise<Cell>,
): Promise<Cell> {
  const key: SequenceCallKey = { organization_id: organizationId, run_id: traceId, step }
  const known = await findSequenceCall(store.db, key)
  if (known) return answerOf(known.outcome, step)
  const note = (outcome: Outcome) =>
    store.maintain('note the answer of a call', (tx) => noteSequenceCall(tx, key, JSON.stringify(outcome)))
  const begin = async () => {
    const row = { ...key, outcome: null, expires_at: clock.now() + keptMs }
    const isFirst = await store.maintain('begin a call', (tx) => insertSequenceCall(tx, row))
    if (!isFirst) throw unknownEnd(step)
  }
  try {
    const value = await call(begin)
    await note({ value })
    return value
  } catch (error) {
    // A call that was aborted with its run may have reached the other system, so it keeps no result.
    if (isAppError(error, 'call_failed') && !signal.aborted) await note({ failure: error.details })
    throw error
  }
}

function answerOf(outcome: string | null, step: number): Cell {
  if (outcome === null) throw unknownEnd(step)
  const known = JSON.parse(outcome) as Outcome
  if ('failure' in known) throw new AppError('call_failed', known.failure)
  return known.value
}

const unknownEnd = (step: number) =>
  new AppError('conflict', {
    reason: `The call of step ${step + 1} began in an earlier attempt that was cut off; it may have been made and is not made again.`,
    because: { rule: 'step_cut_off', step: step + 1 },
  })
