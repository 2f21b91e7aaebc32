import {
  createWorkbook,
  getVersionHistory,
  getWorkbook,
  getWorkbookSources,
  listWorkbookEmbeds,
  listWorkbooks,
} from '@octavo/core/contract'
import type { DocumentUses } from '../../services/document-uses.ts'
import type { Workbooks } from '../../services/workbooks.ts'
import { handle, type Route } from '../handle.ts'

export const workbookRoutes = ({ workbooks, uses }: { workbooks: Workbooks; uses: DocumentUses }): Route[] => [
  handle(listWorkbooks, ({ viewer, query, request, paged }) =>
    paged((window) => workbooks.list(viewer, query, window, request.baseUrl)),
  ),
  handle(createWorkbook, ({ viewer, body, request }) => workbooks.create(viewer, body, request.baseUrl)),
  handle(getWorkbook, ({ viewer, params, request }) => workbooks.get(viewer, params.workbookId, request.baseUrl)),
  handle(getWorkbookSources, ({ viewer, params, request }) =>
    uses.sources(viewer, 'workbook', params.workbookId, request.signal),
  ),
  handle(getVersionHistory, ({ viewer, params, paged }) =>
    paged((window) => workbooks.versions(viewer, params.workbookId, window)),
  ),
  handle(listWorkbookEmbeds, ({ viewer, params, paged }) =>
    paged((window) => workbooks.embeds(viewer, params.workbookId, window)),
  ),
]
