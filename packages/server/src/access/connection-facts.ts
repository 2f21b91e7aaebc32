import type { GrantFact, ObjectFacts, Viewer } from '@octavo/core/access'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Queryable } from '../store/index.ts'
import { hasGrantedPath } from './paths.ts'
import { grantFact, reachesViewer } from './reach.ts'

/** Condition: the connection as a whole is granted to the viewer. */
export function hasGrant(connection: ExpressionBuilder<Database, 'connections'>, viewer: Viewer): Expression<SqlBool> {
  return connection.exists(
    connection
      .selectFrom('grants')
      .select(sql<number>`1`.as('one'))
      .whereRef('grants.organization_id', '=', 'connections.organization_id')
      .where('grants.object_kind', '=', 'connection')
      .whereRef('grants.object_id', '=', 'connections.id')
      .where((grant) => reachesViewer(grant, viewer)),
  )
}

export async function loadConnectionFacts(
  db: Queryable,
  viewer: Viewer,
  connectionIds: readonly string[],
): Promise<Map<string, ObjectFacts>> {
  const found = new Map<string, ObjectFacts & { grants: GrantFact[] }>()
  if (connectionIds.length === 0) return found
  const rows = await db
    .selectFrom('connections')
    .leftJoin('grants', (join) =>
      join
        .onRef('grants.organization_id', '=', 'connections.organization_id')
        .on('grants.object_kind', '=', 'connection')
        .onRef('grants.object_id', '=', 'connections.id')
        .on((grant) => reachesViewer(grant, viewer)),
    )
    .select(['connections.id', 'connections.is_archived'])
    .select((connection) => sql<number | boolean>`${hasGrantedPath(connection, viewer)}`.as('has_granted_path'))
    .select(['grants.id as grant_id', 'grants.permission', 'grants.member_id', 'grants.team_id'])
    .where('connections.organization_id', '=', viewer.organizationId)
    .where('connections.id', 'in', connectionIds)
    .orderBy('grants.id')
    .execute()
  for (const row of rows) {
    const facts = found.get(row.id) ?? {
      family: 'connection',
      id: row.id,
      ownerId: null,
      holders: [],
      grants: [],
      isArchived: row.is_archived === 1,
      // SQLite returns 1 and PostgreSQL true.
      isPassage: Boolean(row.has_granted_path),
    }
    const grant = grantFact(row, row.id)
    if (grant) facts.grants.push(grant)
    found.set(row.id, facts)
  }
  return found
}
