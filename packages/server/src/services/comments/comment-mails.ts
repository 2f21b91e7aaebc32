import type { Access } from '../../access/index.ts'
import { findComment } from '../../store/comments.ts'
import type { Store } from '../../store/index.ts'
import { findInode } from '../../store/inodes.ts'
import { findMember, fullNameOf, isActive } from '../../store/members.ts'
import type { Addresses } from '../inodes/addresses.ts'
import { mailTextFor, quoted } from '../mail-texts/mail-text.ts'
import type { Mails } from '../organization/mails/mails.ts'
import type { Viewers } from '../sign-in/viewers.ts'

export type CommentMails = ReturnType<typeof createCommentMails>

/** Notifies a member that a comment mentions them. */
export function createCommentMails({
  store,
  access,
  viewers,
  addresses,
  mails,
}: {
  store: Store
  access: Access
  viewers: Viewers
  addresses: Addresses
  mails: Mails
}) {
  return {
    /**
     * False when the comment or the right to see it is gone by now, or there is no mail server. Throws when the mail server refuses the
     * mail.
     */
    async send(
      organizationId: string,
      { commentId, memberId, baseUrl }: { commentId: string; memberId: string; baseUrl: string },
    ): Promise<boolean> {
      const row = await findComment(store.db, organizationId, commentId)
      const inode = row && (await findInode(store.db, organizationId, row.document_id))
      const viewer = await viewers.load(organizationId, memberId, { kind: 'job' })
      if (!(await mails.isSet(organizationId)) || !row || !inode || !viewer) return false
      if (!(await access.decideInode(viewer, inode.id, 'view'))?.allowed) return false
      const writer = await findMember(store.db, organizationId, row.created_by)
      const reader = await findMember(store.db, organizationId, memberId)
      const text = await mailTextFor(store.db, organizationId, reader)
      const name = (isActive(writer) && fullNameOf(writer)) || writer?.email || text('somebody')
      const address = (await addresses.of({ organizationId }, baseUrl))(inode)
      await mails.send(organizationId, {
        to: viewer.email,
        subject: text('commentSubject', { name, document: inode.name }),
        text: [
          text('comment', { name, document: inode.name }),
          '',
          ...quoted(row.body),
          '',
          `${address}?:comment=${row.thread_id}`,
          '',
        ].join('\n'),
        deliveryId: `${row.id}.${memberId}`,
      })
      return true
    },
  }
}
