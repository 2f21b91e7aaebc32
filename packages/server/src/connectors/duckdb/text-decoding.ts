import { createRequire } from 'node:module'

/**
 * The client library decodes every text with one shared decoder, which takes a leading U+FEFF for the mark of an encoding
 * and drops it. A text of a column is no file: the character belongs to it. The library has no setting for that, so its
 * decoder is replaced by one that keeps the character.
 */
export function keepLeadingMarks(): void {
  const accessors = createRequire(import.meta.url)('@duckdb/node-api/lib/vectors/dataAccessors.js') as {
    textDecoder: InstanceType<typeof TextDecoder>
  }
  accessors.textDecoder = new TextDecoder('utf-8', { ignoreBOM: true })
}
