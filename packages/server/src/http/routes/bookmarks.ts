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
import type { SavedViews } from '../../services/views/saved-views.ts'
import { handle, type Route } from '../handle.ts'

const tagged = ({ workbookId, tagName }: { workbookId: string; tagName: string }) => ({ workbookId, tag: tagName })

/** Saved views, under the name that the API keeps for them. */
export const bookmarkRoutes = ({ savedViews }: { savedViews: SavedViews }): Route[] => [
  handle(getWorkbookBookmarks, ({ viewer, params, paged }) =>
    paged((window) => savedViews.list(viewer, params, window)),
  ),
  handle(postWorkbookBookmarks, ({ viewer, params, body }) => savedViews.create(viewer, params, body)),
  handle(getWorkbookBookmark, ({ viewer, params }) => savedViews.get(viewer, params, params.bookmarkId)),
  handle(updateWorkbookBookmark, ({ viewer, params, body = {} }) =>
    savedViews.update(viewer, params, params.bookmarkId, body),
  ),
  handle(deleteWorkbookBookmarks, async ({ viewer, params }) => {
    await savedViews.remove(viewer, params, params.bookmarkId)
    return {}
  }),
  handle(getTaggedWorkbookBookmarks, ({ viewer, params, paged }) =>
    paged((window) => savedViews.list(viewer, tagged(params), window)),
  ),
  handle(createTaggedWorkbookBookmark, ({ viewer, params, body }) => savedViews.create(viewer, tagged(params), body)),
  handle(getTaggedWorkbookBookmark, ({ viewer, params }) => savedViews.get(viewer, tagged(params), params.bookmarkId)),
  handle(updateTaggedWorkbookBookmark, ({ viewer, params, body = {} }) =>
    savedViews.update(viewer, tagged(params), params.bookmarkId, body),
  ),
  handle(deleteTaggedWorkbookBookmark, async ({ viewer, params }) => {
    await savedViews.remove(viewer, tagged(params), params.bookmarkId)
    return {}
  }),
]
