/** A tagged control value of a scheduled export. */
type Tagged = Readonly<Record<string, unknown>>
type Read = { ok: true; text: string } | { ok: false; message: string }

const dateUnits = ['year', 'quarter', 'month', 'week', 'isoWeek', 'day', 'hour', 'minute']
const nothing = ['date-null', 'number-null', 'text-null', 'boolean-null']

/** The value as control text; its dates with a time are in UTC, as in all exports. */
export function controlTextOf(value: Tagged): Read {
  try {
    return { ok: true, text: textOf(value) }
  } catch (error) {
    if (error instanceof NoValue) return { ok: false, message: error.message }
    throw error
  }
}

/** The type name of a value in responses. */
export function storedTypeOf({ type }: Tagged): string {
  return type === 'hierarchical-list' ? 'text-list' : String(type)
}

class NoValue extends Error {}

function textOf(value: Tagged): string {
  const { type } = value
  if (nothing.includes(String(type))) return ':null'
  switch (type) {
    case 'boolean':
    case 'number':
    case 'text':
      return scalarOf(value)
    case 'date':
      return dateOf(recordIn(value.value, 'value'))
    case 'boolean-list': {
      const set = recordIn(value.value, 'value')
      return ['true', 'false', 'null']
        .filter((name) => set[name] === true)
        .map(nullWord)
        .join(',')
    }
    case 'number-list':
    case 'text-list':
      return listIn(value.value)
        .map((item) => scalarOf(recordIn(item, 'value')))
        .join(',')
    case 'date-list':
      return listIn(value.value)
        .map((item) => dateOf(recordIn(item, 'value')))
        .join(',')
    case 'hierarchical-list':
      return listIn(value.value)
        .map((path) => escaped(JSON.stringify(listIn(path).map((step) => recordIn(step, 'value').value))))
        .join(',')
    case 'date-range':
      return rangeOf(boundOf(value.min), boundOf(value.max))
    case 'number-range':
      return rangeOf(numberOrNone(value.min), numberOrNone(value.max))
    default:
      throw new NoValue(`There is no type ${JSON.stringify(type)} of control values.`)
  }
}

function scalarOf({ type, value }: Tagged): string {
  if (nothing.includes(String(type))) return ':null'
  if (type === 'boolean' && typeof value === 'boolean') return String(value)
  if (type === 'number' && typeof value === 'number') return String(value)
  if (type === 'text' && typeof value === 'string') return value === '' ? ':empty' : escaped(value)
  throw new NoValue(`A value of type ${JSON.stringify(type)} is not ${JSON.stringify(value) ?? 'absent'}.`)
}

function dateOf(choice: Tagged): string {
  const { type, date, unit, x } = choice
  if (type === 'date-null') return ':null'
  if (type === 'fixed-date' && typeof date === 'string') return fixedDate(date)
  const isUnit = dateUnits.includes(String(unit))
  if ((type === 'prior' || type === 'next') && isUnit && typeof x === 'number' && Number.isInteger(x) && x >= 0) {
    return `${type}-${unit}-${x}`
  }
  throw new NoValue(
    `A date is { "type": "fixed-date", "date": ... }, { "type": "date-null" } or "prior" or "next" with x whole units of ${dateUnits.join(', ')}.`,
  )
}

/** Dates without a time are unchanged; an instant with an offset is converted to UTC. */
export function fixedDate(date: string): string {
  if (
    !/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(date) ||
    Number.isNaN(Date.parse(date))
  ) {
    throw new NoValue(`${JSON.stringify(date)} is not an ISO 8601 date, such as 2026-05-20 or 2026-05-20T13:45:00Z.`)
  }
  if (!/T.*[+-]\d{2}:\d{2}$/.test(date)) return date.replace(/\.\d+/, '')
  return `${new Date(date).toISOString().slice(0, 19)}Z`
}

function boundOf(bound: unknown): string {
  const text = bound === undefined || bound === null ? ':null' : dateOf(recordIn(bound, 'min or max'))
  return text === ':null' ? '' : text
}

function numberOrNone(bound: unknown): string {
  if (bound === undefined || bound === null) return ''
  if (typeof bound === 'number') return String(bound)
  throw new NoValue('The min and max of a number-range are numbers.')
}

const rangeOf = (min: string, max: string): string => (min === '' && max === '' ? ':null' : `min:${min},max:${max}`)
const nullWord = (word: string): string => (word === 'null' ? ':null' : word)
const escaped = (text: string): string => text.replaceAll(/[%,]|^:/g, (sign) => encodeURIComponent(sign))

function recordIn(value: unknown, name: string): Tagged {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Tagged
  throw new NoValue(`"${name}" is an object here, not ${JSON.stringify(value) ?? 'absent'}.`)
}

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  throw new NoValue(`"value" is a list here, not ${JSON.stringify(value) ?? 'absent'}.`)
}
