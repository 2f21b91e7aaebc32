import {
  downloadSentFile,
  listSends,
  listWorkbookSendDeliveries,
  listWorkbookSendRuns,
  listWorkbookSends,
  retryWorkbookSend,
  sendWorkbook,
} from '@octavo/core/contract'
import type { Sends } from '../../services/schedules/sends.ts'
import { download, handle, type Route } from '../handle.ts'

export const workbookSendRoutes = ({ sends }: { sends: Sends }): Route[] => [
  handle(sendWorkbook, ({ viewer, params, body, request }) =>
    sends.send(viewer, params.workbookId, body, request.linkUrl, request.signal),
  ),
  handle(listSends, ({ viewer, query, paged }) => paged((window) => sends.all(viewer, query.state, window))),
  handle(listWorkbookSends, ({ viewer, params, paged }) =>
    paged((window) => sends.list(viewer, params.workbookId, window)),
  ),
  handle(listWorkbookSendRuns, ({ viewer, params, paged }) => paged((window) => sends.runs(viewer, params, window))),
  handle(listWorkbookSendDeliveries, ({ viewer, params, paged }) =>
    paged((window) => sends.deliveries(viewer, params, window)),
  ),
  handle(downloadSentFile, async ({ viewer, params }) => download(await sends.file(viewer, params))),
  handle(retryWorkbookSend, ({ viewer, params }) => sends.again(viewer, params)),
]
