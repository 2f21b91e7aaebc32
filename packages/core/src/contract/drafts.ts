import { type Static, Type } from 'typebox'
import type { DocumentEdit } from '../document/index.ts'
import { Timestamp, Words } from './common.ts'
import { binary, empty, operation } from './define.ts'
import { viewDraftAs } from './draft-view-as.ts'
import { Workbook, workbookId } from './workbooks.ts'

const params = Type.Object({ workbookId })
const address = Type.Array(
  Type.Union([Type.String(), Type.Object({ id: Type.String({ minLength: 1 }) })], {
    description: 'Name of a field, or the id of an entry of a list.',
  }),
  {
    minItems: 1,
    maxItems: 32,
    description: 'Its place in the document: `["elements", {"id": "orders"}, "columns", {"id": "net"}, "formula"]`.',
  },
)
const after = Type.Union([Type.String(), Type.Null()], { description: 'The entry that it follows; null: the first.' })
const page = Type.Optional(Type.String({ description: 'Of elements: the page, overlay or panel to place it on.' }))

/** A change of a document, addressed by id; see `applyEdits` of the document part for the meaning of each. */
export const Edit = Type.Unsafe<DocumentEdit>(
  Type.Union(
    [
      Type.Object({
        op: Type.Literal('insert'),
        at: address,
        entry: Type.Object({ id: Type.String({ minLength: 1 }) }, { additionalProperties: true }),
        after,
        page,
      }),
      Type.Object({ op: Type.Literal('remove'), at: address, id: Type.String() }),
      Type.Object({ op: Type.Literal('move'), at: address, id: Type.String(), after, page }),
      Type.Object({
        op: Type.Literal('set'),
        at: address,
        value: Type.Optional(Type.Unknown({ description: 'Absent: the field is removed.' })),
        after: Type.Optional(after),
      }),
    ],
    { $id: 'Edit' },
  ),
)

export const DroppedEdit = Type.Object(
  {
    edit: Edit,
    reason: Words(['target_gone', 'id_taken', 'not_allowed', 'invalid'], {
      description:
        'Why: its target was deleted, its id exists already, no document accepts it, or the document would be invalid.',
    }),
    message: Type.String(),
  },
  { $id: 'DroppedEdit' },
)

const revision = Type.Integer({ description: 'Counts the saves of the draft; its ETag is "draft-<revision>".' })

const draftFields = {
  revision,
  baseVersion: Type.Integer({ description: 'The published version that the draft changes.' }),
  hasChanges: Type.Boolean({ description: 'False: the draft is the published version.' }),
  document: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description:
      'The document in the form that edits refer to: elements by id, pages, overlays, panels, layout, settings.',
  }),
}

export type WorkbookDraft = Static<typeof WorkbookDraft>
export const WorkbookDraft = Type.Object({ workbookId: Type.String(), ...draftFields }, { $id: 'WorkbookDraft' })

export type DataModelDraft = Static<typeof DataModelDraft>
export const DataModelDraft = Type.Object({ dataModelId: Type.String(), ...draftFields }, { $id: 'DataModelDraft' })

export type ApplyEditsRequest = Static<typeof ApplyEditsRequest>
export const ApplyEditsRequest = Type.Object(
  {
    edits: Type.Array(Edit, { minItems: 1, maxItems: 1_000 }),
    baseRevision: Type.Integer({ description: 'The revision for which the edits were made.' }),
  },
  { $id: 'ApplyEditsRequest' },
)

const savedFields = {
  revision,
  edits: Type.Array(Edit, {
    description:
      'The edits from `baseRevision` to `revision`: the changes of others, then these with all consequences.',
  }),
  mergedEdits: Type.Optional(
    Type.Integer({ description: 'How many of `edits`, from the first one, are changes that others made meanwhile.' }),
  ),
  warnings: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
}

export type DraftSaved = Static<typeof DraftSaved>
export const DraftSaved = Type.Object({ workbookId: Type.String(), ...savedFields }, { $id: 'DraftSaved' })

export type DataModelDraftSaved = Static<typeof DataModelDraftSaved>
export const DataModelDraftSaved = Type.Object(
  { dataModelId: Type.String(), ...savedFields },
  { $id: 'DataModelDraftSaved' },
)

const DraftBatches = Type.Array(
  Type.Object({
    revision: Type.Integer(),
    edits: Type.Array(Edit),
    createdBy: Type.String(),
    createdAt: Timestamp,
  }),
  { description: 'Oldest first.' },
)

export type DraftChanges = Static<typeof DraftChanges>
export const DraftChanges = Type.Object(
  {
    workbookId: Type.String(),
    revision,
    batches: DraftBatches,
  },
  { $id: 'DraftChanges' },
)

export type DataModelDraftChanges = Static<typeof DataModelDraftChanges>
export const DataModelDraftChanges = Type.Object(
  { dataModelId: Type.String(), revision, batches: DraftBatches },
  { $id: 'DataModelDraftChanges' },
)

const publishedFields = {
  documentVersion: Type.Integer({
    description: 'The published version; the same as before when nothing had changed.',
  }),
  revision,
}

export type DraftPublished = Static<typeof DraftPublished>
export const DraftPublished = Type.Object(
  {
    workbookId: Type.String(),
    ...publishedFields,
  },
  { $id: 'DraftPublished' },
)

export type DataModelDraftPublished = Static<typeof DataModelDraftPublished>
export const DataModelDraftPublished = Type.Object(
  { dataModelId: Type.String(), ...publishedFields },
  { $id: 'DataModelDraftPublished' },
)

export const getWorkbookDraft = operation({
  id: 'getWorkbookDraft',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/draft',
  tag: 'drafts',
  summary: 'Read the draft of a workbook',
  description: 'All members who may edit share one draft. Without changes it is the published version.',
  params,
  etag: true,
  answers: { 200: WorkbookDraft },
  errors: ['not_found', 'forbidden'],
})

export const listDraftEdits = operation({
  id: 'listDraftEdits',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/draft/edits',
  tag: 'drafts',
  summary: 'List the changes of the draft since a revision',
  params,
  query: Type.Object({ since: Type.Integer({ description: 'The revision that the client knows.' }) }),
  answers: { 200: DraftChanges },
  errors: ['not_found', 'forbidden', 'draft_conflict'],
})

export const applyDraftEdits = operation({
  id: 'applyDraftEdits',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/draft/edits',
  tag: 'drafts',
  summary: 'Change the draft of a workbook',
  description:
    'All edits are saved or none. Edits for an older revision are merged if they change other things than ' +
    'the edits since then; otherwise the response is 409 with the latest revision. A new input table on a connection ' +
    'whose input tables cannot be edited is refused (`edits_stopped`).',
  params,
  largeBody: true,
  body: ApplyEditsRequest,
  answers: { 200: DraftSaved },
  errors: ['invalid_document', 'not_found', 'forbidden', 'draft_conflict', 'edits_stopped'],
})

export const PublishDraftRequest = Type.Object(
  {
    revision: Type.Optional(
      Type.Integer({
        description: 'The expected revision; 409 when the draft has a newer one. Absent: the latest.',
      }),
    ),
  },
  { $id: 'PublishDraftRequest' },
)

export const publishDraft = operation({
  id: 'publishDraft',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/draft/publish',
  tag: 'drafts',
  summary: 'Publish the draft as a new version',
  params,
  body: PublishDraftRequest,
  bodyOptional: true,
  answers: { 200: DraftPublished },
  errors: ['not_found', 'forbidden', 'draft_conflict'],
})

export const discardDraft = operation({
  id: 'discardDraft',
  method: 'DELETE',
  path: '/v2/workbooks/{workbookId}/draft',
  tag: 'drafts',
  summary: 'Discard the unpublished changes of a workbook',
  params,
  ifMatch: true,
  answers: { 204: empty('The draft is the published version again.') },
  errors: ['not_found', 'forbidden'],
})

const clientId = Type.String({
  minLength: 8,
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'Identifies one open editor; chosen by the client. One person may have several.',
})

/** One event of `text/event-stream`: its name is `event`, its data the whole object as JSON. */
export type DraftEvent = Static<typeof DraftEvent>
export const DraftEvent = Type.Union(
  [
    Type.Object({ event: Type.Literal('begin'), revision }),
    Type.Object({ event: Type.Literal('edits'), revision, batches: DraftBatches }),
    Type.Object({
      event: Type.Literal('reset'),
      revision: Type.Integer({
        description: 'The draft was published, thrown away or replaced as a whole: read it anew.',
      }),
    }),
    Type.Object({
      event: Type.Literal('presence'),
      editors: Type.Array(
        Type.Object({
          clientId: Type.String(),
          memberId: Type.String(),
          name: Type.String(),
          pageId: Type.Union([Type.String(), Type.Null()]),
          elementIds: Type.Array(Type.String(), { description: 'What is selected there.' }),
        }),
        { description: 'The other editors that have the draft open, in the order in which they came.' },
      ),
    }),
    Type.Object({ event: Type.Literal('alive') }),
    Type.Object({ event: Type.Literal('closed'), message: Type.String() }),
  ],
  { $id: 'DraftEvent' },
)

export const draftEventsQuery = Type.Object({
  clientId: Type.Optional(clientId),
  since: Type.Optional(
    Type.Integer({ description: 'The revision that the client knows; edits after it are sent first.' }),
  ),
  timeoutSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description: 'The stream ends after this time; absent: it stays open.',
    }),
  ),
})

export const streamDraftEvents = operation({
  id: 'streamDraftEvents',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/draft/events',
  tag: 'drafts',
  summary: 'Receive events about the draft of a workbook',
  description:
    'Server-sent events: `begin`, then `edits` (the batches that others saved, and those of the client itself), `reset` (read the draft again), `presence` (who has it open and what they have selected), `alive` ' +
    'after a period without events and `closed` for a caller who may no longer edit. The data of each event is a `DraftEvent`.',
  params,
  query: draftEventsQuery,
  answers: { 200: binary(['text/event-stream'], 'The events, each with its name and one line of JSON.') },
  errors: ['not_found', 'forbidden'],
})

export type DraftPresenceRequest = Static<typeof DraftPresenceRequest>
export const DraftPresenceRequest = Type.Object(
  {
    clientId,
    pageId: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'The page that is shown.' })),
    elementIds: Type.Optional(Type.Array(Type.String(), { maxItems: 200, description: 'What is selected.' })),
  },
  { $id: 'DraftPresenceRequest' },
)

export const showDraftPresence = operation({
  id: 'showDraftPresence',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/draft/presence',
  tag: 'drafts',
  summary: 'Show others what is selected in an open editor',
  description: 'Lasts while the stream of events with the same `clientId` is open, at most a minute without one.',
  params,
  body: DraftPresenceRequest,
  answers: { 204: empty('The other editors are notified.') },
  errors: ['not_found', 'forbidden'],
})

export const RestoreVersionRequest = Type.Object({ version: Type.Number() }, { $id: 'RestoreVersionRequest' })

export const restoreVersionQuery = Type.Object({
  discardDraft: Type.Optional(
    Type.Boolean({ description: 'Restore even if the draft has unpublished changes, which are lost.' }),
  ),
})

export const restoreWorkbookVersion = operation({
  id: 'restoreWorkbookVersion',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/restoreVersion',
  tag: 'workbooks',
  summary: 'Restore the contents of an earlier version',
  description: 'Publishes a new version equal to the old one; nothing is removed or overwritten.',
  params,
  query: restoreVersionQuery,
  body: RestoreVersionRequest,
  answers: { 200: Workbook },
  errors: ['not_found', 'forbidden', 'draft_has_changes', 'invalid_document'],
})

export const draftOperations = [
  getWorkbookDraft,
  listDraftEdits,
  applyDraftEdits,
  publishDraft,
  discardDraft,
  streamDraftEvents,
  showDraftPresence,
  viewDraftAs,
  restoreWorkbookVersion,
] as const
