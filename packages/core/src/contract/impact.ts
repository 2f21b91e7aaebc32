import { type Static, Type } from 'typebox'
import { countedPageOf, Id, MemberId, pageQuery, Timestamp, Words } from './common.ts'
import { ConnectionPath } from './connections.ts'
import { operation } from './define.ts'
import { SourceUse, UsingView, viewsNote } from './lineage.ts'

const changeKinds = ['table-added', 'table-dropped', 'column-added', 'column-dropped', 'column-retyped'] as const

export type CatalogChange = Static<typeof CatalogChange>
export const CatalogChange = Type.Object(
  {
    kind: Words(changeKinds, {
      description: 'A renamed column appears as one dropped and one added column.',
    }),
    inodeId: Type.String({ description: 'Of the table.' }),
    path: ConnectionPath,
    column: Type.Optional(Type.String()),
    before: Type.Optional(Type.String({ description: 'Type of the column before.' })),
    after: Type.Optional(Type.String({ description: 'Type of the column now.' })),
  },
  { $id: 'CatalogChange' },
)

export type ConnectionSync = Static<typeof ConnectionSync>
export const ConnectionSync = Type.Object(
  {
    syncId: Id,
    connectionId: Id,
    path: ConnectionPath,
    state: Words(['running', 'done', 'failed']),
    startedBy: Type.Union([MemberId, Type.Null()], { description: 'Null: started by the server on its schedule.' }),
    startedAt: Timestamp,
    endedAt: Type.Union([Timestamp, Type.Null()]),
    objects: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Number of databases, schemas and tables found; null for a failed sync.',
    }),
    reason: Type.Optional(Type.String({ description: 'Why it failed.' })),
    counts: Type.Object(
      Object.fromEntries(changeKinds.map((kind) => [kind, Type.Integer()])) as Record<
        (typeof changeKinds)[number],
        ReturnType<typeof Type.Integer>
      >,
      { description: 'Changes by kind, of the tables that you may use.' },
    ),
    changes: Type.Array(CatalogChange, {
      description: 'Changes, dropped objects first; at most 1,000, of tables that you may use.',
    }),
  },
  { $id: 'ConnectionSync' },
)
const ConnectionSyncPage = countedPageOf(ConnectionSync, 'ConnectionSyncPage')

const AffectedElement = Type.Object({
  ...SourceUse.properties.elements.items.properties,
  changes: Type.Array(Type.Integer(), { description: 'Places in the list of changes.' }),
})
const AffectedView = Type.Object({
  ...UsingView.properties,
  changes: Type.Array(Type.Integer(), { description: 'Places in the list of changes.' }),
})
const { elements: _, views: _views, ...useFields } = SourceUse.properties

export type AffectedDocument = Static<typeof AffectedDocument>
export const AffectedDocument = Type.Object(
  {
    ...useFields,
    elements: Type.Array(AffectedElement, {
      description: 'Elements and controls that depend on it directly or indirectly, if you may see their pages.',
    }),
    views: Type.Array(AffectedView, viewsNote),
  },
  { $id: 'AffectedDocument' },
)
const AffectedDocumentPage = countedPageOf(AffectedDocument, 'AffectedDocumentPage')

export type MissingSource = Static<typeof MissingSource>
export const MissingSource = Type.Object(
  {
    connectionId: Id,
    inodeId: Type.String({ description: 'Of the table.' }),
    path: ConnectionPath,
    column: Type.Optional(Type.String({ description: 'Absent: the table as a whole.' })),
    noticedAt: Timestamp,
    elements: Type.Array(SourceUse.properties.elements.items),
  },
  { $id: 'MissingSource' },
)
const MissingSourcePage = countedPageOf(MissingSource, 'MissingSourcePage')

const connection = Type.Object({ connectionId: Type.String() })

export const listConnectionSyncs = operation({
  id: 'listConnectionSyncs',
  method: 'GET',
  path: '/v2/connections/{connectionId}/syncs',
  tag: 'connections',
  summary: 'List the syncs of a connection with what each found changed, newest first',
  params: connection,
  query: Type.Object(pageQuery),
  answers: { 200: ConnectionSyncPage },
  errors: ['not_found'],
})

export const listSyncAffected = operation({
  id: 'listConnectionSyncAffected',
  method: 'GET',
  path: '/v2/connections/{connectionId}/syncs/{syncId}/affected',
  tag: 'connections',
  summary: 'List the documents that a sync found to be affected',
  description: 'Documents that you may see, as they were affected then; elements that were deleted since are left out.',
  params: Type.Object({ connectionId: Type.String(), syncId: Type.String() }),
  query: Type.Object(pageQuery),
  answers: { 200: AffectedDocumentPage },
  errors: ['not_found'],
})

export type PlannedChange = Static<typeof PlannedChange>
const PlannedChange = Type.Object({
  path: ConnectionPath,
  column: Type.Optional(Type.String({ minLength: 1, description: 'Absent: the table as a whole.' })),
})

export const checkImpact = operation({
  id: 'checkConnectionImpact',
  method: 'POST',
  path: '/v2/connections/{connectionId}/impact',
  tag: 'connections',
  onlyReads: true,
  summary: 'List what would break without some tables or columns',
  description:
    'Changes nothing. Published versions and tagged versions that you may see, including uses through data models and custom SQL.',
  params: connection,
  query: Type.Object(pageQuery),
  body: Type.Object({ changes: Type.Array(PlannedChange, { minItems: 1, maxItems: 100 }) }),
  answers: { 200: AffectedDocumentPage },
  errors: ['not_found'],
})

const missingQuery = Type.Object({
  ...pageQuery,
  draft: Type.Optional(Type.Boolean({ description: 'Checks the draft; for members who may edit.' })),
})

export const listWorkbookMissingSources = operation({
  id: 'listWorkbookMissingSources',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/missingSources',
  tag: 'workbooks',
  summary: 'List the tables and columns that a workbook reads and the last sync did not find',
  params: Type.Object({ workbookId: Type.String() }),
  query: missingQuery,
  answers: { 200: MissingSourcePage },
  errors: ['not_found', 'forbidden'],
})

export const listDataModelMissingSources = operation({
  id: 'listDataModelMissingSources',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/missingSources',
  tag: 'dataModels',
  summary: 'List the tables and columns that a data model reads and the last sync did not find',
  params: Type.Object({ dataModelId: Type.String() }),
  query: missingQuery,
  answers: { 200: MissingSourcePage },
  errors: ['not_found', 'forbidden'],
})

export const impactOperations = [
  listConnectionSyncs,
  listSyncAffected,
  checkImpact,
  listWorkbookMissingSources,
  listDataModelMissingSources,
] as const
