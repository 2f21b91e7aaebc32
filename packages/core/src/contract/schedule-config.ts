import { type Static, Type } from 'typebox'
import { openObject, Words } from './common.ts'
import { pageSizes, pictureFields, SpreadsheetFormatting, themeField } from './workbook-exports.ts'

export type ScheduleFormat = Static<typeof ScheduleFormat>
export const ScheduleFormat = Type.Object(
  {
    type: Words(['CSV', 'JSONL', 'JSON', 'XLSX', 'PDF', 'PNG', 'NONE'], {
      description: 'PNG is possible for elements and pages. NONE sends the message without a file.',
    }),
    layout: Type.Optional(Words(['portrait', 'landscape'], { description: 'Of a PDF; portrait when absent.' })),
    pageSize: Type.Optional(Words(pageSizes, { description: 'Of a PDF; letter when absent.' })),
    ...themeField,
    ...pictureFields,
  },
  { $id: 'ScheduleFormat' },
)

export type ScheduleAttachment = Static<typeof ScheduleAttachment>
export const ScheduleAttachment = Type.Object(
  {
    formatOptions: ScheduleFormat,
    workbookExportSource: Type.Object({
      type: Words(['element', 'page', 'all']),
      elementIds: Type.Optional(Type.Array(Type.String(), { maxItems: 100, description: 'With type element.' })),
      pageIds: Type.Optional(Type.Array(Type.String(), { maxItems: 100, description: 'With type page.' })),
    }),
    fileName: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Name of the file without its extension; formulas are written in {{ }}.',
      }),
    ),
  },
  { $id: 'ScheduleAttachment' },
)

export const conditionOperators = [
  'Equals',
  'GreaterThan',
  'GreaterThanEq',
  'LessThan',
  'LessThanEq',
  'NotEquals',
  'IsNull',
  'IsNotNull',
  'Contains',
  'StartsWith',
  'EndsWith',
] as const
export type ConditionOperator = (typeof conditionOperators)[number]

export type ScheduleCondition = Static<typeof ScheduleCondition>
export const ScheduleCondition = Type.Object(
  {
    type: Words(['always', 'workbook']),
    condition: Type.Optional(
      Type.Object({
        type: Words(['isEmpty', 'isNotEmpty', 'column']),
        elementId: Type.String(),
        columnId: Type.Optional(Type.String()),
        op: Type.Optional(Words(conditionOperators)),
        measure: Type.Optional(
          Words(['value', 'comparison'], {
            description:
              'For a KPI, with its value as the column: the number that it shows, or its difference in percent from the comparison value of the KPI. A missing number is null.',
          }),
        ),
        mode: Type.Optional(Words(['any', 'all'], { description: 'Whether one row or every row must match.' })),
        value: Type.Optional(
          Type.Object({
            type: Words(['boolean', 'integer', 'text', 'fixed-date']),
            value: Type.Optional(Type.Unsafe<boolean | string>({ description: 'An integer is sent as text.' })),
            date: Type.Optional(Type.String({ description: 'ISO 8601, with type fixed-date.' })),
          }),
        ),
      }),
    ),
  },
  { $id: 'ScheduleCondition', description: 'Checked at each due time; if it is not met, the run is skipped.' },
)

export type AttachmentSettings = Static<typeof AttachmentSettings>
export const AttachmentSettings = Type.Object(
  {
    mergeAttachments: Type.Optional(
      Type.Boolean({
        description:
          'The spreadsheets become one file, and the PDFs become one, in the order of the attachments. The PDFs have the same layout, page size and theme.',
      }),
    ),
    zipAttachments: Type.Optional(Type.Boolean({ description: 'All files in one archive, merged-report.zip.' })),
    leaveOutFailedColumns: Type.Optional(
      Type.Boolean({
        description: 'Columns with an error are left out and listed in the message; otherwise the run fails.',
      }),
    ),
  },
  { $id: 'AttachmentSettings', description: 'How the files of a message are put together.' },
)

/** Longest link that the page around an embed may name. */
export const mostLinkCharacters = 1000

export const SharingLink = Type.Union([Type.String({ maxLength: mostLinkCharacters }), Type.Null()], {
  description:
    'The http(s) address that the link of the message opens instead of the workbook, as the page around an embed names it. Only sessions of embeds may set it; null removes it.',
})

export const scheduleConfigFields = {
  title: Type.String({ maxLength: 255, description: 'Subject of the message; formulas are written in {{ }}.' }),
  messageBody: Type.String({
    maxLength: 100_000,
    description: 'Formulas are written in {{ }}, as in texts of the workbook.',
  }),
  exportAttachments: Type.Array(ScheduleAttachment, { maxItems: 50 }),
  exportName: Type.String({ maxLength: 255, description: 'Name of the schedule.' }),
  includeLink: Type.Boolean({ description: 'A link to the workbook in the message; absent means true.' }),
  sharingLink: SharingLink,
  runAsRecipient: Type.Boolean({ description: 'Each recipient gets the data that they may see; all are members.' }),
  attachmentSettings: AttachmentSettings,
  workbookVariant: Type.Object({
    tagId: Type.Optional(Type.String({ description: 'Version tag; the published version when absent.' })),
    bookmarkId: Type.Optional(
      Type.String({
        description: 'Saved view of the owner, or a shared one; its content at the time of each run is sent.',
      }),
    ),
    exploreKey: Type.Optional(Type.String({ description: 'Custom view of the owner, or of a link.' })),
  }),
  conditionOptions: ScheduleCondition,
  workbookSettings: Type.Object({
    controlValues: Type.Optional(
      Type.Record(Type.String(), openObject('A value with its type, as { "type": "number", "value": 5 }.'), {
        description: 'By control id.',
      }),
    ),
  }),
  burst: Type.Union(
    [
      Type.Object({
        controlId: Type.String({ description: 'List control whose values are those of a column of texts or numbers.' }),
      }),
      Type.Null(),
    ],
    { description: 'A mail for each value of a control (at most 500) and recipient. Null and absent: one for all.' },
  ),
  dynamicRecipientSettings: Type.Union(
    [
      Type.Object({
        sourceNodeId: Type.String({ description: 'Element that provides the values of the control of the burst.' }),
        recipientColumnId: Type.String({
          description: 'Column of that element with the addresses for the files of a value, separated by commas.',
        }),
      }),
      Type.Null(),
    ],
    { description: 'For a burst: recipients besides those of `target`, who get the files of every value.' },
  ),
  alertConfig: Type.Union(
    [
      Type.Object({
        window: Words(['alltime', 'daily', 'weekly', 'always'], { description: 'always: without a limit.' }),
        volume: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()])),
      }),
      Type.Null(),
    ],
    {
      description:
        'The most times it is sent in total, on a day or in a week (from Monday) of its zone; a burst counts once. Runs that are started by hand do not count.',
    },
  ),
  prefixFileNames: Type.Boolean({ description: 'Prefixes the names of the files with the due time.' }),
  formatting: SpreadsheetFormatting,
}

export type ScheduleConfig = Static<typeof ScheduleConfig>
export const ScheduleConfig = Type.Partial(Type.Object(scheduleConfigFields), { $id: 'ScheduleConfig' })

export const NewScheduleConfig = Type.Object(
  {
    ...Type.Partial(Type.Object(scheduleConfigFields)).properties,
    ...pick('title', 'messageBody', 'exportAttachments'),
  },
  { $id: 'NewScheduleConfig' },
)

function pick<const K extends keyof typeof scheduleConfigFields>(...names: K[]): Pick<typeof scheduleConfigFields, K> {
  return Object.fromEntries(names.map((name) => [name, scheduleConfigFields[name]])) as Pick<
    typeof scheduleConfigFields,
    K
  >
}

export type LegacyScheduleConfig = Static<typeof LegacyScheduleConfig>
export const LegacyScheduleConfig = Type.Object(
  {
    formatOptions: ScheduleFormat,
    title: scheduleConfigFields.title,
    messageBody: scheduleConfigFields.messageBody,
    includeLink: Type.Optional(Type.Boolean()),
    runAsRecipient: Type.Optional(Type.Boolean()),
    rowLimit: Type.Optional(Type.Number({ description: 'Rows of each element at most.' })),
    chartId: Type.Optional(Type.String({ description: 'The element to send; the whole workbook when absent.' })),
    parameters: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Control id to value.' })),
  },
  { $id: 'LegacyScheduleConfig', description: 'Older form of configV2.' },
)
