import {
  getConnection,
  getConnectionPath,
  listConnectionPaths,
  listConnections,
  listConnectionTableColumns,
  lookupConnection,
} from '@octavo/core/contract'
import type { Connections } from '../../services/connections.ts'
import { handle, type Route } from '../handle.ts'

export const connectionRoutes = ({ connections }: { connections: Connections }): Route[] => [
  handle(listConnections, ({ viewer, query, paged }) => paged((window) => connections.list(viewer, query, window))),
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
]
