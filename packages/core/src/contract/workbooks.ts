import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, nameOfMost, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { DocumentWarnings, Finding } from './document-findings.ts'

export const workbookId = Type.String({ description: 'Id of the workbook; its urlId is accepted too.' })

export type WorkbookTag = Static<typeof WorkbookTag>
export const WorkbookTag = Type.Object(
  {
    versionTagId: Type.String(),
    name: Type.String(),
    sourceWorkbookVersion: Type.Number(),
    taggedWorkbookId: Type.String(),
    workbookTaggedAt: Timestamp,
  },
  { $id: 'WorkbookTag' },
)

export type Workbook = Static<typeof Workbook>
export const Workbook = Type.Object(
  {
    workbookId: Type.String(),
    workbookUrlId: Type.String({ description: 'The id in base 62, as in browser addresses.' }),
    name: Type.String(),
    url: Type.String({ description: 'Browser address.' }),
    path: Type.String({
      description: 'Names of the folders that contain it, from the workspace or My Documents down.',
    }),
    latestVersion: Type.Number({ description: 'The published version.' }),
    ownerId: Type.String(),
    isArchived: Type.Optional(Type.Boolean()),
    tags: Type.Optional(Type.Array(WorkbookTag)),
    description: Type.Optional(Type.String()),
    taggedSourceUrlId: Type.Optional(Type.String()),
    ...AuditFields,
  },
  { $id: 'Workbook' },
)

export type WorkbookPage = Static<typeof WorkbookPage>
export const WorkbookPage = countedPageOf(Workbook, 'WorkbookPage')

export type CreateWorkbookRequest = Static<typeof CreateWorkbookRequest>
export const CreateWorkbookRequest = Type.Object(
  {
    folderId: Type.String({ description: 'Folder or workspace for the document; a homeFolderId for My Documents.' }),
    name: nameOfMost(255),
    description: Type.Optional(Type.String()),
    ownerId: Type.Optional(Type.String({ description: 'memberId of the owner; the caller when absent.' })),
    contents: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'Elements, pages, overlays, panels, layout and settings. Absent: an empty workbook of one page.',
      }),
    ),
    dryRun: Type.Optional(Type.Boolean({ description: 'Only check `contents`; nothing is stored.' })),
  },
  { $id: 'CreateWorkbookRequest' },
)

export type WorkbookWithContents = Static<typeof WorkbookWithContents>
export const WorkbookWithContents = Type.Object(
  {
    ...Workbook.properties,
    documentVersion: Type.Optional(Type.Number({ description: 'The version shown; with includeContents.' })),
    contents: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'With includeContents: the document, as PUT .../contents accepts it.',
      }),
    ),
  },
  { $id: 'WorkbookWithContents' },
)

export type CreatedWorkbook = Static<typeof CreatedWorkbook>
export const CreatedWorkbook = Type.Object(
  { ...Workbook.properties, warnings: Type.Optional(DocumentWarnings) },
  { $id: 'CreatedWorkbook' },
)

export type ContentsVerdict = Static<typeof ContentsVerdict>
export const ContentsVerdict = Type.Object(
  { valid: Type.Boolean(), errors: Type.Optional(Type.Array(Finding)), warnings: Type.Array(Finding) },
  { $id: 'ContentsVerdict' },
)

export type DataModelSourceUse = Static<typeof DataModelSourceUse>
export const DataModelSourceUse = Type.Object(
  {
    type: Type.Literal('data-model'),
    dataModelId: Type.String(),
    elementIds: Type.Array(Type.String()),
    versionTagId: Type.Optional(Type.String()),
  },
  { $id: 'DataModelSourceUse' },
)

export type CustomSqlSourceUse = Static<typeof CustomSqlSourceUse>
export const CustomSqlSourceUse = Type.Object(
  {
    type: Type.Literal('custom-sql'),
    connectionId: Type.String(),
    definition: Type.String({ description: 'SQL text.' }),
    customSqlId: Type.String({ description: 'Id of the element with the SQL.' }),
  },
  { $id: 'CustomSqlSourceUse' },
)

export type WorkbookSource = Static<typeof WorkbookSource>
export const WorkbookSource = Type.Union(
  [
    DataModelSourceUse,
    Type.Object({ type: Type.Literal('dataset'), inodeId: Type.String(), url: Type.String() }),
    Type.Object({
      type: Type.Literal('table'),
      inodeId: Type.String({ description: 'Id of the table in the catalogue.' }),
    }),
    CustomSqlSourceUse,
  ],
  { $id: 'WorkbookSource' },
)

export type PublishedVersion = Static<typeof PublishedVersion>
export const PublishedVersion = Type.Object(
  {
    version: Type.Number(),
    publishedAt: Timestamp,
    publishedBy: Type.String(),
    tags: Type.Optional(
      Type.Array(Type.Object({ versionTagId: Type.String(), taggedAt: Timestamp, taggedBy: Type.String() })),
    ),
  },
  { $id: 'PublishedVersion' },
)

export const VersionPage = countedPageOf(PublishedVersion, 'VersionPage')

export type CopyWorkbookRequest = Static<typeof CopyWorkbookRequest>
export const CopyWorkbookRequest = Type.Object(
  {
    destinationFolderId: Type.String({
      description: 'Folder or workspace for the copy; a homeFolderId for My Documents.',
    }),
    name: nameOfMost(255),
    description: Type.Optional(Type.String({ description: 'Absent: the name of the workbook.' })),
    copyBookmarks: Type.Optional(
      Words(['all', 'accessible'], {
        description: 'Saved views to copy, which become yours; `all` is for the Admin account type.',
      }),
    ),
  },
  { $id: 'CopyWorkbookRequest' },
)

export const listWorkbooks = operation({
  id: 'listWorkbooks',
  method: 'GET',
  path: '/v2/workbooks',
  tag: 'workbooks',
  summary: 'List the workbooks that you can reach',
  query: Type.Object({
    ...pageQuery,
    excludeTags: Type.Optional(Type.Boolean({ description: 'Leave out `tags`.' })),
    skipPermissionCheck: Type.Optional(
      Type.Boolean({ description: 'Every workbook of the organization; for the Admin account type.' }),
    ),
    isArchived: Type.Optional(Type.Boolean({ description: 'Archived workbooks instead of active ones.' })),
    excludeExplorations: Type.Optional(
      Type.Boolean({ description: 'Leave out explorations; only has an effect together with skipPermissionCheck.' }),
    ),
  }),
  answers: { 200: WorkbookPage },
  errors: ['forbidden'],
})

export const createWorkbook = operation({
  id: 'createWorkbook',
  method: 'POST',
  path: '/v2/workbooks',
  tag: 'workbooks',
  summary: 'Create a workbook in a folder, empty or with contents',
  description: 'With dryRun `contents` is only checked and nothing is stored.',
  body: CreateWorkbookRequest,
  yaml: true,
  answers: { 200: Type.Union([CreatedWorkbook, ContentsVerdict]) },
  errors: ['forbidden', 'not_found', 'invalid_document'],
})

export const getWorkbook = operation({
  id: 'getWorkbook',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}',
  tag: 'workbooks',
  summary: 'Get a workbook',
  params: Type.Object({ workbookId }),
  query: Type.Object({
    includeTaggedSourceUrlId: Type.Optional(Type.Boolean()),
    includeContents: Type.Optional(
      Type.Boolean({ description: 'The document too, with its version; the ETag is that version.' }),
    ),
    format: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('yaml'), Type.Literal('yml')])),
  }),
  yaml: true,
  etag: true,
  answers: { 200: WorkbookWithContents },
  errors: ['not_found'],
})

export const getWorkbookSources = operation({
  id: 'getWorkbookSources',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/sources',
  tag: 'workbooks',
  summary: 'List the direct data sources of a workbook',
  params: Type.Object({ workbookId }),
  answers: { 200: Type.Array(WorkbookSource) },
  errors: ['not_found', 'query_cancelled'],
})

export const getVersionHistory = operation({
  id: 'getVersionHistory',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/version-history',
  tag: 'workbooks',
  summary: 'List the published versions of a workbook, newest first',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...pageQuery }),
  answers: { 200: VersionPage },
  errors: ['not_found'],
})

const copied =
  'The copy is yours, starts as version 1 and has no tags, no grants and no hidden pages. You must be able to use its sources, except those of a tagged version that was tagged with ' +
  'grantSourceAccess. Input tables get the present rows; if you may not edit the original, only input ' +
  'tables that you see completely get them: not linked, not filtered, not hidden.'

export const copyWorkbook = operation({
  id: 'copyWorkbook',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/copy',
  tag: 'workbooks',
  summary: 'Copy the published version of a workbook into a folder',
  description: copied,
  params: Type.Object({ workbookId }),
  body: CopyWorkbookRequest,
  answers: { 200: Workbook },
  errors: ['forbidden', 'not_found', 'invalid_document'],
})

export const copyTaggedWorkbook = operation({
  id: 'copyTaggedWorkbook',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/tag/{versionTag}/copy',
  tag: 'workbooks',
  summary: 'Copy a tagged version of a workbook into a folder',
  description: copied,
  params: Type.Object({ workbookId, versionTag: Type.String({ description: 'Name or id of the tag.' }) }),
  body: CopyWorkbookRequest,
  answers: { 200: Workbook },
  errors: ['forbidden', 'not_found', 'invalid_document'],
})

export const workbookOperations = [
  listWorkbooks,
  createWorkbook,
  getWorkbook,
  getWorkbookSources,
  getVersionHistory,
  copyWorkbook,
  copyTaggedWorkbook,
] as const
