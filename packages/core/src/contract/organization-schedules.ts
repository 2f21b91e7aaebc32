import { type Static, Type } from 'typebox'
import { countedPageOf, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'
import { scheduleRunStates } from './schedule-runs.ts'
import { scheduleFields } from './workbook-schedules.ts'

const MaybeText = Type.Union([Type.String(), Type.Null()])

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
  lastRun: Type.Optional(Words(scheduleRunStates, { description: 'Only schedules whose last run is in this state.' })),
  state: Type.Optional(Words(scheduleStates, { description: 'Only those in this state.' })),
  ownerId: Type.Optional(Type.String({ description: 'Only those of this member.' })),
  workbookId: Type.Optional(Type.String({ description: 'Only those of this workbook.' })),
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
    'Independently of each other: one that is already running does not delay the others. `not_found` if none of them exists.',
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

export const organizationScheduleOperations = [listSchedules, retrySchedules, deleteSchedules] as const
