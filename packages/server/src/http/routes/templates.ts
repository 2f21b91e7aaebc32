import {
  getTemplate,
  listTemplates,
  saveTemplateFromWorkbook,
  saveWorkbookFromTemplate,
  sourceSwapTemplate,
} from '@octavo/core/contract'
import type { SourceSwaps } from '../../services/source-swaps/source-swaps.ts'
import type { Templates } from '../../services/workbooks/templates.ts'
import { handle, type Route } from '../handle.ts'

export const templateRoutes = ({
  templates,
  sourceSwaps,
}: {
  templates: Templates
  sourceSwaps: SourceSwaps
}): Route[] => [
  handle(listTemplates, ({ viewer, query, request, paged }) =>
    paged((window) => templates.list(viewer, query, window, request.baseUrl)),
  ),
  handle(getTemplate, ({ viewer, params, request }) => templates.get(viewer, params.templateId, request.baseUrl)),
  handle(saveTemplateFromWorkbook, ({ viewer, params, body }) => templates.save(viewer, params.workbookId, body ?? {})),
  handle(saveWorkbookFromTemplate, ({ viewer, body, request }) => templates.use(viewer, body, request.signal)),
  handle(sourceSwapTemplate, ({ viewer, params, query, body, request }) =>
    sourceSwaps.swap(viewer, 'template', params.templateId, body ?? {}, query, request.signal),
  ),
]
