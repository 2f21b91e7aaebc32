import type { ResultBatch, ValueType } from '@octavo/core/types'
import { csvHeader, type FlatFormat, flatRows } from './flat-cells.ts'

export interface FlatFileRows {
  rowCount: number
  bytes: Uint8Array
}

const encoder = new TextEncoder()

/** The whole file as chunks: header or brackets around the rows. An empty result gives a header, or `[]`. */
export async function* flatFile(rows: AsyncIterable<FlatFileRows>, format: FlatFormat): AsyncGenerator<Uint8Array> {
  if (format.kind === 'csv') {
    yield encoder.encode(csvHeader(format.names, format.neutraliseFormulas))
    for await (const { bytes } of rows) yield bytes
    return
  }
  yield encoder.encode('[')
  let isFirst = true
  for await (const { bytes } of rows) {
    if (!isFirst) yield encoder.encode(',\n')
    isFirst = false
    yield bytes
  }
  yield encoder.encode(']\n')
}

/** Rows made here from batches, for engines that cannot write lines; gives way to other work between batches. */
export async function* rowsOfBatches(
  batches: AsyncIterable<ResultBatch>,
  types: readonly ValueType[],
  format: FlatFormat,
): AsyncGenerator<FlatFileRows> {
  for await (const batch of batches) {
    if (batch.rowCount === 0) continue
    yield { rowCount: batch.rowCount, bytes: encoder.encode(flatRows(batch, types, format)) }
    await new Promise((resolve) => setImmediate(resolve))
  }
}
