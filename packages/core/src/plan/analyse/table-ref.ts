import { modelElementOf, type TableRef } from '../../document/index.ts'
import { isRecord } from './controls.ts'

export type { TableRef }

/** Whether the value is a source that a join or union accepts. */
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
