import { createRequire } from 'node:module'

/**
 * The client library decodes every text with one shared decoder, which removes a leading U+FEFF as a byte order mark. In a column the
 * character belongs to the text. The library has no setting for that, so its decoder is replaced by one that keeps the character.
 */
export function keepLeadingMarks(): void {
  const accessors = createRequire(import.meta.url)('@duckdb/node-api/lib/vectors/dataAccessors.js') as {
    textDecoder: InstanceType<typeof TextDecoder>
  }
  accessors.textDecoder = new TextDecoder('utf-8', { ignoreBOM: true })
}
