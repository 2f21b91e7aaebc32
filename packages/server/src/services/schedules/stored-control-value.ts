import { fixedDate } from './schedule-controls.ts'

/** A tagged value as the schedule received it; only values that `controlTextOf` accepts are ever stored. */
type Tagged = Readonly<Record<string, unknown>>

/** The value in the form of responses: single values are bare, fixed dates are milliseconds. */
export function storedControlValue(value: Tagged): Tagged {
  const { type } = value
  switch (type) {
    case 'date':
      return { type, value: storedDate(value.value) }
    case 'date-range':
      return { type, min: storedDate(value.min), max: storedDate(value.max) }
    case 'number-range':
      return { type, min: value.min ?? null, max: value.max ?? null }
    case 'date-list':
      return { type, value: itemsOf(value.value).map((item) => (isTagged(item) ? (msOf(item) ?? null) : null)) }
    case 'number-list':
    case 'text-list':
      return { type, value: itemsOf(value.value).map(scalarOf) }
    case 'hierarchical-list':
      return { type, value: itemsOf(value.value).map((path) => JSON.stringify(itemsOf(path).map(scalarOf))) }
    default:
      return value
  }
}

function storedDate(choice: unknown): Tagged | null {
  if (!isTagged(choice) || choice.type === 'date-null') return null
  const date = msOf(choice)
  return date === undefined ? choice : { type: 'fixed', date }
}

/** Milliseconds of a fixed date; a time without a zone is in UTC, as in all exports. */
function msOf({ type, date }: Tagged): number | undefined {
  if (type !== 'fixed-date') return undefined
  const text = fixedDate(String(date))
  return Date.parse(text.includes('T') && !text.endsWith('Z') ? `${text}Z` : text)
}

const scalarOf = (item: unknown): unknown => (isTagged(item) ? (item.value ?? null) : null)
const itemsOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : [])
const isTagged = (value: unknown): value is Tagged =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
