import type { Viewer } from '@octavo/core/access'
import type { FileEntry } from '@octavo/core/contract'
import type { Access } from '../../access/index.ts'
import {
  type CatalogObjectRow,
  findCatalogObject,
  findCatalogObjectsByPath,
  setOfPathsAbove,
} from '../../store/catalog-objects.ts'
import { type CatalogObjectListing, countCatalogObjects, listCatalogObjects } from '../../store/connection-lists.ts'
import { type ConnectionRow, findConnection, findConnections } from '../../store/connections.ts'
import { isUuid, type Store, urlIdOf, uuidOfUrlId } from '../../store/index.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'

interface Deps {
  store: Store
  access: Access
}

/** A place in a data platform: a whole connection (an empty path), a database or a schema. */
interface Place {
  connectionId: string
  path: readonly string[]
}

/** Clients of the contract expect database and schema after this segment, whatever the connection's name. */
const connectionRoot = 'Connection Root'

const tableKinds: readonly string[] = ['table', 'view']

/**
 * Tables and views of all connections that the viewer may use, as files: by connection and path. `place` limits them to one place,
 * `isDirect` to its direct children.
 */
export async function listCatalogTables(
  { store, access }: Deps,
  viewer: Viewer,
  { place, isDirect, nameWord }: { place: Place | undefined; isDirect: boolean; nameWord: string | undefined },
  window: Window,
): Promise<Slice<FileEntry>> {
  const listing: CatalogObjectListing = {
    connectionId: place?.connectionId,
    filters: access.visiblePaths(viewer),
    kinds: tableKinds,
    nameWord,
    ...(place ? { below: { path: place.path, isDirect } } : {}),
  }
  const after = window.after === null ? null : { connectionId: String(window.after[0]), path: String(window.after[1]) }
  const rows = await listCatalogObjects(store.db, viewer.organizationId, listing, { after, limit: window.limit })
  const total = await countCatalogObjects(store.db, viewer.organizationId, listing, null)
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.connection_id, row.path])
  return { entries: await entriesOf(store, viewer, page), next, total }
}

/** A database, schema, table or view as a file; null when the viewer may use no object with this id or urlId. */
export async function findCatalogFile(
  { store, access }: Deps,
  viewer: Viewer,
  idOrUrlId: string,
): Promise<FileEntry | null> {
  const row = await findVisible({ store, access }, viewer, idOrUrlId)
  const [entry] = row ? await entriesOf(store, viewer, [row]) : []
  return entry ?? null
}

/** The place that a `parentId` names; null when the viewer may use no connection or object with that id. */
export async function findCatalogPlace(
  { store, access }: Deps,
  viewer: Viewer,
  idOrUrlId: string,
): Promise<Place | null> {
  const id = idOf(idOrUrlId)
  if (id === null) return null
  const connection = await findConnection(store.db, viewer.organizationId, id)
  if (connection) {
    const decision = await access.decidePath(viewer, { connectionId: id, path: [] }, 'view')
    return decision?.isVisible ? { connectionId: id, path: [] } : null
  }
  const row = await findVisible({ store, access }, viewer, idOrUrlId)
  return row && { connectionId: row.connection_id, path: JSON.parse(row.path) as string[] }
}

async function findVisible({ store, access }: Deps, viewer: Viewer, idOrUrlId: string) {
  const id = idOf(idOrUrlId)
  const row = await findCatalogObject(store.db, viewer.organizationId, id ?? '')
  // An unknown object takes the same statements as one that is not visible to the viewer.
  const place = row ? { connectionId: row.connection_id, path: JSON.parse(row.path) as string[] } : nowhere
  const decision = await access.decidePath(viewer, place, 'view')
  return row && decision?.allowed ? row : null
}

const nowhere: Place & { path: string[] } = { connectionId: '', path: [] }

const idOf = (idOrUrlId: string) => (isUuid(idOrUrlId) ? idOrUrlId.toLowerCase() : uuidOfUrlId(idOrUrlId))

async function entriesOf(store: Store, viewer: Viewer, rows: readonly CatalogObjectRow[]): Promise<FileEntry[]> {
  const { organizationId } = viewer
  const connections = await findConnections(store.db, organizationId, [
    ...new Set(rows.map((row) => row.connection_id)),
  ])
  const holders = await findCatalogObjectsByPath(store.db, organizationId, setOfPathsAbove(rows))
  return rows.flatMap((row) => {
    const connection = connections.get(row.connection_id)
    return connection ? [entryOf(row, connection, holders)] : []
  })
}

function entryOf(row: CatalogObjectRow, connection: ConnectionRow, holders: readonly CatalogObjectRow[]): FileEntry {
  const path = JSON.parse(row.path) as string[]
  const above = JSON.stringify(path.slice(0, -1))
  const holder = holders.find((other) => other.connection_id === row.connection_id && other.path === above)
  // An object that was never looked up has no id of its own; its children then belong to the connection.
  const parentId = holder?.id ?? connection.id
  const changedAt = timestamp(row.synced_at ?? row.created_at)
  return {
    id: row.id,
    urlId: urlIdOf(row.id),
    name: path.at(-1) ?? '',
    type: tableKinds.includes(row.kind) ? 'table' : 'folder',
    parentId,
    parentUrlId: urlIdOf(parentId),
    permission: 'view',
    path: [connectionRoot, ...path.slice(0, -1)].join('/'),
    badge: null,
    isArchived: false,
    ownerId: null,
    createdBy: connection.created_by,
    updatedBy: connection.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: changedAt,
  }
}
