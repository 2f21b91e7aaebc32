import { type Static, Type } from 'typebox'
import { Words } from './common.ts'
import { operation } from './define.ts'
import { workbookId } from './workbooks.ts'

export const exportFormats = ['csv', 'json', 'jsonl', 'xlsx', 'pdf', 'png'] as const
export type ExportFormatName = (typeof exportFormats)[number]
/** File formats, and the media types with which they are sent. */
export const exportMediaTypes = {
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  png: 'image/png',
} as const satisfies Record<ExportFormatName, string>
/** Formats that show a page or an element as on the screen. */
const reportFormats = ['pdf', 'png'] as const
export type ReportFormat = (typeof reportFormats)[number]
export const isReportFormat = (format: ExportFormatName): format is ReportFormat =>
  reportFormats.some((each) => each === format)
/** Formats that contain rows. */
export type TableFormat = Exclude<ExportFormatName, ReportFormat>

/** Maximum width and height of a PNG in pixels. */
export const mostPixels = 4096
const Pixels = (what: string) => Type.Number({ description: `Of a PNG: ${what} in pixels, from 1 to ${mostPixels}.` })
/** The size of a PNG. A picture of a page keeps its proportions, so with both given it may be smaller. */
export const pictureFields = {
  pixelWidth: Type.Optional(Type.Union([Pixels('its width'), Type.Null()])),
  pixelHeight: Type.Optional(Type.Union([Pixels('its height'), Type.Null()])),
  scale: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: 3,
      description: 'Of a PNG: pixels for each pixel of the screen, 1 when absent. Not together with a width or height.',
    }),
  ),
}

/** The app theme whose colours a PDF or PNG uses. */
export const reportThemes = ['light', 'dark'] as const
export type ReportTheme = (typeof reportThemes)[number]
export const themeField = {
  theme: Type.Optional(Words(reportThemes, { description: 'Of a PDF or PNG: its colours; light when absent.' })),
}

/** Paper sizes of PDF files. */
export const pageSizes = ['letter', 'legal', 'tabloid', 'a0', 'a1', 'a2', 'a3', 'a4'] as const
export type PageSize = (typeof pageSizes)[number]

/** Formatting of spreadsheets; files of other formats are not affected. */
export type SpreadsheetFormatting = Static<typeof SpreadsheetFormatting>
export const SpreadsheetFormatting = Type.Object({
  pivotHeaderStyle: Type.Optional(
    Words(['merged', 'repeated'], {
      description:
        'Of XLSX: merged has each label of a pivot table once, in a cell beside all of its rows; repeated, and when absent, in every row.',
    }),
  ),
  includeMetadata: Type.Optional(
    Type.Boolean({
      description:
        'For XLSX: a last sheet with the workbook, the date and time of the file and the member whose data it shows.',
    }),
  ),
})

export const maximumValidityMs = 21_600_000

export type ExportFormat = Static<typeof ExportFormat>
export const ExportFormat = Type.Object(
  {
    type: Words(exportFormats),
    layout: Type.Optional(Words(['portrait', 'landscape'])),
    pageSize: Type.Optional(Words(pageSizes, { description: 'Of a PDF; letter when absent.' })),
    ...themeField,
    ...pictureFields,
    sheet: Type.Optional(
      Type.Object(
        {
          layout: Words(['portrait', 'landscape']),
          pageSize: Type.Optional(Words(pageSizes, { description: 'letter when absent.' })),
        },
        {
          description:
            'For a PNG: the first sheet of the PDF with these settings, as a preview. By default its size in pixels is that of the sheet in points.',
        },
      ),
    ),
  },
  { $id: 'ExportFormat' },
)

export type ExportRequest = Static<typeof ExportRequest>
export const ExportRequest = Type.Object(
  {
    elementId: Type.Optional(Type.String()),
    pageId: Type.Optional(Type.String()),
    format: ExportFormat,
    formatting: Type.Optional(SpreadsheetFormatting),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Control id to value; replaces the saved value, and that of the view.',
      }),
    ),
    timeout: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'Seconds for each query, if that is less than the limit of the connection.',
      }),
    ),
    tag: Type.Optional(Type.String({ description: 'Name of a version tag.' })),
    draft: Type.Optional(
      Type.Boolean({
        description:
          'The current draft instead of the published version, for members who may edit the workbook. Not together with `tag`, `bookmarkId` or `exploreKey`.',
      }),
    ),
    bookmarkId: Type.Optional(
      Type.String({ description: 'Id of a saved view that is yours or shared: its changes and control values.' }),
    ),
    exploreKey: Type.Optional(
      Type.String({ description: 'Key of a custom view, your own or of a link. `bookmarkId` takes precedence.' }),
    ),
    exportAs: Type.Optional(Type.String({ description: 'Id of the member to run as.' })),
    rowLimit: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The most rows of each element. JSON and XLSX contain at most 1,000,000 unless the organization sets another limit.',
      }),
    ),
    level: Type.Optional(
      Type.String({
        pattern: '^g[1-9][0-9]{0,2}$',
        description:
          'For one grouped table: one row for each group of this level (g1 is the outermost), with its columns ' +
          'and those of outer levels, as the table shows them while those groups are closed. Absent: all rows, ' +
          'with the values of their groups.',
      }),
    ),
    offset: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of rows to skip.' })),
    resultsValidityTimeMs: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maximumValidityMs, default: 3_600_000, description: 'Life of the file.' }),
    ),
  },
  { $id: 'ExportRequest' },
)

export type ExportJob = Static<typeof ExportJob>
export const ExportJob = Type.Object(
  {
    jobComplete: Type.Boolean(),
    queryId: Type.String(),
    rows: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    message: Type.Optional(Type.String()),
  },
  { $id: 'ExportJob' },
)

export const exportWorkbook = operation({
  id: 'exportWorkbook',
  rate: 'export',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/export',
  tag: 'workbooks',
  summary: 'Start an export of an element, a page or the workbook',
  description: 'Responds immediately. Download the file with `GET /v2/query/{queryId}/download`.',
  requires: 'download',
  params: Type.Object({ workbookId }),
  body: ExportRequest,
  answers: { 200: ExportJob },
  errors: [
    'not_found',
    'element_has_no_data',
    'element_invalid',
    'control_required',
    'source_unavailable',
    'query_cancelled',
    'engine_unavailable',
    'forbidden',
  ],
})

export const workbookExportOperations = [exportWorkbook] as const
