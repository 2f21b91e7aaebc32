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

/** The sign that tells people what values a column has. */
export function typeIcon(type: ColumnType): Icon {
  return icons[type]
}
