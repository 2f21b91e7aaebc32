import { getConnectionAccess, getFileAccess, listConnectionAccess, listFileAccess } from '@octavo/core/contract'
import type { AccessReports } from '../../services/sharing/access-reports.ts'
import { handle, type Route } from '../handle.ts'

export const accessRoutes = ({ reports }: { reports: AccessReports }): Route[] => [
  handle(listFileAccess, ({ viewer, params, paged }) =>
    paged((window) => reports.listOfFile(viewer, params.inodeId, window)),
  ),
  handle(getFileAccess, ({ viewer, params }) => reports.ofFile(viewer, params.inodeId, params.memberId)),
  handle(listConnectionAccess, ({ viewer, params, paged }) =>
    paged((window) => reports.listOfConnection(viewer, params.connectionId, window)),
  ),
  handle(getConnectionAccess, ({ viewer, params }) =>
    reports.ofConnection(viewer, params.connectionId, params.memberId),
  ),
]
