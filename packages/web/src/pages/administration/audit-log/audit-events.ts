import type { AuditLogEvent } from '@octavo/core/contract'
import type { ServerListing } from '../../data/server-pages.ts'

export const periods = ['day', 'week', 'month', 'all'] as const
export type Period = (typeof periods)[number]
const daysOf = { day: 1, week: 7, month: 30, all: null }

/** The filter as parameters of the address; an empty text does not filter. */
export interface AuditFilter {
  category: string
  status: string
  memberId: string
  objectId: string
  period: Period
}

/** Periods begin with a whole minute, so that all pages of a list have the same period. */
export function auditListing({ period, ...filter }: AuditFilter, now: number): ServerListing {
  const days = daysOf[period]
  const since = days === null ? '' : new Date(Math.floor(now / 60_000) * 60_000 - days * 86_400_000).toISOString()
  const asked = Object.entries({ ...filter, from: since }).filter(([, value]) => value !== '')
  return { path: '/v2/audit/events', query: Object.fromEntries(asked) }
}

/** CUSTOM_FUNCTION_CREATED as "Custom function created": an event without a label is shown as its code. */
export function codeWords(code: string): string {
  const words = code.replace(/[_-]/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

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
