import type { ValueType } from '../../types/index.ts'

/** The slot of a column of a source, in the relation of its rows. */
export function sourceSlot(columnId: string): string {
  return `source/${columnId}`
}

/** A slot of the row key of a source. */
export function rowSlot(index: number | string): string {
  return `row/${index}`
}

/** The type of a column inside the plan: an instant becomes a local timestamp in the organization's zone. */
export function localType(type: ValueType): ValueType {
  return type.kind === 'instant' ? { kind: 'timestamp' } : type
}

/** Id of the column with the entry position of an entered row. */
export const entryPlaceId = 'entry place'

/** Id of the column with the key of the other element's row that an entered row belongs to. */
export const entryKeyId = 'linked to'
