import type { DuckDBResult } from '@duckdb/node-api'
import type { ResultBatch } from '@octavo/core/types'
import type { EngineColumn, LineFormat, QueryBudget } from '../api.ts'
import { readColumn } from './cells.ts'
import { lineBytes } from './line-bytes.ts'
import type { EngineFailure } from './messages.ts'
import { Refusal } from './refusal.ts'
import { type Running, send, takeCredit, throwIfEnded } from './running.ts'

/** Size at which finished lines are sent. */
const lineChunkBytes = 256 * 1024

/** How many rows a statement returned, and whether it has more. */
export type Summary = { rowCount: number; truncated: boolean }

export async function sendBatches(
  id: number,
  state: Running,
  result: DuckDBResult,
  columns: EngineColumn[],
  budget: QueryBudget,
): Promise<Summary> {
  send({ type: 'columns', id, columns })
  const types = columns.map((_, index) => result.columnType(index))
  const maxRows = budget.maxRows ?? Number.POSITIVE_INFINITY
  let rowCount = 0
  let bytes = 0
  for (;;) {
    const chunk = await result.fetchChunk()
    throwIfEnded(state)
    if (!chunk || chunk.rowCount === 0) return { rowCount, truncated: false }
    const left = maxRows - rowCount
    if (left <= 0) return { rowCount, truncated: true }
    const batch: ResultBatch = {
      rowCount: Math.min(chunk.rowCount, left),
      columns: types.map((type, index) => readColumn(chunk, index, type, left)),
    }
    rowCount += batch.rowCount
    bytes = addBytes(bytes, batch, budget.maxBytes)
    await takeCredit(state)
    send({ type: 'batch', id, batch })
    if (chunk.rowCount > left) return { rowCount, truncated: true }
  }
}

function addBytes(bytes: number, batch: ResultBatch, maxBytes: number | undefined): number {
  if (maxBytes === undefined) return bytes
  let sum = bytes
  for (const { values } of batch.columns) {
    for (const cell of values) sum += typeof cell === 'string' ? cell.length : 8
  }
  if (sum > maxBytes) throwBytes(maxBytes)
  return sum
}

export function overBytes(maxBytes: number): EngineFailure {
  const limit = `${maxBytes} bytes`
  return { code: 'query_over_budget', reason: 'The result is too large.', budget: 'bytes', limit }
}

function throwBytes(maxBytes: number): never {
  throw new Refusal(overBytes(maxBytes))
}

/** `,` and a line feed. */
const jsonSeparatorBytes = 2

export async function sendLines(
  id: number,
  state: Running,
  result: DuckDBResult,
  kind: LineFormat['kind'],
  budget: QueryBudget,
): Promise<Summary> {
  const maxRows = budget.maxRows ?? Number.POSITIVE_INFINITY
  let rowCount = 0
  let bytes = 0
  let pending: Uint8Array[] = []
  let pendingRows = 0
  let pendingBytes = 0
  let truncated = false
  const flush = async () => {
    if (pendingRows === 0) return
    const joined = Buffer.concat(pending)
    // Every line includes its end; between the rows of an array it is a separator, which the last row of a chunk must not have.
    const encoded = kind === 'json' ? joined.subarray(0, -jsonSeparatorBytes) : joined
    const rows = pendingRows
    pending = []
    pendingRows = 0
    pendingBytes = 0
    bytes += encoded.byteLength
    if (budget.maxBytes !== undefined && bytes > budget.maxBytes) throwBytes(budget.maxBytes)
    await takeCredit(state)
    send({ type: 'lines', id, rowCount: rows, bytes: encoded })
  }
  for (;;) {
    const chunk = await result.fetchChunk()
    throwIfEnded(state)
    if (!chunk || chunk.rowCount === 0) break
    const left = maxRows - rowCount
    const count = Math.min(chunk.rowCount, left)
    const lines = lineBytes(chunk, count)
    pending.push(lines)
    pendingRows += count
    pendingBytes += lines.byteLength
    rowCount += count
    if (pendingBytes >= lineChunkBytes) await flush()
    if (chunk.rowCount > left) {
      truncated = true
      break
    }
  }
  await flush()
  return { rowCount, truncated }
}
