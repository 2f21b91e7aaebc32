import { inputTimestamp } from '@octavo/core/document'
import type { ValueType } from '@octavo/core/types'

/** The cell as text for a statement; undefined for null and for values that are invalid for the type. */
export function cellText(cell: unknown, type: ValueType): string | undefined {
  if (cell === null || cell === undefined) return undefined
  switch (type.kind) {
    case 'text':
      return typeof cell === 'string' ? cell : Array.isArray(cell) ? JSON.stringify(cell) : String(cell)
    case 'float64':
      return typeof cell === 'number' || isNumber(cell) ? String(cell) : undefined
    case 'int64':
      return /^-?\d{1,18}$/.test(String(cell)) ? String(cell) : undefined
    case 'decimal':
      return /^-?\d+(\.\d+)?$/.test(String(cell)) ? String(cell) : undefined
    case 'logical':
      return cell === true || cell === 'true' ? 'true' : cell === false || cell === 'false' ? 'false' : undefined
    case 'date':
      return inputTimestamp.test(String(cell)) ? String(cell).slice(0, 10) : undefined
    case 'timestamp':
      return inputTimestamp.test(String(cell)) ? String(cell) : undefined
    case 'instant':
      return typeof cell === 'string' ? cell : undefined
    case 'variant':
    case 'array':
      return JSON.stringify(cell)
    default:
      return undefined
  }
}

const isNumber = (cell: unknown) => typeof cell === 'string' && cell.trim() !== '' && Number.isFinite(Number(cell))
