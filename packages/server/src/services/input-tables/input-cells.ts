import { inputMoment, isInputNumber } from '@octavo/core/document'
import type { ValueType } from '@octavo/core/types'

/** The cell as text for a statement; undefined for null and for values that are invalid for the type. Dialects read entered rows alike. */
export function cellText(cell: unknown, type: ValueType): string | undefined {
  if (cell === null || cell === undefined) return undefined
  if (typeof cell === 'object' && !takesLists.has(type.kind)) return undefined
  switch (type.kind) {
    case 'text':
      return typeof cell === 'string' ? cell : Array.isArray(cell) ? JSON.stringify(cell) : String(cell)
    case 'float64':
      return typeof cell === 'number' || isInputNumber(String(cell)) ? String(Number(cell)) : undefined
    case 'int64':
      return /^-?\d{1,18}$/.test(String(cell)) ? String(cell) : undefined
    case 'decimal':
      return /^-?\d+(\.\d+)?$/.test(String(cell)) ? String(cell) : undefined
    case 'logical':
      return cell === true || cell === 'true' ? 'true' : cell === false || cell === 'false' ? 'false' : undefined
    case 'date':
      return inputMoment(String(cell)) !== undefined ? String(cell).slice(0, 10) : undefined
    case 'timestamp':
      return inputMoment(String(cell)) !== undefined ? String(cell) : undefined
    case 'instant':
      return typeof cell === 'string' ? cell : undefined
    case 'variant':
    case 'array':
      return JSON.stringify(cell)
    default:
      return undefined
  }
}

const takesLists: ReadonlySet<ValueType['kind']> = new Set(['text', 'variant', 'array'])
