import { maySignIn } from '@octavo/core/access'
import type { Store } from '../../store/index.ts'
import { findInode } from '../../store/inodes.ts'
import { findMember } from '../../store/members.ts'
import { findRun } from '../../store/schedule-runs.ts'
import { findSchedule, type ScheduleRow } from '../../store/schedules.ts'
import type { Addresses } from '../inodes/addresses.ts'
import { type MailText, mailTextFor } from '../mail-texts/mail-text.ts'
import type { Mails } from '../organization/mails/mails.ts'
import type { SavedConfig } from './schedule-config.ts'
import { mostFailures } from './schedule-ends.ts'

export type ScheduleNotices = ReturnType<typeof createScheduleNotices>

/**
 * Notifies the owner of a scheduled export by mail that it fails or was suspended; for a single send, its requester. Users of embeds have no
 * pages of Octavo, so their notices link to the page that the host named, or nowhere.
 */
export function createScheduleNotices({
  store,
  addresses,
  mails,
}: {
  store: Store
  addresses: Addresses
  mails: Mails
}) {
  return {
    /** False when the recipient is gone or there is no mail server. Throws when the mail server refuses the mail. */
    async send(organizationId: string, { scheduleId, dueAt }: { scheduleId: string; dueAt: number }): Promise<boolean> {
      const schedule = await findSchedule(store.db, organizationId, scheduleId)
      const run = await findRun(store.db, organizationId, scheduleId, dueAt)
      const isOnce = schedule?.is_once === 1
      const memberId = isOnce ? schedule.created_by : schedule?.owner_id
      const owner = memberId === undefined ? undefined : await findMember(store.db, organizationId, memberId)
      const inode = schedule && (await findInode(store.db, organizationId, schedule.document_id))
      if (!(await mails.isSet(organizationId)) || !schedule || !run || owner?.is_archived !== 0 || !inode) return false
      const config = JSON.parse(schedule.config) as SavedConfig
      const name = config.exportName ?? inode.name
      const link = maySignIn({ userKind: owner.user_kind })
        ? (await addresses.of({ organizationId }, config.baseUrl))(inode)
        : (config.sharingLink ?? null)
      const text = await mailTextFor(store.db, organizationId, owner)
      const about = { name, workbook: inode.name, reason: run.reason ?? text('noReason') }
      await mails.send(organizationId, {
        to: owner.email,
        subject: text(
          isOnce ? 'notSentSubject' : schedule.state === 'suspended' ? 'suspendedSubject' : 'failedSubject',
          { name },
        ),
        text: [
          text('exportFailed'),
          '',
          text(isOnce ? 'exportNotSent' : 'scheduledNotSent', about),
          '',
          whatFollows(text, schedule),
          ...(link === null ? [] : ['', text('theWorkbook', { address: link })]),
          '',
        ].join('\n'),
        deliveryId: `${run.id}.notice`,
      })
      return true
    },
  }
}

function whatFollows(text: MailText, { state, failures, is_once: isOnce }: ScheduleRow): string {
  if (isOnce === 1) return text('sendAgain')
  if (state === 'suspended') return text('pausedAfter', { most: mostFailures })
  if (failures === mostFailures - 1) return text('pausesNext')
  return text('triesNext', { most: mostFailures })
}
