import { AppError } from '@octavo/core/errors'
import { applyCellStates, type CompiledLevel } from '@octavo/core/plan'
import type { ResultBatch, Statement } from '@octavo/core/types'
import type { EngineColumn, QueryStream, StreamSummary } from '../../connectors/index.ts'
import { type FlatFileRows, type FlatFormat, rowsOfBatches } from '../../render/index.ts'
import { counted, poolOf, runPrepared, type StatementRequest } from './prepared-statements.ts'
import type { RunningQuery } from './query-log.ts'
import { asPlanned } from './result-batches.ts'
import { transferSides } from './sides.ts'
import { commented } from './statement-comment.ts'

type Planned = Pick<CompiledLevel, 'columns' | 'stateColumns'>

/** Runs the statement in its pool slot and reads it completely; see `runPrepared`. */
export const runStatement = <T extends object>(
  asked: StatementRequest,
  signal: AbortSignal,
  read: (stream: QueryStream) => Promise<T>,
) => runPrepared(asked, signal, read, transferSides)

/** Streams the rows of a statement in the planned types; ending the loop stops the engine. */
export async function* streamBatches(
  asked: StatementRequest,
  planned: Planned,
  signal: AbortSignal,
): AsyncGenerator<ResultBatch> {
  const { session } = asked.connection
  yield* streamInPlace(asked, signal, async function* (statement, both, run) {
    const { batches, ...stream } = await session.query(statement, asked.budget, both)
    yield* plannedBatches({ ...stream, batches: counted(batches, run) }, planned)
  })
}

/** The same rows as lines of a file; returns facts about them at their end. */
export async function* streamLines(
  asked: StatementRequest,
  planned: Planned,
  format: FlatFormat,
  signal: AbortSignal,
): AsyncGenerator<FlatFileRows, StreamSummary> {
  return yield* streamInPlace(asked, signal, async function* (statement, both, run) {
    const { rows, summary } = await openLines({ ...asked, statement }, planned, format, both)
    for await (const some of rows) {
      run.received(some.rowCount, some.bytes.byteLength)
      yield some
    }
    return summary()
  })
}

/** Lines written by the engine when it writes the same format, otherwise made from its batches. */
async function openLines(
  { connection: { session }, statement, budget }: StatementRequest,
  planned: Planned,
  format: FlatFormat,
  signal: AbortSignal,
): Promise<{ rows: AsyncIterable<FlatFileRows>; summary(): StreamSummary }> {
  const hasExtraColumns = planned.stateColumns.some(({ state }) => state === 'several')
  if (session.formatRows && !hasExtraColumns) {
    const stopLines = new AbortController()
    const lines = await session.formatRows(statement, format, budget, AbortSignal.any([signal, stopLines.signal]))
    if (isAsPlanned(lines.columns, planned)) return { rows: lines.chunks, summary: lines.summary }
    stopLines.abort()
  }
  const stream = await session.query(statement, budget, signal)
  const types = planned.columns.map(({ type }) => type)
  return { rows: rowsOfBatches(plannedBatches(stream, planned), types, format, signal), summary: stream.summary }
}

/** Yields and returns the values of `open` within a slot of the pool: ending the loop releases the slot and stops the engine. */
async function* streamInPlace<T, R>(
  asked: StatementRequest,
  signal: AbortSignal,
  open: (statement: Statement, signal: AbortSignal, run: RunningQuery) => AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  const { connection, statement, asker, owner, budget, log, pool = poolOf(connection, asker.purpose) } = asked
  const run = log.begin({ connection, asker, statement, timeoutMs: budget.timeoutMs })
  const stop = new AbortController()
  const all = AbortSignal.any([signal, stop.signal, run.signal])
  let giveBack = () => {}
  let release = () => {}
  let failure: unknown = null
  try {
    const ready = await transferSides(asked, all)
    release = ready.release
    giveBack = await pool.acquire(owner, all)
    run.started()
    return yield* open(commented(ready.statement, connection, asker), all, run)
  } catch (error) {
    failure = error
    throw error
  } finally {
    stop.abort()
    giveBack()
    release()
    run.ended(failure ?? (signal.aborted ? new AppError('query_cancelled', {}) : null))
  }
}

/** Batches of the engine in the planned types, with the states of their cells. `spent` receives the time of each. */
export async function* plannedBatches(
  stream: QueryStream,
  planned: Planned,
  spent: (ms: number) => void = () => {},
): AsyncGenerator<ResultBatch> {
  for await (const batch of stream.batches) {
    const startedAt = performance.now()
    const converted = applyCellStates(planned, asPlanned(batch, stream.columns, planned.columns))
    spent(performance.now() - startedAt)
    yield converted
  }
}

/** Whether the engine's columns have the planned types, so that its lines equal the page data. */
function isAsPlanned(engine: readonly EngineColumn[], { columns }: Planned): boolean {
  const isExact = (kind: string) => kind === 'int64' || kind === 'decimal'
  return columns.every(({ type }, index) => {
    const given = engine[index]?.type.kind
    return given === type.kind || (given !== undefined && isExact(given) && isExact(type.kind))
  })
}
