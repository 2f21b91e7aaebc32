import { type Cell, formulaTypeOf, type ValueType } from '@octavo/core/types'

export type FilterValue = string | number | boolean | null

/** A cell of a result as filters store it: whole numbers beyond what a number holds exactly stay text. */
export function filterValue(cell: Cell, type: ValueType): FilterValue {
  if (cell === null) return null
  switch (formulaTypeOf(type)) {
    case 'logical':
      return String(cell) === 'true'
    case 'number': {
      const number = Number(cell)
      const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
      return isExact ? number : String(cell)
    }
    default:
      return String(cell)
  }
}
