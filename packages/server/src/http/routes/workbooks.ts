import {
  copyTaggedWorkbook,
  copyWorkbook,
  createWorkbook,
  getVersionHistory,
  getWorkbook,
  getWorkbookSources,
  listWorkbooks,
} from '@octavo/core/contract'
import type { DocumentUses } from '../../services/workbooks/document-uses.ts'
import type { Workbooks } from '../../services/workbooks/workbooks.ts'
import { answer, handle, type Route } from '../handle.ts'
import { entityTag } from './entity-tag.ts'

export const workbookRoutes = ({ workbooks, uses }: { workbooks: Workbooks; uses: DocumentUses }): Route[] => [
  handle(listWorkbooks, ({ viewer, query, request, paged }) =>
    paged((window) => workbooks.list(viewer, query, window, request.baseUrl)),
  ),
  handle(createWorkbook, ({ viewer, body, request }) => workbooks.create(viewer, body, request.baseUrl)),
  handle(getWorkbook, async ({ viewer, params, query, request }) => {
    if (query.includeContents !== true) return workbooks.get(viewer, params.workbookId, request.baseUrl)
    const { workbook, open } = await workbooks.getWithContents(viewer, params.workbookId, request.baseUrl)
    return answer(200, workbook, { etag: entityTag(open) })
  }),
  handle(getWorkbookSources, ({ viewer, params, request }) =>
    uses.sources(viewer, 'workbook', params.workbookId, request.baseUrl, request.signal),
  ),
  handle(getVersionHistory, ({ viewer, params, paged }) =>
    paged((window) => workbooks.versions(viewer, params.workbookId, window)),
  ),
  handle(copyWorkbook, ({ viewer, params, body, request }) =>
    workbooks.copy(viewer, params.workbookId, body, request.baseUrl),
  ),
  handle(copyTaggedWorkbook, ({ viewer, params, body, request }) =>
    workbooks.copy(viewer, params.workbookId, body, request.baseUrl, params.versionTag),
  ),
]
