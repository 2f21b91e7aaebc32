import type { ValueKind } from '../editing/ValueField.tsx'

/** The kind of the values of a type of a data platform. */
export function kindOfType(type: string): ValueKind {
  if (/^(smallint|integer|bigint|numeric|real|double)/.test(type)) return 'number'
  if (type === 'boolean') return 'boolean'
  return /^(date|timestamp)/.test(type) ? 'date' : 'text'
}
