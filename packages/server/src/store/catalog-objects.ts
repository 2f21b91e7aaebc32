import type { Expression, ExpressionBuilder, Insertable, Selectable, SqlBool } from 'kysely'
import { beginningWith, foldCase, holdsText, matches } from './like.ts'
import type { CatalogObjectTable, Database } from './schema.ts'
import type { Queryable } from './store.ts'

export type CatalogObjectRow = Selectable<CatalogObjectTable>

export async function findCatalogObject(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<CatalogObjectRow | undefined> {
  return db
    .selectFrom('catalog_objects')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** By id; unknown ids are left out. */
export async function findCatalogObjects(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, CatalogObjectRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('catalog_objects')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** `path` is the canonical path as JSON text. */
export async function findCatalogObjectByPath(
  db: Queryable,
  organizationId: string,
  connectionId: string,
  path: string,
): Promise<CatalogObjectRow | undefined> {
  return db
    .selectFrom('catalog_objects')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where('path', '=', path)
    .executeTakeFirst()
}

/** The paths (JSON text) of the direct parents of these rows, with their connections; each once. */
export function setOfPathsAbove(rows: readonly CatalogObjectRow[]): { connectionId: string; path: string }[] {
  const above = rows.flatMap((row) => {
    const path = JSON.parse(row.path) as string[]
    return path.length < 2 ? [] : [[row.connection_id, JSON.stringify(path.slice(0, -1))] as const]
  })
  const each = new Map(above.map(([connectionId, path]) => [`${connectionId} ${path}`, { connectionId, path }]))
  return [...each.values()]
}

/** Objects at paths (JSON text) of connections; unknown ones are left out. */
export async function findCatalogObjectsByPath(
  db: Queryable,
  organizationId: string,
  places: readonly { connectionId: string; path: string }[],
): Promise<CatalogObjectRow[]> {
  if (places.length === 0) return []
  const rows = await db
    .selectFrom('catalog_objects')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connection_id', 'in', [...new Set(places.map(({ connectionId }) => connectionId))])
    .where('path', 'in', [...new Set(places.map(({ path }) => path))])
    .execute()
  const wanted = new Set(places.map(({ connectionId, path }) => `${connectionId} ${path}`))
  return rows.filter((row) => wanted.has(`${row.connection_id} ${row.path}`))
}

/** Tables and views of a connection with a name, ignoring case, in any schema. */
export async function findTablesNamed(
  db: Queryable,
  organizationId: string,
  connectionId: string,
  name: string,
): Promise<CatalogObjectRow[]> {
  const rows = await db
    .selectFrom('catalog_objects')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where('kind', 'in', ['table', 'view'])
    .where((row) => holdsText(row.ref('path'), JSON.stringify(name)))
    .execute()
  const wanted = foldCase(name)
  return rows.filter(({ path }) => foldCase((JSON.parse(path) as string[]).at(-1) ?? '') === wanted)
}

/** Keeps an existing row: the id assigned first survives every sync. */
export async function insertCatalogObject(db: Queryable, row: Insertable<CatalogObjectTable>): Promise<void> {
  await db
    .insertInto('catalog_objects')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'connection_id', 'path']).doNothing())
    .execute()
}

/** Stores the current description. The first description is also the one that the next sync compares with. */
export async function setCatalogColumns(
  db: Queryable,
  organizationId: string,
  id: string,
  columns: string | null,
  syncedAt: number,
): Promise<void> {
  await db
    .updateTable('catalog_objects')
    .set((row) => ({ columns, synced_at: syncedAt, known_columns: row.fn.coalesce('known_columns', row.val(columns)) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Forgets the columns found at a path (JSON text) and below it, so that they are described again. */
export async function forgetCatalogColumns(
  db: Queryable,
  organizationId: string,
  connectionId: string,
  path: readonly string[],
): Promise<void> {
  await db
    .updateTable('catalog_objects')
    .set({ columns: null, synced_at: null })
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where((row) => atOrBelow(row, path))
    .execute()
}

function atOrBelow(row: ExpressionBuilder<Database, 'catalog_objects'>, path: readonly string[]): Expression<SqlBool> {
  const text = JSON.stringify(path)
  const below = path.length === 0 ? '[' : `${text.slice(0, -1)},`
  return row.or([row('path', '=', text), matches(row.ref('path'), beginningWith(below))])
}

/** Objects of a connection at a path and below it. */
export async function listCatalogObjectsBelow(
  db: Queryable,
  organizationId: string,
  connectionId: string,
  path: readonly string[],
): Promise<CatalogObjectRow[]> {
  return db
    .selectFrom('catalog_objects')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where((row) => atOrBelow(row, path))
    .orderBy('path')
    .execute()
}

/** Stores a sync's result for one object; `columns` only when it was described. */
export async function setSyncedObject(
  db: Queryable,
  organizationId: string,
  id: string,
  found: { gone_at: number | null; columns?: string },
  syncedAt: number,
): Promise<void> {
  const { gone_at, columns } = found
  await db
    .updateTable('catalog_objects')
    .set({ gone_at, ...(columns === undefined ? {} : { columns, known_columns: columns, synced_at: syncedAt }) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
