import {
  getConnection,
  getConnectionPath,
  listConnectionPaths,
  listConnections,
  listConnectionTableColumns,
  lookupConnection,
} from '@octavo/core/contract'
import type { Connections } from '../../services/connections.ts'
import { handle } from '../handle.ts'
import type { Paged } from '../paging.ts'
import { listOf } from './list-of.ts'

export const connectionRoutes = ({ connections, paged }: { connections: Connections; paged: Paged }) => [
  handle(listConnections, (context) =>
    listOf(paged, listConnections, context, (window) => connections.list(context.viewer, context.query, window)),
  ),
  handle(getConnection, ({ viewer, params }) => connections.get(viewer, params.connectionId)),
  handle(lookupConnection, ({ viewer, params, body, request }) =>
    connections.lookup(viewer, params.connectionId, body.path, request.baseUrl, request.signal),
  ),
  handle(listConnectionPaths, (context) =>
    listOf(paged, listConnectionPaths, context, (window) => connections.paths(context.viewer, context.query, window)),
  ),
  handle(getConnectionPath, ({ viewer, params }) => connections.pathOf(viewer, params.inodeId)),
  handle(listConnectionTableColumns, (context) => {
    const { viewer, params, request } = context
    return listOf(paged, listConnectionTableColumns, context, (window) =>
      connections.columns(viewer, params.tableId, window, request.signal),
    )
  }),
]
