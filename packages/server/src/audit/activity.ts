import type { Viewer } from '@octavo/core/access'
import type { Clock } from '../config/index.ts'
import { findAuditTrail } from '../store/audit-trails.ts'
import type { AuditEvent, Store } from '../store/index.ts'
import { createRefusalCount } from './denials.ts'
import { eventOf } from './event-of.ts'

type Noted = NonNullable<AuditEvent['noted']>
type Who = Parameters<typeof eventOf>[0]

/** A request that was answered. */
export interface AnsweredRequest {
  viewer: Viewer
  operation: { id: string; method: string }
  params: Readonly<Record<string, string>>
  status: number
  durationMs: number
  request: Noted['request']
}

/** A query that ended on a data platform, or in the cache. */
export interface EndedQuery {
  who: Who
  documentId: string
  details: Readonly<Record<string, unknown>>
  isFailed: boolean
  request: Noted['request']
}

/**
 * What people read: opened documents, queries, calls of the API. It is recorded only for organizations whose audit log
 * is a connection. No request waits for it: events are held in memory and written about once a second, many in one
 * transaction.
 */
export interface Activity {
  answered(answer: AnsweredRequest): void
  queried(query: EndedQuery): void
  /** Writes the events that are still in memory. */
  flush(): Promise<void>
  /** Writes all events and ignores later ones. */
  close(): Promise<void>
}

const flushEveryMs = 1_000
/**
 * How long the state of an organization's audit connection is cached: a change takes effect after at most this time.
 */
const knownMs = 5_000
/**
 * Maximum events in memory. Beyond it, because the store cannot be written, events are dropped and their number is
 * reported.
 */
const mostWaiting = 50_000

interface Waiting {
  event: AuditEvent
  /** Key of an event that is recorded at most once in ten minutes; absent: every event is recorded. */
  once?: string
}

interface Buffer {
  store: Store
  clock: Clock
  reportBug: (error: unknown) => void
  waiting: Waiting[]
  /** Null when an event with this key was recorded in the last ten minutes. */
  isNews: (key: string) => number | null
  dropped: number
  /** Whether an organization has the connection, cached for `knownMs`. */
  known: Map<string, { isOn: boolean; since: number; until: number }>
  flushing: Promise<void> | null
  isClosed: boolean
}

export function createActivity(given: Pick<Buffer, 'store' | 'clock' | 'reportBug'>): Activity {
  const isNews = createRefusalCount(given.clock)
  const buffer: Buffer = {
    ...given,
    waiting: [],
    isNews,
    dropped: 0,
    known: new Map(),
    flushing: null,
    isClosed: false,
  }
  const flush = () => flushed(buffer)
  // The timer starts here, outside of any request, so that events keep the request that they were noted with.
  const timer = setInterval(() => {
    if (buffer.waiting.length > 0) flush().catch(given.reportBug)
  }, flushEveryMs).unref()
  return {
    answered(answer) {
      if (isOff(buffer, answer.viewer.organizationId)) return
      note(buffer, callOf(answer), answer.request)
      const opened = openingOf(answer)
      if (opened) note(buffer, opened, answer.request, `${answer.viewer.memberId} ${opened.object.id}`)
    },
    queried({ who, documentId, details, isFailed, request }) {
      if (isOff(buffer, who.organizationId)) return
      const object = { kind: 'document', id: documentId }
      const event = eventOf(who, { category: 'QUERY_EXECUTIONS', action: 'QUERY_EXECUTED', object, details })
      note(buffer, { ...event, outcome: isFailed ? 'failed' : 'done' }, request)
    },
    flush,
    async close() {
      clearInterval(timer)
      buffer.isClosed = true
      await flush().catch(given.reportBug)
    },
  }
}

/** An API call by a program; null for requests of the web app. */
function callOf({ viewer, operation, status, durationMs }: AnsweredRequest): AuditEvent | null {
  if (viewer.via.kind !== 'token') return null
  const event = eventOf(viewer, {
    category: 'PUBLIC_API',
    action: 'API_CALLED',
    object: { kind: 'operation', id: operation.id },
    details: { operation: operation.id, method: operation.method, status, durationMs },
  })
  return { ...event, outcome: status < 400 ? 'done' : status === 403 ? 'denied' : 'failed' }
}

/** Operations that open a document: the path parameter with its id, and its kind. */
const openings: Readonly<Record<string, readonly [param: string, kind: string]>> = {
  readPageData: ['workbookId', 'workbook'],
  readDataModelPageData: ['dataModelId', 'data-model'],
}

/** The event of an opened document; `note` limits it to one in ten minutes for each person and document. */
function openingOf({ viewer, operation, params, status }: AnsweredRequest): AuditEvent | null {
  const [param, kind] = openings[operation.id] ?? []
  const id = param === undefined ? undefined : params[param]
  if (kind === undefined || id === undefined || status !== 200) return null
  return eventOf(viewer, { category: 'OBJECT_INTERACTION', action: 'OBJECT_OPENED', object: { kind, id } })
}

function isOff({ known, clock }: Buffer, organizationId: string): boolean {
  const entry = known.get(organizationId)
  return entry !== undefined && !entry.isOn && entry.until > clock.now()
}

function note(buffer: Buffer, event: AuditEvent | null, request: Noted['request'], once?: string): void {
  if (event === null || buffer.isClosed) return
  const noted = { at: buffer.clock.now(), request }
  if (buffer.waiting.length >= mostWaiting) buffer.dropped += 1
  else buffer.waiting.push({ event: { ...event, noted }, ...(once === undefined ? {} : { once }) })
}

function flushed(buffer: Buffer): Promise<void> {
  buffer.flushing ??= write(buffer).finally(() => {
    buffer.flushing = null
  })
  return buffer.flushing
}

async function write(buffer: Buffer): Promise<void> {
  const { store, waiting } = buffer
  buffer.waiting = []
  try {
    const events: AuditEvent[] = []
    for (const { event, once } of waiting) {
      if (!(await isWanted(buffer, event))) continue
      if (once === undefined || buffer.isNews(once) !== null) events.push(event)
    }
    if (events.length > 0) await store.write(events, async () => {})
  } catch (error) {
    buffer.waiting = [...waiting, ...buffer.waiting].slice(0, mostWaiting)
    throw error
  }
  if (buffer.dropped === 0) return
  const lost = buffer.dropped
  buffer.dropped = 0
  buffer.reportBug(new Error(`The audit log lost ${lost} events of reading while the store could not be written.`))
}

/** False for events noted before the connection was enabled, although they are written afterwards. */
async function isWanted(buffer: Buffer, { organizationId, noted }: AuditEvent): Promise<boolean> {
  const { isOn, since } = await trailOf(buffer, organizationId)
  return isOn && (noted === undefined || noted.at >= since)
}

async function trailOf({ store, clock, known }: Buffer, organizationId: string) {
  const now = clock.now()
  const entry = known.get(organizationId)
  if (entry && entry.until > now && entry.until <= now + knownMs) return entry
  const trail = await findAuditTrail(store.db, organizationId)
  const read = { isOn: trail?.is_enabled === 1, since: trail?.since_at ?? 0, until: now + knownMs }
  known.set(organizationId, read)
  return read
}
