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
import type { SavedViewPlace, SavedViews, WholeSavedView } from '../../services/views/saved-views.ts'
import { answer, handle, type RequestFacts, type Route } from '../handle.ts'
import { ifMatchOf } from './entity-tag.ts'

interface Asked {
  params: { workbookId: string; tagName?: string }
  request: Pick<RequestFacts, 'baseUrl'>
}

const placeOf = ({ params, request }: Asked): SavedViewPlace => ({
  workbookId: params.workbookId,
  tag: params.tagName,
  baseUrl: request.baseUrl,
})

const withTag = ({ bookmark, etag }: WholeSavedView) => answer(200, bookmark, { etag })

/** Saved views, which the API calls bookmarks. */
export const bookmarkRoutes = ({ savedViews }: { savedViews: SavedViews }): Route[] => [
  ...[getWorkbookBookmarks, getTaggedWorkbookBookmarks].map((operation) =>
    handle(operation, ({ viewer, paged, ...asked }) =>
      paged((window) => savedViews.list(viewer, placeOf(asked), window)),
    ),
  ),
  ...[postWorkbookBookmarks, createTaggedWorkbookBookmark].map((operation) =>
    handle(operation, async ({ viewer, body, ...asked }) =>
      withTag(await savedViews.create(viewer, placeOf(asked), body)),
    ),
  ),
  ...[getWorkbookBookmark, getTaggedWorkbookBookmark].map((operation) =>
    handle(operation, async ({ viewer, ...asked }) =>
      withTag(await savedViews.get(viewer, placeOf(asked), asked.params.bookmarkId)),
    ),
  ),
  ...[updateWorkbookBookmark, updateTaggedWorkbookBookmark].map((operation) =>
    handle(operation, async ({ viewer, body = {}, ...asked }) =>
      withTag(await savedViews.update(viewer, placeOf(asked), asked.params.bookmarkId, body, ifMatchOf(asked.request))),
    ),
  ),
  ...[deleteWorkbookBookmarks, deleteTaggedWorkbookBookmark].map((operation) =>
    handle(operation, async ({ viewer, ...asked }) => {
      await savedViews.remove(viewer, placeOf(asked), asked.params.bookmarkId, ifMatchOf(asked.request))
      return {}
    }),
  ),
]
