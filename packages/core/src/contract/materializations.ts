import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, Id, pageQuery, Timestamp } from './common.ts'
import { operation } from './define.ts'
import { workbookId } from './workbooks.ts'

export type MaterializationScheduleRequest = Static<typeof MaterializationScheduleRequest>
export const MaterializationScheduleRequest = Type.Object(
  {
    schedule: Type.Object({
      cronSpec: Type.String({
        maxLength: 200,
        description: 'Five fields: minute, hour, day of the month, month, day of the week.',
      }),
      timezone: Type.Optional(
        Type.String({ maxLength: 100, description: 'IANA name; the zone of the organization when absent.' }),
      ),
    }),
  },
  { $id: 'MaterializationScheduleRequest' },
)

export type MaterializationJob = Static<typeof MaterializationJob>
export const MaterializationJob = Type.Object(
  {
    materializationId: Type.String(),
    status: Type.String({ description: 'pending, building, ready, failed; skipped if the source has not changed.' }),
    startedAt: Type.Optional(Timestamp),
    readyAt: Type.Optional(Timestamp),
    expiredAt: Type.Optional(Timestamp),
    error: Type.Optional(Type.String()),
  },
  { $id: 'MaterializationJob' },
)

export type MaterializationSchedule = Static<typeof MaterializationSchedule>
export const MaterializationSchedule = Type.Object(
  {
    sheetId: Type.String({ description: 'Id of the schedule, for requests about its runs.' }),
    elementId: Type.String(),
    elementName: Type.String(),
    schedule: Type.Union([
      Type.Null(),
      Type.Object({ cronSpec: Type.Optional(Type.String()), timezone: Type.Optional(Type.String()) }),
    ]),
    configuredAt: Timestamp,
    paused: Type.Boolean({
      description: 'Paused: nothing is stored and everything is read live, until the schedule is changed.',
    }),
    pausedBecause: Type.Optional(Type.String({ description: 'Of a paused one.' })),
    pausedDetails: Type.Optional(
      Type.Unknown({ description: 'Of a paused one: the reason, as in the details of an error response.' }),
    ),
    storedAt: Type.Optional(
      Type.Union([Timestamp, Type.Null()], { description: 'When the present rows were stored.' }),
    ),
    nextRunAt: Type.Optional(Type.Union([Timestamp, Type.Null()])),
    lastRun: Type.Optional(MaterializationJob),
  },
  { $id: 'MaterializationSchedule' },
)
export const MaterializationSchedulePage = countedPageOf(MaterializationSchedule, 'MaterializationSchedulePage')

export const MaterializeRequest = Type.Object({ sheetId: Type.String() }, { $id: 'MaterializeRequest' })
export const MaterializeResult = Type.Object({ materializationId: Id }, { $id: 'MaterializeResult' })

const onWorkbook = Type.Object({ workbookId })
const elementId = Type.String({ description: 'Id of a table, chart or other element with rows.' })
const onElement = Type.Object({ workbookId, elementId })
const ofElement = '/v2/workbooks/{workbookId}/elements/{elementId}/materializationSchedules'
export const requiresMaterializations = 'schedule-materializations'
const requires = requiresMaterializations

/** Errors that are possible when the rows of an element are read for the first time. */
export const newMaterializationErrors = [
  'not_found',
  'forbidden',
  'conflict',
  'not_supported',
  'element_has_no_data',
  'element_invalid',
  'source_unavailable',
  'query_cancelled',
  'engine_unavailable',
] as const

export const createMaterializationSchedule = operation({
  id: 'createMaterializationSchedule',
  method: 'POST',
  path: ofElement,
  tag: 'workbooks',
  summary: 'Store the rows of an element on a schedule',
  description:
    'The rows of the latest published version are stored at once and then at every due time. Readers of the element, or of one that reads it, get the stored rows if they are exactly what would be computed.',
  requires,
  params: onElement,
  body: MaterializationScheduleRequest,
  answers: { 201: MaterializationSchedule },
  errors: newMaterializationErrors,
})

export const patchMaterializationSchedule = operation({
  id: 'patchMaterializationSchedule',
  method: 'PATCH',
  path: ofElement,
  tag: 'workbooks',
  summary: 'Change when the rows of an element are stored',
  description: 'A paused schedule is resumed.',
  requires,
  params: onElement,
  body: MaterializationScheduleRequest,
  answers: { 200: MaterializationSchedule },
  errors: ['not_found', 'forbidden'],
})

export const deleteMaterializationSchedule = operation({
  id: 'deleteMaterializationSchedule',
  method: 'DELETE',
  path: ofElement,
  tag: 'workbooks',
  summary: 'Stop storing the rows of an element',
  requires,
  params: onElement,
  answers: { 200: Empty },
  errors: ['not_found', 'forbidden'],
})

const list = {
  method: 'GET',
  tag: 'workbooks',
  params: onWorkbook,
  query: Type.Object(pageQuery),
  answers: { 200: MaterializationSchedulePage },
  errors: ['not_found'],
} as const

export const listMaterializationSchedules = operation({
  ...list,
  id: 'listMaterializationSchedules',
  path: '/v2/workbooks/{workbookId}/materialization-schedules',
  summary: 'List the materialization schedules of a workbook',
})

export const listMaterializationSchedulesPaged = operation({
  ...list,
  id: 'v2_1_listMaterializationSchedules',
  path: '/v2.1/workbooks/{workbookId}/materialization-schedules',
  summary: 'List the materialization schedules of a workbook, always in pages',
})

export const materializeWorkbookElement = operation({
  id: 'materializeWorkbookElement',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/materializations',
  tag: 'workbooks',
  summary: 'Store the rows of an element now',
  requires,
  params: onWorkbook,
  body: MaterializeRequest,
  answers: { 200: MaterializeResult },
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const getWorkbookMaterialization = operation({
  id: 'getWorkbookMaterialization',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/materializations/{materializationId}',
  tag: 'workbooks',
  summary: 'Get the result of a materialization',
  params: Type.Object({ workbookId, materializationId: Type.String() }),
  etag: true,
  answers: { 200: MaterializationJob },
  errors: ['not_found'],
})

export const materializationOperations = [
  createMaterializationSchedule,
  patchMaterializationSchedule,
  deleteMaterializationSchedule,
  listMaterializationSchedules,
  listMaterializationSchedulesPaged,
  materializeWorkbookElement,
  getWorkbookMaterialization,
] as const
