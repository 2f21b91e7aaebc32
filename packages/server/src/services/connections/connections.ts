import type { Viewer } from '@octavo/core/access'
import type { Connection, ConnectionPathEntry, LookedUpObject, TableColumn } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type Access, requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { Clock } from '../../config/index.ts'
import { defaultPoolSizes, usesOwnSignIns } from '../../connectors/index.ts'
import {
  countCatalogObjects,
  countVisibleConnections,
  listCatalogObjects,
  listVisibleConnections,
} from '../../store/connection-lists.ts'
import { type ConnectionRow, findConnection, updateConnection } from '../../store/connections.ts'
import { isUuid, type Store, urlIdOf } from '../../store/index.ts'
import { type Slice, sliceOfList, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import { wireType } from '../answers/wire-type.ts'
import type { Addresses } from '../inodes/addresses.ts'
import { serviceOf } from '../service/service.ts'
import { findObject } from './find-object.ts'
import { publishedFields, writePlaceOf } from './published-settings.ts'
import { noAnnotation, type TableAnnotation } from './table-annotations.ts'
import { annotationsOf, notesOf } from './table-notes.ts'

export type Connections = ReturnType<typeof createConnections>

/** Connections and the database objects below them, as far as the viewer may use them. */
export function createConnections(given: Given) {
  return serviceOf(partsOf(given), { list, get, setPassthrough, lookup, paths, pathOf, columns })
}

interface Given {
  store: Store
  clock: Clock
  access: Access
  catalog: Catalog
  addresses: Addresses
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, access, catalog, addresses }: Given) {
  const totals = createTotals({ clock })
  return { store, clock, access, catalog, addresses, totals }
}

async function find({ access, store }: Parts, viewer: Viewer, id: string): Promise<ConnectionRow> {
  // Checked first, so that a connection that the viewer may not see takes the same work as one that does not exist.
  if (isUuid(id)) await access.requireConnection(viewer, id.toLowerCase(), 'view')
  const row = isUuid(id) ? await findConnection(store.db, viewer.organizationId, id.toLowerCase()) : undefined
  if (!row) throw new AppError('not_found', { kind: 'connection', id })
  return row
}

/** Ordered by name. */
async function list(
  { access, store, totals }: Parts,
  viewer: Viewer,
  filters: { includeArchived?: boolean; search?: string },
  window: Window,
): Promise<Slice<Connection>> {
  const listing = {
    includeArchived: filters.includeArchived ?? false,
    search: filters.search,
    filter: access.visibleConnections(viewer),
  }
  const after = window.after === null ? null : { name: String(window.after[0]), id: String(window.after[1]) }
  const rows = await listVisibleConnections(store.db, viewer.organizationId, listing, {
    after,
    limit: window.limit,
  })
  const total = await totals(['connections', viewer.organizationId, viewer.memberId, filters], (atMost) =>
    countVisibleConnections(store.db, viewer.organizationId, listing, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.name, row.id])
  return { entries: page.map(entry), next, total }
}

/** Returns deleted connections too. */
async function get(parts: Parts, viewer: Viewer, id: string): Promise<Connection> {
  return entry(await find(parts, viewer, id))
}

/** Whether formulas may call functions of the data platform by name. */
async function setPassthrough(parts: Parts, viewer: Viewer, id: string, isAllowed: boolean): Promise<Connection> {
  const { store, clock } = parts
  const { organizationId, memberId } = viewer
  await find(parts, viewer, id)
  requireRight(viewer, 'manageConnections')
  await store.write<boolean>(
    (wasAllowed) =>
      eventOf(viewer, {
        category: 'CONNECTION',
        action: 'CONNECTION_UPDATED',
        object: { kind: 'connection', id },
        change: { before: { allowsPassthrough: wasAllowed }, after: { allowsPassthrough: isAllowed } },
      }),
    async (tx) => {
      const row = await findConnection(tx, organizationId, id)
      if (!row) throw new AppError('not_found', { kind: 'connection', id })
      await updateConnection(tx, organizationId, id, {
        allows_passthrough: isAllowed ? 1 : 0,
        updated_by: memberId,
        updated_at: clock.now(),
      })
      return row.allows_passthrough === 1
    },
  )
  return entry(await find(parts, viewer, id))
}

/** The object at a path; an empty path is the connection itself. */
async function lookup(
  parts: Parts,
  viewer: Viewer,
  id: string,
  path: readonly string[],
  baseUrl: string,
  signal: AbortSignal,
): Promise<LookedUpObject> {
  const { addresses, catalog, access } = parts
  const connection = await find(parts, viewer, id)
  const address = await addresses.of(viewer, baseUrl)
  if (path.length === 0) {
    const url = address({ type: 'connection', name: connection.name, url_id: urlIdOf(connection.id) })
    return { kind: 'scope', inodeId: connection.id, url }
  }
  const object = await catalog.lookup(viewer, connection.id, path, signal)
  const decision = object && (await access.decidePath(viewer, object, 'view'))
  if (!object || !decision?.allowed) throw new AppError('not_found', { kind: 'path', id: path.join('.') })
  return {
    kind: object.kind === 'table' || object.kind === 'view' ? 'table' : 'scope',
    inodeId: object.id,
    url: address({ type: 'table', name: object.path.at(-1) ?? '', url_id: urlIdOf(object.id) }),
  }
}

/** Known database objects, by connection and path. */
async function paths(
  { access, store, totals }: Parts,
  viewer: Viewer,
  { connectionId, search, onlyTables }: { connectionId?: string; search?: string; onlyTables?: boolean },
  window: Window,
): Promise<Slice<ConnectionPathEntry>> {
  const listing = {
    connectionId,
    filters: access.visiblePaths(viewer),
    nameWord: search,
    ...(onlyTables ? { kinds: ['table', 'view'] } : {}),
  }
  const after = window.after === null ? null : { connectionId: String(window.after[0]), path: String(window.after[1]) }
  const rows = await listCatalogObjects(store.db, viewer.organizationId, listing, { after, limit: window.limit })
  const total = await totals(
    ['paths', viewer.organizationId, viewer.memberId, connectionId, search, onlyTables],
    (atMost) => countCatalogObjects(store.db, viewer.organizationId, listing, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.connection_id, row.path])
  const annotations = await annotationsOf(
    store.db,
    viewer.organizationId,
    page.map(({ id }) => id),
  )
  return {
    entries: page.map((row) => ({
      connectionId: row.connection_id,
      urlId: urlIdOf(row.id),
      path: JSON.parse(row.path) as string[],
      ...shownOf(annotations.get(row.id)),
    })),
    next,
    total,
  }
}

function shownOf(annotation: TableAnnotation = noAnnotation): Partial<ConnectionPathEntry> {
  const { friendlyName, description, isHidden } = annotation
  return {
    ...(friendlyName === undefined ? {} : { friendlyName }),
    ...(description === undefined ? {} : { description }),
    ...(isHidden ? { visibility: 'hidden' } : {}),
  }
}

async function pathOf(parts: Parts, viewer: Viewer, id: string): Promise<{ connectionId: string; path: string[] }> {
  const { connectionId, path } = await findObject(parts, viewer, id, 'table')
  return { connectionId, path }
}

async function columns(
  parts: Parts,
  viewer: Viewer,
  tableId: string,
  window: Window,
  signal: AbortSignal,
): Promise<Slice<TableColumn>> {
  const { catalog, store } = parts
  const object = await findObject(parts, viewer, tableId, 'table')
  const relation = await catalog.describe(viewer, object.connectionId, object.path, signal)
  if ('unavailable' in relation) {
    throw new AppError('source_unavailable', { source: object.path.join('.'), reason: relation.unavailable })
  }
  const notes = await notesOf(store.db, viewer.organizationId, object)
  const columns = relation.columns.map(({ name, type }) => ({
    name,
    type: wireType(type),
    ...notes.columns(name),
  }))
  return sliceOfList(columns, window)
}

/** All metadata fields of the contract, empty when the platform has none; OAuth and similar fields only when they were set. */
function entry(row: ConnectionRow): Connection {
  const settings = JSON.parse(row.settings) as Record<string, unknown>
  const write = writePlaceOf(settings)
  const ownDatabase = typeof settings.database === 'string' ? settings.database : ''
  const writeDatabase = write === null ? '' : write.database || ownDatabase
  const timeouts = JSON.parse(row.timeouts) as Connection['timeout']
  return {
    organizationId: row.organization_id,
    connectionId: row.id,
    isSample: row.is_sample === 1,
    isAuditLog: row.is_audit_log === 1,
    lastActiveAt: timestamp(row.last_active_at),
    name: row.name,
    type: row.type,
    useOauth: usesOwnSignIns(settings),
    isArchived: row.is_archived === 1,
    ...publishedFields(settings),
    timeout: { worksheet: timeouts.default, dashboard: timeouts.default, download: timeouts.default, ...timeouts },
    poolSizes: { ...defaultPoolSizes, ...(JSON.parse(row.pool_sizes) as Connection['poolSizes']) },
    writeAccess: write?.isOn === true,
    friendlyName: row.use_friendly_names === 1,
    writeDatabase,
    writeSchema: write?.schema ?? '',
    writebacks: write?.isOn ? [{ database: writeDatabase, schema: write.schema }] : [],
    allowsPassthrough: row.allows_passthrough === 1,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
