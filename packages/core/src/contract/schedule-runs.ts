import { type Static, Type } from 'typebox'
import { countedPageOf, MemberId, pageQuery, Timestamp, Words } from './common.ts'
import { binary, operation } from './define.ts'
import { RunProgress } from './export-progress.ts'
import { onSchedule, schedulesPath } from './schedule-paths.ts'
import { exportMediaTypes } from './workbook-exports.ts'

const MaybeTimestamp = Type.Union([Timestamp, Type.Null()])

export const scheduleRunStates = ['waiting', 'running', 'success', 'error', 'skipped', 'missed', 'cancelled'] as const

export type ScheduleRun = Static<typeof ScheduleRun>
export const ScheduleRun = Type.Object(
  {
    dueAt: Timestamp,
    state: Words(scheduleRunStates, {
      description:
        'missed: a due time that passed while the server was off. skipped: the condition or a limit prevented it. cancelled: a member cancelled it; messages sent before stay sent.',
    }),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it failed or was skipped, or who cancelled it; for a sent one, the refused recipients.',
    }),
    cancelledBy: Type.Union([MemberId, Type.Null()], { description: 'memberId of the member who cancelled it.' }),
    deliveryId: Type.String({ description: 'Stays the same when a delivery has to be sent again.' }),
    isManual: Type.Boolean({ description: 'It was started by hand, not by a due time of the schedule.' }),
    attempts: Type.Integer(),
    startedAt: MaybeTimestamp,
    checkedAt: Type.Union([Timestamp, Type.Null()], { description: 'When the condition was evaluated.' }),
    filesAt: Type.Union([Timestamp, Type.Null()], { description: 'When the files were complete.' }),
    finishedAt: MaybeTimestamp,
    progress: Type.Union([RunProgress, Type.Null()], { description: 'Null when it has ended.' }),
  },
  { $id: 'ScheduleRun', description: 'The result of a due time.' },
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
    isKept: Type.Boolean({ description: 'It can be downloaded, for seven days after the run.' }),
  },
  { $id: 'SentFile', description: 'A file of a message.' },
)

export const recipientStates = ['waiting', 'sent', 'refused', 'failed', 'dropped', 'skipped', 'cancelled'] as const

export type DeliveryRecipient = Static<typeof DeliveryRecipient>
export const DeliveryRecipient = Type.Object(
  {
    recipient: Type.String(),
    state: Words(recipientStates, {
      description: 'refused: the mail server accepted the message for others only.',
    }),
    answer: Type.Union([Type.String(), Type.Null()], { description: 'The response of the destination.' }),
  },
  { $id: 'DeliveryRecipient', description: 'The result of one recipient of a message.' },
)

export type ScheduleDelivery = Static<typeof ScheduleDelivery>
export const ScheduleDelivery = Type.Object(
  {
    deliveryId: Type.String({ description: 'The content of the message; the same when it is sent again.' }),
    kind: Words(['mail', 'webhook', 'slack', 'storage']),
    recipient: Type.Union([Type.String(), Type.Null()], {
      description:
        'Addresses of a mail, host of a webhook, conversation or storage address; null for messages of older versions.',
    }),
    value: Type.Union([Type.String(), Type.Null()], { description: 'For a burst: the value of its control.' }),
    state: Words(['waiting', 'sent', 'failed', 'dropped', 'skipped', 'cancelled'], {
      description:
        'dropped: the schedule was paused or removed before. skipped: the condition or a limit prevented it. cancelled: a member cancelled the run before it was sent.',
    }),
    reason: Type.Union([Type.String(), Type.Null()]),
    attempts: Type.Integer({ description: '0 for messages of older versions.' }),
    answer: Type.Union([Type.String(), Type.Null()], {
      description: 'The response of the destination that accepted it; that of a refusal is in `reason`.',
    }),
    recipients: Type.Array(DeliveryRecipient, { description: 'Each recipient; none for messages of older versions.' }),
    files: Type.Array(SentFile, { description: 'Its files; none for messages of older versions.' }),
    createdAt: Timestamp,
    finishedAt: MaybeTimestamp,
  },
  { $id: 'ScheduleDelivery', description: 'The result of a message of a run.' },
)
export const ScheduleDeliveryPage = countedPageOf(ScheduleDelivery, 'ScheduleDeliveryPage')

export const listWorkbookScheduleRuns = operation({
  id: 'listWorkbookScheduleRuns',
  method: 'GET',
  path: `${schedulesPath}/{scheduleId}/runs`,
  tag: 'workbooks',
  summary: 'List the runs of a scheduled export, the latest first',
  params: onSchedule,
  query: Type.Object(pageQuery),
  answers: { 200: ScheduleRunPage },
  errors: ['not_found'],
})

export const listWorkbookScheduleDeliveries = operation({
  id: 'listWorkbookScheduleDeliveries',
  method: 'GET',
  path: `${schedulesPath}/{scheduleId}/runs/{deliveryId}/deliveries`,
  tag: 'workbooks',
  summary: 'List the messages of a run of a scheduled export, for its owner and for administrators',
  params: Type.Object({ ...onSchedule.properties, deliveryId: Type.String({ description: 'Of the list of runs.' }) }),
  query: Type.Object(pageQuery),
  answers: { 200: ScheduleDeliveryPage },
  errors: ['not_found', 'forbidden'],
})

export const downloadScheduleFile = operation({
  id: 'downloadScheduleFile',
  rate: 'download',
  method: 'GET',
  path: `${schedulesPath}/{scheduleId}/runs/{deliveryId}/files/{fileId}`,
  tag: 'workbooks',
  summary: 'Download a file that a scheduled export has sent, within seven days',
  description: 'For the owner if the file contains their rows, and for administrators.',
  params: Type.Object({
    ...onSchedule.properties,
    deliveryId: Type.String({ description: 'Of the list of runs.' }),
    fileId: Type.String({ description: 'Of the messages of the run.' }),
  }),
  answers: {
    200: binary([...Object.values(exportMediaTypes), 'application/zip'], 'The file with its own media type.'),
  },
  errors: ['not_found', 'forbidden'],
})

const MaybeText = Type.Union([Type.String(), Type.Null()])

export type RunOfDelivery = Static<typeof RunOfDelivery>
export const RunOfDelivery = Type.Object(
  {
    ...ScheduleRun.properties,
    name: Type.String({ description: 'Of the schedule, or the subject of the send.' }),
    workbookId: Type.String(),
    workbookName: MaybeText,
    scheduleId: Type.Union([Type.String(), Type.Null()], { description: 'Null for a single send.' }),
    sendId: Type.Union([Type.String(), Type.Null()], { description: 'Null for a schedule.' }),
    ownerId: Type.String({ description: 'Member whose data is sent.' }),
    ownerName: MaybeText,
  },
  { $id: 'RunOfDelivery', description: 'A run with the schedule or single send that it is of.' },
)

export const getDelivery = operation({
  id: 'getDelivery',
  method: 'GET',
  path: '/v2/deliveries/{deliveryId}',
  tag: 'workbooks',
  summary: 'Get one delivery: a run of a scheduled export or of a single send',
  description: 'For the owner of the schedule or the sender, and for administrators.',
  params: Type.Object({ deliveryId: Type.String({ description: 'Of the list of runs.' }) }),
  answers: { 200: RunOfDelivery },
  errors: ['not_found'],
})

export const runWorkbookSchedule = operation({
  id: 'runWorkbookSchedule',
  rate: 'send',
  method: 'POST',
  path: `${schedulesPath}/{scheduleId}/runs`,
  tag: 'workbooks',
  summary: 'Send a scheduled export now, for its owner and for administrators',
  params: onSchedule,
  answers: { 200: ScheduleRun },
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const scheduleRunOperations = [
  listWorkbookScheduleRuns,
  listWorkbookScheduleDeliveries,
  downloadScheduleFile,
  runWorkbookSchedule,
  getDelivery,
] as const
