import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, Id, MemberId, nameOfMost, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { PathSwap, sourceSwapPolicyId, swapReportFields } from './source-swaps.ts'
import { Workbook, WorkbookTag, workbookId } from './workbooks.ts'

export const versionTagColors = ['cyan', 'grass', 'violet', 'plum', 'amber', 'bronze'] as const
const Color = Words(versionTagColors)

export type VersionTag = Static<typeof VersionTag>
export const VersionTag = Type.Object(
  {
    versionTagId: Id,
    name: Type.String(),
    ownerId: MemberId,
    isArchived: Type.Optional(Type.Boolean()),
    description: Type.Optional(Type.String()),
    color: Type.Optional(Color),
    isProtected: Type.Boolean({ description: 'Only its approvers and administrators put it on documents.' }),
    approverIds: Type.Array(MemberId),
    ...AuditFields,
  },
  { $id: 'VersionTag' },
)
export const VersionTagPage = countedPageOf(VersionTag, 'VersionTagPage')

const name = nameOfMost(128)
const description = Type.String({ maxLength: 4096 })
const approverIds = Type.Array(Type.String(), {
  maxItems: 1000,
  description: 'Members who may put the tag on documents while it is protected.',
})

export type NewVersionTag = Static<typeof NewVersionTag>
export const NewVersionTag = Type.Object(
  {
    name,
    color: Color,
    description: Type.Optional(description),
    isProtected: Type.Optional(Type.Boolean()),
    approverIds: Type.Optional(approverIds),
  },
  { $id: 'NewVersionTag' },
)
export type NewVersionTagAnswer = Static<typeof NewVersionTagAnswer>
export const NewVersionTagAnswer = Type.Object(
  { name: Type.String(), versionTagId: Id },
  { $id: 'NewVersionTagAnswer' },
)
export type VersionTagChange = Static<typeof VersionTagChange>
export const VersionTagChange = Type.Object(
  {
    name: Type.Optional(name),
    color: Type.Optional(Color),
    description: Type.Optional(description),
    isProtected: Type.Optional(Type.Boolean()),
    approverIds: Type.Optional(approverIds),
  },
  { $id: 'VersionTagChange' },
)

export type TaggedWorkbook = Static<typeof TaggedWorkbook>
export const TaggedWorkbook = Type.Object({ ...Workbook.properties }, { $id: 'TaggedWorkbook' })

const tag = 'tags'

export const listVersionTag = operation({
  id: 'listVersionTag',
  method: 'GET',
  path: '/v2/tags',
  tag,
  summary: 'List the version tags of the organization, by name',
  query: Type.Object({
    ...pageQuery,
    search: Type.Optional(Type.String({ description: 'A part of the name or of the description, any case.' })),
  }),
  answers: { 200: VersionTagPage },
})

export const createVersionTag = operation({
  id: 'createVersionTag',
  method: 'POST',
  path: '/v2/tags',
  tag,
  summary: 'Create a version tag',
  body: NewVersionTag,
  answers: { 200: NewVersionTagAnswer },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const updateVersionTag = operation({
  id: 'updateVersionTag',
  method: 'PATCH',
  path: '/v2/tags/{tagId}',
  tag,
  summary: 'Change name, colour, description, protection or approvers of a version tag',
  body: VersionTagChange,
  answers: { 200: VersionTag },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const deleteVersionTag = operation({
  id: 'deleteVersionTag',
  method: 'DELETE',
  path: '/v2/tags/{tagId}',
  tag,
  summary: 'Delete a version tag permanently, with every tagged version that has it',
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const listWorkbooksForTag = operation({
  id: 'listWorkbooksForTag',
  method: 'GET',
  path: '/v2/tags/{tagId}/workbooks',
  tag,
  summary: 'List the workbooks with a version tag that you can see',
  query: Type.Object(pageQuery),
  answers: { 200: countedPageOf(TaggedWorkbook, 'TaggedWorkbookPage') },
  errors: ['not_found'],
})

/** Other sources with which a tagged version is compiled. */
export const swaps = {
  sourceSwapPolicyId,
  sourceMappingConfig: Type.Optional(
    Type.Array(
      Type.Object({
        fromConnectionId: Type.String(),
        toConnectionId: Type.String(),
        paths: Type.Array(PathSwap, { description: 'Empty: every table keeps its path.' }),
      }),
      { maxItems: 1000 },
    ),
  ),
  dataModelSourceTaggedVersions: Type.Optional(
    Type.Array(
      Type.Object({
        dataModelId: Type.String(),
        fromVersionTagId: Type.Union([Type.String(), Type.Null()], { description: 'Null: the published version.' }),
        toVersionTagId: Type.Union([Type.String(), Type.Null()], { description: 'Null: the published version.' }),
      }),
      { maxItems: 1000 },
    ),
  ),
}
const isDefault = Type.Optional(
  Type.Boolean({ description: 'Used for readers who may not see the published version.' }),
)
const tagName = Type.String({ description: 'Name of a version tag that exists.' })

export const TagWorkbookRequest = Type.Object(
  {
    workbookId,
    tag: tagName,
    workbookVersion: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent: the latest published one.' })),
    ...swaps,
    sourceVersions: Type.Optional(
      Type.Record(Type.String(), Type.Number(), {
        description: 'Versions of datasets, which this server does not have.',
      }),
    ),
    grantSourceAccess: Type.Optional(Type.Boolean()),
    isDefault,
  },
  { $id: 'TagWorkbookRequest' },
)

/** Swapping sources looks up the new ones. */
export const lookupErrors = ['source_unavailable', 'query_cancelled', 'engine_unavailable'] as const
const tagErrors = ['forbidden', 'not_found', 'conflict', 'invalid_document', ...lookupErrors] as const

export const tagWorkbook = operation({
  id: 'tagWorkbook',
  method: 'POST',
  path: '/v2/workbooks/tag',
  tag: 'workbooks',
  summary: 'Put a version tag on a version of a workbook, optionally with other sources',
  body: TagWorkbookRequest,
  answers: {
    200: Type.Object(
      { versionTagId: Id, taggedWorkbookId: Id, taggedWorkbookVersion: Type.Number(), ...swapReportFields },
      { $id: 'TagWorkbookResult' },
    ),
  },
  errors: [...tagErrors, 'not_supported'],
})

export const getWorkbookTags = operation({
  id: 'getWorkbookTags',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/tags',
  tag: 'workbooks',
  summary: 'List the version tags on a workbook, by name',
  params: Type.Object({ workbookId }),
  query: Type.Object(pageQuery),
  answers: { 200: countedPageOf(WorkbookTag, 'WorkbookTagPage') },
  errors: ['not_found'],
})

export const deleteTaggedWorkbook = operation({
  id: 'deleteTaggedworkbook',
  method: 'DELETE',
  path: '/v2/workbooks/{workbookId}/tags/{tagId}',
  tag: 'workbooks',
  summary: 'Remove a version tag from a workbook, and the tagged version with it',
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

const dataModelId = Type.String({ description: 'Id of the data model; its urlId is accepted too.' })

export type DataModelTag = Static<typeof DataModelTag>
export const DataModelTag = Type.Object(
  { versionTagId: Id, tagName: Type.String(), sourceVersion: Type.Number(), taggedAt: Timestamp },
  { $id: 'DataModelTag' },
)

export const TagDataModelRequest = Type.Object(
  {
    dataModelId,
    tag: tagName,
    dataModelVersion: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent: the latest published one.' })),
    ...swaps,
    isDefault,
  },
  { $id: 'TagDataModelRequest' },
)

export const tagDataModel = operation({
  id: 'tagDataModel',
  method: 'POST',
  path: '/v2/dataModels/tag',
  tag: 'dataModels',
  summary: 'Put a version tag on a version of a data model, optionally with other sources',
  body: TagDataModelRequest,
  answers: {
    200: Type.Object(
      { versionTagId: Id, taggedDataModelId: Id, taggedDataModelVersion: Type.Number(), ...swapReportFields },
      { $id: 'TagDataModelResult' },
    ),
  },
  errors: [...tagErrors],
})

export const listDataModelTags = operation({
  id: 'listDataModelTags',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/tags',
  tag: 'dataModels',
  summary: 'List the version tags on a data model, by name',
  params: Type.Object({ dataModelId }),
  query: Type.Object(pageQuery),
  answers: { 200: countedPageOf(DataModelTag, 'DataModelTagPage') },
  errors: ['not_found'],
})

export const deleteTaggedDataModel = operation({
  id: 'deleteTaggedDataModel',
  method: 'DELETE',
  path: '/v2/dataModels/{dataModelId}/tags/{tagId}',
  tag: 'dataModels',
  summary: 'Remove a version tag from a data model; documents that read it at this tag lose their source',
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const tagOperations = [
  listVersionTag,
  createVersionTag,
  updateVersionTag,
  deleteVersionTag,
  listWorkbooksForTag,
  tagWorkbook,
  getWorkbookTags,
  deleteTaggedWorkbook,
  tagDataModel,
  listDataModelTags,
  deleteTaggedDataModel,
] as const
