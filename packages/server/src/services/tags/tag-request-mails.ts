import type { Store } from '../../store/index.ts'
import { findMembers, fullNameOf, isActive } from '../../store/members.ts'
import { findTagRequest } from '../../store/tag-requests.ts'
import { mailTextFor, quoted } from '../mail-texts/mail-text.ts'
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
      // A withdrawn request needs no mail.
      if (!(await mails.isSet(organizationId)) || !row || row.state === 'withdrawn') return false
      const members = await findMembers(store.db, organizationId, [memberId, row.created_by, row.decided_by ?? ''])
      const to = members.get(memberId)
      if (!isActive(to)) return false
      const text = await mailTextFor(store.db, organizationId, to)
      const nameOf = (id: string): string => {
        const member = members.get(id)
        return member ? fullNameOf(member) || member.email : text('somebody')
      }
      const tagged = { tag: row.tag_name, document: row.document_name }
      const asked = { ...tagged, version: row.version }
      const decided = row.state === 'approved' ? 'tagApproved' : 'tagDenied'
      const isDecided = row.state !== 'pending'
      const address = `${baseUrl}/tag-requests${isDecided ? '?state=all' : ''}`
      const comment = isDecided ? row.reason : row.message
      await mails.send(organizationId, {
        to: to.email,
        subject: isDecided ? text(`${decided}Subject`, tagged) : text('tagAskSubject', tagged),
        text: [
          text('helloName', { name: nameOf(memberId) }),
          '',
          isDecided
            ? text(decided, { ...asked, name: nameOf(row.decided_by ?? '') })
            : text('tagAsk', { ...asked, name: nameOf(row.created_by) }),
          ...(comment === '' ? [] : ['', ...quoted(comment)]),
          '',
          ...(isDecided ? [] : [text('toDecide')]),
          address,
          '',
        ].join('\n'),
      })
      return true
    },
  }
}
