import { type Static, Type } from 'typebox'
import { countedPageOf, pageQuery, Timestamp, Words } from './common.ts'
import { binary, operation } from './define.ts'
import { AttachmentSettings, conditionOperators, SharingLink } from './schedule-config.ts'
import { ScheduleDeliveryPage, ScheduleRun, ScheduleRunPage } from './schedule-runs.ts'
import { WorkbookCloudExport } from './schedule-targets.ts'
import { exportMediaTypes, pageSizes, pictureFields, SpreadsheetFormatting, themeField } from './workbook-exports.ts'
import { workbookId } from './workbooks.ts'

const notYet = 'Not supported yet.'
const NotYet = Type.Optional(Type.String({ description: notYet }))
const Text = Type.Optional(Type.String())

const Uri = Type.Optional(Type.String({ maxLength: 1200, description: 'The same as `uri` of workbookCloudExport.' }))
const Authorization = Type.Optional(Type.String({ description: 'The same as in workbookCloudExport.' }))

const CloudExport = Type.Object(
  {
    bq: Type.Optional(Type.Object({ bqDestination: Text }, { description: 'Not supported.' })),
    sf: Type.Optional(Type.Object({ sfDestination: Uri, authorization: Authorization })),
    rs: Type.Optional(Type.Object({ rsDestination: Uri, authorization: Authorization })),
  },
  {
    description:
      'With type cloud-export: a short form of workbookCloudExport; a file whose address ends in .gz is compressed.',
  },
)

export type SendTarget = Static<typeof SendTarget>
export const SendTarget = Type.Object(
  {
    type: Words([
      'member',
      'team',
      'email',
      'webhook',
      'slackChannel',
      'gsheet',
      'gdrive',
      'cloud-export',
      'workbook-cloud-export',
    ]),
    userId: Type.Optional(Type.String({ description: 'memberId, with type member.' })),
    teamId: Type.Optional(Type.String({ description: 'With type team: the members that it has when it is sent.' })),
    email: Type.Optional(Type.String({ description: 'With type email: any mail address.' })),
    webhookUrl: Type.Optional(
      Type.String({ description: 'With type webhook: https address that accepts multipart/form-data.' }),
    ),
    slackConversationId: Type.Optional(
      Type.String({ description: 'With type slackChannel: id of a channel or member, such as C0123456789.' }),
    ),
    googleSpreadsheetUrl: NotYet,
    googleDriveFolderUrl: NotYet,
    cloudExport: Type.Optional(CloudExport),
    workbookCloudExport: Type.Optional(WorkbookCloudExport),
  },
  { $id: 'SendTarget', description: 'A destination; mail, webhooks, Slack and cloud storage are supported.' },
)

export type SendCondition = Static<typeof SendCondition>
export const SendCondition = Type.Object(
  {
    type: Words(['isEmpty', 'isNotEmpty', 'sheetColumn']),
    elementId: Type.String(),
    columnId: Type.Optional(Type.String()),
    op: Type.Optional(Words(conditionOperators)),
    mode: Type.Optional(Words(['any', 'all'], { description: 'Whether one row or every row must match.' })),
    value: Type.Optional(
      Type.Union([
        Type.Object({
          type: Words(['null', 'bool', 'number', 'integer', 'string', 'datetime']),
          val: Type.Optional(Type.Union([Type.Boolean(), Type.Number(), Type.String()])),
        }),
        Type.Null(),
      ]),
    ),
  },
  { $id: 'SendCondition' },
)

export type SendAttachment = Static<typeof SendAttachment>
export const SendAttachment = Type.Object(
  {
    formatOptions: Type.Object({
      type: Words(['CSV', 'JSON', 'JSONL', 'EXCEL', 'PDF', 'PNG', 'NONE'], {
        description: 'PNG is possible for elements and pages. NONE sends the message without a file.',
      }),
      layout: Type.Optional(Words(['portrait', 'landscape'], { description: 'Of a PDF; portrait when absent.' })),
      pageSize: Type.Optional(Words(pageSizes, { description: 'Of a PDF; letter when absent.' })),
      scaleFactor: Type.Optional(Type.Literal(1, { description: 'Of a PDF; other sizes are not supported.' })),
      ...themeField,
      ...pictureFields,
    }),
    source: Type.Object({
      type: Words(['element', 'page', 'all']),
      elementId: Type.Optional(Type.String({ description: 'With type element.' })),
      pageId: Type.Optional(Type.String({ description: 'With type page.' })),
      nodeIds: Type.Optional(Type.Array(Type.String(), { maxItems: 100, description: 'Several of the type.' })),
    }),
  },
  { $id: 'SendAttachment' },
)

export type SendRequest = Static<typeof SendRequest>
export const SendRequest = Type.Object(
  {
    targets: Type.Array(SendTarget, { minItems: 1, maxItems: 1000 }),
    config: Type.Object({
      title: Type.String({ maxLength: 255, description: 'Subject of the message.' }),
      messageBody: Type.String({ maxLength: 100_000 }),
      includeLink: Type.Optional(Type.Boolean({ description: 'A link to the workbook; absent means true.' })),
      sharingLink: Type.Optional(SharingLink),
      runAsRecipient: Type.Optional(
        Type.Boolean({ description: 'Each recipient gets the data that they may see; all are members.' }),
      ),
      rowLimit: Type.Optional(Type.Integer({ minimum: 0, description: 'Rows of each element at most.' })),
      formatting: Type.Optional(SpreadsheetFormatting),
      attachmentSettings: Type.Optional(AttachmentSettings),
    }),
    attachments: Type.Array(SendAttachment, { maxItems: 50 }),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Control id to value; replaces the saved value.' }),
    ),
    timeout: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'Seconds for each query of a file, if that is less than the limit of the connection.',
      }),
    ),
    conditions: Type.Optional(
      Type.Array(SendCondition, { maxItems: 20, description: 'It is sent only when all of them are met.' }),
    ),
    sendAsUser: Type.Optional(
      Type.String({
        description:
          'memberId of the owner, whose data is sent; only administrators can set another member than themselves.',
      }),
    ),
  },
  { $id: 'SendRequest' },
)

export const sendStates = ['waiting', 'running', 'success', 'error', 'skipped', 'cancelled'] as const

export type Send = Static<typeof Send>
export const Send = Type.Object(
  {
    sendId: Type.String(),
    title: Type.String(),
    state: Words(sendStates),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it failed or was skipped, or who cancelled it; for a sent one, the refused recipients.',
    }),
    deliveryId: Type.String({ description: 'Stays the same when a delivery has to be sent again.' }),
    sentAs: Type.String({ description: 'memberId whose data is sent.' }),
    createdBy: Type.String({ description: 'memberId of the member who asked for it.' }),
    createdAt: Timestamp,
    finishedAt: Type.Union([Timestamp, Type.Null()]),
  },
  { $id: 'Send', description: 'A single send of an export, and its result.' },
)
export const SendPage = countedPageOf(Send, 'SendPage')

export type StartedSend = Static<typeof StartedSend>
export const StartedSend = Type.Object(
  {
    sendId: Type.String({ description: 'Of the list of what was sent.' }),
    deliveryId: Type.String({ description: 'Of its run: `GET /v2/deliveries/{deliveryId}` returns its progress.' }),
  },
  { $id: 'StartedSend', description: 'The send that a request has started.' },
)

export const sendWorkbook = operation({
  id: 'sendWorkbook',
  rate: 'send',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/send',
  tag: 'workbooks',
  summary: 'Send an export now to one or more destinations',
  description:
    'Responds immediately. `GET /v2/deliveries/{deliveryId}` returns the progress and the result, `DELETE /v2/query/{deliveryId}` cancels it; the caller gets a mail if it fails.',
  params: Type.Object({ workbookId }),
  body: SendRequest,
  answers: { 200: StartedSend },
  errors: ['not_found', 'not_supported', 'forbidden', 'engine_unavailable'],
})

export const listWorkbookSends = operation({
  id: 'listWorkbookSends',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/sends',
  tag: 'workbooks',
  summary: 'List your single sends of a workbook, the latest first; administrators see those of everybody',
  params: Type.Object({ workbookId }),
  query: Type.Object(pageQuery),
  answers: { 200: SendPage },
  errors: ['not_found'],
})

const onSend = Type.Object({ workbookId, sendId: Type.String({ description: 'Of the list of what was sent.' }) })
const sent = '/v2/workbooks/{workbookId}/sends/{sendId}'
const onRun = { ...onSend.properties, runId: Type.String({ description: '`deliveryId` of a run.' }) }

export const listWorkbookSendRuns = operation({
  id: 'listWorkbookSendRuns',
  method: 'GET',
  path: `${sent}/runs`,
  tag: 'workbooks',
  summary: 'List the runs of a single send, the latest first',
  description: 'For the sender and for administrators, as are all operations on it.',
  params: onSend,
  query: Type.Object(pageQuery),
  answers: { 200: ScheduleRunPage },
  errors: ['not_found'],
})

export const listWorkbookSendDeliveries = operation({
  id: 'listWorkbookSendDeliveries',
  method: 'GET',
  path: `${sent}/runs/{runId}/deliveries`,
  tag: 'workbooks',
  summary: 'List the messages of a single send, and their files',
  params: Type.Object(onRun),
  query: Type.Object(pageQuery),
  answers: { 200: ScheduleDeliveryPage },
  errors: ['not_found'],
})

export const downloadSentFile = operation({
  id: 'downloadSentFile',
  rate: 'download',
  method: 'GET',
  path: `${sent}/runs/{runId}/files/{fileId}`,
  tag: 'workbooks',
  summary: 'Download a file of a single send, within seven days',
  description: 'For the sender if the file contains their rows, and for administrators.',
  params: Type.Object({ ...onRun, fileId: Type.String({ description: 'Of the messages.' }) }),
  answers: {
    200: binary([...Object.values(exportMediaTypes), 'application/zip'], 'The file with its own media type.'),
  },
  errors: ['not_found', 'forbidden'],
})

export const retryWorkbookSend = operation({
  id: 'retryWorkbookSend',
  rate: 'send',
  method: 'POST',
  path: `${sent}/runs`,
  tag: 'workbooks',
  summary: 'Repeat a single send, with current data and to the same destinations',
  params: onSend,
  answers: { 200: ScheduleRun },
  errors: ['not_found', 'forbidden', 'conflict'],
})

const MaybeName = Type.Union([Type.String(), Type.Null()])

export type OrganizationSend = Static<typeof OrganizationSend>
export const OrganizationSend = Type.Object(
  { ...Send.properties, workbookId: Type.String(), workbookName: MaybeName, createdByName: MaybeName },
  { $id: 'OrganizationSend', description: 'With its workbook, and the name of the member who asked for it.' },
)
export const OrganizationSendPage = countedPageOf(OrganizationSend, 'OrganizationSendPage')

export const listSends = operation({
  id: 'listSends',
  method: 'GET',
  path: '/v2/sends',
  tag: 'workbooks',
  summary: 'List all single sends of the organization, the latest first, for administrators',
  query: Type.Object({
    ...pageQuery,
    state: Type.Optional(Words(sendStates, { description: 'Only those in this state.' })),
  }),
  answers: { 200: OrganizationSendPage },
  errors: ['forbidden'],
})

export const workbookSendOperations = [
  sendWorkbook,
  listWorkbookSends,
  listSends,
  listWorkbookSendRuns,
  listWorkbookSendDeliveries,
  downloadSentFile,
  retryWorkbookSend,
] as const
