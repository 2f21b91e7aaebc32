import { getConnectionAccess, getFileAccess, listConnectionAccess, listFileAccess } from '@octavo/core/contract'
import type { AccessReports } from '../../services/sharing/access-reports.ts'
import { handle, type Route } from '../handle.ts'

export const accessRoutes = ({ accessReports }: { accessReports: AccessReports }): Route[] => [
  handle(listFileAccess, ({ viewer, params, paged }) =>
    paged((window) => accessReports.listOfFile(viewer, params.inodeId, window)),
  ),
  handle(getFileAccess, ({ viewer, params }) => accessReports.ofFile(viewer, params.inodeId, params.memberId)),
  handle(listConnectionAccess, ({ viewer, params, paged }) =>
    paged((window) => accessReports.listOfConnection(viewer, params.connectionId, window)),
  ),
  handle(getConnectionAccess, ({ viewer, params }) =>
    accessReports.ofConnection(viewer, params.connectionId, params.memberId),
  ),
]
