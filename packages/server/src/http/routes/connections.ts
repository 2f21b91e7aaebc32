import {
  annotateConnectionTable,
  createConnection,
  deleteConnection,
  getConnection,
  getConnectionPath,
  getConnectionTable,
  listConnectionPaths,
  listConnections,
  listConnectionTableColumns,
  lookupConnection,
  postConnectionDbtArtifacts,
  renameConnection,
  setConnectionPassthrough,
  syncConnection,
  testConnection,
  testConnectionDetails,
  updateConnection,
} from '@octavo/core/contract'
import type { ConnectionChanges } from '../../services/connections/connection-changes.ts'
import type { Connections } from '../../services/connections/connections.ts'
import type { TableDetailsService } from '../../services/connections/table-details.ts'
import type { Syncs } from '../../services/syncs/syncs.ts'
import { answer, handle, type Route } from '../handle.ts'

export const connectionRoutes = ({
  connections,
  connectionChanges,
  tableDetails,
  syncs,
}: {
  connections: Connections
  connectionChanges: ConnectionChanges
  tableDetails: TableDetailsService
  syncs: Syncs
}): Route[] => [
  handle(listConnections, ({ viewer, query, paged }) => paged((window) => connections.list(viewer, query, window))),
  handle(setConnectionPassthrough, ({ viewer, params, body }) =>
    connections.setPassthrough(viewer, params.connectionId, body.isAllowed),
  ),
  handle(getConnection, ({ viewer, params }) => connections.get(viewer, params.connectionId)),
  handle(lookupConnection, ({ viewer, params, body, request }) =>
    connections.lookup(viewer, params.connectionId, body.path, request.baseUrl, request.signal),
  ),
  handle(listConnectionPaths, ({ viewer, query, paged }) =>
    paged((window) => connections.paths(viewer, query, window)),
  ),
  handle(getConnectionPath, ({ viewer, params }) => connections.pathOf(viewer, params.inodeId)),
  handle(listConnectionTableColumns, ({ viewer, params, request, paged }) =>
    paged((window) => connections.columns(viewer, params.tableId, window, request.signal)),
  ),
  handle(getConnectionTable, ({ viewer, params }) => tableDetails.get(viewer, params.tableId)),
  handle(annotateConnectionTable, ({ viewer, params, body, request }) =>
    tableDetails.annotate(viewer, params.tableId, body, request.signal),
  ),
  handle(postConnectionDbtArtifacts, async ({ viewer, params, body }) => {
    await tableDetails.takeDbtArtifacts(viewer, params.connectionId, body.artifacts)
    return answer(201, {})
  }),
  handle(createConnection, ({ viewer, body, request }) => connectionChanges.create(viewer, body, request)),
  handle(updateConnection, ({ viewer, params, body, request }) =>
    connectionChanges.replace(viewer, params.connectionId, body, request),
  ),
  handle(renameConnection, ({ viewer, params, body }) =>
    connectionChanges.rename(viewer, params.connectionId, body ?? {}),
  ),
  handle(deleteConnection, async ({ viewer, params }) => {
    await connectionChanges.archive(viewer, params.connectionId)
    return {}
  }),
  handle(testConnection, ({ viewer, params, request }) =>
    connectionChanges.check(viewer, params.connectionId, request.signal),
  ),
  handle(testConnectionDetails, ({ viewer, body, request }) =>
    connectionChanges.checkDetails(viewer, body, request.signal),
  ),
  handle(syncConnection, async ({ viewer, params, query, body, request }) => {
    const { useServiceAccount = false } = query
    await syncs.run(viewer, params.connectionId, body.path, { ...request, useServiceAccount })
    return {}
  }),
]
