import type { GrantFact, ObjectFacts, Viewer } from '@octavo/core/access'
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Queryable } from '../store/index.ts'
import { grantFact, reachesViewer } from './reach.ts'

/** A database, schema or table of a connection; grants on it apply to everything below it. */
export interface DatabasePath {
  connectionId: string
  path: readonly string[]
}

/**
 * The facts that `decide` needs for each path, in order, from the facts of their connections; null for an unknown connection. One
 * statement. A path need not be in the catalogue, because grants above it count.
 */
export async function loadPathFacts(
  db: Queryable,
  viewer: Viewer,
  paths: readonly DatabasePath[],
  connections: ReadonlyMap<string, ObjectFacts>,
): Promise<(ObjectFacts | null)[]> {
  if (paths.length === 0) return []
  const rows = await db
    .selectFrom('grants')
    .innerJoin('catalog_objects', (join) =>
      join
        .onRef('catalog_objects.organization_id', '=', 'grants.organization_id')
        .onRef('catalog_objects.id', '=', 'grants.object_id'),
    )
    .select(['catalog_objects.connection_id', 'catalog_objects.path'])
    .select(['grants.id as grant_id', 'grants.permission', 'grants.member_id', 'grants.team_id'])
    .where('grants.organization_id', '=', viewer.organizationId)
    .where('grants.object_kind', '=', 'connection-path')
    .where('catalog_objects.connection_id', 'in', [...new Set(paths.map(({ connectionId }) => connectionId))])
    .where((grant) => reachesViewer(grant, viewer))
    .orderBy('grants.id')
    .execute()
  const granted = rows.map((row) => ({ ...row, at: JSON.parse(row.path) as string[] }))
  return paths.map(({ connectionId, path }) => {
    const connection = connections.get(connectionId)
    if (!connection) return null
    const here = granted.filter((row) => row.connection_id === connectionId)
    const above = here.filter(({ at }) => isAtOrAbove(at, path))
    const pathGrants = above.flatMap((row): GrantFact[] => {
      const grant = grantFact(row, keyOf(connectionId, row.at))
      return grant ? [grant] : []
    })
    const holders = path.slice(0, -1).map((_, length) => keyOf(connectionId, path.slice(0, path.length - 1 - length)))
    return {
      family: 'connection',
      id: keyOf(connectionId, path),
      ownerId: null,
      holders: [...holders, connectionId].map((id) => ({ id, ownerId: null })),
      grants: [...connection.grants, ...pathGrants],
      isArchived: connection.isArchived === true,
      isPassage: here.some(({ at }) => at.length > path.length && isAtOrAbove(path, at)),
    }
  })
}

const keyOf = (connectionId: string, path: readonly string[]) => `${connectionId} ${JSON.stringify(path)}`

const isAtOrAbove = (upper: readonly string[], lower: readonly string[]): boolean =>
  upper.length <= lower.length && upper.every((name, index) => lower[index] === name)

/** Condition: a path in the connection is granted to the viewer. */
export function hasGrantedPath(
  connection: ExpressionBuilder<Database, 'connections'>,
  viewer: Viewer,
): Expression<SqlBool> {
  return connection.exists(
    connection
      .selectFrom('grants')
      .innerJoin('catalog_objects', (join) =>
        join
          .onRef('catalog_objects.organization_id', '=', 'grants.organization_id')
          .onRef('catalog_objects.id', '=', 'grants.object_id'),
      )
      .select(sql<number>`1`.as('one'))
      .where('grants.organization_id', '=', viewer.organizationId)
      .where('grants.object_kind', '=', 'connection-path')
      .whereRef('catalog_objects.connection_id', '=', 'connections.id')
      .where((grant) => reachesViewer(grant, viewer)),
  )
}

/** Condition: the path, one above it or one below it is granted to the viewer. */
export function hasGrantOnTheWay(
  object: ExpressionBuilder<Database, 'catalog_objects'>,
  viewer: Viewer,
): Expression<SqlBool> {
  const path = sql<string>`${object.ref('catalog_objects.path')}`
  const other = sql<string>`granted.path`
  return object.exists(
    object
      .selectFrom('grants')
      .innerJoin('catalog_objects as granted', (join) =>
        join
          .onRef('granted.organization_id', '=', 'grants.organization_id')
          .onRef('granted.id', '=', 'grants.object_id'),
      )
      .select(sql<number>`1`.as('one'))
      .where('grants.organization_id', '=', viewer.organizationId)
      .where('grants.object_kind', '=', 'connection-path')
      .whereRef('granted.connection_id', '=', 'catalog_objects.connection_id')
      .where(sql<SqlBool>`(${other} = ${path} or ${isBelow(path, other)} or ${isBelow(other, path)})`)
      .where((grant) => reachesViewer(grant, viewer)),
  )
}

/** Paths are JSON arrays of names: a path below another one starts with it, with a comma instead of the closing bracket. */
const isBelow = (lower: RawBuilder<string>, upper: RawBuilder<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`substr(${lower}, 1, length(${upper})) = substr(${upper}, 1, length(${upper}) - 1) || ','`
