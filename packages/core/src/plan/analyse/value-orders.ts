import { type DataElement, type DateClock, valueOrdersOf } from '../../document/index.ts'
import type { ElementModel, ModelColumn } from '../model/element-model.ts'
import { listValue } from './filters.ts'

/** The orders of values that were set by hand, as values that compare with their column; a value of another type has no place. */
export function valueOrders(
  element: DataElement,
  columns: readonly ModelColumn[],
  clock: DateClock,
): ElementModel['valueOrders'] {
  const orders = valueOrdersOf(element)
  return new Map(
    columns.flatMap(({ id, type, isRestricted }) => {
      const values = (orders[id] ?? []).flatMap((value) => {
        const known = value === null || !type ? null : listValue(value, type, clock)
        return value === null || known ? [known] : []
      })
      return type && !isRestricted && values.length > 0 ? [[id, values] as const] : []
    }),
  )
}
