import { type Static, Type } from 'typebox'
import { mostEntered } from '../document/index.ts'
import { AuditFields, countedPageOf, Empty, Id, MemberId, pageQuery } from './common.ts'
import { binary, operation } from './define.ts'

export type CsvFile = Static<typeof CsvFile>
export const CsvFile = Type.Object(
  {
    csvId: Id,
    connectionId: Id,
    name: Type.String(),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String({ description: 'For example text, int64, decimal(18,2).' }),
      }),
    ),
    rows: Type.Integer(),
    sizeBytes: Type.Integer({ description: 'As it is stored.' }),
    ...AuditFields,
  },
  { $id: 'CsvFile' },
)

export const uploadCsv = operation({
  id: 'uploadCsv',
  method: 'POST',
  path: '/v2/connections/{connectionId}/csv',
  tag: 'connections',
  summary: 'Upload a CSV as a table',
  description:
    'A source of kind `csv-table` reads it by its id, on the engine of the connection. The first line names the columns; each gets the narrowest type that fits all of its values: logical, int64, decimal, float64, date, timestamp, else text. An empty field is null. At most 100,000 rows, 500 columns and 8 MiB.',
  params: Type.Object({ connectionId: Type.String() }),
  largeBody: true,
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 256, description: 'The prefix of its columns in formulas.' }),
      csv: Type.String({ minLength: 1, description: 'UTF-8, commas, quotes doubled inside quotes.' }),
    },
    { $id: 'NewCsvFile' },
  ),
  answers: { 201: CsvFile },
  errors: ['forbidden', 'not_found'],
})

const csvParams = Type.Object({ csvId: Type.String() })

export const getCsv = operation({
  id: 'getCsv',
  method: 'GET',
  path: '/v2/csv/{csvId}',
  tag: 'connections',
  summary: 'Get an uploaded CSV; for the member who uploaded it and for administrators',
  params: csvParams,
  answers: { 200: CsvFile },
  errors: ['not_found'],
})

export const deleteCsv = operation({
  id: 'deleteCsv',
  method: 'DELETE',
  path: '/v2/csv/{csvId}',
  tag: 'connections',
  summary: 'Delete an uploaded CSV; elements that read it then have no rows',
  params: csvParams,
  answers: { 200: Empty },
  errors: ['not_found'],
})

const Cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null(), Type.Array(Type.String())])
const Values = Type.Record(Type.String(), Cell, {
  description:
    'Cells by column id: a text, a number, true or false, a date such as 2026-05-31 or 2026-05-31T09:30:00, a list of texts for several choices, or null.',
})

const Bound = Type.Union([Type.String(), Type.Number(), Type.Boolean()])
const columnId = Type.String({ description: 'A column for entries, or ID for the id of the row.' })

export type InputCellTest = Static<typeof InputCellTest>
export const InputCellTest = Type.Union(
  [
    Type.Object({ columnId, condition: Type.Union([Type.Literal('IsNull'), Type.Literal('IsNotNull')]) }),
    Type.Object({
      columnId,
      condition: Type.Union([
        Type.Literal('='),
        Type.Literal('!='),
        Type.Literal('>'),
        Type.Literal('>='),
        Type.Literal('<'),
        Type.Literal('<='),
        Type.Literal('Contains'),
        Type.Literal('NotContains'),
        Type.Literal('StartsWith'),
        Type.Literal('EndsWith'),
      ]),
      value: Bound,
    }),
    Type.Object({
      columnId,
      condition: Type.Union([Type.Literal('Between'), Type.Literal('NotBetween')]),
      low: Bound,
      high: Bound,
    }),
  ],
  {
    description:
      'A test of one cell. An empty cell passes IsNull, !=, NotContains and NotBetween only; texts are compared letter by letter.',
  },
)

const rowMatch = {
  tests: Type.Array(InputCellTest, {
    maxItems: 20,
    description: 'A row matches when all of them hold; without any, every row matches.',
  }),
  isSingle: Type.Optional(
    Type.Boolean({ description: 'Exactly one row must match; otherwise nothing is written and the response is 400.' }),
  ),
}

/** Maximum number of rows that one change can name by id. */
export const mostNamedRows = mostEntered.rows

export type InputTableChange = Static<typeof InputTableChange>
export const InputTableChange = Type.Object(
  {
    insert: Type.Optional(Type.Array(Values, { maxItems: mostEntered.rows, description: 'New rows, in this order.' })),
    update: Type.Optional(
      Type.Array(
        Type.Object({
          rowId: Type.String({
            minLength: 1,
            maxLength: 1024,
            description: 'The column ID of the row; of a linked table the value of its key, as text.',
          }),
          values: Values,
        }),
        { maxItems: mostNamedRows, description: 'Columns that are left out keep their cells.' },
      ),
    ),
    delete: Type.Optional(Type.Array(Type.String(), { maxItems: mostNamedRows, description: 'Rows by their ID.' })),
    updateWhere: Type.Optional(
      Type.Array(Type.Object({ ...rowMatch, values: Values }), {
        maxItems: 100,
        description: 'Changes of all rows that match, after those of `update`. Not for linked tables.',
      }),
    ),
    deleteWhere: Type.Optional(
      Type.Array(Type.Object(rowMatch), {
        maxItems: 100,
        description: 'Matching rows are deleted first. Not for linked tables.',
      }),
    ),
    replace: Type.Optional(Type.Boolean({ description: 'Every existing row is deleted first.' })),
    baseRevision: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The revision that the client had read. If a row of `update` or `delete` was changed or deleted since, nothing is written and the response is 409 `row_conflict` with the current rows. Without it the last write wins.',
      }),
    ),
  },
  { $id: 'InputTableChange' },
)

export type InputTableChanged = Static<typeof InputTableChanged>
export const InputTableChanged = Type.Object(
  {
    workbookId: Id,
    elementId: Type.String(),
    inserted: Type.Array(Type.String(), { description: 'IDs of the new rows, in the order of the request.' }),
    updated: Type.Integer(),
    deleted: Type.Integer(),
    rows: Type.Optional(
      Type.Integer({
        description: 'How many rows the table has now. Absent if some rows may be hidden from the caller.',
      }),
    ),
    revision: Type.Integer({ description: 'How often its rows were changed.' }),
  },
  { $id: 'InputTableChanged' },
)

export const changeInputTableRows = operation({
  id: 'changeInputTableRows',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/elements/{elementId}/rows',
  tag: 'workbooks',
  summary: 'Insert, update and delete rows of an input table in one transaction',
  description:
    'Who may depends on the `inputMode` of the table: `edit` those who may edit the workbook, `explore` those who may explore it, `view` everybody who sees it; always with the permission to edit input tables. The rows are read as the data of the element, and by elements over it. A value must be among the choices of its column (`values`, or those that stand in the column that `valuesFrom` names, as the writer sees it) and within its `range`. Row policies hold for writing too: people who may not edit the workbook change and delete the rows that they see, other rows are to them as rows that are not there, and a row that they would not see afterwards is 400 and nothing is written; where a policy asks about more than the row itself, such as a rank, only people who may edit the workbook change rows that are there. At most 250,000 cells in one request. At most 100,000 rows and 8 MiB a table. The rows stand in the write schema of the connection where it has write access; where that fails, edits of its tables stop with `edits_stopped` until a check of the connection succeeds.',
  params: Type.Object({ workbookId: Type.String(), elementId: Type.String() }),
  largeBody: true,
  body: InputTableChange,
  answers: { 200: InputTableChanged },
  errors: [
    'forbidden',
    'not_found',
    'row_conflict',
    'edits_stopped',
    'dry_run_not_supported',
    'source_unavailable',
    'query_failed',
    'query_cancelled',
    'engine_unavailable',
  ],
})

const CellHistory = Type.Object({ before: Cell, after: Cell })

export type InputRowChange = Static<typeof InputRowChange>
export const InputRowChange = Type.Object(
  {
    revision: Type.Integer({ description: 'Revision of the table after the change.' }),
    kind: Type.Union([Type.Literal('inserted'), Type.Literal('updated'), Type.Literal('deleted')]),
    changedBy: MemberId,
    changedByName: Type.String({ description: 'Current first and last name of the member.' }),
    changedAt: Type.String({ format: 'date-time' }),
    cells: Type.Record(Type.String(), CellHistory, {
      description: 'The changed cells by column id; for a deleted row all of its cells.',
    }),
  },
  { $id: 'InputRowChange' },
)

export const listInputRowHistory = operation({
  id: 'listInputRowHistory',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/elements/{elementId}/rows/{rowId}/history',
  tag: 'workbooks',
  summary: 'List the changes of a row of an input table, the latest first',
  description:
    'For those who may edit the workbook: others may not see every row and column of it. A row that is deleted keeps its history; one that was never changed since changes are kept has none.',
  params: Type.Object({ workbookId: Type.String(), elementId: Type.String(), rowId: Type.String() }),
  query: Type.Object(pageQuery),
  answers: { 200: countedPageOf(InputRowChange, 'InputRowChangePage') },
  errors: ['forbidden', 'not_found', 'source_unavailable', 'query_failed'],
})

export type InputRowAt = Static<typeof InputRowAt>
export const InputRowAt = Type.Object(
  {
    rowId: Type.String(),
    values: Values,
    since: Type.Union([Type.Literal('same'), Type.Literal('changed'), Type.Literal('deleted')], {
      description: 'What happened to the row after the moment.',
    }),
  },
  { $id: 'InputRowAt' },
)

export const listInputTableRows = operation({
  id: 'listInputTableRows',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/elements/{elementId}/rows',
  tag: 'workbooks',
  summary: 'List the rows of an input table, as they are or as they were at a moment',
  description:
    'For those who may edit the workbook: others may not see every row and column of it. Rows are in the order of entry; those that were deleted after the moment come last. Cells that people entered, without formulas. The moment is computed back from the changes of rows that are kept, at most 500,000 of them; rows that were copied with their workbook have no changes before the copy.',
  params: Type.Object({ workbookId: Type.String(), elementId: Type.String() }),
  query: Type.Object({
    ...pageQuery,
    asOf: Type.Optional(
      Type.String({ format: 'date-time', description: 'As the rows were at this moment; absent: as they are.' }),
    ),
  }),
  answers: { 200: countedPageOf(InputRowAt, 'InputRowAtPage') },
  errors: ['forbidden', 'not_found', 'source_unavailable', 'query_failed'],
})

const tableRevision = Type.Integer({ description: 'Of the table: how often its rows were changed.' })

/** One event of `text/event-stream`: its name is `event`, its data the whole object as JSON. */
export type RowEvent = Static<typeof RowEvent>
export const RowEvent = Type.Union(
  [
    Type.Object({
      event: Type.Literal('begin'),
      tables: Type.Array(Type.Object({ elementId: Type.String(), revision: tableRevision })),
    }),
    Type.Object({ event: Type.Literal('rows'), elementId: Type.String(), revision: tableRevision }),
    Type.Object({
      event: Type.Literal('editing'),
      stopped: Type.Array(Type.Object({ elementId: Type.String(), message: Type.String() }), {
        description: 'All input tables whose edits are stopped now; none of them before the first such event.',
      }),
    }),
    Type.Object({ event: Type.Literal('alive') }),
    Type.Object({ event: Type.Literal('closed'), message: Type.String() }),
  ],
  { $id: 'RowEvent' },
)

export const streamRowEvents = operation({
  id: 'streamRowEvents',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/rows/events',
  tag: 'workbooks',
  summary: 'Receive events about rows of the input tables of a workbook',
  description:
    'Server-sent events: `begin` with the revision of each input table that has or had rows, `rows` for a table whose rows were changed, `editing` when edits of tables stop because their connection accepts no changes, or resume, `alive` after a period without events and `closed` for a caller who may no longer read the workbook. Tables on pages that the caller does not see are left out. The data of each event is a `RowEvent`; the rows themselves are read as page data.',
  params: Type.Object({ workbookId: Type.String() }),
  query: Type.Object({
    timeoutSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400,
        description: 'The stream ends after this time; absent: it stays open.',
      }),
    ),
  }),
  answers: { 200: binary(['text/event-stream'], 'The events, each with its name and one line of JSON.') },
  errors: ['not_found'],
})

export const storedRowOperations = [
  uploadCsv,
  getCsv,
  deleteCsv,
  changeInputTableRows,
  listInputRowHistory,
  listInputTableRows,
  streamRowEvents,
] as const
