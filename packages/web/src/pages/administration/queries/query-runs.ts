import type { QueryRun } from '@octavo/core/contract'
import { localeName } from '../../../formats.ts'
import type { ServerListing } from '../../data/server-pages.ts'

export const stepNames = ['compileMs', 'queueMs', 'engineMs', 'transferMs'] as const

/** The filter as parameters of the address; an empty text does not filter. */
export function queryListing(
  filter: Partial<Record<'scope' | 'outcome' | 'connectionId' | 'documentId', string>>,
): ServerListing {
  const asked = Object.entries(filter).filter(([, value]) => value !== '')
  return { path: '/v2/queryRuns', query: Object.fromEntries(asked) }
}

/** The known durations of the steps together; null if none is known. */
export function totalMs({ steps }: Pick<QueryRun, 'steps'>): number | null {
  const known = stepNames.flatMap((name) => steps[name] ?? [])
  return known.length === 0 ? null : known.reduce((sum, ms) => sum + ms, 0)
}

/** Formats a duration: 950 ms, and 1.2 s from one second on. */
export function milliseconds(ms: number | null): string {
  if (ms === null) return '–'
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toLocaleString(localeName(), { maximumFractionDigits: 1 })} s`
}

export function outcomeTone(outcome: QueryRun['outcome']): 'success' | 'danger' | 'info' {
  if (outcome === 'succeeded') return 'success'
  return outcome === 'running' ? 'info' : 'danger'
}
