import {
  type Action,
  type ActionOn,
  type Decision,
  decide,
  familyOfType,
  type GrantFact,
  highestRung,
  isInodeType,
  ladders,
  type ObjectFacts,
  type Permission,
  permissionOn,
  type Viewer,
} from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type Clock, systemClock } from '../config/index.ts'
import { createReadMemory, type Database, type Queryable, type Store } from '../store/index.ts'
import type { InodeCursor, InodeRow } from '../store/inodes.ts'
import { isLookedUp } from '../store/looked-up.ts'
import { type DatabasePath, hasGrantedPath, hasGrantOnTheWay, loadPathFacts } from './paths.ts'
import {
  grantFact,
  grantsAsText,
  grantsFromText,
  isGranted,
  openFolders,
  openTagged,
  reachesViewer,
  subjectsOf,
  waysTo,
} from './reach.ts'
import { requireAllowed } from './require.ts'
import type { InodeFamily, InodePermission } from './rungs.ts'
import { countVisibleFiles, isOpenBelow, listVisibleFiles, type VisibleFiles } from './visible-files.ts'

export type InodeAction = { [F in InodeFamily]: ActionOn<F> }[InodeFamily]
export type ConnectionAction = ActionOn<'connection'>

export type Access = ReturnType<typeof createAccess>

/**
 * The rights of a viewer on what the store holds: loads the facts that `decide` of the core needs and turns the same
 * rules into conditions for lists. Every method takes the transaction of the deed where there is one.
 */
export function createAccess({ store, clock = systemClock }: { store: Store; clock?: Clock }) {
  // A second is what a new grant of another process may take to show in lists; what was withdrawn is gone at once.
  const remembered = createReadMemory(store, { forMs: 1_000, clock })
  const inodeFacts = async (viewer: Viewer, inodeId: string, db: Queryable): Promise<ObjectFacts | null> =>
    (await loadInodeFacts(db, viewer, [inodeId])).get(inodeId) ?? null

  return {
    /** Null when there is no such file, folder or workspace. */
    async decideInode(
      viewer: Viewer,
      inodeId: string,
      action: InodeAction,
      db: Queryable = store.db,
    ): Promise<Decision | null> {
      const facts = await inodeFacts(viewer, inodeId, db)
      return facts && decide(viewer, facts, action)
    },

    /**
     * Throws `not_found` for what does not exist or the viewer may not know of, with the same work done for both, and
     * `forbidden` with the reason for what they may see but not do. `kind` names the object in the message.
     */
    async requireInode(
      viewer: Viewer,
      inodeId: string,
      action: InodeAction,
      kind: string,
      db: Queryable = store.db,
    ): Promise<void> {
      refuse(viewer, await inodeFacts(viewer, inodeId, db), action, kind, inodeId)
    },

    /** What `decide` needs of each; those that do not exist are missing. One statement. */
    inodeFacts(
      viewer: Viewer,
      inodeIds: readonly string[],
      db: Queryable = store.db,
    ): Promise<Map<string, ObjectFacts>> {
      return loadInodeFacts(db, viewer, inodeIds)
    },

    /** The same with the name of each and of all that hold them, by id: what a path is written with. */
    async inodeFactsWithNames(
      viewer: Viewer,
      inodeIds: readonly string[],
    ): Promise<{ facts: Map<string, ObjectFacts>; names: ReadonlyMap<string, string> }> {
      const names = new Map<string, string>()
      return { facts: await loadInodeFacts(store.db, viewer, inodeIds, names), names }
    },

    /** What to show as the viewer's permission on what was loaded; null for none. */
    inodePermission(viewer: Viewer, facts: ObjectFacts): InodePermission | null {
      const permission = permissionOn(viewer, facts)
      return permission && isInodePermission(permission) ? permission : null
    },

    /** What to show as the viewer's permission on each; those on which they have none are missing. */
    async inodePermissions(
      viewer: Viewer,
      inodeIds: readonly string[],
      db: Queryable = store.db,
    ): Promise<Map<string, InodePermission>> {
      const permissions = new Map<string, InodePermission>()
      for (const [id, facts] of await loadInodeFacts(db, viewer, inodeIds)) {
        const permission = permissionOn(viewer, facts)
        if (permission && isInodePermission(permission)) permissions.set(id, permission)
      }
      return permissions
    },

    /**
     * Condition for lists of inodes: those on which the viewer has at least this permission. An administrator gets what
     * anyone would; pass no filter for everything.
     */
    visibleInodes(viewer: Viewer, atLeast: InodePermission = 'view') {
      return (inode: ExpressionBuilder<Database, 'inodes'>): Expression<SqlBool> => visible(inode, viewer, atLeast)
    },

    /** Newest first, one row more than `limit` when there are more; an administrator gets what anyone would. */
    async listFiles(
      viewer: Viewer,
      listing: VisibleFiles,
      window: { after: InodeCursor | null; limit: number },
    ): Promise<InodeRow[]> {
      return listVisibleFiles(store.db, viewer, listing, window)
    },

    /** Whether `listFiles` can list what lies below a folder: where all of it is open to the viewer. */
    isOpenBelow(viewer: Viewer, listing: VisibleFiles): Promise<boolean> {
      return isOpenBelow(store.db, viewer, listing)
    },

    /** How many files `listFiles` has, counted no further than `atMost`. */
    countFiles(viewer: Viewer, listing: VisibleFiles, atMost: number | null): Promise<number> {
      return remembered(viewer, `count ${JSON.stringify([listing, atMost, store.commits()])}`, () =>
        countVisibleFiles(store.db, viewer, listing, atMost),
      )
    },

    /**
     * The types of tagged versions that were granted to the viewer by themselves, or by their tag on a folder. Few have any, and who has sees them in
     * lists of documents where the document itself is not theirs.
     */
    givenTaggedTypes(viewer: Viewer): Promise<readonly TaggedType[]> {
      return remembered(viewer, `tagged versions ${store.commits()}`, async () => {
        const reaching = sql`organization_id = ${viewer.organizationId} and subject in (${sql.join(subjectsOf(viewer))})`
        // The literals are those of the indexes.
        const { rows } = await sql<{ type: string | null }>`
          select distinct object_type as type from grants
          where ${reaching} and object_type in ('tagged-workbook', 'tagged-data-model')
          union all
          select distinct null from grants where ${reaching} and object_kind = 'folder-tag'`.execute(store.db)
        return taggedTypes.filter((type) => rows.some((row) => row.type === type || row.type === null))
      })
    },

    /** As `visibleInodes`, with one tagged version for each document of which the viewer may see only some: default, else newest. */
    visibleWithTagged(viewer: Viewer, atLeast: InodePermission = 'view') {
      return (inode: ExpressionBuilder<Database, 'inodes'>): Expression<SqlBool> =>
        inode.or([
          inode.and([inode('inodes.type', 'not in', taggedTypes), visible(inode, viewer, atLeast)]),
          inode('inodes.id', 'in', shownTagged(inode, viewer, atLeast)),
        ])
    },

    async decideConnection(
      viewer: Viewer,
      connectionId: string,
      action: ConnectionAction,
      db: Queryable = store.db,
    ): Promise<Decision | null> {
      const facts = (await loadConnectionFacts(db, viewer, [connectionId])).get(connectionId)
      return facts ? decide(viewer, facts, action) : null
    },

    /** As `inodeFacts`. */
    connectionFacts(
      viewer: Viewer,
      ids: readonly string[],
      db: Queryable = store.db,
    ): Promise<Map<string, ObjectFacts>> {
      return loadConnectionFacts(db, viewer, ids)
    },

    /** As `requireInode`. */
    async requireConnection(
      viewer: Viewer,
      connectionId: string,
      action: ConnectionAction,
      db: Queryable = store.db,
    ): Promise<void> {
      const facts = (await loadConnectionFacts(db, viewer, [connectionId])).get(connectionId)
      refuse(viewer, facts ?? null, action, 'connection', connectionId)
    },

    /** Condition for lists of connections: those that are granted so that the viewer may use them; as `visibleInodes`. */
    visibleConnections(viewer: Viewer) {
      return (connection: ExpressionBuilder<Database, 'connections'>): Expression<SqlBool> => {
        if (highestRung(viewer, 'connection') === null) return sql<SqlBool>`1 = 0`
        return connection.or([hasGrant(connection, viewer), hasGrantedPath(connection, viewer)])
      }
    },

    /** Conditions for lists of database paths: those of connections that are granted whole, and those on the way. */
    visiblePaths(viewer: Viewer) {
      const nothing = sql<SqlBool>`1 = 0`
      const isNobody = highestRung(viewer, 'connection') === null
      return {
        connection: (connection: ExpressionBuilder<Database, 'connections'>): Expression<SqlBool> =>
          isNobody ? nothing : hasGrant(connection, viewer),
        object: (object: ExpressionBuilder<Database, 'catalog_objects'>): Expression<SqlBool> =>
          isNobody ? nothing : hasGrantOnTheWay(object, viewer),
      }
    },

    /**
     * What `decide` needs of each database path, in their order, from the facts of their connections; null where the
     * connection is unknown.
     */
    pathFacts(
      viewer: Viewer,
      paths: readonly DatabasePath[],
      connections: ReadonlyMap<string, ObjectFacts>,
      db: Queryable = store.db,
    ): Promise<(ObjectFacts | null)[]> {
      return loadPathFacts(db, viewer, paths, connections)
    },

    async decidePath(
      viewer: Viewer,
      path: DatabasePath,
      action: ConnectionAction,
      db: Queryable = store.db,
    ): Promise<Decision | null> {
      const connections = await loadConnectionFacts(db, viewer, [path.connectionId])
      const [facts] = await loadPathFacts(db, viewer, [path], connections)
      return facts ? decide(viewer, facts, action) : null
    },
  }
}

export const isInodePermission = (permission: Permission): permission is InodePermission =>
  ladders.folder.some((rung) => rung === permission)

function refuse(viewer: Viewer, facts: ObjectFacts | null, action: Action, kind: string, id: string): void {
  const decision = facts && decide(viewer, facts, action)
  if (!decision?.isVisible) throw new AppError('not_found', { kind, id })
  requireAllowed(decision)
}

/** Condition: the connection as a whole is granted to the viewer. */
function hasGrant(connection: ExpressionBuilder<Database, 'connections'>, viewer: Viewer): Expression<SqlBool> {
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

/**
 * One statement: the objects, every folder above them, and the grants on any of these that reach the viewer. The names of
 * all these come into `names`.
 */
async function loadInodeFacts(
  db: Queryable,
  viewer: Viewer,
  inodeIds: readonly string[],
  names?: Map<string, string>,
): Promise<Map<string, ObjectFacts>> {
  if (inodeIds.length === 0) return new Map()
  const { organizationId } = viewer
  const rows = await db
    .withRecursive('up(root_id, id, parent_id, owner_id, type, name, is_archived, is_home, depth)', (recursive) =>
      recursive
        .selectFrom('inodes')
        .select([
          'inodes.id as root_id',
          'inodes.id',
          'inodes.parent_id',
          'inodes.owner_id',
          'inodes.type',
          'inodes.name',
          'inodes.is_archived',
          'inodes.is_home',
          sql<number>`0`.as('depth'),
        ])
        .where('inodes.organization_id', '=', organizationId)
        .where('inodes.id', 'in', inodeIds)
        .unionAll(
          recursive
            .selectFrom('up')
            .crossJoin('inodes')
            .where(isLookedUp('inodes.id', 'up.parent_id'))
            .select([
              'up.root_id',
              'inodes.id',
              'inodes.parent_id',
              'inodes.owner_id',
              'inodes.type',
              'inodes.name',
              'inodes.is_archived',
              'inodes.is_home',
              sql<number>`up.depth + 1`.as('depth'),
            ])
            .where('inodes.organization_id', '=', organizationId),
        ),
    )
    .selectFrom('up')
    .select(['up.root_id', 'up.id', 'up.owner_id', 'up.type', 'up.name', 'up.is_archived', 'up.is_home', 'up.depth'])
    .select(grantsAsText(viewer).as('granted'))
    .orderBy('up.root_id')
    .orderBy('up.depth')
    .execute()

  for (const { id, name } of rows) names?.set(id, name)
  return factsOfRows(rows)
}

interface UpRow {
  root_id: string
  id: string
  owner_id: string | null
  type: string
  is_archived: number
  is_home: number
  /** 0 for the object itself, 1 for the folder that holds it. */
  depth: number
  granted: Parameters<typeof grantsFromText>[0]
}

/** Facts by the id of the object, from rows that begin with the object and go up folder by folder. */
function factsOfRows(rows: readonly UpRow[]): Map<string, ObjectFacts> {
  const building = new Map<string, { facts: ObjectFacts; holders: Map<string, string | null>; grants: GrantFact[] }>()
  for (const row of rows) {
    if (row.depth === 0 && !building.has(row.root_id) && isInodeType(row.type)) {
      const grants: GrantFact[] = []
      const facts: ObjectFacts = {
        family: familyOfType[row.type],
        id: row.id,
        ownerId: row.owner_id,
        holders: [],
        grants,
        isArchived: row.is_archived === 1,
        isHome: row.is_home === 1,
        isTagged: row.type.startsWith('tagged-'),
      }
      building.set(row.root_id, { facts, holders: new Map(), grants })
    }
    const entry = building.get(row.root_id)
    if (!entry) continue
    if (row.depth > 0) entry.holders.set(row.id, row.owner_id)
    entry.grants.push(...grantsFromText(row.granted, row.id))
  }
  const found = new Map<string, ObjectFacts>()
  for (const [id, { facts, holders }] of building) {
    found.set(id, { ...facts, holders: [...holders].map(([holderId, ownerId]) => ({ id: holderId, ownerId })) })
  }
  return found
}

async function loadConnectionFacts(
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
      // The engines tell a truth as 1 and as true.
      isPassage: Boolean(row.has_granted_path),
    }
    const grant = grantFact(row, row.id)
    if (grant) facts.grants.push(grant)
    found.set(row.id, facts)
  }
  return found
}

/** The rules of `decide` as a condition: own, granted, or in a folder that passes the right down. */
function visible(
  inode: ExpressionBuilder<Database, 'inodes'>,
  viewer: Viewer,
  atLeast: InodePermission,
): Expression<SqlBool> {
  const conditions = waysTo(viewer, Object.keys(familyOfType), atLeast).map(
    (way) => sql<SqlBool>`(inodes.type in (${sql.join(way.types)}) and (
      inodes.owner_id = ${viewer.memberId}
      or inodes.parent_id in (${openFolders(viewer, way.onFolder)})
      or (inodes.type in (${sql.join(taggedTypes)}) and inodes.id in (${openTagged(viewer, way.onFolder)}))
      or ${isGranted(viewer, way, sql`inodes.id`, sql`inodes.type`)}))`,
  )
  return conditions.length === 0 ? sql<SqlBool>`1 = 0` : inode.or(conditions)
}

const taggedTypes = ['tagged-workbook', 'tagged-data-model'] as const
type TaggedType = (typeof taggedTypes)[number]

/** The tagged versions that stand for documents which the viewer may not see themselves. */
function shownTagged(inode: ExpressionBuilder<Database, 'inodes'>, viewer: Viewer, atLeast: InodePermission) {
  const { organizationId } = viewer
  const seenSources = inode
    .selectFrom('inodes')
    .select('inodes.id')
    .where('inodes.organization_id', '=', organizationId)
    .where('inodes.id', 'in', (source) =>
      source
        .selectFrom('tagged_versions')
        .select('tagged_versions.source_id')
        .where('tagged_versions.organization_id', '=', organizationId),
    )
    .where((source) => visible(source, viewer, 'view'))
  const place = sql<number>`row_number() over (partition by tagged_versions.source_id
    order by tagged_versions.is_default desc, tagged_versions.updated_at desc, inodes.id)`
  const given = inode
    .selectFrom('inodes')
    .innerJoin('tagged_versions', (join) =>
      join
        .onRef('tagged_versions.organization_id', '=', 'inodes.organization_id')
        .onRef('tagged_versions.id', '=', 'inodes.id'),
    )
    .select(['inodes.id', place.as('place')])
    .where('inodes.organization_id', '=', organizationId)
    .where('inodes.type', 'in', taggedTypes)
    .where('inodes.parent_id', 'not in', seenSources)
    .where((tagged) => visible(tagged, viewer, atLeast))
    .as('given')
  return inode.selectFrom(given).select('given.id').where('given.place', '=', 1)
}
