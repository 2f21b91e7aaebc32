import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, Id, MemberId, nameOfMost, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { DocumentWarnings } from './document-findings.ts'
import { DatasetGrantsInput, GrantPage } from './grants.ts'
import { SourceUsePage } from './lineage.ts'
import { ColumnPage } from './workbook-contents.ts'

/** A retired kind: a table or a statement with named columns, replaced by data models. Datasets cannot be edited. */

export const datasetId = Type.String({ description: 'Id of the dataset; its urlId is accepted too.' })
const params = Type.Object({ datasetId })

export type DatasetOrigin = Static<typeof DatasetOrigin>
/** The source of a dataset. */
export const DatasetOrigin = Type.Union([
  Type.Object({
    kind: Type.Literal('warehouse-table'),
    connectionId: Type.String({ minLength: 1 }),
    path: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  }),
  Type.Object({
    kind: Type.Literal('sql'),
    connectionId: Type.String({ minLength: 1 }),
    statement: Type.String({ minLength: 1, description: 'SQL text.' }),
  }),
])

export type Dataset = Static<typeof Dataset>
export const Dataset = Type.Object(
  {
    datasetId: Id,
    ...AuditFields,
    name: Type.String(),
    description: Type.String({ description: 'Empty if the dataset has none.' }),
    url: Type.String(),
    owner: MemberId,
    referenceCount: Type.Number({ description: 'Workbooks and data models whose published version reads it.' }),
    path: Type.String({ description: 'Workspace and folders above it.' }),
    source: Type.Optional(DatasetOrigin),
    migrationToDataModel: Type.Union([
      Type.Null(),
      Type.Object({ dataModelId: Id, dataModelUrl: Type.String(), migratedAt: Timestamp, migratedBy: Type.String() }),
    ]),
    migrationStatus: Words(['migrated', 'not-migrated', 'not-required'], {
      description: 'not-required: nothing reads it.',
    }),
    isArchived: Type.Optional(Type.Boolean()),
  },
  { $id: 'Dataset' },
)

export type NewDataset = Static<typeof NewDataset>
export const NewDataset = Type.Object(
  {
    name: nameOfMost(255),
    folderId: Type.String({ description: 'Folder or workspace, by id or urlId.' }),
    description: Type.Optional(Type.String()),
    source: DatasetOrigin,
    columns: Type.Array(
      Type.Object({
        name: nameOfMost(255),
        formula: Type.String({ minLength: 1, description: 'The same as in a table.' }),
      }),
      { minItems: 1, maxItems: 2000 },
    ),
  },
  { $id: 'NewDataset' },
)

export type CreatedDataset = Static<typeof CreatedDataset>
export const CreatedDataset = Type.Object(
  { ...Dataset.properties, warnings: Type.Optional(DocumentWarnings) },
  { $id: 'CreatedDataset' },
)

const DatasetOrTable = Type.Union([
  Type.Object({ type: Type.Literal('dataset'), datasetId: Type.String() }),
  Type.Object({ type: Type.Literal('table'), tableId: Type.String() }),
])

export type DatasetMigration = Static<typeof DatasetMigration>
export const DatasetMigration = Type.Object(
  {
    dataModelId: Type.Union([Id, Type.Null()], { description: 'Null on a dry run.' }),
    links: Type.Array(Type.Object({ source: DatasetOrTable, target: DatasetOrTable }), {
      description: 'Links between datasets, which become relationships; datasets of this server have none.',
    }),
    linkCount: Type.Number(),
    referenceCount: Type.Number({
      description: 'Workbooks and data models that read the dataset before the migration.',
    }),
  },
  { $id: 'DatasetMigration' },
)

export type DatasetSource = Static<typeof DatasetSource>
export const DatasetSource = Type.Object(
  { type: Words(['dataset', 'table']), inodeId: Type.String() },
  { $id: 'DatasetSource' },
)

export const listDatasets = operation({
  id: 'listDatasets',
  method: 'GET',
  path: '/v2/datasets',
  tag: 'datasets',
  summary: 'List datasets, a retired kind',
  query: Type.Object({
    ...pageQuery,
    skipPermissionCheck: Type.Optional(
      Type.Boolean({ description: 'Also those without access; for the Admin account type.' }),
    ),
  }),
  answers: { 200: countedPageOf(Dataset, 'DatasetPage') },
  errors: ['forbidden'],
})

export const createDataset = operation({
  id: 'createDataset',
  method: 'POST',
  path: '/v2/datasets',
  tag: 'datasets',
  summary: 'Create a dataset, for documents that still need the retired kind',
  description:
    'New work belongs in a data model. Documents read a dataset with the source `{"kind": "dataset", "datasetId": "..."}`, ' +
    'and formulas name its columns as `[name of the dataset/column]`. A dataset cannot be edited, only migrated.',
  body: NewDataset,
  answers: { 200: CreatedDataset },
  errors: ['invalid_document', 'forbidden', 'not_found'],
})

export const getDataset = operation({
  id: 'getDataset',
  method: 'GET',
  path: '/v2/datasets/{datasetId}',
  tag: 'datasets',
  summary: 'Get a dataset',
  params,
  etag: true,
  answers: { 200: Dataset },
  errors: ['not_found'],
})

export const listDatasetGrants = operation({
  id: 'listDatasetGrants',
  method: 'GET',
  path: '/v2/datasets/{datasetId}/grants',
  tag: 'datasets',
  summary: 'List the grants on a dataset',
  params,
  query: Type.Object(pageQuery),
  answers: { 200: GrantPage },
  errors: ['not_found'],
})

export const createDatasetGrant = operation({
  id: 'createDatasetGrant',
  method: 'POST',
  path: '/v2/datasets/{datasetId}/grants',
  tag: 'datasets',
  summary: 'Create or change grants on a dataset',
  params,
  body: DatasetGrantsInput,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found', 'not_supported'],
})

export const deleteDatasetGrant = operation({
  id: 'deleteDatasetGrant',
  method: 'DELETE',
  path: '/v2/datasets/{datasetId}/grants/{grantId}',
  tag: 'datasets',
  summary: 'Delete a grant on a dataset',
  params: Type.Object({ datasetId, grantId: Type.String() }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const getDatasetSources = operation({
  id: 'getDatasetSources',
  method: 'GET',
  path: '/v2/datasets/{datasetId}/sources',
  tag: 'datasets',
  summary: 'List the tables that a dataset reads',
  description: 'Custom SQL is left out, because the published response has no field for it.',
  params,
  answers: { 200: Type.Array(DatasetSource) },
  errors: ['not_found', 'query_cancelled'],
})

export const getDatasetColumns = operation({
  id: 'getDatasetColumns',
  method: 'GET',
  path: '/v2/datasets/{datasetId}/columns',
  tag: 'datasets',
  summary: 'List the columns of a dataset',
  params,
  query: Type.Object(pageQuery),
  answers: { 200: ColumnPage },
  errors: ['not_found', 'source_unavailable', 'query_cancelled', 'engine_unavailable'],
})

export const listDatasetUses = operation({
  id: 'listDatasetUses',
  method: 'GET',
  path: '/v2/datasets/{datasetId}/uses',
  tag: 'datasets',
  summary: 'List where a dataset, or one of its columns, is used',
  params,
  query: Type.Object({
    ...pageQuery,
    columnId: Type.Optional(Type.String({ description: 'Absent: the dataset as a whole.' })),
  }),
  answers: { 200: SourceUsePage },
  errors: ['not_found'],
})

export const migrateDatasetToDataModel = operation({
  id: 'migrateDatasetToDataModel',
  method: 'POST',
  path: '/v2/datasets/{datasetId}/migrate',
  tag: 'datasets',
  summary: 'Turn a dataset into a data model',
  description:
    'The data model has the name, owner and grants of the dataset and one element with its columns. With ' +
    'shouldUpdateReferences, every workbook and data model that reads the dataset gets a new published version that reads the ' +
    'data model, and drafts, custom and saved views follow, all in one transaction. Earlier and tagged versions stay unchanged and continue to read the dataset. A dataset is migrated ' +
    'once: another request returns the same data model, and with shouldUpdateReferences also changes ' +
    'documents that still read the dataset.',
  params,
  body: Type.Object(
    {
      shouldUpdateReferences: Type.Boolean({ description: 'Also change documents that read the dataset.' }),
      destFolderId: Type.Optional(Type.String({ description: 'Default: the folder of the dataset.' })),
    },
    { $id: 'MigrateDatasetRequest' },
  ),
  answers: { 200: DatasetMigration },
  errors: ['forbidden', 'not_found'],
})

export const datasetOperations = [
  listDatasets,
  createDataset,
  getDataset,
  listDatasetGrants,
  createDatasetGrant,
  deleteDatasetGrant,
  getDatasetSources,
  getDatasetColumns,
  listDatasetUses,
  migrateDatasetToDataModel,
] as const
