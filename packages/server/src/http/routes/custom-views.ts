import {
  createCustomView,
  deleteCustomView,
  getCustomView,
  listCustomViews,
  mergeCustomView,
  moveCustomView,
  shareCustomView,
  updateCustomView,
} from '@octavo/core/contract'
import type { CustomViews } from '../../services/views/custom-views.ts'
import { answer, handle, type Route } from '../handle.ts'
import { ifMatchOf } from './entity-tag.ts'

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
    const { includeBase } = asked.query
    const { view, etag } = await customViews.get(viewer, placeOf(asked), exploreKey, {
      includeBase,
      baseUrl: request.baseUrl,
    })
    return answer(200, view, { etag })
  }),
  handle(updateCustomView, async ({ viewer, body, request, ...asked }) => {
    const { view, etag } = await customViews.update(viewer, placeOf(asked), asked.params.exploreKey, body, {
      ifMatch: ifMatchOf(request),
      baseUrl: request.baseUrl,
    })
    return answer(200, view, { etag })
  }),
  handle(moveCustomView, async ({ viewer, request, ...asked }) => {
    const { view, etag } = await customViews.moveToLatest(viewer, placeOf(asked), asked.params.exploreKey, {
      ifMatch: ifMatchOf(request),
      baseUrl: request.baseUrl,
    })
    return answer(200, view, { etag })
  }),
  handle(deleteCustomView, async ({ viewer, request, ...asked }) => {
    await customViews.remove(viewer, placeOf(asked), asked.params.exploreKey, ifMatchOf(request))
    return {}
  }),
  handle(shareCustomView, ({ viewer, request, ...asked }) =>
    customViews.share(viewer, placeOf(asked), asked.params.exploreKey, request.baseUrl),
  ),
  handle(mergeCustomView, ({ viewer, params, body }) =>
    customViews.merge(viewer, params.workbookId, params.exploreKey, body),
  ),
]
