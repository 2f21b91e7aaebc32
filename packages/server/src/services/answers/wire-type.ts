import type { ColumnEntry } from '@octavo/core/contract'
import type { CompiledColumn } from '@octavo/core/plan'
import { type ValueType, valueTypeToText } from '@octavo/core/types'

/** The type object of a column: the type name of the published API, and our exact type beside it. */
export function wireType(type: ValueType): ColumnEntry['type'] {
  return { type: wireWord(type), exactType: valueTypeToText(type) }
}

/** As `wireType`; a column that is absent or has an error is of the type `error`, with the message. */
export function wireTypeOfColumn(column: CompiledColumn | undefined): ColumnEntry['type'] {
  const problem = column?.problems.find(({ severity }) => severity === 'error')
  if (!column?.type || problem) return { type: 'error', ...(problem ? { message: problem.message } : {}) }
  return wireType(column.type)
}

function wireWord(type: ValueType): string {
  switch (type.kind) {
    case 'int64':
      return 'integer'
    case 'decimal':
    case 'float64':
      return 'number'
    case 'logical':
      return 'boolean'
    case 'date':
    case 'timestamp':
    case 'instant':
      return 'datetime'
    default:
      return type.kind
  }
}
