/**
 * Extracts the bytes of a chunk of finished lines. The lines of a chunk are adjacent in the engine's memory, so they are fetched in a few
 * long pieces: one call and one decoding for each line was most of the work.
 */
import type { DuckDBDataChunk } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'

/** A text of the engine: its length, then up to 12 bytes in place, or a prefix of 4 bytes and a pointer. */
const entryBytes = 16
const inPlaceBytes = 12
/** Texts are stored at multiples of this, so that a few bytes may be between two of them. */
const alignment = 8n

/** `count` lines of the only column, none of which is null. */
export function lineBytes(chunk: DuckDBDataChunk, count: number): Uint8Array {
  const { chunk: handle } = chunk as unknown as { chunk: duckdb.DataChunk }
  const data = duckdb.vector_get_data(duckdb.data_chunk_get_vector(handle, 0), chunk.rowCount * entryBytes)
  const entries = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let total = 0
  for (let row = 0; row < count; row++) total += entries.getUint32(row * entryBytes, true)
  const lines = new Uint8Array(total)
  let at = 0
  for (let row = 0; row < count; ) {
    const entry = row * entryBytes
    const length = entries.getUint32(entry, true)
    if (length <= inPlaceBytes) {
      lines.set(data.subarray(entry + 4, entry + 4 + length), at)
      at += length
      row++
      continue
    }
    const start = entries.getBigUint64(entry + 8, true)
    let end = start + BigInt(length)
    let next = row + 1
    for (; next < count; next++) {
      const following = entries.getUint32(next * entryBytes, true)
      if (following <= inPlaceBytes) break
      const pointer = entries.getBigUint64(next * entryBytes + 8, true)
      if (pointer < end || pointer - end >= alignment) break
      end = pointer + BigInt(following)
    }
    const piece = duckdb.get_data_from_pointer(
      data.buffer as ArrayBuffer,
      data.byteOffset + entry + 8,
      Number(end - start),
    )
    for (; row < next; row++) {
      const size = entries.getUint32(row * entryBytes, true)
      const offset = Number(entries.getBigUint64(row * entryBytes + 8, true) - start)
      lines.set(piece.subarray(offset, offset + size), at)
      at += size
    }
  }
  return lines
}
