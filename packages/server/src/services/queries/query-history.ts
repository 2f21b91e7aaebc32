import { decide, decideRight, type ObjectFacts, type Viewer } from '@octavo/core/access'
import { type QueryRun, type QueryRunQuery, queryOutcomes, queryPurposes } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type Access, requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { findConnections } from '../../store/connections.ts'
import { isUuid, type Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { findMembers, fullNameOf } from '../../store/members.ts'
import {
  askToCancelRun,
  countQueryRuns,
  deleteQueryRunsBefore,
  deleteQueryStatementsBefore,
  findQueryRun,
  type ListedQueryRun,
  listQueryRuns,
  type QueryRunFilter,
} from '../../store/query-runs.ts'
import { findSearchEntries } from '../../store/search-documents.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals, type Totals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'
import type { QueryLog } from './query-log.ts'

export type QueryHistory = ReturnType<typeof createQueryHistory>

const keptMs = 30 * 86_400_000
/** Longer than queries are kept, because a statement's time may be up to a day before the latest query with it. */
const statementsKeptMs = keptMs + 2 * 86_400_000

/** Finished and running queries. Members see their own; administrators, and editors of a connection, see everybody's. */
export function createQueryHistory(given: Given) {
  return serviceOf({ ...given, totals: createTotals(given) }, { list, get, cancel, clean })
}

interface Given {
  store: Store
  clock: Clock
  access: Access
  queryLog: QueryLog
}

interface Parts extends Given {
  totals: Totals
}

/** Newest first. */
async function list(parts: Parts, viewer: Viewer, query: QueryRunQuery, window: Window): Promise<Slice<QueryRun>> {
  const { access, clock, store, totals } = parts
  const { scope = 'mine', connectionId, documentId, memberId, outcome, from } = query
  if (scope === 'all') {
    if (connectionId === undefined) requireRight(viewer, 'manageConnections')
    else if (isUuid(connectionId)) await access.requireConnection(viewer, connectionId, 'edit')
    else throw new AppError('not_found', { kind: 'connection', id: connectionId })
  }
  const asked = scope === 'mine' ? viewer.memberId : memberId
  const filter: Omit<QueryRunFilter, 'now'> = {
    ...(asked === undefined ? {} : { memberId: asked }),
    ...(connectionId === undefined ? {} : { connectionId }),
    ...(documentId === undefined ? {} : { documentId }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(from === undefined ? {} : { since: Date.parse(from) }),
  }
  const { organizationId } = viewer
  const [startedAt, id] = window.after ?? []
  const after = window.after === null ? null : { startedAt: Number(startedAt), id: String(id) }
  const now = clock.now()
  const rows = await listQueryRuns(store.db, organizationId, { ...filter, now }, { after, limit: window.limit })
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.started_at, row.id])
  const total = await totals(['queries', organizationId, filter], (atMost) =>
    countQueryRuns(store.db, organizationId, { ...filter, now }, atMost),
  )
  return { entries: await entriesOf(parts, viewer, page), next, total }
}

async function get(parts: Parts, viewer: Viewer, id: string): Promise<QueryRun> {
  const [entry] = await entriesOf(parts, viewer, [await find(parts, viewer, id)])
  if (entry === undefined) throw new AppError('not_found', { kind: 'query run', id })
  return entry
}

/** Cancels the query wherever it runs: immediately in this process, within about a second in another one. */
async function cancel(parts: Parts, viewer: Viewer, id: string): Promise<QueryRun> {
  const { clock, store, queryLog } = parts
  const row = await find(parts, viewer, id)
  await store.write<boolean>(
    (wasRunning) =>
      wasRunning
        ? eventOf(viewer, {
            category: 'CONNECTION',
            action: 'CONNECTION_QUERY_CANCELLED',
            object: { kind: 'connection', id: row.connection_id },
            details: { queryRunId: row.id, memberId: row.member_id, elementId: row.element_id },
            change: { before: { outcome: 'running' }, after: { outcome: 'cancelled' } },
          })
        : [],
    (tx) => askToCancelRun(tx, viewer.organizationId, row.id, clock.now()),
  )
  queryLog.cancel(row.id)
  return get(parts, viewer, id)
}

/** Removes entries older than the history's retention. */
async function clean({ clock, store }: Parts): Promise<void> {
  const now = clock.now()
  let isMore = true
  while (isMore) isMore = await store.maintain('old queries', (tx) => deleteQueryRunsBefore(tx, now - keptMs))
  await store.maintain('old statements', (tx) => deleteQueryStatementsBefore(tx, now - statementsKeptMs))
}

/** Throws `not_found` for a query that is not visible to the viewer. */
async function find({ access, store }: Parts, viewer: Viewer, id: string): Promise<ListedQueryRun> {
  const row = isUuid(id) ? await findQueryRun(store.db, viewer.organizationId, id.toLowerCase()) : undefined
  // The check always runs, so that a query that the viewer may not see takes the same work as one that does not exist.
  const connectionId = row?.connection_id ?? ''
  const facts = (await access.connectionFacts(viewer, [connectionId])).get(connectionId)
  if (row === undefined || !isKnown(viewer, row, facts)) throw new AppError('not_found', { kind: 'query run', id })
  return row
}

function isKnown(viewer: Viewer, row: ListedQueryRun, facts: ObjectFacts | undefined): boolean {
  if (row.member_id === viewer.memberId || decideRight(viewer, 'manageConnections').allowed) return true
  return facts !== undefined && decide(viewer, facts, 'edit').allowed
}

async function entriesOf(
  { access, clock, store }: Parts,
  viewer: Viewer,
  rows: readonly ListedQueryRun[],
): Promise<QueryRun[]> {
  const { organizationId } = viewer
  const ids = (name: 'connection_id' | 'document_id' | 'member_id') => [...new Set(rows.map((row) => row[name]))]
  const [facts, connections, documents, members, elementNameOf] = await Promise.all([
    access.connectionFacts(viewer, ids('connection_id')),
    findConnections(store.db, organizationId, ids('connection_id')),
    findInodes(store.db, organizationId, ids('document_id')),
    findMembers(store.db, organizationId, ids('member_id')),
    elementNames({ access, store }, viewer, ids('document_id')),
  ])
  const seesAll = decideRight(viewer, 'manageConnections').allowed
  const now = clock.now()
  return rows.map((row) => {
    const isOwn = row.member_id === viewer.memberId
    const ofConnection = facts.get(row.connection_id)
    const member = members.get(row.member_id)
    const outcome = row.outcome === 'running' && row.deadline_at < now ? 'lost' : row.outcome
    const mayReadSql = ofConnection !== undefined && decide(viewer, ofConnection, 'useAsSource').allowed
    return {
      queryRunId: row.id,
      connectionId: row.connection_id,
      connectionName: connections.get(row.connection_id)?.name ?? null,
      documentId: row.document_id,
      documentName: isOwn || seesAll ? (documents.get(row.document_id)?.name ?? null) : null,
      elementId: row.element_id,
      elementName: elementNameOf(row, isOwn),
      memberId: row.member_id === '' ? null : row.member_id,
      memberName: member === undefined ? null : fullNameOf(member),
      purpose: wordOf(queryPurposes, row.purpose),
      startedAt: timestamp(row.started_at),
      outcome: wordOf(queryOutcomes, outcome),
      errorCode: row.error_code,
      isCached: row.is_cached === 1,
      rows: row.row_count,
      bytes: row.byte_count,
      steps: {
        compileMs: row.compile_ms,
        queueMs: row.queue_ms,
        engineMs: row.engine_ms,
        transferMs: row.transfer_ms,
      },
      sql: mayReadSql ? row.statement : null,
      mayCancel: outcome === 'running',
    }
  })
}

/**
 * The title of a query's element; null for none. The title of another member's element needs the permission to view the document, and that
 * no part of the document is for some of its viewers only.
 */
async function elementNames(
  { access, store }: Pick<Parts, 'access' | 'store'>,
  viewer: Viewer,
  ids: readonly string[],
) {
  const [entries, permissions] = await Promise.all([
    findSearchEntries(store.db, viewer.organizationId, ids),
    access.inodePermissions(viewer, ids),
  ])
  return ({ document_id, element_id }: ListedQueryRun, isOwn: boolean): string | null => {
    const of = entries.get(document_id)
    const isSeen = isOwn || (permissions.has(document_id) && of?.isGuarded === false)
    return (isSeen && of?.elements[element_id]) || null
  }
}

/** A stored word as a value of the contract. */
function wordOf<W extends string>(words: readonly W[], stored: string): W {
  const found = words.find((word) => word === stored)
  if (found === undefined) throw new Error(`The store has the unknown word "${stored}".`)
  return found
}
