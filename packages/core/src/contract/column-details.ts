import { type Static, Type } from 'typebox'
import { operation } from './define.ts'
import { draftReaderQuery } from './draft-view-as.ts'
import { Edit } from './drafts.ts'

const cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])
const count = Type.Integer({ minimum: 0 })

export type ColumnDetailsRequest = Static<typeof ColumnDetailsRequest>
export const ColumnDetailsRequest = Type.Object(
  {
    columnId: Type.Optional(Type.String({ description: 'The column that is described.' })),
    search: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'Only values that contain this text are listed; case-sensitive, except for choices.',
      }),
    ),
    top: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: 'The most values to list; 20 if absent.' }),
    ),
    bins: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Number of bars of the histogram of a number; 20 if absent.',
      }),
    ),
    match: Type.Optional(
      Type.Object(
        {
          elementId: Type.String({ description: 'The table in which values would be looked up.' }),
          keys: Type.Array(Type.Object({ columnId: Type.String(), otherColumnId: Type.String() }), {
            minItems: 1,
            maxItems: 10,
            description: 'Pairs of columns that would have to be equal.',
          }),
        },
        { description: 'How well a lookup into another table of the document would work.' },
      ),
    ),
    choices: Type.Optional(
      Type.Boolean({
        description:
          'Instead of describing the column of an input table, lists what it accepts from another column (`valuesFrom`), as the caller sees that column. The other column may be hidden or on a hidden page.',
      }),
    ),
    countRows: Type.Optional(
      Type.Boolean({ description: 'Counts the rows of the table, without describing a column.' }),
    ),
    controls: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Control id to value as text.' })),
    edits: Type.Optional(
      Type.Array(Edit, { maxItems: 1_000, description: 'Unsaved changes of the draft, as for page data.' }),
    ),
  },
  { $id: 'ColumnDetailsRequest' },
)

export type ColumnDetails = Static<typeof ColumnDetails>
export const ColumnDetails = Type.Object(
  {
    rows: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The number of rows of the table, if `countRows` is set.' }),
    ),
    column: Type.Optional(
      Type.Object({
        name: Type.String(),
        type: Type.String({ description: 'For example `int64`, `decimal(12,2)`, `timestamp`.' }),
        rows: count,
        nulls: count,
        distinct: count,
        statistics: Type.Array(
          Type.Object({
            name: Type.String({ description: 'min, max, sum, average, median or deviation.' }),
            value: cell,
          }),
          { description: 'Statistics over all rows, as far as the type has them.' },
        ),
        values: Type.Array(Type.Object({ value: cell, count }), { description: 'Most frequent first.' }),
        hasMoreValues: Type.Boolean(),
        histogram: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count }), {
          description: 'Equal steps from the lowest number to the highest; empty for other types.',
        }),
      }),
    ),
    choices: Type.Optional(
      Type.Object({
        values: Type.Array(Type.Union([Type.String(), Type.Number()]), {
          description: 'In ascending order, as they are entered.',
        }),
        hasMore: Type.Boolean({ description: 'There are more than `top`; a search lists the others.' }),
      }),
    ),
    match: Type.Optional(
      Type.Object({
        rows: count,
        matched: Type.Integer({ minimum: 0, description: 'Rows whose keys exist in the other table.' }),
        keys: Type.Integer({ minimum: 0, description: 'Different keys of the other table.' }),
        repeatedKeys: Type.Integer({ minimum: 0, description: 'Keys that occur in more than one of its rows.' }),
        mostRepeated: Type.Array(Type.Object({ key: Type.Array(cell), count }), {
          description: 'Up to five of them, most rows first.',
        }),
      }),
    ),
  },
  { $id: 'ColumnDetails' },
)

export const columnDetailsErrors = [
  'not_found',
  'forbidden',
  'invalid_document',
  'element_invalid',
  'element_has_no_data',
  'source_unavailable',
  'engine_unavailable',
  'query_failed',
  'query_cancelled',
] as const

export const readColumnDetails = operation({
  id: 'readColumnDetails',
  method: 'POST',
  onlyReads: true,
  path: '/v2/workbooks/{workbookId}/elements/{elementId}/columnDetails',
  tag: 'workbooks',
  summary: 'Describe a column of a table, or how well its keys match another table',
  description:
    'Computed over all rows of the table as the caller may see them, with its filters and the control values. Callers who may ' +
    'write formulas get the columns of charts and pivot tables too, over the rows that these aggregate; aggregates have no details.',
  query: Type.Object({
    draft: Type.Optional(Type.Boolean({ description: 'The draft instead of the published version.' })),
    tag: Type.Optional(Type.String({ description: 'The version with this tag, by its name.' })),
    exploreKey: Type.Optional(Type.String({ description: 'The custom view with this key.' })),
    bookmarkId: Type.Optional(Type.String({ description: 'This saved view; it takes precedence over exploreKey.' })),
    ...draftReaderQuery,
  }),
  body: ColumnDetailsRequest,
  answers: { 200: ColumnDetails },
  errors: columnDetailsErrors,
})
