import { type Static, Type } from 'typebox'
import { Words } from './common.ts'
import { operation } from './define.ts'
import { writeQuery } from './workbook-spec.ts'
import { workbookId } from './workbooks.ts'

const dataModelId = Type.String({ description: 'Id of the data model; its urlId is accepted too.' })

const ColumnRef = Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], {
  description: 'The name of a column, or a path whose last part is the name.',
})
const ColumnMapping = Type.Array(Type.Object({ fromColumn: ColumnRef, toColumn: ColumnRef }), {
  maxItems: 10_000,
  description: 'Without it columns pair up by name, ignoring case and punctuation.',
})

export type SourceMapping = Static<typeof SourceMapping>
export const SourceMapping = Type.Object(
  {
    fromId: Type.String({ description: 'Id of a table, of a data model, or of a tagged version of one.' }),
    toId: Type.String({
      description: 'Like fromId; a data model can only be replaced with another version of itself.',
    }),
    metricMapping: Type.Optional(Type.Array(Type.Object({ fromMetric: Type.String(), toMetric: Type.String() }))),
    columnMapping: Type.Optional(ColumnMapping),
  },
  { $id: 'SourceMapping' },
)

export const PathSwap = Type.Object(
  {
    fromPath: Type.Array(Type.String(), { minItems: 1 }),
    toPath: Type.Array(Type.String(), { minItems: 1 }),
  },
  { $id: 'PathSwap', description: 'Paths of tables or of their schemas and databases; the longest match applies.' },
)

export type ConnectionMapping = Static<typeof ConnectionMapping>
export const ConnectionMapping = Type.Object(
  {
    fromId: Type.String({ description: 'Connection id.' }),
    toId: Type.String({ description: 'Connection id.' }),
    swapTables: Type.Optional(
      Type.Boolean({ description: 'Also changes tables; without it only the connection of custom SQL is changed.' }),
    ),
    paths: Type.Optional(
      Type.Array(PathSwap, {
        maxItems: 1000,
        description: 'Absent: every table keeps its path. They also apply to tables in custom SQL.',
      }),
    ),
  },
  { $id: 'ConnectionMapping' },
)

export const sourceSwapPolicyId = Type.Optional(
  Type.String({ description: 'Swaps sources by this policy, with your values of its user attributes.' }),
)

export type SwapSourcesRequest = Static<typeof SwapSourcesRequest>
export const SwapSourcesRequest = Type.Object(
  {
    sourceMapping: Type.Optional(Type.Array(SourceMapping, { maxItems: 1000 })),
    connectionMapping: Type.Optional(Type.Array(ConnectionMapping, { maxItems: 1000 })),
    copyInputTableData: Type.Optional(
      Type.Boolean({ description: 'Has no effect: input tables stay where they are, with their rows.' }),
    ),
    sourceSwapPolicyId,
  },
  { $id: 'SwapSourcesRequest' },
)

export type SwapEndpoint = Static<typeof SwapEndpoint>
export const SwapEndpoint = Type.Object(
  {
    type: Words(['table', 'custom-sql', 'data-model', 'dataset', 'csv-upload', 'input-table', 'other']),
    connectionId: Type.Optional(Type.String()),
    path: Type.Optional(Type.Array(Type.String())),
    definition: Type.Optional(Type.String({ description: 'SQL text.' })),
    dataModelId: Type.Optional(Type.String()),
    datasetId: Type.Optional(Type.String()),
    elementId: Type.Optional(Type.String()),
    versionTagId: Type.Optional(Type.String()),
  },
  { $id: 'SwapEndpoint' },
)

const Resolved = Type.Object({ elementId: Type.String(), from: SwapEndpoint, to: SwapEndpoint })
const Unresolved = Type.Object({
  path: Type.Array(Type.String(), { description: 'The new table, or data model and element.' }),
  column: Type.String({ description: 'A column that the document reads and the replacement does not have.' }),
  elementIds: Type.Array(Type.String(), { description: 'Elements that refer to the column.' }),
})
const BrokenFormula = Type.Object({
  elementId: Type.String(),
  columnId: Type.Union([Type.String(), Type.Null()], { description: 'Null if the element as a whole fails.' }),
  formula: Type.Union([Type.String(), Type.Null()]),
  message: Type.String(),
})
/** Additional fields of a dry run. */
export const swapReportFields = {
  resolved: Type.Optional(
    Type.Array(Resolved, { description: 'Dry run only: sources whose replacement has every column that is read.' }),
  ),
  unresolved: Type.Optional(Type.Array(Unresolved, { description: 'Dry run only: columns that would be missing.' })),
  brokenFormulas: Type.Optional(
    Type.Array(BrokenFormula, { description: 'Dry run only: formulas that work now and would no longer work.' }),
  ),
}
export type SwapReport = { [Field in keyof typeof swapReportFields]?: Static<(typeof swapReportFields)[Field]> }

export type SwapSourcesResult = Static<typeof SwapSourcesResult>
export const SwapSourcesResult = Type.Object(
  {
    unswappedSources: Type.Array(Type.String(), {
      description: 'Ids of tables, data models and files that the document reads and that were not replaced.',
    }),
    unswappedConnections: Type.Array(Type.String(), {
      description: 'Ids of the connections of custom SQL that was not changed.',
    }),
    ...swapReportFields,
  },
  { $id: 'SwapSourcesResult' },
)

const TableRef = Type.Object({ type: Type.Literal('table'), tableId: Type.String() })
const DatasetRef = Type.Object({ type: Type.Literal('dataset'), datasetId: Type.String() })
const DataModelRef = Type.Object({
  type: Type.Literal('data-model'),
  dataModelId: Type.String(),
  elementId: Type.String(),
  versionTagId: Type.Optional(Type.String()),
})

export type NamedSwap = Static<typeof NamedSwap>
export const NamedSwap = Type.Object({
  from: Type.Union([
    TableRef,
    DatasetRef,
    DataModelRef,
    Type.Object({
      type: Type.Literal('custom-sql'),
      customSqlId: Type.String({ description: 'Id of the element with the SQL.' }),
    }),
  ]),
  to: Type.Union([
    TableRef,
    DatasetRef,
    DataModelRef,
    Type.Object({
      type: Type.Literal('custom-sql'),
      connectionId: Type.String(),
      definition: Type.String({ minLength: 1, description: 'SQL text.' }),
    }),
  ]),
  metricMapping: Type.Optional(Type.Array(Type.Object({ fromMetricId: Type.String(), toMetricId: Type.String() }))),
  columnMapping: Type.Optional(ColumnMapping),
})

export const NamedSwapRequest = Type.Object(
  { sourceMapping: Type.Array(NamedSwap, { maxItems: 1000 }) },
  { $id: 'NamedSwapRequest' },
)
export type NamedSwapResult = Static<typeof NamedSwapResult>
export const NamedSwapResult = Type.Object(
  { ...swapReportFields },
  { $id: 'NamedSwapResult', description: 'Empty except for fields of a dry run.' },
)

export const swapErrors = [
  'forbidden',
  'not_found',
  'invalid_document',
  'draft_has_changes',
  'source_unavailable',
  'query_cancelled',
  'engine_unavailable',
] as const
export const publishesSwap =
  'Publishes a new version, or nothing when no source is swapped. A source or target that does not exist is an error and ' +
  'nothing is swapped. With dryRun the answer also says which columns would be missing and which formulas would break.'

export const sourceSwapWorkbook = operation({
  id: 'sourceSwapWorkbook',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/swapSources',
  tag: 'workbooks',
  summary: 'Point a workbook at other tables, data model versions or connections',
  description: publishesSwap,
  params: Type.Object({ workbookId }),
  query: Type.Object(writeQuery),
  body: SwapSourcesRequest,
  bodyOptional: true,
  answers: { 200: SwapSourcesResult },
  errors: swapErrors,
})

export const swapDataModelSources = operation({
  id: 'swapDataModelSources',
  method: 'POST',
  path: '/v2/dataModels/{dataModelId}/swapSources',
  tag: 'dataModels',
  summary: 'Point a data model at other tables, data model versions or connections',
  description: publishesSwap,
  params: Type.Object({ dataModelId }),
  query: Type.Object(writeQuery),
  body: SwapSourcesRequest,
  bodyOptional: true,
  answers: { 200: SwapSourcesResult },
  errors: swapErrors,
})

export const swapNamedWorkbookSources = operation({
  id: 'v3alpha_sourceSwapWorkbook',
  method: 'POST',
  path: '/v3alpha/workbooks/{workbookId}:swapSources',
  tag: 'workbooks',
  summary: 'Swap named sources of a workbook, custom SQL included',
  description: publishesSwap,
  params: Type.Object({ workbookId }),
  query: Type.Object(writeQuery),
  body: NamedSwapRequest,
  answers: { 200: NamedSwapResult },
  errors: swapErrors,
})

export const swapNamedDataModelSources = operation({
  id: 'v3alpha_sourceSwapDataModel',
  method: 'POST',
  path: '/v3alpha/dataModels/{dataModelId}:swapSources',
  tag: 'dataModels',
  summary: 'Swap named sources of a data model, custom SQL included',
  description: publishesSwap,
  params: Type.Object({ dataModelId }),
  query: Type.Object(writeQuery),
  body: NamedSwapRequest,
  answers: { 200: NamedSwapResult },
  errors: swapErrors,
})

export const sourceSwapOperations = [
  sourceSwapWorkbook,
  swapDataModelSources,
  swapNamedWorkbookSources,
  swapNamedDataModelSources,
] as const
