import type { Cell } from '@octavo/core/types'
import type { TypeTree } from './type-text.ts'

/**
 * Converts a value from the server's JSON to a cell. Integers that a float cannot represent arrive as texts
 * (`exactJson`).
 */
export function cellOf(value: unknown, type: TypeTree): Cell {
  if (value === null || value === undefined) return null
  switch (type.name) {
    case 'boolean':
      return value === true
    case 'real':
    case 'double':
      return typeof value === 'number' ? value : floatOf(String(value))
    case 'timestamp':
      return momentOf(String(value))
    case 'timestamp with time zone':
      return instantOf(String(value))
    case 'varbinary':
      return `\\x${Buffer.from(String(value), 'base64').toString('hex')}`
    case 'array':
    case 'row':
    case 'map':
      return jsonOf(value, type)
    default:
      return String(value)
  }
}

/** Integers with more digits than a float preserves arrive as text. */
function floatOf(text: string): Cell {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/** `2024-05-20 13:45:00.500000` with a T, up to microseconds, without trailing zeros. */
function momentOf(text: string): string {
  const [, day = text, time = '', fraction = ''] = /^([-+\d]+) ([\d:]+)(?:\.(\d+))?$/.exec(text) ?? []
  const kept = fraction.slice(0, 6).replace(/0+$/, '')
  return `${day}T${time}${kept === '' ? '' : `.${kept}`}`
}

/** `2024-05-20 15:45:00.000 Europe/Berlin` in UTC. */
function instantOf(text: string): string {
  const at = text.lastIndexOf(' ')
  const local = momentOf(text.slice(0, at))
  const zone = text.slice(at + 1)
  if (zone === 'UTC' || zone === 'Z') return `${local}Z`
  const [whole = local, fraction] = local.split('.')
  const asUtc = Date.parse(`${whole}Z`)
  if (Number.isNaN(asUtc)) return text
  const moment = new Date(asUtc - offsetMs(zone, asUtc)).toISOString().replace(/\.000Z$/, '')
  return `${moment}${fraction === undefined ? '' : `.${fraction}`}Z`
}

/** The offset of a zone from UTC, in milliseconds, at a local time of the zone. */
function offsetMs(zone: string, local: number): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
  if (sign !== undefined) return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  const ahead = (moment: number) => localOf(zone, moment) - moment
  const guess = ahead(local)
  return ahead(local - guess)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local time of a zone at a moment, as if it were UTC. */
function localOf(zone: string, moment: number): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(zone, format)
  return Date.parse(`${format.format(moment).replace(' ', 'T')}Z`)
}

/** Arrays, rows and maps as JSON, with exact numbers: rows as objects where their fields have names. */
function jsonOf(value: unknown, type: TypeTree): string {
  if (value === null || value === undefined) return 'null'
  const [first = { name: 'unknown', parts: [] }, second = first] = type.parts
  switch (type.name) {
    case 'array':
      return `[${listOf(value)
        .map((item) => jsonOf(item, first))
        .join(',')}]`
    case 'map':
      return objectOf(Object.entries(value).map(([key, item]) => [key, jsonOf(item, second)]))
    case 'row': {
      const items = listOf(value).map((item, at) => jsonOf(item, type.parts[at] ?? first))
      const names = type.parts.map(({ field }) => field)
      if (names.some((name) => name === undefined)) return `[${items.join(',')}]`
      return objectOf(items.map((item, at) => [names[at] ?? '', item]))
    }
    case 'json':
      return String(value)
    case 'tinyint':
    case 'smallint':
    case 'integer':
    case 'bigint':
    case 'decimal':
    case 'boolean':
      return String(value)
    default: {
      const cell = cellOf(value, type)
      return JSON.stringify(cell)
    }
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const objectOf = (entries: [string, string][]): string =>
  `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`
