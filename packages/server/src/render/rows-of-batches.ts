import { Worker } from 'node:worker_threads'
import { AppError } from '@octavo/core/errors'
import type { ResultBatch, ValueType } from '@octavo/core/types'
import type { FlatFormat } from './flat-cells.ts'
import type { FlatFileRows } from './flat-file.ts'
import type { RenderedRows, RenderOrder } from './render-worker.ts'

/** Maximum batches in the thread: one is written while the next one is transferred. */
const inFlight = 2

/**
 * Writes rows from batches in a separate thread, for engines that cannot write lines. Batches are read as fast as rows are consumed. A
 * thread that dies ends the file with `export_failed`; leaving the loop or an abort ends the thread.
 */
export async function* rowsOfBatches(
  batches: AsyncIterable<ResultBatch>,
  types: readonly ValueType[],
  format: FlatFormat,
  signal: AbortSignal,
): AsyncGenerator<FlatFileRows> {
  signal.throwIfAborted()
  const order: RenderOrder = { types, format }
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    env: {},
    // No heap limit for the thread: a heap that overflows while a message arrives would end the whole process.
  })
  const written = rowsFrom(worker)
  const abort = () => written.fail(signal.reason)
  signal.addEventListener('abort', abort)
  const source = batches[Symbol.asyncIterator]()
  try {
    let sent = 0
    let isOver = false
    while (!isOver || sent > 0) {
      while (!isOver && sent < inFlight) {
        const { done, value } = await source.next()
        written.requireAlive()
        if (done) isOver = true
        else if (value.rowCount > 0) {
          worker.postMessage(value)
          sent++
        }
      }
      if (sent === 0) break
      const rows = await written.next()
      sent--
      yield rows
    }
  } finally {
    signal.removeEventListener('abort', abort)
    await Promise.all([worker.terminate(), source.return?.()])
  }
}

/** The rows that a thread sends, in order. */
function rowsFrom(worker: Worker) {
  const written: RenderedRows[] = []
  let failure: unknown = null
  let wake = () => {}
  const fail = (error: unknown) => {
    failure ??= error
    wake()
  }
  const requireAlive = () => {
    if (failure) throw failure
  }
  worker.on('message', (rows: RenderedRows) => {
    written.push(rows)
    wake()
  })
  worker.on('error', (cause) => fail(new AppError('export_failed', { reason: 'Writing the rows failed.' }, { cause })))
  worker.on('exit', () => fail(new AppError('export_failed', { reason: 'Writing the rows ended too early.' })))
  return {
    fail,
    requireAlive,
    /** Waits for rows. Throws when the thread has failed, even if earlier rows are unread. */
    async next(): Promise<RenderedRows> {
      for (;;) {
        requireAlive()
        const rows = written.shift()
        if (rows) return rows
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
