import type { CatalogRelation } from '@octavo/core/plan'
import { valueTypeToText } from '@octavo/core/types'
import type { Transaction } from 'kysely'
import type { OpenConnection } from '../connectors/index.ts'
import {
  type CatalogObjectRow,
  findCatalogObjects,
  forgetCatalogColumns,
  insertCatalogObject,
  listCatalogObjectsBelow,
  setSyncedObject,
} from '../store/catalog-objects.ts'
import { chunksOf } from '../store/chunks.ts'
import { findReadKeys } from '../store/document-reads.ts'
import type { Database } from '../store/index.ts'
import { tableKeyOf } from '../store/read-rows.ts'
import type { CatalogChange, CatalogFindings, CatalogObject, CatalogReader, ObjectFinding } from './api.ts'
import { type CatalogParts, canonicalPath, inCataloguePool, newObject } from './descriptions.ts'
import { relationFromText, relationToText } from './stored-relations.ts'

/** Rows stored in one transaction: few, because the embedded store has one writer. */
const syncedAtOnce = 200

type Found = Pick<CatalogObject, 'path' | 'kind'>

/** Implements `Catalog.look`. New objects are stored at once; `settle` stores changes of known ones. */
export async function look(
  parts: CatalogParts,
  reader: CatalogReader,
  connectionId: string,
  path: readonly string[],
  signal: AbortSignal,
): Promise<CatalogFindings | null> {
  const { store, sessions } = parts
  const organizationId = typeof reader === 'string' ? reader : reader.organizationId
  const connection =
    typeof reader === 'string'
      ? await sessions.openOwn(organizationId, connectionId)
      : await sessions.openForTables(reader, connectionId)
  const isForOne = connection.subject !== ''
  const root =
    path.length === 0 ? null : await inCataloguePool(connection, signal, () => canonicalPath(connection, path, signal))
  const within = root?.path ?? path
  const known = await listCatalogObjectsBelow(store.db, organizationId, connectionId, within)
  if (path.length > 0 && root === null && known.length === 0) return null
  const found = path.length > 0 && root === null ? [] : await listBelow(connection, root, signal)
  const fresh = await insertUnknown(parts, organizationId, connectionId, found, known)
  const newIds = new Set(fresh.map(({ id }) => id))
  const isRead = await tablesRead(parts, organizationId, connectionId, [...known, ...fresh])
  const there = new Set(found.map((object) => JSON.stringify(object.path)))
  const objects: ObjectFinding[] = []
  for (const row of [...known, ...fresh]) {
    const isGone = !there.has(row.path)
    if (isGone && isForOne) continue
    const isCompared = !isGone && !isForOne && (row.known_columns !== null || isRead(row))
    const relation = isCompared ? await describeNow(connection, row, signal) : null
    objects.push(findingOf(row, { isGone, isNew: newIds.has(row.id), relation }))
  }
  return { path: [...within], count: found.length, objects, changes: objects.flatMap(({ changes }) => changes) }
}

/**
 * Stores the findings of `look`. Returns the changes that a concurrent sync has not stored already. Descriptions of
 * tables that no sync compares are removed, so that they are read again when they are needed.
 */
export async function settle(
  parts: CatalogParts,
  tx: Transaction<Database>,
  organizationId: string,
  connectionId: string,
  findings: CatalogFindings,
): Promise<CatalogChange[]> {
  const { store, clock } = parts
  const now = clock.now()
  await forgetCatalogColumns(tx, organizationId, connectionId, findings.path)
  const changes: CatalogChange[] = []
  for (const some of chunksOf(findings.objects)) {
    const ids = some.map(({ row }) => row.id)
    const present = await findCatalogObjects(tx, organizationId, ids)
    for (const { row, isGone, columns, changes: news } of some) {
      const is = present.get(row.id)
      if (!is || is.gone_at !== row.gone_at || is.known_columns !== row.known_columns) continue
      const gone_at = isGone ? (row.gone_at ?? now) : null
      if (columns !== undefined || gone_at !== row.gone_at) {
        await setSyncedObject(
          tx,
          organizationId,
          row.id,
          { gone_at, ...(columns === undefined ? {} : { columns }) },
          now,
        )
      }
      changes.push(...news)
    }
  }
  store.afterCommit(tx, () => forgetBelow(parts, organizationId, connectionId, findings.path))
  return changes
}

async function listBelow(connection: OpenConnection, root: Found | null, signal: AbortSignal): Promise<Found[]> {
  return inCataloguePool(connection, signal, async () => {
    const { session } = connection
    const found: Found[] = root === null ? [] : [root]
    let level = await session.list(root?.path ?? [], signal)
    while (level.length > 0) {
      found.push(...level)
      const inner = level.filter(({ kind }) => kind === 'database' || kind === 'schema')
      level = []
      for (const container of inner) level.push(...(await session.list(container.path, signal)))
    }
    return found
  })
}

async function insertUnknown(
  parts: CatalogParts,
  organizationId: string,
  connectionId: string,
  found: readonly Found[],
  known: readonly CatalogObjectRow[],
): Promise<CatalogObjectRow[]> {
  const paths = new Set(known.map(({ path }) => path))
  const rows = found
    .filter(({ path }) => !paths.has(JSON.stringify(path)))
    .map((object) => newObject(parts, organizationId, connectionId, object))
  for (const some of chunksOf(rows, syncedAtOnce)) {
    await parts.store.maintain('objects of a connection', async (tx) => {
      for (const row of some) await insertCatalogObject(tx, row)
    })
  }
  return rows
}

/** Returns a predicate for tables that any document reads: their columns are compared even if they were not described yet. */
async function tablesRead(
  { store }: CatalogParts,
  organizationId: string,
  connectionId: string,
  rows: readonly CatalogObjectRow[],
): Promise<(row: CatalogObjectRow) => boolean> {
  const keyOf = ({ path }: CatalogObjectRow) => tableKeyOf(connectionId, JSON.parse(path) as string[])
  const read = await findReadKeys(store.db, organizationId, rows.filter(isTable).map(keyOf))
  return (row) => read.has(keyOf(row))
}

/** Null for objects that are not tables, and when the columns cannot be read. */
async function describeNow(
  connection: OpenConnection,
  row: CatalogObjectRow,
  signal: AbortSignal,
): Promise<CatalogRelation | null> {
  if (!isTable(row)) return null
  try {
    const path = JSON.parse(row.path) as string[]
    return await inCataloguePool(connection, signal, () => connection.session.describeTable(path, signal))
  } catch (error) {
    if (signal.aborted) throw error
    // A view over a missing table is listed but cannot be described; the next sync compares it again.
    return null
  }
}

function findingOf(
  row: CatalogObjectRow,
  { isGone, isNew, relation }: { isGone: boolean; isNew: boolean; relation: CatalogRelation | null },
): ObjectFinding {
  const table = { objectId: row.id, path: JSON.parse(row.path) as string[] }
  const isBack = !isGone && (isNew || row.gone_at !== null)
  const changes: CatalogChange[] = []
  if (isTable(row) && isBack) changes.push({ kind: 'table-added', ...table })
  if (isTable(row) && isGone && row.gone_at === null) changes.push({ kind: 'table-dropped', ...table })
  if (relation === null) return { row, isGone, changes }
  if (row.known_columns !== null) changes.push(...columnChanges(table, relationFromText(row.known_columns), relation))
  return { row, isGone, changes, columns: relationToText(relation) }
}

function columnChanges(
  table: Pick<CatalogChange, 'objectId' | 'path'>,
  known: CatalogRelation,
  found: CatalogRelation,
): CatalogChange[] {
  const typesOf = ({ columns }: CatalogRelation) =>
    new Map(columns.map(({ name, type }) => [name, valueTypeToText(type)]))
  const [before, after] = [typesOf(known), typesOf(found)]
  const changes: CatalogChange[] = []
  for (const [column, type] of before) {
    const now = after.get(column)
    if (now === undefined) changes.push({ kind: 'column-dropped', ...table, column, before: type })
    else if (now !== type) changes.push({ kind: 'column-retyped', ...table, column, before: type, after: now })
  }
  for (const [column, type] of after) {
    if (!before.has(column)) changes.push({ kind: 'column-added', ...table, column, after: type })
  }
  return changes
}

const isTable = ({ kind }: Pick<CatalogObjectRow, 'kind'>): boolean => kind === 'table' || kind === 'view'

/** Forgets descriptions in this process, including custom SQL; the caller removes those in the store. */
function forgetBelow(
  { tables, statements }: CatalogParts,
  organizationId: string,
  connectionId: string,
  within: readonly string[],
): void {
  statements.clear()
  for (const key of tables.keys()) {
    const [organization, connectionOfKey, , tablePath] = JSON.parse(key) as [string, string, number, string[]]
    const isBelow = within.every((segment, index) => tablePath[index] === segment)
    if (organization === organizationId && connectionOfKey === connectionId && isBelow) tables.delete(key)
  }
}
