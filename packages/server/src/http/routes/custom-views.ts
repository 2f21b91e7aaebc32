import {
  createCustomView,
  deleteCustomView,
  getCustomView,
  listCustomViews,
  mergeCustomView,
  shareCustomView,
  updateCustomView,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { CustomViews } from '../../services/views/custom-views.ts'
import { answer, handle, type Route } from '../handle.ts'

interface Asked {
  params: { workbookId: string }
  query: { tag?: string }
}

const placeOf = ({ params, query }: Asked) => ({ workbookId: params.workbookId, tag: query.tag })

export const customViewRoutes = ({ customViews }: { customViews: CustomViews }): Route[] => [
  handle(listCustomViews, ({ viewer, request, paged, ...asked }) =>
    paged((window) => customViews.list(viewer, placeOf(asked), window, request.baseUrl)),
  ),
  handle(createCustomView, ({ viewer, body, request, ...asked }) =>
    customViews.create(viewer, placeOf(asked), body, request.baseUrl),
  ),
  handle(getCustomView, async ({ viewer, request, ...asked }) => {
    const { exploreKey } = asked.params
    const { view, etag } = await customViews.get(viewer, placeOf(asked), exploreKey, request.baseUrl)
    return answer(200, view, { etag })
  }),
  handle(updateCustomView, async ({ viewer, body, request, ...asked }) => {
    const { view, etag } = await customViews.update(viewer, placeOf(asked), asked.params.exploreKey, body, {
      ifMatch: revisionOfIfMatch(request.headers['if-match']),
      baseUrl: request.baseUrl,
    })
    return answer(200, view, { etag })
  }),
  handle(deleteCustomView, async ({ viewer, ...asked }) => {
    await customViews.remove(viewer, placeOf(asked), asked.params.exploreKey)
    return {}
  }),
  handle(shareCustomView, ({ viewer, request, ...asked }) =>
    customViews.share(viewer, placeOf(asked), asked.params.exploreKey, request.baseUrl),
  ),
  handle(mergeCustomView, ({ viewer, params }) => customViews.merge(viewer, params.workbookId, params.exploreKey)),
]

/** The revision that an If-Match header demands; null for none or `*`. */
function revisionOfIfMatch(header: string | string[] | undefined): number | null {
  if (header === undefined || header === '*') return null
  const revision = typeof header === 'string' ? /^(?:W\/)?"view-(\d+)"$/.exec(header.trim())?.[1] : undefined
  if (revision !== undefined) return Number(revision)
  throw new AppError('invalid_request', {
    reason: `The header If-Match is not the ETag of a custom view: ${String(header)}`,
    hint: 'Send the ETag of the answer that you read, for example "view-3".',
  })
}
