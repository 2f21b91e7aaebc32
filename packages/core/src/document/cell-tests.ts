import type { InputCell } from './input-cells.ts'

type Bound = string | number | boolean

/** A test of one cell, used by conditions of actions and changes of input tables. */
export type CellTest =
  | { condition: 'IsNull' | 'IsNotNull' }
  | {
      condition: '=' | '!=' | '>' | '>=' | '<' | '<=' | 'Contains' | 'NotContains' | 'StartsWith' | 'EndsWith'
      value: Bound
    }
  | { condition: 'Between' | 'NotBetween'; low: Bound; high: Bound }

/**
 * Whether a cell passes. An empty cell passes only `IsNull`, `!=`, `NotContains` and `NotBetween`. Texts are compared character by
 * character; a day and a time are compared by day.
 */
export function cellPasses(cell: InputCell, test: CellTest): boolean {
  const isEmpty = cell === null || cell === '' || (Array.isArray(cell) && cell.length === 0)
  if ('low' in test) {
    const isInside = !isEmpty && order(cell, test.low) >= 0 && order(cell, test.high) <= 0
    return test.condition === 'Between' ? isInside : !isInside
  }
  if (!('value' in test)) return isEmpty === (test.condition === 'IsNull')
  const { condition, value } = test
  switch (condition) {
    case '=':
      return isSame(cell, value)
    case '!=':
      return !isSame(cell, value)
    case 'Contains':
      return contains(cell, value)
    case 'NotContains':
      return !contains(cell, value)
    case 'StartsWith':
      return !isEmpty && String(cell).startsWith(String(value))
    case 'EndsWith':
      return !isEmpty && String(cell).endsWith(String(value))
    default:
      return !isEmpty && isOnSide(order(cell, value), condition)
  }
}

function isOnSide(order: number, side: '>' | '>=' | '<' | '<='): boolean {
  switch (side) {
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
  }
}

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}[T ]/

/** Negative when the cell comes first; NaN when the two cannot be compared. */
function order(cell: InputCell, bound: Bound): number {
  if (typeof cell === 'number') return cell - (bound === '' ? Number.NaN : Number(bound))
  const [text, other] = [String(cell), String(bound)]
  const compared = day.test(other) && moment.test(text) ? text.slice(0, other.length) : text
  return compared < other ? -1 : compared > other ? 1 : 0
}

function isSame(cell: InputCell, value: Bound): boolean {
  if (cell === null) return false
  if (Array.isArray(cell)) return cell.length === 1 && cell[0] === String(value)
  if (typeof cell === 'boolean') return String(cell) === String(value).toLowerCase()
  return order(cell, value) === 0
}

/** Whether a list contains a choice, or a text contains another text. */
function contains(cell: InputCell, value: Bound): boolean {
  if (cell === null) return false
  return Array.isArray(cell) ? cell.includes(String(value)) : String(cell).includes(String(value))
}
