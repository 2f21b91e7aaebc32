import type { Schedule, WebSession } from '@octavo/core/contract'

/**
 * What a user may do with a schedule of a workbook, by the rules of the server. Every reader of the workbook may see when it was sent
 * and with which result.
 */
export interface ScheduleRights {
  /** See and change what is sent and to whom, open its messages and files, send it now, and cancel a run. */
  ofOwner: boolean
  /** Pause, resume and delete it. */
  ofEditor: boolean
}

/** `canEdit`: the user may edit the workbook. */
export function scheduleRights(
  session: Pick<WebSession, 'member'> | null,
  { ownerId }: Pick<Schedule, 'ownerId'>,
  canEdit: boolean,
): ScheduleRights {
  const ofOwner = session !== null && (session.member.memberId === ownerId || session.member.isAdmin)
  return { ofOwner, ofEditor: ofOwner || canEdit }
}
