import { csvHeader, type FlatFormat } from './flat-cells.ts'

export interface FlatFileRows {
  rowCount: number
  bytes: Uint8Array
}

const encoder = new TextEncoder()

/** The whole file as chunks: a header or brackets around the rows. An empty result produces a header, `[]`, or nothing. */
export async function* flatFile(rows: AsyncIterable<FlatFileRows>, format: FlatFormat): AsyncGenerator<Uint8Array> {
  if (format.kind === 'csv') {
    yield encoder.encode(csvHeader(format.names, format.neutraliseFormulas))
    for await (const { bytes } of rows) yield bytes
    return
  }
  if (format.kind === 'jsonl') {
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
