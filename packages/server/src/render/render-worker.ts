/** The thread that writes rows: batches are received, bytes are sent, in order. Started by `rows-of-batches.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ResultBatch, ValueType } from '@octavo/core/types'
import { type FlatFormat, flatRows } from './flat-cells.ts'

export interface RenderOrder {
  types: readonly ValueType[]
  format: FlatFormat
}

export interface RenderedRows {
  rowCount: number
  bytes: Uint8Array
}

const { types, format } = workerData as RenderOrder
const encoder = new TextEncoder()

parentPort?.on('message', (batch: ResultBatch) => {
  const bytes = encoder.encode(flatRows(batch, types, format))
  const rows: RenderedRows = { rowCount: batch.rowCount, bytes }
  parentPort?.postMessage(rows, [bytes.buffer as ArrayBuffer])
})
