import { modelElementOf, type TableRef } from '../../document/index.ts'
import { isRecord } from './controls.ts'

export type { TableRef }

/** True for a source that may stand inside a join or union. */
export function isTableRef(value: unknown): value is TableRef {
  if (!isRecord(value)) return false
  switch (value.kind) {
    case 'warehouse-table':
      return typeof value.connectionId === 'string' && Array.isArray(value.path)
    case 'table':
      return typeof value.elementId === 'string'
    case 'data-model':
    case 'dataset':
      return modelElementOf(value) !== null
    default:
      return false
  }
}
