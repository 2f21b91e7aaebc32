import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, pageOf, pageOrArray, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { LegacyScheduleConfig, NewScheduleConfig, ScheduleConfig } from './schedule-config.ts'
import { onSchedule, onWorkbook, schedulesPath } from './schedule-paths.ts'
import { ScheduleRun } from './schedule-runs.ts'
import { ScheduleTarget } from './schedule-targets.ts'
import { StoredScheduleConfig } from './stored-schedule-config.ts'
import { StartedSend } from './workbook-sends.ts'

const MaybeText = Type.Union([Type.String(), Type.Null()])

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
  { $id: 'UpdateScheduleRequest', description: 'Absent fields stay unchanged, also inside schedule and configV2.' },
)

export const scheduleFields = {
  scheduledNotificationId: Type.String({ description: 'The scheduleId of the paths.' }),
  workbookId: Type.String(),
  schedule: CronSchedule,
  configV2: StoredScheduleConfig,
  isSuspended: Type.Boolean({ description: 'Ten consecutive runs failed; resume starts it again.' }),
  ownerId: Type.String({ description: 'The member whose data is sent.' }),
  lastUpdatedByUser: Type.String(),
  disabledAt: Type.Union([Timestamp, Type.Null()], { description: 'Paused or suspended since.' }),
  disabledBy: Type.Union([Type.String(), Type.Null()], { description: 'Who paused it; null if it was suspended.' }),
  nextRuns: Type.Array(Timestamp, { description: 'The next five due times; none while it is paused.' }),
  lastRun: Type.Union([ScheduleRun, Type.Null()]),
  warnings: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'Why its next runs will fail; absent if no reason is known.',
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
      description: 'Recipients who have unsubscribed from its mails; they can subscribe again.',
    }),
  },
  {
    $id: 'ScheduleDetails',
    description: 'With fields that the list leaves out; `settings` is configV2 as it was sent.',
  },
)

export const listWorkbookSchedules = operation({
  id: 'listWorkbookSchedules',
  method: 'GET',
  path: schedulesPath,
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
  path: schedulesPath,
  tag: 'workbooks',
  summary: 'Add a scheduled export',
  description: 'It is active immediately. Every due time has an entry in its runs, with its result.',
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
      description: 'Whether it would be sent now; for a burst, for at least one value. Null without a condition.',
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
  path: `${schedulesPath}/check`,
  tag: 'workbooks',
  summary: 'Try a scheduled export without adding it: due times, condition and burst',
  description: 'Errors are the same as when it is added.',
  requires: 'schedule-exports',
  params: onWorkbook,
  body: CreateScheduleRequest,
  answers: { 200: ScheduleCheck },
  errors: ['not_found', 'not_supported', 'forbidden', 'engine_unavailable'],
})

export const testWorkbookSchedule = operation({
  id: 'testWorkbookSchedule',
  rate: 'send',
  method: 'POST',
  path: `${schedulesPath}/test`,
  tag: 'workbooks',
  summary: 'Send a test of a scheduled export to yourself by mail, without adding it',
  description: 'Its condition is ignored. Of a burst, the message for the first value is sent.',
  requires: 'schedule-exports',
  params: onWorkbook,
  body: CreateScheduleRequest,
  answers: { 200: StartedSend },
  errors: ['not_found', 'not_supported', 'forbidden', 'engine_unavailable'],
})

export const getWorkbookSchedule = operation({
  id: 'getWorkbookSchedule',
  method: 'GET',
  path: `${schedulesPath}/{scheduleId}`,
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
  path: `${schedulesPath}/{scheduleId}`,
  tag: 'workbooks',
  summary: 'Change, pause or resume a scheduled export',
  description:
    'Its owner and administrators can change everything. Members who may edit the workbook can also change its times and pause and resume it, but not its content and recipients, because it is sent with the rights of the owner.',
  params: onSchedule,
  body: UpdateScheduleRequest,
  answers: { 200: Schedule },
  errors: ['not_found', 'not_supported', 'forbidden', 'engine_unavailable'],
})

export const deleteWorkbookSchedule = operation({
  id: 'deleteWorkbookSchedule',
  method: 'DELETE',
  path: `${schedulesPath}/{scheduleId}`,
  tag: 'workbooks',
  summary: 'Remove a scheduled export',
  params: onSchedule,
  answers: { 200: Empty },
  errors: ['not_found', 'forbidden'],
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

export const workbookScheduleOperations = [
  listWorkbookSchedules,
  listWorkbookSchedulesPaged,
  postWorkbookSchedule,
  checkWorkbookSchedule,
  testWorkbookSchedule,
  getWorkbookSchedule,
  updateWorkbookSchedule,
  deleteWorkbookSchedule,
  listMemberSchedules,
] as const
