import { hash } from 'node:crypto'
import { AppError, isAppError } from '@octavo/core/errors'
import type { CatalogRelation, RequiredSource } from '@octavo/core/plan'
import { isOver } from '../config/index.ts'
import { inPlace, type OpenConnection, timeoutMsOf } from '../connectors/index.ts'
import {
  type CatalogObjectRow,
  findCatalogObjectByPath,
  insertCatalogObject,
  setCatalogColumns,
} from '../store/catalog-objects.ts'
import { findConnection } from '../store/connections.ts'
import { newUuid } from '../store/index.ts'
import type { CatalogDeps, CatalogObject, Relation } from './api.ts'
import { relationFromText, relationToText } from './stored-relations.ts'

/** Maximum descriptions cached in this process. */
const kept = 5000

export interface CatalogParts extends Required<CatalogDeps> {
  tables: Map<string, { relation: CatalogRelation; until: number }>
  statements: Map<string, CatalogRelation>
}

export function newObject(
  { clock }: Pick<CatalogParts, 'clock'>,
  organizationId: string,
  connectionId: string,
  { path, kind }: { path: readonly string[]; kind: CatalogObject['kind'] },
): CatalogObjectRow {
  return {
    organization_id: organizationId,
    id: newUuid(),
    connection_id: connectionId,
    path: JSON.stringify(path),
    kind,
    columns: null,
    synced_at: null,
    known_columns: null,
    gone_at: null,
    created_at: clock.now(),
  }
}

export async function objectAt(
  parts: CatalogParts,
  organizationId: string,
  connectionId: string,
  path: readonly string[],
  kind: CatalogObject['kind'],
): Promise<CatalogObjectRow> {
  const { store } = parts
  const text = JSON.stringify(path)
  const present = await findCatalogObjectByPath(store.db, organizationId, connectionId, text)
  if (present) return present
  await store.maintain('first sight of a catalogue object', (tx) =>
    insertCatalogObject(tx, newObject(parts, organizationId, connectionId, { path, kind })),
  )
  const row = await findCatalogObjectByPath(store.db, organizationId, connectionId, text)
  if (!row) throw new Error(`The catalogue object ${text} vanished while it was made.`)
  return row
}

/** The path in the engine's own spelling, because people may type another case; null when it does not exist. */
export async function canonicalPath(
  connection: OpenConnection,
  path: readonly string[],
  signal: AbortSignal,
): Promise<{ path: string[]; kind: CatalogObject['kind'] } | null> {
  let found: { path: string[]; kind: CatalogObject['kind'] } | null = null
  for (const segment of path) {
    const children = await connection.session.list(found?.path ?? [], signal)
    const exact = children.find((child) => child.path.at(-1) === segment)
    const match = exact ?? children.find((child) => child.path.at(-1)?.toLowerCase() === segment.toLowerCase())
    if (!match) return null
    found = { path: match.path, kind: match.kind }
  }
  return found
}

export async function describe(
  parts: CatalogParts,
  organizationId: string,
  connection: OpenConnection,
  path: readonly string[],
  signal: AbortSignal,
): Promise<Relation> {
  const { store, clock, freshMs, tables } = parts
  const { row } = connection
  const key = JSON.stringify([organizationId, row.id, row.revision, path, connection.subject])
  const now = clock.now()
  const known = tables.get(key)
  if (known && !isOver(known.until, freshMs, now)) return known.relation
  if (connection.subject !== '') return describeForOne(parts, key, connection, path, signal)
  const stored = await findCatalogObjectByPath(store.db, organizationId, row.id, JSON.stringify(path))
  const isFresh =
    stored?.columns != null &&
    stored.synced_at !== null &&
    stored.synced_at > row.updated_at &&
    !isOver(stored.synced_at + freshMs, freshMs, now)
  if (stored?.columns && isFresh) {
    const relation = relationFromText(stored.columns)
    remember(tables, key, { relation, until: (stored.synced_at ?? 0) + freshMs })
    return relation
  }
  const relation = await inCataloguePool(connection, signal, () => connection.session.describeTable(path, signal))
  if (!relation) return { unavailable: `There is no table ${path.join('.')}.` }
  remember(tables, key, { relation, until: now + freshMs })
  const canonical = (await inCataloguePool(connection, signal, () => canonicalPath(connection, path, signal))) ?? {
    path: [...path],
    kind: 'table' as const,
  }
  const object = await objectAt(parts, organizationId, row.id, canonical.path, canonical.kind)
  await store.maintain('columns of a table', (tx) =>
    setCatalogColumns(tx, organizationId, object.id, relationToText(relation), now),
  )
  return relation
}

/**
 * Describes a table for a reader with a separate sign-in. The description is not stored, because others may not be able
 * to read the table.
 */
async function describeForOne(
  { clock, freshMs, tables }: CatalogParts,
  key: string,
  connection: OpenConnection,
  path: readonly string[],
  signal: AbortSignal,
): Promise<Relation> {
  const relation = await inCataloguePool(connection, signal, () => connection.session.describeTable(path, signal))
  if (!relation) return { unavailable: `There is no table ${path.join('.')}.` }
  remember(tables, key, { relation, until: clock.now() + freshMs })
  return relation
}

export async function describeStatement(
  { statements }: CatalogParts,
  organizationId: string,
  connection: OpenConnection,
  source: Extract<RequiredSource, { kind: 'sql' }>,
  signal: AbortSignal,
): Promise<CatalogRelation> {
  const { row } = connection
  const key = digestOf([organizationId, row.id, row.revision, connection.subject, source.statement])
  const known = statements.get(key)
  if (known) return known
  const columns = await inCataloguePool(connection, signal, () => connection.session.describe(source.statement, signal))
  const relation = { columns }
  remember(statements, key, relation)
  return relation
}

export async function dialectOfKind(
  { store, sessions }: CatalogParts,
  organizationId: string,
  connectionId: string,
): Promise<string | null> {
  const row = await findConnection(store.db, organizationId, connectionId)
  return row?.is_archived === 0 ? (sessions.connector(row.type)?.dialect ?? null) : null
}

/** Turns an error of the source into one that the document's reader may see; other errors are thrown unchanged. */
export async function reading(signal: AbortSignal, read: () => Promise<Relation>): Promise<Relation> {
  try {
    return await read()
  } catch (error) {
    if (signal.aborted) throw new AppError('query_cancelled', {})
    if (isAppError(error, 'source_unavailable')) {
      const { reason, signIn } = error.details
      return { unavailable: reason, ...(signIn === undefined ? {} : { signIn }) }
    }
    if (isAppError(error, 'query_failed')) return { unavailable: error.details.reason }
    throw error
  }
}

/**
 * Runs the work in a slot for statements about tables and columns; waits at most for the time limit of such a
 * statement.
 */
export function inCataloguePool<T>(
  { pools, row }: OpenConnection,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const waiting = AbortSignal.timeout(timeoutMsOf(row, 'default'))
  return inPlace(pools.catalog, 'catalogue', AbortSignal.any([signal, waiting]), work)
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.size >= kept) map.delete(map.keys().next().value ?? '')
  map.set(key, value)
}

export function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value))
}
