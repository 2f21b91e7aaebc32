import {
  createTaggedWorkbookBookmark,
  deleteTaggedWorkbookBookmark,
  deleteWorkbookBookmarks,
  getTaggedWorkbookBookmark,
  getTaggedWorkbookBookmarks,
  getWorkbookBookmark,
  getWorkbookBookmarks,
  postWorkbookBookmarks,
  updateTaggedWorkbookBookmark,
  updateWorkbookBookmark,
} from '@octavo/core/contract'
import type { SavedViews, WholeSavedView } from '../../services/views/saved-views.ts'
import { answer, handle, type Route } from '../handle.ts'
import { ifMatchOf } from './entity-tag.ts'

const tagged = ({ workbookId, tagName }: { workbookId: string; tagName: string }) => ({ workbookId, tag: tagName })

const withTag = ({ bookmark, etag }: WholeSavedView) => answer(200, bookmark, { etag })

/** Saved views, under the name that the API keeps for them. */
export const bookmarkRoutes = ({ savedViews }: { savedViews: SavedViews }): Route[] => [
  handle(getWorkbookBookmarks, ({ viewer, params, paged }) =>
    paged((window) => savedViews.list(viewer, params, window)),
  ),
  handle(postWorkbookBookmarks, async ({ viewer, params, body }) =>
    withTag(await savedViews.create(viewer, params, body)),
  ),
  handle(getWorkbookBookmark, async ({ viewer, params }) =>
    withTag(await savedViews.get(viewer, params, params.bookmarkId)),
  ),
  handle(updateWorkbookBookmark, async ({ viewer, params, body = {}, request }) =>
    withTag(await savedViews.update(viewer, params, params.bookmarkId, body, ifMatchOf(request))),
  ),
  handle(deleteWorkbookBookmarks, async ({ viewer, params, request }) => {
    await savedViews.remove(viewer, params, params.bookmarkId, ifMatchOf(request))
    return {}
  }),
  handle(getTaggedWorkbookBookmarks, ({ viewer, params, paged }) =>
    paged((window) => savedViews.list(viewer, tagged(params), window)),
  ),
  handle(createTaggedWorkbookBookmark, async ({ viewer, params, body }) =>
    withTag(await savedViews.create(viewer, tagged(params), body)),
  ),
  handle(getTaggedWorkbookBookmark, async ({ viewer, params }) =>
    withTag(await savedViews.get(viewer, tagged(params), params.bookmarkId)),
  ),
  handle(updateTaggedWorkbookBookmark, async ({ viewer, params, body = {}, request }) =>
    withTag(await savedViews.update(viewer, tagged(params), params.bookmarkId, body, ifMatchOf(request))),
  ),
  handle(deleteTaggedWorkbookBookmark, async ({ viewer, params, request }) => {
    await savedViews.remove(viewer, tagged(params), params.bookmarkId, ifMatchOf(request))
    return {}
  }),
]
