import { dialectOf } from '@octavo/core/sql'
import type { Statement, StatementValue } from '@octavo/core/types'

/**
 * The text of a statement with its values: `EXECUTE IMMEDIATE` separates values from the text of the statement, so that
 * no value can become SQL.
 */
export function boundText({ text, values }: Statement): string {
  if (values.length === 0) return text
  return `EXECUTE IMMEDIATE ${quoted(text)} USING ${values.map(literalOf).join(', ')}`
}

/** A value as a text literal, because the dialect casts each placeholder to its type. */
function literalOf({ type, value }: StatementValue): string {
  if (value === null) return `CAST(NULL AS ${dialectOf('trino').typeName({ kind: 'text' })})`
  const text = String(value)
  if (type.kind === 'timestamp') return quoted(text.replace('T', ' '))
  // The server requires a space before the zone of an instant.
  if (type.kind === 'instant') return quoted(text.replace('T', ' ').replace(/\s*(Z|[+-]\d\d:?\d\d)$/, zoneWord))
  return quoted(text)
}

const zoneWord = (_: string, zone: string) => (zone === 'Z' ? ' UTC' : ` ${zone}`)
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
