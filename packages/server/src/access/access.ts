import {
  type Action,
  type ActionOn,
  type Decision,
  decide,
  highestPermission,
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
import type { InodeCursor } from '../store/inode-listing.ts'
import type { InodeRow } from '../store/inodes.ts'
import { hasGrant, loadConnectionFacts } from './connection-facts.ts'
import { loadInodeFacts } from './inode-facts.ts'
import type { InodeFamily, InodePermission } from './lowest-permission.ts'
import { type DatabasePath, hasGrantedPath, hasGrantOnTheWay, loadPathFacts } from './paths.ts'
import { requireAllowed } from './require.ts'
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
 * Checks the rights of a viewer on stored objects: loads the facts that core's `decide` needs and turns the same rules into conditions for
 * lists. Every method accepts the transaction of a write.
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
     * Throws `not_found` for an object that does not exist or is not visible to the viewer, with the same work for both, and `forbidden`
     * with the reason when the viewer may see it but not act on it. `kind` names the object in the message.
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
    /** The facts that `decide` needs for each file; missing files have no entry. One statement. */
    inodeFacts(
      viewer: Viewer,
      inodeIds: readonly string[],
      db: Queryable = store.db,
    ): Promise<Map<string, ObjectFacts>> {
      return loadInodeFacts(db, viewer, inodeIds)
    },

    /** The same with the names of the files and their containers, by id, to build paths. */
    async inodeFactsWithNames(
      viewer: Viewer,
      inodeIds: readonly string[],
    ): Promise<{ facts: Map<string, ObjectFacts>; names: ReadonlyMap<string, string> }> {
      const names = new Map<string, string>()
      return { facts: await loadInodeFacts(store.db, viewer, inodeIds, names), names }
    },

    /** The viewer's permission on the loaded file; null for none. */
    inodePermission(viewer: Viewer, facts: ObjectFacts): InodePermission | null {
      const permission = permissionOn(viewer, facts)
      return permission && isInodePermission(permission) ? permission : null
    },

    /** The viewer's permission on each file; files without permission have no entry. */
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
  // A grant written by another process may take a second to appear in lists; a withdrawn one disappears at once.
  const remembered = createReadMemory(store, { forMs: 1_000, clock })
  return {
    /**
     * Condition for lists of inodes on which the viewer has at least this permission. Administrators are treated like other members; pass
     * no filter for everything.
     */
    visibleInodes(viewer: Viewer, atLeast: InodePermission = 'view') {
      return (inode: ExpressionBuilder<Database, 'inodes'>): Expression<SqlBool> => visible(inode, viewer, atLeast)
    },

    /** The files of `visibleInodes` as a query of their ids, for statements that intersect them with other files: see `visibleIds`. */
    visibleIds(viewer: Viewer, types: readonly string[], atLeast: InodePermission = 'view'): RawBuilder<unknown> {
      return visibleIds(viewer, types, atLeast)
    },

    /** Newest first, one row more than `limit` when there are more; administrators are treated like other members. */
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

    /** Number of files of `listFiles`, counted up to `atMost`. */
    countFiles(viewer: Viewer, listing: VisibleFiles, atMost: number | null): Promise<number> {
      return remembered(viewer, `count ${JSON.stringify([listing, atMost, store.commits()])}`, () =>
        countVisibleFiles(store.db, viewer, listing, atMost),
      )
    },

    /**
     * The types of tagged versions with a direct grant to the viewer, or one by tag on a folder. Few viewers have any; lists show them
     * those versions when the document itself is not visible.
     */
    givenTaggedTypes(viewer: Viewer): Promise<readonly TaggedType[]> {
      return remembered(viewer, `tagged versions ${store.commits()}`, () => loadGivenTaggedTypes(store.db, viewer))
    },

    /**
     * As `visibleInodes`, with one tagged version for each document of which the viewer may see only some: the default one, otherwise the
     * newest.
     */
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
     * Condition for lists of connections that the viewer may use, and the audit log for administrators; see `visibleInodes`.
     */
    visibleConnections(viewer: Viewer) {
      return (connection: ExpressionBuilder<Database, 'connections'>): Expression<SqlBool> => {
        if (highestPermission(viewer, 'connection') === null) return sql<SqlBool>`1 = 0`
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
      const isNobody = highestPermission(viewer, 'connection') === null
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
     * The facts that `decide` needs for each database path, in order, from the facts of their connections; null for an unknown connection.
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
  ladders.folder.some((each) => each === permission)

function refuse(viewer: Viewer, facts: ObjectFacts | null, action: Action, kind: string, id: string): void {
  const decision = facts && decide(viewer, facts, action)
  if (!decision?.isVisible) throw new AppError('not_found', { kind, id })
  requireAllowed(decision)
}
