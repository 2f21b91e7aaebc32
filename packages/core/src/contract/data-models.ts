import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, pageQuery, Timestamp } from './common.ts'
import { operation } from './define.ts'
import { ColumnPage, ElementPage, ElementQuery, LineagePage } from './workbook-contents.ts'
import { DataModelSpec, DocumentBody, specQuery, writeQuery, writtenFields } from './workbook-spec.ts'
import { CustomSqlSourceUse, DataModelSourceUse, VersionPage } from './workbooks.ts'

export const dataModelId = Type.String({ description: 'Id of the data model; its urlId is accepted too.' })

export type DataModel = Static<typeof DataModel>
export const DataModel = Type.Object(
  {
    dataModelId: Type.String(),
    dataModelUrlId: Type.String(),
    name: Type.String(),
    url: Type.String(),
    path: Type.String(),
    latestVersion: Type.Number(),
    ownerId: Type.String(),
    isArchived: Type.Optional(Type.Boolean()),
    tags: Type.Optional(
      Type.Array(
        Type.Object({
          versionTagId: Type.String(),
          tagName: Type.String(),
          sourceVersion: Type.Number(),
          taggedAt: Timestamp,
        }),
      ),
    ),
    ...AuditFields,
  },
  { $id: 'DataModel' },
)

export type DataModelSource = Static<typeof DataModelSource>
export const DataModelSource = Type.Union(
  [
    DataModelSourceUse,
    Type.Object({ type: Type.Literal('dataset'), datasetId: Type.String() }),
    Type.Object({ type: Type.Literal('table'), tableId: Type.String() }),
    CustomSqlSourceUse,
  ],
  { $id: 'DataModelSource' },
)

export type DataModelSpecWritten = Static<typeof DataModelSpecWritten>
export const DataModelSpecWritten = Type.Object(
  { dataModelId: Type.String(), ...writtenFields },
  { $id: 'DataModelSpecWritten' },
)

export const listDataModels = operation({
  id: 'listDataModels',
  method: 'GET',
  path: '/v2/dataModels',
  tag: 'dataModels',
  summary: 'List the data models that you can reach',
  query: Type.Object({
    ...pageQuery,
    excludeTags: Type.Optional(Type.Boolean()),
    skipPermissionCheck: Type.Optional(
      Type.Boolean({ description: 'Every data model of the organization; for the Admin account type.' }),
    ),
  }),
  answers: { 200: countedPageOf(DataModel, 'DataModelPage') },
  errors: ['forbidden'],
})

export const getDataModel = operation({
  id: 'getDataModel',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}',
  tag: 'dataModels',
  summary: 'Get a data model',
  params: Type.Object({ dataModelId }),
  query: Type.Object({ excludeTags: Type.Optional(Type.Boolean()) }),
  etag: true,
  answers: { 200: DataModel },
  errors: ['not_found'],
})

export const listDataModelSources = operation({
  id: 'listDataModelSources',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/sources',
  tag: 'dataModels',
  summary: 'List the direct data sources of a data model',
  params: Type.Object({ dataModelId }),
  query: Type.Object({ ...pageQuery }),
  answers: { 200: countedPageOf(DataModelSource, 'DataModelSourcePage') },
  errors: ['query_cancelled', 'not_found'],
})

export const getDataModelVersionHistory = operation({
  id: 'getDataModelVersionHistory',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/version-history',
  tag: 'dataModels',
  summary: 'List the published versions of a data model, newest first',
  description: 'Read one of them with `documentVersion` of its code representation.',
  params: Type.Object({ dataModelId }),
  query: Type.Object({ ...pageQuery }),
  answers: { 200: VersionPage },
  errors: ['not_found'],
})

export const listDataModelLineageTree = operation({
  id: 'listDataModelLineageTree',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/lineage',
  tag: 'dataModels',
  summary: 'List elements and sources with how they depend on each other',
  params: Type.Object({ dataModelId }),
  query: Type.Object({ ...pageQuery }),
  answers: { 200: LineagePage },
  errors: ['not_found', 'query_cancelled'],
})

export const listDataModelElements = operation({
  id: 'listDataModelElements',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/elements',
  tag: 'dataModels',
  summary: 'List all elements of a data model',
  params: Type.Object({ dataModelId }),
  query: Type.Object({ ...pageQuery, tagName: Type.Optional(Type.String()) }),
  answers: { 200: ElementPage },
  errors: ['not_found'],
})

export const getDataModelColumns = operation({
  id: 'getDataModelColumns',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/columns',
  tag: 'dataModels',
  summary: 'List the columns of every element of a data model',
  params: Type.Object({ dataModelId }),
  query: Type.Object({ ...pageQuery }),
  answers: { 200: ColumnPage },
  errors: ['not_found', 'source_unavailable', 'query_cancelled', 'engine_unavailable'],
})

export const getDataModelElementQuery = operation({
  id: 'getDataModelElementQuery',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/elements/{elementId}/query',
  tag: 'dataModels',
  summary: 'Get the SQL of one element of a data model',
  params: Type.Object({ dataModelId, elementId: Type.String() }),
  query: Type.Object({ tagName: Type.Optional(Type.String()) }),
  answers: { 200: ElementQuery },
  errors: ['not_found', 'element_has_no_data', 'source_unavailable', 'query_cancelled', 'engine_unavailable'],
})

export const getDataModelSpec = operation({
  id: 'getDataModelSpec',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/spec',
  tag: 'dataModels',
  summary: 'Read a data model as code',
  params: Type.Object({ dataModelId }),
  query: Type.Object({ ...specQuery }),
  yaml: true,
  etag: true,
  answers: { 200: DataModelSpec },
  errors: ['not_found', 'forbidden'],
})

export const createDataModelSpec = operation({
  id: 'createDataModelSpec',
  method: 'POST',
  path: '/v2/dataModels/spec',
  tag: 'dataModels',
  summary: 'Create a data model from its code representation',
  body: DocumentBody,
  yaml: true,
  answers: { 200: DataModelSpecWritten },
  errors: ['invalid_document', 'forbidden', 'not_found'],
})

export const updateDataModelSpec = operation({
  id: 'updateDataModelSpec',
  method: 'PUT',
  path: '/v2/dataModels/{dataModelId}/spec',
  tag: 'dataModels',
  summary: 'Replace the contents of a data model from code',
  description:
    'Publishes a new version at once. With `documentVersion` in the body, or If-Match, it fails when the ' +
    'data model has changed since.',
  params: Type.Object({ dataModelId }),
  query: Type.Object({ ...writeQuery }),
  ifMatch: true,
  body: DocumentBody,
  yaml: true,
  answers: { 200: DataModelSpecWritten },
  errors: ['invalid_document', 'forbidden', 'not_found', 'draft_has_changes', 'version_conflict'],
})

export const dataModelOperations = [
  listDataModels,
  getDataModel,
  listDataModelSources,
  getDataModelVersionHistory,
  listDataModelLineageTree,
  listDataModelElements,
  getDataModelColumns,
  getDataModelElementQuery,
  getDataModelSpec,
  createDataModelSpec,
  updateDataModelSpec,
] as const
