import type { AuditLogEvent } from '@octavo/core/contract'
import type { ServerListing } from '../../data/server-pages.ts'

export const periods = ['day', 'week', 'month', 'all', 'days'] as const
export type Period = (typeof periods)[number]
const daysOf = { day: 1, week: 7, month: 30, all: null }

/** A free period: ISO dates, both included, in a zone; an empty date leaves that end open. */
export interface Days {
  first: string
  last: string
  zone: string
}

/** The filter as parameters of the address; an empty text does not filter. */
export interface AuditFilter {
  category: string
  status: string
  memberId: string
  objectId: string
  period: Period
  days: Days
}

/** Periods begin with a whole minute, so that all pages of a list have the same period. */
export function auditListing({ period, days, ...filter }: AuditFilter, now: number): ServerListing {
  const times = period === 'days' ? timesOf(days) : { from: sinceOf(daysOf[period], now), to: '' }
  const asked = Object.entries({ ...filter, ...times }).filter(([, value]) => value !== '')
  return { path: '/v2/audit/events', query: Object.fromEntries(asked) }
}

function sinceOf(days: number | null, now: number): string {
  return days === null ? '' : new Date(Math.floor(now / 60_000) * 60_000 - days * 86_400_000).toISOString()
}

/** The zone of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The days as the address has them: `2026-11-01..2026-11-15@Europe/Berlin`. */
export const daysText = ({ first, last, zone }: Days): string => `${first}..${last}@${zone}`

/** Reads the days of an address; other texts, days and zones count as absent. */
export function daysOfText(text: string): Days {
  const [, first = '', last = '', zone = ''] = /^([\d-]*)\.\.([\d-]*)@(.+)$/.exec(text) ?? []
  return { first: isDay(first) ? first : '', last: isDay(last) ? last : '', zone: isZone(zone) ? zone : ownZone() }
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined && zone !== ''
  } catch {
    return false
  }
}

/** No times while the last day is before the first one. */
function timesOf({ first, last, zone }: Days): { from: string; to: string } {
  if (first !== '' && last !== '' && last < first) return { from: '', to: '' }
  return {
    from: first === '' ? '' : startOfDay(first, 0, zone),
    to: last === '' ? '' : startOfDay(last, 1, zone),
  }
}

/** When a day begins in a zone, or a day that is some days later. */
function startOfDay(day: string, later: number, zone: string): string {
  const wanted = Date.parse(`${day}T00:00Z`) + later * 86_400_000
  const offsetAt = (time: number) =>
    Date.parse(`${new Date(time).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`) - time
  // The offset may change between the first guess and the day's beginning.
  const guess = wanted - offsetAt(wanted)
  return new Date(wanted - offsetAt(guess)).toISOString()
}

/** CUSTOM_FUNCTION_CREATED as "Custom function created": an event without a label is shown as its code. */
export function codeWords(code: string): string {
  const words = code.replace(/[_-]/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const idForms = [
  // Documents, teams, connections and most other objects
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  // Members
  /^[0-9a-zA-Z]{29}$/,
  // Credentials
  /^[\w-]{43}$/,
]

/** Whether a text has the form of an object's id, and not that of a part of a name. */
export const isObjectId = (text: string): boolean => idForms.some((form) => form.test(text))

export const actorName = ({ actor }: AuditLogEvent): string | null => actor.name || actor.email || actor.memberId

export const objectName = ({ object }: AuditLogEvent): string | null => object.name ?? object.id

/** The differences field by field, in the order of their names; null if a side has no value. */
export function changedFields({ before, after }: Pick<AuditLogEvent, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  return names.map((name) => ({ name, before: shownValue(before?.[name]), after: shownValue(after?.[name]) }))
}

export function shownValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
