import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, MemberId, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { DroppedEdit, Edit } from './drafts.ts'
import { workbookId } from './workbooks.ts'

export const exploreKey = Type.String({ description: 'Key of a custom view: 22 letters and digits, 128 random bits.' })
const controls = Type.Record(Type.String(), Type.String(), {
  description: 'Values of controls by control id, in the text form of addresses.',
})
const edits = Type.Array(Edit, {
  maxItems: 5_000,
  description: 'The changes of the view to the version it was made for.',
})
const workbookVersion = Type.Number({ description: 'The published version that the edits were made for.' })

const viewFields = {
  exploreKey,
  workbookId: Type.String(),
  workbookVersion,
  kind: Words(['private', 'link'], {
    description:
      '`private`: only for its owner. `link`: a copy for everybody who has the key and may see the workbook.',
  }),
  url: Type.String({ description: 'Opens the view in the app.' }),
  ownerId: MemberId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Type.Union([Timestamp, Type.Null()], {
    description: 'For a link: when it expires unless it is opened before; null for private views.',
  }),
}

export type CustomView = Static<typeof CustomView>
export const CustomView = Type.Object(viewFields, { $id: 'CustomView' })

export type CustomViewContents = Static<typeof CustomViewContents>
export const CustomViewContents = Type.Object(
  {
    ...viewFields,
    edits,
    controls,
    shownVersion: Type.Number({
      description:
        'The version that the view is shown on: its own, or the latest if you may no longer see the content of its own.',
    }),
    dropped: Type.Array(DroppedEdit, {
      description: 'Edits that do not apply to `shownVersion`, because their target was deleted.',
    }),
    droppedControls: Type.Array(Type.String(), {
      description: 'Ids of controls whose value is left out, because they were deleted or do not accept the value.',
    }),
    base: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'With includeBase: `shownVersion` without the edits, in the form that edits refer to.',
      }),
    ),
  },
  { $id: 'CustomViewContents' },
)

export type NewCustomView = Static<typeof NewCustomView>
export const NewCustomView = Type.Object(
  { workbookVersion, edits, controls: Type.Optional(controls) },
  { $id: 'NewCustomView' },
)
export type CustomViewChange = Static<typeof CustomViewChange>
export const CustomViewChange = Type.Object(
  { workbookVersion: Type.Optional(workbookVersion), edits: Type.Optional(edits), controls: Type.Optional(controls) },
  { $id: 'CustomViewChange' },
)
export type NewCustomViewAnswer = Static<typeof NewCustomViewAnswer>
export const NewCustomViewAnswer = Type.Object(
  { exploreKey, url: Type.String({ description: 'Opens the view in the app.' }) },
  { $id: 'NewCustomViewAnswer' },
)

export type MergeCustomViewRequest = Static<typeof MergeCustomViewRequest>
export const MergeCustomViewRequest = Type.Object(
  {
    edits: Type.Optional(
      Type.Array(Edit, {
        maxItems: 5_000,
        description: 'Indexes of the edits of the view to merge. Absent: all.',
      }),
    ),
  },
  { $id: 'MergeCustomViewRequest' },
)

export type CustomViewMerged = Static<typeof CustomViewMerged>
export const CustomViewMerged = Type.Object(
  {
    workbookId: Type.String(),
    revision: Type.Integer({ description: 'Problems of the draft with the changes of the view.' }),
    merged: Type.Integer({ description: 'How many edits of the view are in the draft.' }),
    overwritten: Type.Array(Edit, {
      description: 'Merged edits that overwrite changes by others since the version of the view.',
    }),
    dropped: Type.Array(DroppedEdit, { description: 'Edits that could not be merged, and why.' }),
  },
  { $id: 'CustomViewMerged' },
)

const tag = 'views'
const params = Type.Object({ workbookId })
const viewParams = Type.Object({ workbookId, exploreKey })
const query = Type.Object({
  tag: Type.Optional(Type.String({ description: 'Of the version with this tag, by its name.' })),
})

export const listCustomViews = operation({
  id: 'listCustomViews',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/customViews',
  tag,
  summary: 'List your custom views of a workbook, newest first',
  description: 'Editors of the workbook also see the links of others, to revoke them.',
  params,
  query: Type.Object({ ...query.properties, ...pageQuery }),
  answers: { 200: countedPageOf(CustomView, 'CustomViewPage') },
  errors: ['not_found'],
})

export const createCustomView = operation({
  id: 'createCustomView',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/customViews',
  tag,
  summary: 'Create a custom view: changes of a published version for yourself',
  description:
    'Edits need the right to explore the workbook; a view of control values alone needs the right to see it. Without the feature full-explore, edits can only change filters, sorting, formats and existing ' +
    'columns. You must be able to use new sources, and restrictions of rows and columns stay. Custom SQL, input tables, popovers, navigation and the ' +
    'visibility of pages are changed in the draft.',
  params,
  query,
  largeBody: true,
  body: NewCustomView,
  answers: { 200: NewCustomViewAnswer },
  errors: ['not_found', 'forbidden', 'invalid_document', 'conflict'],
})

export const getCustomView = operation({
  id: 'getCustomView',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/customViews/{exploreKey}',
  tag,
  summary: 'Read a custom view: your own, or one whose link you have',
  params: viewParams,
  query: Type.Object({
    ...query.properties,
    includeBase: Type.Optional(Type.Boolean({ description: 'With the version that the edits change.' })),
  }),
  etag: true,
  answers: { 200: CustomViewContents },
  errors: ['not_found'],
})

export const updateCustomView = operation({
  id: 'updateCustomView',
  method: 'PATCH',
  path: '/v2/workbooks/{workbookId}/customViews/{exploreKey}',
  tag,
  summary: 'Replace the changes of your custom view',
  description: 'Absent fields stay unchanged. Links are never changed.',
  params: viewParams,
  query,
  largeBody: true,
  body: CustomViewChange,
  ifMatch: true,
  answers: { 200: CustomViewContents },
  errors: ['not_found', 'forbidden', 'invalid_document', 'conflict'],
})

export const moveCustomView = operation({
  id: 'moveCustomViewToLatest',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/customViews/{exploreKey}/moveToLatest',
  tag,
  summary: 'Move your custom view to the latest published version',
  description:
    'Its changes are applied to the latest version, edit by edit. `dropped` of the response lists those that do not apply there and are left out.',
  params: viewParams,
  query,
  ifMatch: true,
  answers: { 200: CustomViewContents },
  errors: ['not_found', 'forbidden', 'invalid_document', 'conflict'],
})

export const deleteCustomView = operation({
  id: 'deleteCustomView',
  method: 'DELETE',
  path: '/v2/workbooks/{workbookId}/customViews/{exploreKey}',
  tag,
  summary: 'Delete a custom view, or end a link',
  description: 'For its owner; a link also for editors of the workbook.',
  params: viewParams,
  query,
  ifMatch: true,
  answers: { 200: Empty },
  errors: ['not_found', 'forbidden'],
})

export const shareCustomView = operation({
  id: 'shareCustomView',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/customViews/{exploreKey}/share',
  tag,
  summary: 'Share a custom view by link: a copy with its own key',
  description:
    'Everybody who has the key and may see the workbook can open the copy, with their own rights. It ends when it is deleted, ' +
    'or when nobody has opened it for 30 days.',
  params: viewParams,
  query,
  answers: { 200: NewCustomViewAnswer },
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const mergeCustomView = operation({
  id: 'mergeCustomView',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/customViews/{exploreKey}/merge',
  tag,
  summary: 'Merge the changes of a custom view into the draft',
  description:
    'Edit by edit, all of them or those that the body chooses; edits that cannot be merged are returned ' +
    'with the reason. The view stays unchanged.',
  params: viewParams,
  largeBody: true,
  body: MergeCustomViewRequest,
  bodyOptional: true,
  answers: { 200: CustomViewMerged },
  errors: ['not_found', 'forbidden', 'invalid_document', 'draft_conflict'],
})

export const customViewOperations = [
  listCustomViews,
  createCustomView,
  getCustomView,
  updateCustomView,
  moveCustomView,
  deleteCustomView,
  shareCustomView,
  mergeCustomView,
] as const
