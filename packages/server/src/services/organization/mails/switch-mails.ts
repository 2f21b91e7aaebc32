import type { JobPayload } from '@octavo/core/jobs'
import type { Queue } from '../../../queue/index.ts'
import { newUuid, type Store } from '../../../store/index.ts'
import { findMember, fullNameOf, isActive, listAdministrators } from '../../../store/members.ts'
import { findOrganization } from '../../../store/organizations.ts'
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
      const { subject, lines, path } = textOf(payload)
      await mails.send(organizationId, {
        to: member.email,
        subject,
        text: [
          `Organization: ${organization?.name ?? organizationId}`,
          ...(by ? [`Changed by: ${fullNameOf(by)} (${by.email})`] : []),
          '',
          ...lines,
          '',
          `Settings: ${payload.baseUrl}${path}`,
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

function textOf(payload: Payload): Text {
  switch (payload.what) {
    case 'write-access':
      return ofWriteAccess(payload)
    case 'audit-log':
      return ofAuditLog(payload)
    case 'storage-integration':
      return ofIntegration(payload)
  }
}

function ofWriteAccess({ state, name, place, connectionId }: Payload): Text {
  const path = `/administration/connections/${connectionId}`
  const into = `Octavo writes into the schema "${place}" of its data platform: rows of input tables and materializations.`
  if (state === 'on') {
    const moved = 'Rows of its input tables that Octavo kept so far move there by themselves, with their history.'
    return { subject: `Write access of the connection "${name}" is enabled`, lines: [into, moved], path }
  }
  if (state === 'changed') {
    const stay =
      'Input tables whose rows are in the schema of before can be read, and not edited, until it is set again.'
    return { subject: `The connection "${name}" writes to another place`, lines: [into, stay], path }
  }
  const lines = [
    `Octavo does not write into the schema "${place}" of its data platform any more.`,
    'Rows of input tables stay there. They can be read, and not edited, until write access is enabled again.',
  ]
  return { subject: `Write access of the connection "${name}" was withdrawn`, lines, path }
}

function ofAuditLog({ state, name, place }: Payload): Text {
  const path = '/administration/audit-log'
  if (state === 'on') {
    const lines = [`The connection "${name}" and its usage dashboards are ready within minutes, for administrators.`]
    return { subject: 'The audit log is enabled as a connection', lines, path }
  }
  const lines = [
    'Its storage integrations were deleted and scheduled exports of its data cancelled.',
    `The data is kept until ${place}. Events are still recorded, and listed under Audit log.`,
  ]
  return { subject: 'The audit log was disabled as a connection', lines, path }
}

function ofIntegration({ state, name, place }: Payload): Text {
  const path = '/administration/audit-log'
  const named = `the storage integration "${name}"`
  if (state === 'on') {
    const lines = [`Exports of the audit log can name it. They are written to ${place}.`]
    return { subject: `Audit log: ${named} is ready`, lines, path }
  }
  if (state === 'changed') {
    const lines = [`It writes to ${place}.`]
    return { subject: `Audit log: cloud destination of ${named} updated`, lines, path }
  }
  const lines = [`Nothing is written to ${place} any more. What was written stays there.`]
  return { subject: `Audit log: ${named} was deleted`, lines, path }
}
