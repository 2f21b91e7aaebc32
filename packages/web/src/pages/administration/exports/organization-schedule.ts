import type { OrganizationSchedule } from '@octavo/core/contract'

/** The first part of the query keys for all schedules. */
export const schedulesKey = 'organization-schedules'

export const nameOfSchedule = ({ configV2, workbookName }: OrganizationSchedule): string =>
  configV2.notificationName || configV2.title || (workbookName ?? '')

export const stateOfSchedule = ({ isSuspended, disabledAt }: OrganizationSchedule) =>
  isSuspended ? 'suspended' : disabledAt === null ? 'active' : 'paused'

export const isUnderWay = ({ lastRun }: OrganizationSchedule): boolean =>
  lastRun?.state === 'waiting' || lastRun?.state === 'running'
