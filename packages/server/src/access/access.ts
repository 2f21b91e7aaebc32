import {
  type Action,
  type ActionOn,
  type Decision,
  decide,
  highestRung,
  ladders,
  type ObjectFacts,
  type Permission,
  permissionOn,
  type Viewer,
} from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Clock, systemClock } from '../config/index.ts'
import { createReadMemory, type Database, type Queryable, type Store } from '../store/index.ts'
import type { InodeCursor, InodeRow } from '../store/inodes.ts'
import { hasGrant, loadConnectionFacts } from './connection-facts.ts'
import { loadInodeFacts } from './inode-facts.ts'
import { type DatabasePath, hasGrantedPath, hasGrantOnTheWay, loadPathFacts } from './paths.ts'
import { requireAllowed } from './require.ts'
import type { InodeFamily, InodePermission } from './rungs.ts'
import { countVisibleFiles, isOpenBelow, listVisibleFiles, type VisibleFiles } from './visible-files.ts'
import {
  loadGivenTaggedTypes,
  shownTagged,
  type TaggedType,
  taggedTypes,
  visible,
  visibleIds,
} from './visible-inodes.ts'

export type InodeAction = { [F in InodeFamily]: ActionOn<F> }[InodeFamily]
export type ConnectionAction = ActionOn<'connection'>

export type Access = ReturnType<typeof createAccess>

/**
 * The rights of a viewer on what the store holds: loads the facts that `decide` of the core needs and turns the same
 * rules into conditions for lists. Every method accepts the transaction of a write.
 */
export function createAccess({ store, clock = systemClock }: { store: Store; clock?: Clock }) {
  return {
    ...decisionsOnInodes(store),
    ...permissionsOnInodes(store),
    ...listsOfInodes(store, clock),
    ...rightsOnConnections(store),
    ...rightsOnPaths(store),
  }
}

function decisionsOnInodes(store: Store) {
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
  }
}

function permissionsOnInodes(store: Store) {
  return {
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
  }
}

function listsOfInodes(store: Store, clock: Clock) {
  // A new grant of another process may take a second to show in lists; what was withdrawn is gone at once.
  const remembered = createReadMemory(store, { forMs: 1_000, clock })
  return {
    /**
     * Condition for lists of inodes: those on which the viewer has at least this permission. An administrator gets what
     * anyone would; pass no filter for everything.
     */
    visibleInodes(viewer: Viewer, atLeast: InodePermission = 'view') {
      return (inode: ExpressionBuilder<Database, 'inodes'>): Expression<SqlBool> => visible(inode, viewer, atLeast)
    },

    /** The files of `visibleInodes` as a query of their ids, for statements that intersect them with other files: see `visibleIds`. */
    visibleIds(viewer: Viewer, types: readonly string[], atLeast: InodePermission = 'view'): RawBuilder<unknown> {
      return visibleIds(viewer, types, atLeast)
    },

    /** Newest first, one row more than `limit` when there are more; an administrator gets what anyone would. */
    async listFiles(
      viewer: Viewer,
      listing: VisibleFiles,
      window: { after: InodeCursor | null; limit: number },
    ): Promise<InodeRow[]> {
      return listVisibleFiles(store.db, viewer, listing, window)
    },

    /** Whether `listFiles` can list the contents of a folder, because the viewer may see all of them. */
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
     * The types of tagged versions that were granted to the viewer by themselves, or by their tag on a folder. Few viewers have
     * any; those who do see them in lists of documents where the document itself is not theirs.
     */
    givenTaggedTypes(viewer: Viewer): Promise<readonly TaggedType[]> {
      return remembered(viewer, `tagged versions ${store.commits()}`, () => loadGivenTaggedTypes(store.db, viewer))
    },

    /** As `visibleInodes`, with one tagged version for each document of which the viewer may see only some: default, else newest. */
    visibleWithTagged(viewer: Viewer, atLeast: InodePermission = 'view') {
      return (inode: ExpressionBuilder<Database, 'inodes'>): Expression<SqlBool> =>
        inode.or([
          inode.and([inode('inodes.type', 'not in', taggedTypes), visible(inode, viewer, atLeast)]),
          inode('inodes.id', 'in', shownTagged(inode, viewer, atLeast)),
        ])
    },
  }
}

function rightsOnConnections(store: Store) {
  return {
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

    /**
     * Condition for lists of connections: those that are granted so that the viewer may use them, and the audit log for administrators; as
     * `visibleInodes`.
     */
    visibleConnections(viewer: Viewer) {
      return (connection: ExpressionBuilder<Database, 'connections'>): Expression<SqlBool> => {
        if (highestRung(viewer, 'connection') === null) return sql<SqlBool>`1 = 0`
        const granted = [hasGrant(connection, viewer), hasGrantedPath(connection, viewer)]
        return connection.or(viewer.isAdmin ? [...granted, connection('is_audit_log', '=', 1)] : granted)
      }
    },
  }
}

function isOfAuditLog(object: ExpressionBuilder<Database, 'catalog_objects'>): Expression<SqlBool> {
  return object.exists(
    object
      .selectFrom('connections')
      .select('connections.id')
      .whereRef('connections.organization_id', '=', 'catalog_objects.organization_id')
      .whereRef('connections.id', '=', 'catalog_objects.connection_id')
      .where('connections.is_audit_log', '=', 1),
  )
}

function rightsOnPaths(store: Store) {
  return {
    /** Conditions for lists of database paths: paths of connections that are granted as a whole, and paths that lead to granted ones. */
    visiblePaths(viewer: Viewer) {
      const nothing = sql<SqlBool>`1 = 0`
      const isNobody = highestRung(viewer, 'connection') === null
      return {
        connection: (connection: ExpressionBuilder<Database, 'connections'>): Expression<SqlBool> =>
          isNobody
            ? nothing
            : connection.or([
                hasGrant(connection, viewer),
                ...(viewer.isAdmin ? [connection('is_audit_log', '=', 1)] : []),
              ]),
        object: (object: ExpressionBuilder<Database, 'catalog_objects'>): Expression<SqlBool> =>
          isNobody
            ? nothing
            : object.or([hasGrantOnTheWay(object, viewer), ...(viewer.isAdmin ? [isOfAuditLog(object)] : [])]),
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
