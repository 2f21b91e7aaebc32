import { Binary, Braces, CalendarDays, CircleDot, Hash, MapPin, TypeText } from '../../../forms/index.ts'
import type { Icon } from '../../../ui/index.ts'
import type { ColumnType } from './column-facts.ts'

const icons: Record<ColumnType, Icon> = {
  text: TypeText,
  number: Hash,
  date: CalendarDays,
  logical: Binary,
  variant: Braces,
  array: Braces,
  geography: MapPin,
  unknown: CircleDot,
}

/** The icon for a column's type of values. */
export function typeIcon(type: ColumnType): Icon {
  return icons[type]
}
