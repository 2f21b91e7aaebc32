import { type Static, Type } from 'typebox'
import { mostModifications } from '../document/index.ts'
import { readColumnDetails } from './column-details.ts'
import { lines, operation } from './define.ts'
import { draftReaderQuery } from './draft-view-as.ts'
import { Edit } from './drafts.ts'
import { languageQuery } from './language-query.ts'

/** Rows of a level that are returned without a request for more. */
export const firstWindowRows = 500
/** The same for elements that are drawn from all rows: a pivot table, the trend of a KPI. */
export const firstWholeRows = 10_000

const level = Type.String({
  pattern: '^(summary|base|g[1-9][0-9]*|r[0-9]+c[0-9]+(a[0-9]+){0,2})$',
  description:
    '`summary`, `g1` (outermost grouping) to `gN`, or `base`; totals of a pivot table: `r1c0` keeps one row key and no column key; `r1c0a2` is the calculated line at place 2 of `adhocCalcs` there, `r1c0a2a3` where two cross.',
})
const cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

export type PageDataWindow = Static<typeof PageDataWindow>
export const PageDataWindow = Type.Object(
  {
    elementId: Type.String(),
    level,
    parentKey: Type.Optional(
      Type.Array(cell, {
        description: 'Cells of the keys of the outer groupings, outermost first: only the rows of that one group.',
      }),
    ),
    offset: Type.Integer({ minimum: 0 }),
    limit: Type.Integer({ minimum: 1, maximum: 10_000 }),
  },
  { $id: 'PageDataWindow' },
)

export type PageDataModification = Static<typeof PageDataModification>
export const PageDataModification = Type.Object(
  {
    sequenceId: Type.String(),
    step: Type.Integer({
      minimum: 0,
      description: 'The place of the step among all steps of the sequence, those of branches included.',
    }),
    names: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 1_000,
        description: 'The values of the control that names the columns, for a step that takes them from one.',
      }),
    ),
  },
  { $id: 'PageDataModification' },
)

export type PageDataRequest = Static<typeof PageDataRequest>
export const PageDataRequest = Type.Object(
  {
    elementIds: Type.Optional(
      Type.Array(Type.String(), { description: 'Elements of the page to compute; all that show data when absent.' }),
    ),
    controls: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Control id to value as text, the same text as in addresses, embeds and exports.',
      }),
    ),
    windows: Type.Optional(
      Type.Array(PageDataWindow, {
        maxItems: 100,
        description:
          'Rows to read instead of the first window; only these windows are returned for an element in this list.',
      }),
    ),
    sort: Type.Optional(
      Type.Array(
        Type.Object({
          elementId: Type.String(),
          level,
          columnId: Type.String(),
          direction: Type.Union([Type.Literal('ascending'), Type.Literal('descending')]),
        }),
        { description: 'Sort order of the reader instead of the saved one.' },
      ),
    ),
    refresh: Type.Optional(Type.Boolean({ description: 'Bypass the result cache.' })),
    modifications: Type.Optional(
      Type.Array(PageDataModification, {
        maxItems: mostModifications,
        description:
          'Steps "modify-element" that the reader has run, in order: elements are changed only for this request. The changes are read from the document; a step that does not exist in it is refused.',
      }),
    ),
    edits: Type.Optional(
      Type.Array(Edit, {
        maxItems: 1_000,
        description:
          'Unsaved changes of the draft or of a custom view: rows are returned as if they were saved. Nothing is saved. Without draft and view, they are changes of a new custom view of the published version.',
      }),
    ),
  },
  { $id: 'PageDataRequest' },
)

const step = (description: string) => Type.Number({ description })

/** The header Server-Timing has the same steps, as far as they are known when it is sent. */
export type PageDataSteps = Static<typeof PageDataSteps>
export const PageDataSteps = Type.Object(
  {
    authorization: step('From the arrival of the request until the page is open: token, body, rights and document.'),
    compile: step('Compiling the elements of the page to statements.'),
    wait: step('Waiting for a free slot in the pool of the connection.'),
    engine: step('From sending the statement until its last rows have arrived.'),
    conversion: step('Converting the rows to the types of the columns.'),
    stream: step('Writing the rows as lines.'),
  },
  {
    $id: 'PageDataSteps',
    description: 'Milliseconds spent for this response. A cached result has not waited for the engine.',
  },
)

const resultId = Type.String({ description: 'Identifies the result within this response.' })

/** One line of the response. Cells are in canonical form: int64 and decimal as strings, dates as ISO text. */
export type PageDataEvent = Static<typeof PageDataEvent>
export const PageDataEvent = Type.Union(
  [
    Type.Object({
      event: Type.Literal('start'),
      version: Type.Integer({ description: 'Version of the document.' }),
      inputRevisions: Type.Optional(
        Type.Record(Type.String(), Type.Integer(), {
          description:
            'The revision of the rows of each requested input table, by its id, before they were read; use it as the baseRevision of a change of rows.',
        }),
      ),
    }),
    Type.Object({
      event: Type.Literal('schema'),
      resultId,
      elements: Type.Array(Type.String(), { description: 'Ids of all elements that show this result.' }),
      level,
      offset: Type.Integer({ description: 'Index of the first row in the level, or in the group.' }),
      parentKey: Type.Optional(Type.Array(cell)),
      columns: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), type: Type.String(), nullable: Type.Boolean() }),
      ),
      columnErrors: Type.Optional(
        Type.Record(
          Type.String(),
          Type.Array(
            Type.Object({
              id: Type.String(),
              name: Type.String(),
              message: Type.String(),
              hint: Type.Optional(Type.String()),
              code: Type.Optional(
                Type.String({
                  description:
                    'Code of the error of the formula: `unknown_column` if it refers to a column that does not exist. Absent in embeds.',
                }),
              ),
            }),
          ),
          { description: 'By element: columns without cells, because their formula has an error.' },
        ),
      ),
      columnIds: Type.Optional(
        Type.Record(Type.String(), Type.Array(Type.String()), {
          description: 'Column ids by element, if elements that share the result use different ids.',
        }),
      ),
    }),
    Type.Object({
      event: Type.Literal('batch'),
      resultId,
      seq: Type.Integer({ description: 'Counts the batches of a result from 0.' }),
      columns: Type.Array(Type.Array(cell), { description: 'One array of cells for each column of the schema.' }),
      states: Type.Optional(
        Type.Array(Type.Union([Type.Array(Type.Union([Type.String(), Type.Null()])), Type.Null()]), {
          description:
            'For each column null, or one state for each row: several, restricted, error, or null for a plain cell.',
        }),
      ),
    }),
    Type.Object({
      event: Type.Literal('done'),
      resultId,
      rows: Type.Integer(),
      truncated: Type.Boolean({ description: 'The level has more rows after these.' }),
      cached: Type.Boolean(),
      ms: Type.Number({ description: 'Time of the query in the engine; for a cached result, of the original query.' }),
      materializedAt: Type.Optional(
        Type.String({ description: 'When the rows that a materialization stored were read; absent: all are live.' }),
      ),
      connections: Type.Optional(
        Type.Integer({ description: 'How many connections the rows come from, if more than one.' }),
      ),
      steps: PageDataSteps,
    }),
    Type.Object({
      event: Type.Literal('error'),
      elementId: Type.String(),
      code: Type.String(),
      message: Type.String(),
      hint: Type.Optional(Type.String()),
      details: Type.Optional(
        Type.Unknown({ description: 'As in an error response: the reason, for clients that word it themselves.' }),
      ),
      columnId: Type.Optional(
        Type.String({ description: 'The column of the element whose formula has the error, if any.' }),
      ),
      signIn: Type.Optional(
        Type.String({
          description: 'Id of the connection that you have to sign in at to read the element.',
        }),
      ),
      isPassing: Type.Optional(
        Type.Boolean({ description: 'The data platform or the engine cannot be reached now; asking again may help.' }),
      ),
    }),
    Type.Object(
      {
        event: Type.Literal('waiting'),
        elements: Type.Array(Type.String(), { description: 'Ids of the elements that wait for one result.' }),
        ahead: Type.Integer({
          minimum: 0,
          description: 'Number of queries that run or start before this one; 0: it runs now.',
        }),
      },
      {
        description:
          'Sent at most once a second, to callers who wait longer than a second for a free slot on the data platform.',
      },
    ),
    Type.Object({ event: Type.Literal('end') }),
  ],
  { $id: 'PageDataEvent' },
)

export const readPageData = operation({
  id: 'readPageData',
  method: 'POST',
  onlyReads: true,
  path: '/v2/workbooks/{workbookId}/pages/{pageId}/data',
  tag: 'workbooks',
  summary: 'Stream the data of the elements of a page',
  description:
    'One JSON object in each line. Elements that finish first come first. A response that does not end ' +
    'with the `end` event is incomplete. An element that cannot be computed has an `error` event; the ' +
    'others are not affected.',
  query: Type.Object({
    draft: Type.Optional(Type.Boolean({ description: 'Show the draft instead of the published version.' })),
    tag: Type.Optional(Type.String({ description: 'Show the version with this tag, by its name.' })),
    exploreKey: Type.Optional(Type.String({ description: 'Show the custom view with this key.' })),
    bookmarkId: Type.Optional(
      Type.String({ description: 'Show this saved view; it takes precedence over exploreKey.' }),
    ),
    ...languageQuery,
    ...draftReaderQuery,
  }),
  body: PageDataRequest,
  bodyOptional: true,
  answers: { 200: lines(PageDataEvent, 'The events of the page.') },
  errors: ['not_found', 'forbidden', 'invalid_document', 'source_unavailable', 'engine_unavailable'],
})

export const readDataModelPageData = operation({
  id: 'readDataModelPageData',
  method: 'POST',
  onlyReads: true,
  path: '/v2/dataModels/{dataModelId}/pages/{pageId}/data',
  tag: 'dataModels',
  summary: 'Stream the data of the elements of a page of a data model',
  description: 'The same as for workbooks.',
  params: Type.Object({
    dataModelId: Type.String({ description: 'Id of the data model; its urlId is accepted too.' }),
    pageId: Type.String(),
  }),
  query: Type.Object({
    draft: Type.Optional(Type.Boolean({ description: 'Show the draft instead of the published version.' })),
    tag: Type.Optional(Type.String({ description: 'Show the version with this tag, by its name.' })),
    ...draftReaderQuery,
  }),
  body: PageDataRequest,
  bodyOptional: true,
  answers: { 200: lines(PageDataEvent, 'The events of the page.') },
  errors: ['not_found', 'forbidden', 'invalid_document', 'source_unavailable', 'engine_unavailable'],
})

export const pageDataOperations = [readPageData, readDataModelPageData, readColumnDetails] as const
