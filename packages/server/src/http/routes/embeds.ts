import { createWorkbookEmbed, deleteWorkbookEmbeds, listWorkbookEmbeds } from '@octavo/core/contract'
import type { Embeds } from '../../services/embeds/embeds.ts'
import { handle, type Route } from '../handle.ts'

export const embedRoutes = ({ embeds }: { embeds: Embeds }): Route[] => [
  handle(listWorkbookEmbeds, ({ viewer, params, request, paged }) =>
    paged((window) => embeds.list(viewer, params.workbookId, window, request.baseUrl)),
  ),
  handle(createWorkbookEmbed, ({ viewer, params, body, request }) =>
    embeds.create(viewer, params.workbookId, body, request.baseUrl),
  ),
  handle(deleteWorkbookEmbeds, async ({ viewer, params }) => {
    await embeds.remove(viewer, params.workbookId, params.embedId)
    return {}
  }),
]
