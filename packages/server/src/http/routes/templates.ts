import {
  getFollowedTemplate,
  getTemplate,
  listTemplates,
  saveTemplateFromWorkbook,
  saveWorkbookFromTemplate,
  sourceSwapTemplate,
  unfollowTemplate,
} from '@octavo/core/contract'
import type { SourceSwaps } from '../../services/source-swaps/source-swaps.ts'
import type { TemplateUpdates } from '../../services/workbooks/template-updates.ts'
import type { Templates } from '../../services/workbooks/templates.ts'
import { handle, noContent, type Route } from '../handle.ts'

export const templateRoutes = ({
  templates,
  templateUpdates,
  sourceSwaps,
}: {
  templates: Templates
  templateUpdates: TemplateUpdates
  sourceSwaps: SourceSwaps
}): Route[] => [
  handle(listTemplates, ({ viewer, query, request, paged }) =>
    paged((window) => templates.list(viewer, query, window, request.baseUrl)),
  ),
  handle(getTemplate, ({ viewer, params, request }) => templates.get(viewer, params.templateId, request.baseUrl)),
  handle(saveTemplateFromWorkbook, ({ viewer, params, body }) => templates.save(viewer, params.workbookId, body ?? {})),
  handle(saveWorkbookFromTemplate, ({ viewer, body, request }) => templates.use(viewer, body, request.signal)),
  handle(getFollowedTemplate, ({ viewer, params }) => templateUpdates.of(viewer, params.workbookId)),
  handle(unfollowTemplate, async ({ viewer, params }) => {
    await templateUpdates.stop(viewer, params.workbookId)
    return noContent()
  }),
  handle(sourceSwapTemplate, ({ viewer, params, query, body, request }) =>
    sourceSwaps.swap(viewer, 'template', params.templateId, body ?? {}, query, request.signal),
  ),
]
