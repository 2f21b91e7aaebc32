import { sendActionExport } from '@octavo/core/contract'
import type { ActionExports } from '../../services/sequences/action-exports.ts'
import { handle, type Route } from '../handle.ts'

export const actionExportRoutes = ({ actionExports }: { actionExports: ActionExports }): Route[] => [
  handle(sendActionExport, ({ viewer, params, body, request }) =>
    actionExports.start(viewer, { ...params, ...body, baseUrl: request.linkUrl }, request.signal),
  ),
]
