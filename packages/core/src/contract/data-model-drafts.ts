import { Type } from 'typebox'
import { ColumnDetails, ColumnDetailsRequest, columnDetailsErrors } from './column-details.ts'
import { DataModel, dataModelId } from './data-models.ts'
import { binary, empty, operation } from './define.ts'
import { DraftReaderRequest, DraftViewAs, draftReaderQuery } from './draft-view-as.ts'
import {
  ApplyEditsRequest,
  DataModelDraft,
  DataModelDraftChanges,
  DataModelDraftPublished,
  DataModelDraftSaved,
  DraftPresenceRequest,
  draftEventsQuery,
  PublishDraftRequest,
  RestoreVersionRequest,
  restoreVersionQuery,
} from './drafts.ts'

const params = Type.Object({ dataModelId })

export const getDataModelDraft = operation({
  id: 'getDataModelDraft',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/draft',
  tag: 'drafts',
  summary: 'Read the draft of a data model',
  description: 'All members who may edit share one draft. Without changes it is the published version.',
  params,
  etag: true,
  answers: { 200: DataModelDraft },
  errors: ['not_found', 'forbidden'],
})

export const listDataModelDraftEdits = operation({
  id: 'listDataModelDraftEdits',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/draft/edits',
  tag: 'drafts',
  summary: 'List the changes of the draft of a data model since a revision',
  params,
  query: Type.Object({ since: Type.Integer({ description: 'The revision that the client knows.' }) }),
  answers: { 200: DataModelDraftChanges },
  errors: ['not_found', 'forbidden', 'draft_conflict'],
})

export const applyDataModelDraftEdits = operation({
  id: 'applyDataModelDraftEdits',
  method: 'POST',
  path: '/v2/dataModels/{dataModelId}/draft/edits',
  tag: 'drafts',
  summary: 'Change the draft of a data model',
  description: 'The same as for workbooks. A data model contains only tables and controls, and has no layout.',
  params,
  largeBody: true,
  body: ApplyEditsRequest,
  answers: { 200: DataModelDraftSaved },
  errors: ['invalid_document', 'not_found', 'forbidden', 'draft_conflict'],
})

export const publishDataModelDraft = operation({
  id: 'publishDataModelDraft',
  method: 'POST',
  path: '/v2/dataModels/{dataModelId}/draft/publish',
  tag: 'drafts',
  summary: 'Publish the draft of a data model as a new version',
  params,
  body: PublishDraftRequest,
  bodyOptional: true,
  answers: { 200: DataModelDraftPublished },
  errors: ['not_found', 'forbidden', 'draft_conflict'],
})

export const discardDataModelDraft = operation({
  id: 'discardDataModelDraft',
  method: 'DELETE',
  path: '/v2/dataModels/{dataModelId}/draft',
  tag: 'drafts',
  summary: 'Discard the unpublished changes of a data model',
  params,
  ifMatch: true,
  answers: { 204: empty('The draft is the published version again.') },
  errors: ['not_found', 'forbidden'],
})

export const streamDataModelDraftEvents = operation({
  id: 'streamDataModelDraftEvents',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/draft/events',
  tag: 'drafts',
  summary: 'Receive events about the draft of a data model',
  description: 'The same as for workbooks. The data of each event is a `DraftEvent`.',
  params,
  query: draftEventsQuery,
  answers: { 200: binary(['text/event-stream'], 'The events, each with its name and one line of JSON.') },
  errors: ['not_found', 'forbidden'],
})

export const showDataModelDraftPresence = operation({
  id: 'showDataModelDraftPresence',
  method: 'POST',
  path: '/v2/dataModels/{dataModelId}/draft/presence',
  tag: 'drafts',
  summary: 'Show others which table is selected in an open editor of a data model',
  description: 'The same as for workbooks.',
  params,
  body: DraftPresenceRequest,
  answers: { 204: empty('The other editors are notified.') },
  errors: ['not_found', 'forbidden'],
})

export const restoreDataModelVersion = operation({
  id: 'restoreDataModelVersion',
  method: 'POST',
  path: '/v2/dataModels/{dataModelId}/restoreVersion',
  tag: 'dataModels',
  summary: 'Restore the contents of an earlier version of a data model',
  description: 'Publishes a new version equal to the old one; nothing is removed or overwritten.',
  params,
  query: restoreVersionQuery,
  body: RestoreVersionRequest,
  answers: { 200: DataModel },
  errors: ['not_found', 'forbidden', 'draft_has_changes', 'invalid_document'],
})

export const viewDataModelDraftAs = operation({
  id: 'viewDataModelDraftAs',
  method: 'POST',
  path: '/v2/dataModels/{dataModelId}/draft/viewAs',
  tag: 'drafts',
  summary: 'View the draft of a data model as another member or a team sees it',
  description:
    'Returns the rules that decide which rows and columns they see. Read page data with `viewAsMemberId` ' +
    'or `viewAsTeamId` for the rows. The same rights as for workbooks apply; each use is written to the ' +
    'audit log.',
  params,
  body: DraftReaderRequest,
  answers: { 200: DraftViewAs },
  errors: ['not_found', 'forbidden'],
})

export const readDataModelColumnDetails = operation({
  id: 'readDataModelColumnDetails',
  method: 'POST',
  onlyReads: true,
  path: '/v2/dataModels/{dataModelId}/elements/{elementId}/columnDetails',
  tag: 'dataModels',
  summary: 'Describe a column of a data model, or how well its keys match another table',
  description: 'The same as for workbooks.',
  params: Type.Object({ dataModelId, elementId: Type.String() }),
  query: Type.Object({
    draft: Type.Optional(Type.Boolean({ description: 'The draft instead of the published version.' })),
    tag: Type.Optional(Type.String({ description: 'The version with this tag, by its name.' })),
    ...draftReaderQuery,
  }),
  body: ColumnDetailsRequest,
  answers: { 200: ColumnDetails },
  errors: columnDetailsErrors,
})

export const dataModelDraftOperations = [
  getDataModelDraft,
  listDataModelDraftEdits,
  applyDataModelDraftEdits,
  publishDataModelDraft,
  discardDataModelDraft,
  streamDataModelDraftEvents,
  showDataModelDraftPresence,
  restoreDataModelVersion,
  viewDataModelDraftAs,
  readDataModelColumnDetails,
] as const
