import type { Store } from '../../store/index.ts'
import { findMembers, fullNameOf, isActive } from '../../store/members.ts'
import { findTagRequest } from '../../store/tag-requests.ts'
import type { Mails } from '../organization/mails/mails.ts'

export type TagRequestMails = ReturnType<typeof createTagRequestMails>

/** Notifies approvers of a request for a protected tag, and the requester of the decision. */
export function createTagRequestMails({ store, mails }: { store: Store; mails: Mails }) {
  return {
    /** False when the recipient is gone or there is no mail server. Throws when the mail server refuses the mail. */
    async send(
      organizationId: string,
      { requestId, memberId, baseUrl }: { requestId: string; memberId: string; baseUrl: string },
    ): Promise<boolean> {
      const row = await findTagRequest(store.db, organizationId, requestId)
      if (!(await mails.isSet(organizationId)) || !row) return false
      const members = await findMembers(store.db, organizationId, [memberId, row.created_by, row.decided_by ?? ''])
      const to = members.get(memberId)
      if (!isActive(to)) return false
      const nameOf = (id: string): string => {
        const member = members.get(id)
        return member ? fullNameOf(member) || member.email : 'Somebody'
      }
      const what = `the version tag "${row.tag_name}" on version ${row.version} of "${row.document_name}"`
      const isDecided = row.state !== 'pending'
      const address = `${baseUrl}/tag-requests${isDecided ? '?state=all' : ''}`
      const comment = isDecided ? row.reason : row.message
      await mails.send(organizationId, {
        to: to.email,
        subject: isDecided
          ? `Version tag "${row.tag_name}" on ${row.document_name}: ${row.state}`
          : `Request for the version tag "${row.tag_name}" on ${row.document_name}`,
        text: [
          `Hello ${nameOf(memberId)},`,
          '',
          isDecided
            ? `${nameOf(row.decided_by ?? '')} has ${row.state} your request for ${what}.`
            : `${nameOf(row.created_by)} asks for ${what}.`,
          ...(comment === '' ? [] : ['', ...comment.split(/\r?\n/).map((line) => `> ${line}`)]),
          '',
          ...(isDecided ? [] : ['To decide, open:']),
          address,
          '',
        ].join('\n'),
      })
      return true
    },
  }
}
