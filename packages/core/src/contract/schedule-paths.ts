import { Type } from 'typebox'
import { workbookId } from './workbooks.ts'

export const schedulesPath = '/v2/workbooks/{workbookId}/schedules'

const scheduleId = Type.String({ description: 'scheduledNotificationId of the list.' })
export const onWorkbook = Type.Object({ workbookId })
export const onSchedule = Type.Object({ workbookId, scheduleId })
