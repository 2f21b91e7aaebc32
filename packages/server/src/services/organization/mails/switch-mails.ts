import type { JobPayload } from '@octavo/core/jobs'
import type { Queue } from '../../../queue/index.ts'
import { newUuid, type Store } from '../../../store/index.ts'
import { findMember, fullNameOf, isActive, listAdministrators } from '../../../store/members.ts'
import { findOrganization } from '../../../store/organizations.ts'
import { type MailText, mailTextFor } from '../../mail-texts/mail-text.ts'
import type { Mails } from './mails.ts'

export type SwitchMails = ReturnType<typeof createSwitchMails>

type Payload = JobPayload<'mail.switch'>

/** A setting that was switched, and by whom. */
export type Switched = Omit<Payload, 'switchId' | 'memberId'> & { organizationId: string }

/** Enqueues a mail to every administrator, in the transaction of the change. Without a mail server no mail is sent. */
export async function enqueueSwitchMails(
  { queue, mails }: { queue: Queue; mails: Pick<Mails, 'isSet'> },
  tx: Parameters<Queue['enqueue']>[0],
  { organizationId, ...switched }: Switched,
): Promise<void> {
  if (!(await mails.isSet(organizationId, tx))) return
  const switchId = newUuid()
  for (const memberId of await listAdministrators(tx, organizationId)) {
    const payload = { ...switched, switchId, memberId }
    await queue.enqueue(tx, { organizationId, kind: 'mail.switch', payload, actorId: switched.byMemberId })
  }
}

/** Notifies an administrator of a switched setting of the organization. */
export function createSwitchMails({ store, mails }: { store: Store; mails: Mails }) {
  return {
    /** False when the recipient is gone or there is no mail server. Throws when the mail server refuses the mail. */
    async send(organizationId: string, payload: Payload): Promise<boolean> {
      const { switchId, memberId, byMemberId } = payload
      const member = await findMember(store.db, organizationId, memberId)
      if (!(await mails.isSet(organizationId)) || !isActive(member)) return false
      const by = await findMember(store.db, organizationId, byMemberId)
      const organization = await findOrganization(store.db, organizationId)
      const text = await mailTextFor(store.db, organizationId, member)
      const { subject, lines, path } = textOf(text, payload)
      await mails.send(organizationId, {
        to: member.email,
        subject,
        text: [
          text('organization', { name: organization?.name ?? organizationId }),
          ...(by ? [text('changedBy', { name: fullNameOf(by), email: by.email })] : []),
          '',
          ...lines,
          '',
          text('settings', { address: `${payload.baseUrl}${path}` }),
          '',
        ].join('\n'),
        deliveryId: `${switchId}.${memberId}`,
      })
      return true
    },
  }
}

interface Text {
  subject: string
  lines: string[]
  path: string
}

function textOf(text: MailText, payload: Payload): Text {
  switch (payload.what) {
    case 'write-access':
      return ofWriteAccess(text, payload)
    case 'audit-log':
      return ofAuditLog(text, payload)
    case 'storage-integration':
      return ofIntegration(text, payload)
  }
}

function ofWriteAccess(text: MailText, { state, name, place: given, connectionId }: Payload): Text {
  const place = given ?? ''
  const path = `/administration/connections/${connectionId}`
  const into = text('writesInto', { place })
  if (state === 'on') return { subject: text('writeOnSubject', { name }), lines: [into, text('rowsMove')], path }
  if (state === 'changed') {
    return { subject: text('writeChangedSubject', { name }), lines: [into, text('rowsStayBefore')], path }
  }
  return {
    subject: text('writeOffSubject', { name }),
    lines: [text('writesNoMore', { place }), text('rowsStay')],
    path,
  }
}

function ofAuditLog(text: MailText, { state, name, place: given }: Payload): Text {
  const place = given ?? ''
  const path = '/administration/audit-log'
  if (state === 'on') return { subject: text('auditOnSubject'), lines: [text('auditOn', { name })], path }
  return { subject: text('auditOffSubject'), lines: [text('auditOff'), text('auditKept', { place })], path }
}

function ofIntegration(text: MailText, { state, name, place: given }: Payload): Text {
  const place = given ?? ''
  const path = '/administration/audit-log'
  const key = state === 'on' ? 'integrationOn' : state === 'changed' ? 'integrationChanged' : 'integrationOff'
  return { subject: text(`${key}Subject`, { name }), lines: [text(key, { place })], path }
}
