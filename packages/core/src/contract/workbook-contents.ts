import { type Static, Type } from 'typebox'
import { countedPageOf, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'
import { workbookId } from './workbooks.ts'

const draft = Type.Optional(Type.Boolean({ description: 'Show the draft instead of the published version.' }))
const tag = Type.Optional(Type.String({ description: 'Name of a version tag.' }))
const bookmarkId = Type.Optional(Type.String({ description: 'Id of a saved view.' }))
/** `forbidden`: only users who may edit can see the draft. */
const draftErrors = ['not_found', 'forbidden'] as const
/** Errors of operations that compile elements, which may read the columns of a source from the data platform. */
const compileErrors = ['not_found', 'source_unavailable', 'query_cancelled', 'engine_unavailable'] as const

export type DocumentPageEntry = Static<typeof DocumentPageEntry>
export const DocumentPageEntry = Type.Object(
  { pageId: Type.String(), name: Type.Optional(Type.String()), hidden: Type.Optional(Type.Boolean()) },
  { $id: 'DocumentPage' },
)

export type ElementEntry = Static<typeof ElementEntry>
export const ElementEntry = Type.Object(
  {
    elementId: Type.String(),
    name: Type.Optional(Type.String()),
    type: Type.Optional(Type.String({ description: 'table, visualization, control, text, ...; an open set.' })),
    columns: Type.Optional(Type.Array(Type.String(), { description: 'Column names.' })),
    vizualizationType: Type.Optional(
      Type.String({ description: 'Chart kind of a visualization. The spelling is the published one.' }),
    ),
    error: Type.Optional(Type.String()),
  },
  { $id: 'Element' },
)

export const ElementPage = countedPageOf(ElementEntry, 'ElementPage')

export const ColumnType = Type.Object(
  {
    type: Type.String({ description: 'Data type; `error` when the formula has a problem.' }),
    exactType: Type.Optional(Type.String({ description: 'For example `int64`, `decimal(12,2)`, `timestamp`.' })),
    message: Type.Optional(Type.String({ description: 'What is wrong with the formula.' })),
  },
  { additionalProperties: true, $id: 'ColumnType' },
)

export type ColumnEntry = Static<typeof ColumnEntry>
export const ColumnEntry = Type.Object(
  {
    columnId: Type.String(),
    name: Type.String(),
    label: Type.Optional(Type.String({ description: 'The same as `name`.' })),
    formula: Type.String(),
    type: ColumnType,
    elementId: Type.String(),
    format: Type.Optional(
      Type.Object(
        { kind: Type.String(), formatString: Type.Optional(Type.String()) },
        {
          additionalProperties: true,
          description: 'The number or date format in the document; absent for the default format.',
        },
      ),
    ),
    hidden: Type.Optional(Type.Boolean({ description: 'True for a column that is not shown.' })),
  },
  { $id: 'Column' },
)

export const ColumnPage = countedPageOf(ColumnEntry, 'ColumnPage')

export type ElementColumnEntry = Static<typeof ElementColumnEntry>
export const ElementColumnEntry = Type.Object(
  { columnId: Type.String(), label: Type.String(), formula: Type.String(), type: ColumnType },
  { $id: 'ElementColumn' },
)

export type ElementQuery = Static<typeof ElementQuery>
export const ElementQuery = Type.Object(
  {
    elementId: Type.String(),
    name: Type.Optional(Type.String()),
    sql: Type.Optional(Type.String()),
    error: Type.Optional(Type.String({ description: 'Why the element has no SQL.' })),
  },
  { $id: 'ElementQuery' },
)

export const controlValueTypes = [
  'boolean',
  'number',
  'text',
  'date',
  'number-list',
  'text-list',
  'date-list',
  'boolean-list',
  'date-range',
  'number-range',
  'date-null',
  'number-null',
  'text-null',
  'boolean-null',
] as const

export type ControlEntry = Static<typeof ControlEntry>
export const ControlEntry = Type.Object(
  {
    name: Type.String({ description: 'The control id: the key in export parameters and embed addresses.' }),
    valueType: Words(controlValueTypes),
  },
  { $id: 'Control' },
)

const LineageSource = {
  connectionId: Type.Union([Type.String(), Type.Null()]),
  name: Type.Union([Type.String(), Type.Null()]),
  datasourceId: Type.Optional(Type.String({ description: 'The sources that `dataSourceIds` of elements refer to.' })),
}
export type LineageEntry = Static<typeof LineageEntry>
export const LineageEntry = Type.Union(
  [
    Type.Object({
      type: Type.Literal('element'),
      elementId: Type.String(),
      sourceIds: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'Direct parents.' }),
      dataSourceIds: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'Root sources.' }),
    }),
    Type.Object({ type: Type.Literal('data-model'), dataModelId: Type.String(), ...LineageSource }),
    Type.Object({
      type: Words(['table', 'dataset']),
      inodeId: Type.String(),
      inodeName: Type.Optional(Type.String()),
      ...LineageSource,
    }),
    Type.Object({ type: Type.Literal('customSQL'), definition: Type.String(), ...LineageSource }),
    Type.Object({ type: Type.Literal('csv-upload'), csvId: Type.String(), ...LineageSource }),
  ],
  { $id: 'LineageEntry' },
)

export type LineageNode = Static<typeof LineageNode>
export const LineageNode = Type.Object(
  {
    nodeId: Type.String(),
    type: Type.String({
      description: 'sheet (an element), table, dataset, data-model, customSQL, csv-upload; an open set.',
    }),
    name: Type.Optional(Type.String()),
    elementId: Type.Optional(Type.String()),
    inodeId: Type.Optional(Type.String({ description: 'Of a table: the id of its file.' })),
    semanticViewTable: Type.Optional(Type.String()),
  },
  { $id: 'LineageNode' },
)
export type ElementLineage = Static<typeof ElementLineage>
export const ElementLineage = Type.Object(
  {
    dependencies: Type.Record(Type.String(), LineageNode, { description: 'By nodeId, the element itself included.' }),
    edges: Type.Array(
      Type.Object({
        source: Type.String(),
        target: Type.String(),
        type: Words(['lookup', 'source', 'dependency']),
      }),
      { description: 'From the source to the reader.' },
    ),
  },
  { $id: 'ElementLineage' },
)
export const LineagePage = countedPageOf(LineageEntry, 'LineagePage')

export type LegacyWorkbookSchema = Static<typeof LegacyWorkbookSchema>
export const LegacyWorkbookSchema = Type.Object(
  {
    workbookId: Type.String(),
    workbookUrlId: Type.String(),
    pages: Type.Record(Type.String(), Type.Unknown()),
    sheets: Type.Record(Type.String(), Type.Unknown()),
    variables: Type.Record(Type.String(), Type.Unknown()),
    elements: Type.Record(Type.String(), Type.Unknown()),
    sqlQueries: Type.Record(Type.String(), Type.String()),
    sqlQueryErrors: Type.Record(Type.String(), Type.Object({ message: Type.String() })),
  },
  { $id: 'LegacyWorkbookSchema' },
)

export const listWorkbookPages = operation({
  id: 'listWorkbookPages',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/pages',
  tag: 'workbooks',
  summary: 'List the pages of a workbook, in page order',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...pageQuery, tag, bookmarkId, draft }),
  answers: { 200: countedPageOf(DocumentPageEntry, 'DocumentPagePage') },
  errors: draftErrors,
})

export const listWorkbookPageElements = operation({
  id: 'listWorkbookPageElements',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/pages/{pageId}/elements',
  tag: 'workbooks',
  summary: 'List the elements of one page',
  params: Type.Object({ workbookId, pageId: Type.String() }),
  query: Type.Object({ ...pageQuery, tag, bookmarkId, draft }),
  answers: { 200: ElementPage },
  errors: draftErrors,
})

export const listWorkbookElements = operation({
  id: 'listWorkbookElements',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/elements',
  tag: 'workbooks',
  summary: 'List all elements of a workbook',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...pageQuery, tagName: tag, bookmarkId, draft }),
  answers: { 200: ElementPage },
  errors: draftErrors,
})

export const getWorkbookColumns = operation({
  id: 'getWorkbookColumns',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/columns',
  tag: 'workbooks',
  summary: 'List the columns of every element',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...pageQuery, draft }),
  answers: { 200: ColumnPage },
  errors: [...compileErrors, 'forbidden'],
})

export const getElementColumns = operation({
  id: 'getElementColumns',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/elements/{elementId}/columns',
  tag: 'workbooks',
  summary: 'List the columns of one element',
  params: Type.Object({ workbookId, elementId: Type.String() }),
  query: Type.Object({ ...pageQuery, draft }),
  answers: { 200: countedPageOf(ElementColumnEntry, 'ElementColumnPage') },
  errors: [...compileErrors, 'forbidden'],
})

export const getElementQuery = operation({
  id: 'getElementQuery',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/elements/{elementId}/query',
  tag: 'workbooks',
  summary: 'Get the SQL of one element',
  description:
    'An element without data, such as a control, is an error. `page` and `limit` are accepted and have no effect.',
  params: Type.Object({ workbookId, elementId: Type.String() }),
  query: Type.Object({ ...pageQuery, tagName: tag, bookmarkId, draft }),
  answers: { 200: ElementQuery },
  errors: [...compileErrors, 'forbidden', 'element_has_no_data'],
})

const ExplainStep = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Names of element and level.' }),
    operations: Type.Array(Type.String(), {
      description: 'From the rows upwards: read, filter, compute, group, window, join, limit, ...',
    }),
    columns: Type.Array(Type.String(), { description: 'Columns of its result.' }),
    table: Type.Optional(Type.Array(Type.String(), { description: 'Path of the table that is read.' })),
    connectionId: Type.Optional(
      Type.String({ description: 'What it reads is computed on this connection, and brought to the embedded engine.' }),
    ),
    isShared: Type.Boolean({ description: 'It also appears elsewhere in the list, with its sources.' }),
    estimatedRows: Type.Union([Type.Number(), Type.Null()], { description: 'Rows that the data platform expects.' }),
    inputs: Type.Array(Type.String(), { description: 'Ids of the steps that it reads.' }),
  },
  { $id: 'ExplainStep' },
)

const ExplainSide = Type.Object(
  {
    table: Type.String({ description: 'Its name in the SQL of the level.' }),
    name: Type.String(),
    connectionId: Type.String(),
    connectionName: Type.Union([Type.String(), Type.Null()]),
    sql: Type.String(),
  },
  { $id: 'ExplainSide' },
)

export type ElementExplanation = Static<typeof ElementExplanation>
export const ElementExplanation = Type.Object(
  {
    elementId: Type.String(),
    name: Type.String(),
    connectionId: Type.String({
      description:
        'Where it is computed: on a connection, or in the embedded engine if it combines rows of several connections (`sides`).',
    }),
    dialect: Type.String(),
    isVerified: Type.Boolean({ description: 'False if our tests do not cover the SQL of this engine.' }),
    hasEstimates: Type.Boolean({
      description: 'False if the data platform does not report how many rows it expects.',
    }),
    levels: Type.Array(
      Type.Object({
        level: Type.String(),
        sql: Type.String(),
        sides: Type.Optional(
          Type.Array(ExplainSide, {
            description:
              'Parts that other connections compute; the SQL reads their rows as tables. Absent if there are none.',
          }),
        ),
        estimatedRows: Type.Union([Type.Number(), Type.Null()]),
        materializedAt: Type.Optional(
          Type.String({ description: 'When the rows that a materialization stored were read; absent: all are live.' }),
        ),
        steps: Type.Array(ExplainStep, { description: 'The first returns the result; it reads the others.' }),
      }),
    ),
    costliest: Type.Union(
      [
        Type.Object({
          level: Type.String(),
          stepId: Type.String(),
          name: Type.String(),
          rows: Type.Number({ description: 'Number of input rows.' }),
        }),
        Type.Null(),
      ],
      { description: 'The step reads most rows.' },
    ),
  },
  { $id: 'ElementExplanation' },
)

export const explainElement = operation({
  id: 'explainElement',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/elements/{elementId}/explain',
  tag: 'workbooks',
  summary: 'Explain how an element is computed',
  description:
    'The steps that compute each level of the element, with the numbers of rows that the data platform expects, if it reports them, and the steps that read most rows. No query runs.',
  params: Type.Object({ workbookId, elementId: Type.String() }),
  query: Type.Object({ tagName: tag, bookmarkId, draft }),
  answers: { 200: ElementExplanation },
  errors: [...compileErrors, 'forbidden', 'element_has_no_data', 'element_invalid', 'control_required'],
})

export const listWorkbookQueries = operation({
  id: 'listWorkbookQueries',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/queries',
  tag: 'workbooks',
  summary: 'List the SQL of every data element',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...pageQuery, draft }),
  answers: { 200: countedPageOf(ElementQuery, 'ElementQueryPage') },
  errors: [...compileErrors, 'forbidden'],
})

export const getWorkbookControls = operation({
  id: 'getWorkbookControls',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/controls',
  tag: 'workbooks',
  summary: 'List the controls of a workbook',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...pageQuery, draft }),
  answers: { 200: countedPageOf(ControlEntry, 'ControlPage') },
  errors: [...compileErrors, 'forbidden'],
})

export const listLineageTree = operation({
  id: 'listLineageTree',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/lineage',
  tag: 'workbooks',
  summary: 'List elements and sources with how they depend on each other',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...pageQuery }),
  answers: { 200: LineagePage },
  errors: compileErrors,
})

export const listLineage = operation({
  id: 'listLineage',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/lineage/elements/{elementId}',
  tag: 'workbooks',
  summary: 'Get everything that an element reads, as a graph',
  description: 'Empty for an element without data: a control, a text and the like.',
  params: Type.Object({ workbookId, elementId: Type.String() }),
  answers: { 200: ElementLineage },
  errors: ['not_found', 'query_cancelled'],
})

export const getWorkbookSchema = operation({
  id: 'getWorkbookSchema',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/schema',
  tag: 'workbooks',
  summary: 'Get the whole structure of a workbook in the old form',
  description: 'SQL and the displayName of elements come only with `includeSql=true`.',
  params: Type.Object({ workbookId }),
  query: Type.Object({ includeSql: Type.Optional(Type.Boolean()), tag }),
  etag: true,
  answers: { 200: LegacyWorkbookSchema },
  errors: compileErrors,
})

export const workbookContentsOperations = [
  listWorkbookPages,
  listWorkbookPageElements,
  listWorkbookElements,
  getWorkbookColumns,
  getElementColumns,
  getElementQuery,
  explainElement,
  listWorkbookQueries,
  getWorkbookControls,
  listLineageTree,
  listLineage,
  getWorkbookSchema,
] as const
