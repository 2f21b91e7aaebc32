import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, Id, MemberId, nameOfMost, pageQuery, Timestamp } from './common.ts'
import { exploreKey } from './custom-views.ts'
import { operation } from './define.ts'
import { DroppedEdit } from './drafts.ts'
import { workbookId } from './workbooks.ts'

/** Saved views; the API still uses their old name. */
const fields = {
  bookmarkId: Id,
  name: Type.String(),
  isShared: Type.Boolean(),
  exploreKey,
  isDefault: Type.Optional(Type.Boolean({ description: 'The view that the app opens by default.' })),
  url: Type.Optional(Type.String({ description: 'Opens the view in the app.' })),
  ownerId: Type.Optional(MemberId),
  workbookVersion: Type.Optional(Type.Number({ description: 'The version that it was saved on.' })),
  controls: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Values of controls by control id, in the text form of addresses.',
    }),
  ),
  createdAt: Type.Optional(Timestamp),
  updatedAt: Type.Optional(Timestamp),
}

export type Bookmark = Static<typeof Bookmark>
export const Bookmark = Type.Object(
  {
    ...fields,
    dropped: Type.Optional(
      Type.Array(DroppedEdit, {
        description: 'Changes of the view that do not apply to the current published version. Not in lists.',
      }),
    ),
    droppedControls: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Ids of controls whose value is left out, because they were deleted or do not accept the value. Not in lists.',
      }),
    ),
  },
  { $id: 'Bookmark' },
)
const BookmarkPage = countedPageOf(Bookmark, 'BookmarkPage')

const name = nameOfMost(255)

export type NewBookmark = Static<typeof NewBookmark>
export const NewBookmark = Type.Object(
  {
    workbookVersion: Type.Number({ description: 'A published version.' }),
    name,
    isShared: Type.Boolean({
      description: 'Visible to everybody who may see the workbook; at most ten of a workbook.',
    }),
    exploreKey,
  },
  { $id: 'NewBookmark' },
)

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

export type BookmarkChange = Static<typeof BookmarkChange>
export const BookmarkChange = Type.Object(
  {
    name: orNull(name),
    isShared: orNull(Type.Boolean()),
    isDefault: orNull(Type.Boolean()),
    exploreKey: orNull(exploreKey),
  },
  { $id: 'BookmarkChange', description: 'Absent fields and null leave the value unchanged.' },
)

const tag = 'workbooks'
const params = Type.Object({ workbookId })
const viewParams = Type.Object({ workbookId, bookmarkId: Type.String() })
const tagName = Type.String({ description: 'Name of a version tag.' })
const taggedParams = Type.Object({ workbookId, tagName })
const taggedViewParams = Type.Object({ workbookId, tagName, bookmarkId: Type.String() })

const listed = {
  query: Type.Object(pageQuery),
  answers: { 200: BookmarkPage },
  errors: ['not_found'],
} as const
const read = { etag: true, answers: { 200: Bookmark }, errors: ['not_found'] } as const
const created = {
  body: NewBookmark,
  answers: { 200: Bookmark },
  errors: ['not_found', 'forbidden', 'conflict'],
} as const
const changed = {
  ifMatch: true,
  body: BookmarkChange,
  bodyOptional: true,
  answers: { 200: Bookmark },
  errors: ['not_found', 'forbidden', 'conflict'],
} as const
const removed = { ifMatch: true, answers: { 200: Empty }, errors: ['not_found', 'forbidden'] } as const

export const getWorkbookBookmarks = operation({
  id: 'getWorkbookBookmarks',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/bookmarks',
  tag,
  summary: 'List the saved views of a workbook that are yours or shared, oldest first',
  params,
  ...listed,
})

export const postWorkbookBookmarks = operation({
  id: 'postWorkbookBookmarks',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/bookmarks',
  tag,
  summary: 'Save a custom view as a saved view',
  description:
    'It stores a copy of the custom view and follows the published version. Sharing needs the right to explore.',
  params,
  ...created,
})

export const getWorkbookBookmark = operation({
  id: 'getWorkbookBookmark',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/bookmarks/{bookmarkId}',
  tag,
  summary: 'Read a saved view',
  params: viewParams,
  ...read,
})

export const updateWorkbookBookmark = operation({
  id: 'updateWorkbookBookmark',
  method: 'PATCH',
  path: '/v2/workbooks/{workbookId}/bookmarks/{bookmarkId}',
  tag,
  summary: 'Rename a saved view, share it, make it the default, or replace its contents',
  description: 'For its owner. isDefault needs the right to edit the workbook; only one saved view has it.',
  params: viewParams,
  ...changed,
})

export const deleteWorkbookBookmarks = operation({
  id: 'deleteWorkbookBookmarks',
  method: 'DELETE',
  path: '/v2/workbooks/{workbookId}/bookmarks/{bookmarkId}',
  tag,
  summary: 'Delete a saved view',
  description: 'For its owner; a shared one also for editors of the workbook.',
  params: viewParams,
  ...removed,
})

export const getTaggedWorkbookBookmarks = operation({
  id: 'getTaggedWorkbookBookmarks',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/tags/{tagName}/bookmarks',
  tag,
  summary: 'List the saved views of a tagged version that are yours or shared, oldest first',
  params: taggedParams,
  ...listed,
})

export const createTaggedWorkbookBookmark = operation({
  id: 'createTaggedWorkbookBookmark',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/tags/{tagName}/bookmarks/',
  tag,
  summary: 'Save a custom view of a tagged version as a saved view',
  description: 'The slash at the end may be left out.',
  params: taggedParams,
  ...created,
})

export const getTaggedWorkbookBookmark = operation({
  id: 'getTaggedWorkbookBookmark',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/tags/{tagName}/bookmarks/{bookmarkId}',
  tag,
  summary: 'Read a saved view of a tagged version',
  params: taggedViewParams,
  ...read,
})

export const updateTaggedWorkbookBookmark = operation({
  id: 'updateTaggedWorkbookBookmark',
  method: 'PATCH',
  path: '/v2/workbooks/{workbookId}/tags/{tagName}/bookmarks/{bookmarkId}',
  tag,
  summary: 'Change a saved view of a tagged version',
  description: 'For its owner; isDefault needs the right to edit the workbook.',
  params: taggedViewParams,
  ...changed,
})

export const deleteTaggedWorkbookBookmark = operation({
  id: 'deleteTaggedWorkbookBookmark',
  method: 'DELETE',
  path: '/v2/workbooks/{workbookId}/tags/{tagName}/bookmarks/{bookmarkId}',
  tag,
  summary: 'Delete a saved view of a tagged version',
  params: taggedViewParams,
  ...removed,
})

export const bookmarkOperations = [
  getWorkbookBookmarks,
  postWorkbookBookmarks,
  getWorkbookBookmark,
  updateWorkbookBookmark,
  deleteWorkbookBookmarks,
  getTaggedWorkbookBookmarks,
  createTaggedWorkbookBookmark,
  getTaggedWorkbookBookmark,
  updateTaggedWorkbookBookmark,
  deleteTaggedWorkbookBookmark,
] as const
