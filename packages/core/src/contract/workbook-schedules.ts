import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, pageOf, pageOrArray, pageQuery, Timestamp, Words } from './common.ts'
import { binary, operation } from './define.ts'
import { exportMediaTypes, pageSizes, pictureFields, SpreadsheetFormatting, themeField } from './workbook-exports.ts'
import { workbookId } from './workbooks.ts'

const MaybeTimestamp = Type.Union([Timestamp, Type.Null()])
const MaybeText = Type.Union([Type.String(), Type.Null()])
/** Any JSON object, whose fields are validated when its type is known. */
const Fields = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description })

export type WorkbookCloudExport = Static<typeof WorkbookCloudExport>
export const WorkbookCloudExport = Type.Object(
  {
    authorization: Type.Optional(
      Type.String({ description: 'Name of a storage of the organization (`/v2/organizations/settings/storages`).' }),
    ),
    uri: Type.Optional(
      Type.String({
        maxLength: 1200,
        description:
          'Object that is written, such as s3://bucket/folder/orders.csv. With / at its end it is a folder, and each file has its own name there.',
      }),
    ),
    exportFormat: Type.Optional(Words(['csv', 'csv.gzip'], { description: 'csv when absent.' })),
    timestampedUri: Type.Optional(
      Type.Union([Type.String({ maxLength: 1200 }), Type.Null()], {
        description:
          'Instead of `uri`: an address whose objects have the due time (UTC) before their name. Null and absent: `uri`, which the next export overwrites.',
      }),
    ),
    connectionType: Type.Optional(
      Words(['snowflake', 'redshift', 'bigQuery'], {
        description: 'Not read: this server writes to the storage itself.',
      }),
    ),
  },
  {
    $id: 'WorkbookCloudExport',
    description: 'CSV files of elements, written to cloud storage without a limit of rows.',
  },
)

export type ScheduleTarget = Static<typeof ScheduleTarget>
export const ScheduleTarget = Type.Object(
  {
    email: Type.Optional(Type.String({ description: 'Address of anybody, members too.' })),
    ccEmail: Type.Optional(Type.String()),
    bccEmail: Type.Optional(Type.String()),
    teamId: Type.Optional(Type.String({ description: 'The members that the team has when it is sent.' })),
    ccTeamId: Type.Optional(Type.String()),
    bccTeamId: Type.Optional(Type.String()),
    webhookUrl: Type.Optional(Type.String({ description: 'https address that takes multipart/form-data.' })),
    slackConversationId: Type.Optional(
      Type.String({ description: 'Id of a channel or member in Slack, such as C0123456789.' }),
    ),
    slackChannelName: Type.Optional(Type.String({ description: 'Replaced by slackConversationId; refused.' })),
    workbookCloudExport: Type.Optional(WorkbookCloudExport),
    googleSpreadsheetUrl: Type.Optional(Type.String({ description: 'Not supported yet.' })),
    googleDriveFolderUrl: Type.Optional(Type.String({ description: 'Not supported yet.' })),
  },
  { $id: 'ScheduleTarget', description: 'A place to send to.' },
)

export type ScheduleFormat = Static<typeof ScheduleFormat>
export const ScheduleFormat = Type.Object(
  {
    type: Words(['CSV', 'JSONL', 'JSON', 'XLSX', 'PDF', 'PNG', 'NONE'], {
      description: 'PNG is made of elements and pages. NONE sends the message without a file.',
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
              'Of a KPI, with its value as the column: the number that it shows, or by how many percent that differs from what the KPI compares it with. A number that there is not is null.',
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
  { $id: 'ScheduleCondition', description: 'Checked at each due time; where it is not met the run is skipped.' },
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
        description: 'Columns with an error are left out and named in the message; otherwise the run fails with it.',
      }),
    ),
  },
  { $id: 'AttachmentSettings', description: 'How the files of a message are put together.' },
)

const configFields = {
  title: Type.String({ maxLength: 255, description: 'Subject of the message; formulas are written in {{ }}.' }),
  messageBody: Type.String({
    maxLength: 100_000,
    description: 'Formulas are written in {{ }}, as in texts of the workbook.',
  }),
  exportAttachments: Type.Array(ScheduleAttachment, { maxItems: 50 }),
  exportName: Type.String({ maxLength: 255, description: 'Name of the schedule.' }),
  includeLink: Type.Boolean({ description: 'A link to the workbook in the message; absent means true.' }),
  runAsRecipient: Type.Boolean({ description: 'Each recipient gets the data that they may see; all are members.' }),
  attachmentSettings: AttachmentSettings,
  workbookVariant: Type.Object({
    tagId: Type.Optional(Type.String({ description: 'Version tag; the published version when absent.' })),
    bookmarkId: Type.Optional(
      Type.String({ description: 'Saved view of the owner, or shared: what it shows at the time of each run.' }),
    ),
    exploreKey: Type.Optional(Type.String({ description: 'Custom view of the owner, or of a link.' })),
  }),
  conditionOptions: ScheduleCondition,
  workbookSettings: Type.Object({
    controlValues: Type.Optional(
      Type.Record(Type.String(), Fields('A value with its type, as { "type": "number", "value": 5 }.'), {
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
        sourceNodeId: Type.String({ description: 'Element from which the control of the burst has its values.' }),
        recipientColumnId: Type.String({
          description: 'Column of that element with the addresses that get the files of a value, separated by commas.',
        }),
      }),
      Type.Null(),
    ],
    { description: 'Of a burst: recipients beside those of `target`, who get the files of every value.' },
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
        'Sent at most so often in all, on a day or in a week (from Monday) of its zone; a burst counts once. What somebody sends by hand is not counted.',
    },
  ),
  prefixFileNames: Type.Boolean({ description: 'Prefixes the names of the files with the due time.' }),
  formatting: SpreadsheetFormatting,
}

export type ScheduleConfig = Static<typeof ScheduleConfig>
export const ScheduleConfig = Type.Partial(Type.Object(configFields), { $id: 'ScheduleConfig' })

const NewScheduleConfig = Type.Object(
  { ...Type.Partial(Type.Object(configFields)).properties, ...pick('title', 'messageBody', 'exportAttachments') },
  { $id: 'NewScheduleConfig' },
)

function pick<const K extends keyof typeof configFields>(...names: K[]): Pick<typeof configFields, K> {
  return Object.fromEntries(names.map((name) => [name, configFields[name]])) as Pick<typeof configFields, K>
}

export type LegacyScheduleConfig = Static<typeof LegacyScheduleConfig>
export const LegacyScheduleConfig = Type.Object(
  {
    formatOptions: ScheduleFormat,
    title: configFields.title,
    messageBody: configFields.messageBody,
    includeLink: Type.Optional(Type.Boolean()),
    runAsRecipient: Type.Optional(Type.Boolean()),
    rowLimit: Type.Optional(Type.Number({ description: 'Rows of each element at most.' })),
    chartId: Type.Optional(Type.String({ description: 'The element to send; the whole workbook when absent.' })),
    parameters: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Control id to value.' })),
  },
  { $id: 'LegacyScheduleConfig', description: 'Older form of configV2.' },
)

const cronFields = {
  cronSpec: Type.String({
    maxLength: 200,
    description: 'Five fields: minute, hour, day of the month, month, day of the week.',
  }),
  timezone: Type.String({ maxLength: 100, description: 'IANA name, such as America/Los_Angeles.' }),
}
export type CronSchedule = Static<typeof CronSchedule>
export const CronSchedule = Type.Object(cronFields, { $id: 'CronSchedule' })

const target = Type.Array(ScheduleTarget, { maxItems: 1000 })
const description = Type.Union([Type.String({ maxLength: 2000 }), Type.Null()])

export type CreateScheduleRequest = Static<typeof CreateScheduleRequest>
export const CreateScheduleRequest = Type.Object(
  {
    target,
    schedule: CronSchedule,
    configV2: Type.Optional(NewScheduleConfig),
    config: Type.Optional(LegacyScheduleConfig),
    description: Type.Optional(description),
    ownerId: Type.Optional(Type.String({ description: 'memberId; the caller when absent. Others: administrators.' })),
  },
  { $id: 'CreateScheduleRequest' },
)

export type UpdateScheduleRequest = Static<typeof UpdateScheduleRequest>
export const UpdateScheduleRequest = Type.Object(
  {
    target: Type.Optional(Type.Array(ScheduleTarget, { maxItems: 1000, description: 'Replaces the whole list.' })),
    schedule: Type.Optional(Type.Partial(Type.Object(cronFields))),
    configV2: Type.Optional(ScheduleConfig),
    description: Type.Optional(description),
    suspensionAction: Type.Optional(Words(['pause', 'resume'])),
  },
  { $id: 'UpdateScheduleRequest', description: 'What is not sent stays, also inside schedule and configV2.' },
)

export const scheduleRunStates = ['waiting', 'running', 'success', 'error', 'skipped', 'missed'] as const

export type ScheduleRun = Static<typeof ScheduleRun>
export const ScheduleRun = Type.Object(
  {
    dueAt: Timestamp,
    state: Words(scheduleRunStates, {
      description: 'missed: a due time that passed while the server was off. skipped: it was not to be sent.',
    }),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it failed or was skipped; of one that was sent, who was refused.',
    }),
    deliveryId: Type.String({ description: 'Stays the same when a delivery has to be sent again.' }),
    isManual: Type.Boolean({ description: 'It was started by hand, not by a due time of the schedule.' }),
    attempts: Type.Integer(),
    startedAt: MaybeTimestamp,
    checkedAt: Type.Union([Timestamp, Type.Null()], { description: 'When the condition was known.' }),
    filesAt: Type.Union([Timestamp, Type.Null()], { description: 'When the files were whole.' }),
    finishedAt: MaybeTimestamp,
  },
  { $id: 'ScheduleRun', description: 'What became of a due time.' },
)
export const ScheduleRunPage = countedPageOf(ScheduleRun, 'ScheduleRunPage')

export type SentFile = Static<typeof SentFile>
export const SentFile = Type.Object(
  {
    fileId: Type.String({ description: 'Among the files of the run.' }),
    name: Type.String(),
    sizeBytes: Type.Integer(),
    rowCount: Type.Integer(),
    sha256: Type.String({ description: 'Of the whole file, hex.' }),
    isKept: Type.Boolean({ description: 'It can be downloaded; so for seven days after the run.' }),
  },
  { $id: 'SentFile', description: 'A file that a message carried.' },
)

export type ScheduleDelivery = Static<typeof ScheduleDelivery>
export const ScheduleDelivery = Type.Object(
  {
    deliveryId: Type.String({ description: 'What the message carries; the same when it is sent again.' }),
    kind: Words(['mail', 'webhook', 'slack', 'storage']),
    recipient: Type.Union([Type.String(), Type.Null()], {
      description: 'Addresses of a mail, host of a webhook, conversation or place; null for what older versions sent.',
    }),
    value: Type.Union([Type.String(), Type.Null()], { description: 'Of a burst: the value of its control.' }),
    state: Words(['waiting', 'sent', 'failed', 'dropped', 'skipped'], {
      description: 'dropped: the schedule was paused or removed before. skipped: it was not to be sent.',
    }),
    reason: Type.Union([Type.String(), Type.Null()]),
    files: Type.Array(SentFile, { description: 'What it carried; none for what older versions sent.' }),
    finishedAt: MaybeTimestamp,
  },
  { $id: 'ScheduleDelivery', description: 'What became of a message of a run.' },
)
export const ScheduleDeliveryPage = countedPageOf(ScheduleDelivery, 'ScheduleDeliveryPage')

const StoredFormat = Type.Object({
  type: Words(['CSV', 'JSON', 'JSONL', 'EXCEL', 'PDF', 'PNG', 'NONE']),
  layout: Type.Optional(Words(['portrait', 'landscape'], { description: 'Of a PDF.' })),
  pageSize: Type.Optional(Words(pageSizes, { description: 'Of a PDF, where it was sent.' })),
  ...pictureFields,
})
const StoredSource = Type.Object({
  type: Words(['element', 'page', 'all']),
  nodeIds: Type.Optional(Type.Array(Type.String())),
})
export type StoredScheduleConfig = Static<typeof StoredScheduleConfig>
export const StoredScheduleConfig = Type.Object(
  {
    title: Type.String(),
    messageBody: Type.String(),
    notificationAttachments: Type.Array(
      Type.Object({
        formatOptions: StoredFormat,
        chartId: Type.Optional(Type.String({ description: 'The element, where it is one.' })),
        workbookExportSource: Type.Optional(StoredSource),
      }),
    ),
    includeLink: Type.Boolean(),
    runAsRecipient: Type.Boolean(),
    attachmentSettings: Type.Object({
      mergePdfAttachments: Type.Boolean(),
      zipAttachments: Type.Boolean(),
      leaveOutFailedColumns: Type.Optional(Type.Boolean()),
    }),
    conditionOptions: Type.Union([
      Type.Object({ type: Type.Literal('always') }),
      Type.Object({
        type: Type.Literal('workbook'),
        conditions: Type.Array(Fields('As the condition of the request.')),
      }),
    ]),
    notificationName: Type.Optional(Type.String()),
    dynamicExportSettings: Type.Optional(
      Type.Object({ variables: Type.Record(Type.String(), Type.Object({ type: Type.String() })) }),
    ),
    dashboardSettings: Type.Optional(
      Type.Object({
        variableValues: Type.Record(
          Type.String(),
          Fields(
            'A control value as it is read back: single values and lists of them bare, fixed dates as milliseconds, each path of a hierarchical list as JSON.',
          ),
          { description: 'By control id, where the schedule has control values.' },
        ),
      }),
    ),
    rowLimit: Type.Optional(Type.Number()),
    workbookVariant: Type.Optional(configFields.workbookVariant),
    alertConfig: Type.Optional(
      Type.Object({ window: Type.String(), volume: Type.Optional(Type.Union([Type.Integer(), Type.Null()])) }),
    ),
    prefixFileNames: Type.Optional(Type.Boolean()),
    burst: Type.Optional(Type.Object({ controlId: Type.String() })),
    dynamicRecipientSettings: Type.Optional(
      Type.Object({ sourceNodeId: Type.String(), recipientColumnId: Type.String() }),
    ),
    formatting: Type.Optional(Type.Object({ pivotHeaderStyle: Type.Optional(Words(['merged', 'repeated'])) })),
  },
  { $id: 'StoredScheduleConfig', description: 'What was sent, in the words of what is read.' },
)

const scheduleFields = {
  scheduledNotificationId: Type.String({ description: 'The scheduleId of the paths.' }),
  workbookId: Type.String(),
  schedule: CronSchedule,
  configV2: StoredScheduleConfig,
  isSuspended: Type.Boolean({ description: 'Ten runs failed one after the other; resume starts it again.' }),
  ownerId: Type.String({ description: 'The member whose data is sent.' }),
  lastUpdatedByUser: Type.String(),
  disabledAt: Type.Union([Timestamp, Type.Null()], { description: 'Paused or suspended since.' }),
  disabledBy: Type.Union([Type.String(), Type.Null()], { description: 'Who paused it; null where it was suspended.' }),
  nextRuns: Type.Array(Timestamp, { description: 'The next five due times; none while it is paused.' }),
  lastRun: Type.Union([ScheduleRun, Type.Null()]),
  warnings: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'Why its runs will fail as things are; absent where nothing is known.',
    }),
  ),
  ...AuditFields,
}
export type Schedule = Static<typeof Schedule>
export const Schedule = Type.Object(scheduleFields, { $id: 'Schedule' })
export const SchedulePageBare = pageOf(Schedule, 'SchedulePageBare')
export const SchedulePage = countedPageOf(Schedule, 'SchedulePage')

export type ScheduleDetails = Static<typeof ScheduleDetails>
export const ScheduleDetails = Type.Object(
  {
    ...scheduleFields,
    target: Type.Array(ScheduleTarget),
    description: MaybeText,
    settings: ScheduleConfig,
    unsubscribed: Type.Array(Type.Object({ email: Type.String(), unsubscribedAt: Timestamp }), {
      description: 'Recipients who want no more of its mails; they get them again when they say so.',
    }),
  },
  { $id: 'ScheduleDetails', description: 'With what the list leaves out; `settings` is configV2 as it was sent.' },
)

const path = '/v2/workbooks/{workbookId}/schedules'
const scheduleId = Type.String({ description: 'scheduledNotificationId of the list.' })
const onWorkbook = Type.Object({ workbookId })
const onSchedule = Type.Object({ workbookId, scheduleId })

export const listWorkbookSchedules = operation({
  id: 'listWorkbookSchedules',
  method: 'GET',
  path,
  tag: 'workbooks',
  summary: 'List the scheduled exports of a workbook',
  params: onWorkbook,
  query: Type.Object(pageQuery),
  answers: { 200: pageOrArray(SchedulePageBare, Schedule) },
})

export const listWorkbookSchedulesPaged = operation({
  id: 'v2_1_listWorkbookSchedules',
  method: 'GET',
  path: '/v2.1/workbooks/{workbookId}/schedules',
  tag: 'workbooks',
  summary: 'List the scheduled exports of a workbook, always in pages',
  params: onWorkbook,
  query: Type.Object(pageQuery),
  answers: { 200: SchedulePage },
})

export const postWorkbookSchedule = operation({
  id: 'postWorkbookSchedule',
  rate: 'send',
  method: 'POST',
  path,
  tag: 'workbooks',
  summary: 'Add a scheduled export',
  description: 'It is active at once. Every due time has an entry among its runs, with its outcome.',
  requires: 'schedule-exports',
  params: onWorkbook,
  body: CreateScheduleRequest,
  answers: { 200: Schedule },
  errors: ['not_found', 'not_supported', 'forbidden', 'engine_unavailable'],
})

export type ScheduleCheck = Static<typeof ScheduleCheck>
export const ScheduleCheck = Type.Object(
  {
    nextRuns: Type.Array(Timestamp, { description: 'The next five due times.' }),
    isConditionMet: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether it would be sent now; of a burst, for one value at least. Null where it has no condition.',
    }),
    burst: Type.Union([
      Type.Object({
        valueCount: Type.Integer(),
        recipientCount: Type.Integer({ description: 'Addresses in addition to the values.' }),
        metCount: Type.Integer({ description: 'Values whose condition is met.' }),
      }),
      Type.Null(),
    ]),
  },
  { $id: 'ScheduleCheck', description: 'What a scheduled export would do, as its owner may see it now.' },
)

export const checkWorkbookSchedule = operation({
  id: 'checkWorkbookSchedule',
  rate: 'send',
  onlyReads: true,
  method: 'POST',
  path: `${path}/check`,
  tag: 'workbooks',
  summary: 'Try a scheduled export without adding it: due times, condition and burst',
  description: 'What is wrong with it is refused as it is when it is added.',
  requires: 'schedule-exports',
  params: onWorkbook,
  body: CreateScheduleRequest,
  answers: { 200: ScheduleCheck },
  errors: ['not_found', 'not_supported', 'forbidden', 'engine_unavailable'],
})

export const ScheduleTest = Type.Object(
  {
    sendId: Type.String({ description: 'Of the list of what was sent once (`GET /v2/workbooks/{workbookId}/sends`).' }),
  },
  { $id: 'ScheduleTest' },
)

export const testWorkbookSchedule = operation({
  id: 'testWorkbookSchedule',
  rate: 'send',
  method: 'POST',
  path: `${path}/test`,
  tag: 'workbooks',
  summary: 'Send what a scheduled export would send to yourself by mail, without adding it',
  description: 'Whatever its condition says. Of a burst the message of the first value.',
  requires: 'schedule-exports',
  params: onWorkbook,
  body: CreateScheduleRequest,
  answers: { 200: ScheduleTest },
  errors: ['not_found', 'not_supported', 'forbidden', 'engine_unavailable'],
})

export const getWorkbookSchedule = operation({
  id: 'getWorkbookSchedule',
  method: 'GET',
  path: `${path}/{scheduleId}`,
  tag: 'workbooks',
  summary: 'Get a scheduled export with its recipients, for its owner and for administrators',
  params: onSchedule,
  answers: { 200: ScheduleDetails },
  errors: ['not_found', 'forbidden'],
})

export const updateWorkbookSchedule = operation({
  id: 'updateWorkbookSchedule',
  rate: 'send',
  method: 'PATCH',
  path: `${path}/{scheduleId}`,
  tag: 'workbooks',
  summary: 'Change, pause or resume a scheduled export',
  description:
    'Its owner and administrators change everything. Who may edit the workbook may also change its times and pause and resume it, but not what is sent and to whom: it is sent with the rights of the owner.',
  params: onSchedule,
  body: UpdateScheduleRequest,
  answers: { 200: Schedule },
  errors: ['not_found', 'not_supported', 'forbidden', 'engine_unavailable'],
})

export const deleteWorkbookSchedule = operation({
  id: 'deleteWorkbookSchedule',
  method: 'DELETE',
  path: `${path}/{scheduleId}`,
  tag: 'workbooks',
  summary: 'Remove a scheduled export',
  params: onSchedule,
  answers: { 200: Empty },
  errors: ['not_found', 'forbidden'],
})

export const listWorkbookScheduleRuns = operation({
  id: 'listWorkbookScheduleRuns',
  method: 'GET',
  path: `${path}/{scheduleId}/runs`,
  tag: 'workbooks',
  summary: 'List what became of the due times of a scheduled export, the latest first',
  params: onSchedule,
  query: Type.Object(pageQuery),
  answers: { 200: ScheduleRunPage },
  errors: ['not_found'],
})

export const listWorkbookScheduleDeliveries = operation({
  id: 'listWorkbookScheduleDeliveries',
  method: 'GET',
  path: `${path}/{scheduleId}/runs/{deliveryId}/deliveries`,
  tag: 'workbooks',
  summary: 'List the messages of a run of a scheduled export, for its owner and for administrators',
  params: Type.Object({ workbookId, scheduleId, deliveryId: Type.String({ description: 'Of the list of runs.' }) }),
  query: Type.Object(pageQuery),
  answers: { 200: ScheduleDeliveryPage },
  errors: ['not_found', 'forbidden'],
})

export const downloadScheduleFile = operation({
  id: 'downloadScheduleFile',
  rate: 'download',
  method: 'GET',
  path: `${path}/{scheduleId}/runs/{deliveryId}/files/{fileId}`,
  tag: 'workbooks',
  summary: 'Fetch a file that a scheduled export has sent, within seven days',
  description: 'For the owner where it holds their rows, and for administrators.',
  params: Type.Object({
    workbookId,
    scheduleId,
    deliveryId: Type.String({ description: 'Of the list of runs.' }),
    fileId: Type.String({ description: 'Of the messages of the run.' }),
  }),
  answers: {
    200: binary([...Object.values(exportMediaTypes), 'application/zip'], 'The file with its own media type.'),
  },
  errors: ['not_found', 'forbidden'],
})

export const runWorkbookSchedule = operation({
  id: 'runWorkbookSchedule',
  rate: 'send',
  method: 'POST',
  path: `${path}/{scheduleId}/runs`,
  tag: 'workbooks',
  summary: 'Send a scheduled export now, for its owner and for administrators',
  params: onSchedule,
  answers: { 200: ScheduleRun },
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const listMemberSchedules = operation({
  id: 'listMemberSchedules',
  method: 'GET',
  path: '/v2/members/{memberId}/schedules',
  tag: 'members',
  summary: 'List the scheduled exports that a member owns',
  params: Type.Object({ memberId: Type.String() }),
  query: Type.Object(pageQuery),
  answers: { 200: SchedulePage },
  errors: ['forbidden', 'not_found'],
})

const allSchedules = '/v2/schedules'

const names = {
  workbookName: MaybeText,
  ownerName: MaybeText,
}

export type OrganizationSchedule = Static<typeof OrganizationSchedule>
export const OrganizationSchedule = Type.Object(
  { ...scheduleFields, ...names },
  { $id: 'OrganizationSchedule', description: 'With the names of its workbook and its owner.' },
)
export const OrganizationSchedulePage = countedPageOf(OrganizationSchedule, 'OrganizationSchedulePage')

export const scheduleStates = ['active', 'paused', 'suspended'] as const

export type ScheduleFilter = Static<typeof ScheduleFilter>
export const ScheduleFilter = Type.Object({
  lastRun: Type.Optional(Words(scheduleRunStates, { description: 'Those whose last run is in this state.' })),
  state: Type.Optional(Words(scheduleStates, { description: 'Those in this state.' })),
  ownerId: Type.Optional(Type.String({ description: 'Those of this member.' })),
  workbookId: Type.Optional(Type.String({ description: 'Those of this workbook.' })),
})

export const listSchedules = operation({
  id: 'listSchedules',
  method: 'GET',
  path: allSchedules,
  tag: 'workbooks',
  summary: 'List all scheduled exports of the organization, for administrators',
  query: Type.Object({ ...pageQuery, ...ScheduleFilter.properties }),
  answers: { 200: OrganizationSchedulePage },
  errors: ['forbidden'],
})

export const ScheduleSelection = Type.Object(
  { scheduleIds: Type.Array(Type.String(), { minItems: 1, maxItems: 100, uniqueItems: true }) },
  { $id: 'ScheduleSelection' },
)

export type ScheduleBulkAnswer = Static<typeof ScheduleBulkAnswer>
export const ScheduleBulkAnswer = Type.Object(
  {
    entries: Type.Array(
      Type.Object({
        scheduleId: Type.String(),
        isDone: Type.Boolean(),
        message: Type.Union([Type.String(), Type.Null()], { description: 'Why it was not done.' }),
      }),
    ),
  },
  { $id: 'ScheduleBulkAnswer' },
)

export const retrySchedules = operation({
  id: 'retrySchedules',
  rate: 'send',
  method: 'POST',
  path: `${allSchedules}/retry`,
  tag: 'workbooks',
  summary: 'Send several scheduled exports now, such as those that failed, for administrators',
  description:
    'Each for itself: one that is under way already holds up no other. `not_found` where none of them exists.',
  body: ScheduleSelection,
  answers: { 200: ScheduleBulkAnswer },
  errors: ['forbidden', 'not_found'],
})

export const deleteSchedules = operation({
  id: 'deleteSchedules',
  method: 'POST',
  path: `${allSchedules}/delete`,
  tag: 'workbooks',
  summary: 'Remove several scheduled exports, for administrators',
  body: ScheduleSelection,
  answers: { 200: ScheduleBulkAnswer },
  errors: ['forbidden', 'not_found'],
})

export const workbookScheduleOperations = [
  listSchedules,
  retrySchedules,
  deleteSchedules,
  listWorkbookSchedules,
  listWorkbookSchedulesPaged,
  postWorkbookSchedule,
  checkWorkbookSchedule,
  testWorkbookSchedule,
  getWorkbookSchedule,
  updateWorkbookSchedule,
  deleteWorkbookSchedule,
  listWorkbookScheduleRuns,
  listWorkbookScheduleDeliveries,
  downloadScheduleFile,
  runWorkbookSchedule,
  listMemberSchedules,
] as const
