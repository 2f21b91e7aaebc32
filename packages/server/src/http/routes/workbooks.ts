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
import { handle } from '../handle.ts'
import type { Paged } from '../paging.ts'
import { listOf } from './list-of.ts'

export const workbookRoutes = ({
  workbooks,
  uses,
  paged,
}: {
  workbooks: Workbooks
  uses: DocumentUses
  paged: Paged
}) => [
  handle(listWorkbooks, (context) =>
    listOf(paged, listWorkbooks, context, (window) =>
      workbooks.list(context.viewer, context.query, window, context.request.baseUrl),
    ),
  ),
  handle(createWorkbook, ({ viewer, body, request }) => workbooks.create(viewer, body, request.baseUrl)),
  handle(getWorkbook, ({ viewer, params, request }) => workbooks.get(viewer, params.workbookId, request.baseUrl)),
  handle(getWorkbookSources, ({ viewer, params, request }) =>
    uses.sources(viewer, 'workbook', params.workbookId, request.signal),
  ),
  handle(getVersionHistory, (context) =>
    listOf(paged, getVersionHistory, context, (window) =>
      workbooks.versions(context.viewer, context.params.workbookId, window),
    ),
  ),
  handle(listWorkbookEmbeds, (context) =>
    listOf(paged, listWorkbookEmbeds, context, (window) =>
      workbooks.embeds(context.viewer, context.params.workbookId, window),
    ),
  ),
]
