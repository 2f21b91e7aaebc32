import {
  checkWorkbookSchedule,
  deleteSchedules,
  deleteWorkbookSchedule,
  downloadScheduleFile,
  getDelivery,
  getWorkbookSchedule,
  listMemberSchedules,
  listSchedules,
  listWorkbookScheduleDeliveries,
  listWorkbookScheduleRuns,
  listWorkbookSchedules,
  listWorkbookSchedulesPaged,
  postWorkbookSchedule,
  retrySchedules,
  runWorkbookSchedule,
  testWorkbookSchedule,
  updateWorkbookSchedule,
} from '@octavo/core/contract'
import type { DeliveryReads } from '../../services/schedules/delivery-reads.ts'
import type { ScheduleTrials } from '../../services/schedules/schedule-trials.ts'
import type { Schedules } from '../../services/schedules/schedules.ts'
import type { ListOrArray } from '../bare-lists.ts'
import { download, handle, type Route } from '../handle.ts'

export const workbookScheduleRoutes = ({
  schedules,
  scheduleTrials,
  deliveryReads,
  listOrArray,
}: {
  schedules: Schedules
  scheduleTrials: ScheduleTrials
  deliveryReads: DeliveryReads
  listOrArray: ListOrArray
}): Route[] => [
  handle(listWorkbookSchedules, (context) =>
    listOrArray(context, (window) => schedules.list(context.viewer, context.params.workbookId, window)),
  ),
  handle(listWorkbookSchedulesPaged, ({ viewer, params, paged }) =>
    paged((window) => schedules.list(viewer, params.workbookId, window)),
  ),
  handle(postWorkbookSchedule, ({ viewer, params, body, request }) =>
    schedules.create(viewer, params.workbookId, body, request.linkUrl, request.signal),
  ),
  handle(checkWorkbookSchedule, ({ viewer, params, body, request }) =>
    scheduleTrials.check(viewer, params.workbookId, body, request.signal),
  ),
  handle(testWorkbookSchedule, ({ viewer, params, body, request }) =>
    scheduleTrials.test(viewer, params.workbookId, body, request.linkUrl, request.signal),
  ),
  handle(getWorkbookSchedule, ({ viewer, params }) => schedules.get(viewer, params.workbookId, params.scheduleId)),
  handle(updateWorkbookSchedule, ({ viewer, params: { workbookId, scheduleId }, body, request }) =>
    schedules.update(viewer, workbookId, scheduleId, body, request.linkUrl, request.signal),
  ),
  handle(deleteWorkbookSchedule, async ({ viewer, params }) => {
    await schedules.remove(viewer, params.workbookId, params.scheduleId)
    return {}
  }),
  handle(listWorkbookScheduleRuns, ({ viewer, params, paged }) =>
    paged((window) => schedules.runs(viewer, params.workbookId, params.scheduleId, window)),
  ),
  handle(listWorkbookScheduleDeliveries, ({ viewer, params, paged }) =>
    paged((window) => schedules.deliveries(viewer, params, window)),
  ),
  handle(downloadScheduleFile, async ({ viewer, params }) => download(await schedules.file(viewer, params))),
  handle(runWorkbookSchedule, ({ viewer, params }) => schedules.runNow(viewer, params.workbookId, params.scheduleId)),
  handle(getDelivery, ({ viewer, params }) => deliveryReads.get(viewer, params.deliveryId)),
  handle(listSchedules, ({ viewer, query: { lastRun, state, ownerId, workbookId }, paged }) =>
    paged((window) => schedules.ofAll(viewer, { lastRun, state, ownerId, workbookId }, window)),
  ),
  handle(retrySchedules, ({ viewer, body }) => schedules.retryAll(viewer, body.scheduleIds)),
  handle(deleteSchedules, ({ viewer, body }) => schedules.removeAll(viewer, body.scheduleIds)),
  handle(listMemberSchedules, ({ viewer, params, paged }) =>
    paged((window) => schedules.ofMember(viewer, params.memberId, window)),
  ),
]
