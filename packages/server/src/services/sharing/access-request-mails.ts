import type { SendMail } from '../../outbound/index.ts'
import { findAccessRequest } from '../../store/access-requests.ts'
import type { Store } from '../../store/index.ts'
import { findInode, type InodeRow } from '../../store/inodes.ts'
import { findMember, findMembers, fullNameOf, isActive, listAdministrators } from '../../store/members.ts'
import type { Addresses } from '../inodes/addresses.ts'

export type AccessRequestMails = ReturnType<typeof createAccessRequestMails>

/** Tells the owner of a file that somebody asks for access, and who asked what became of it. */
export function createAccessRequestMails({
  store,
  addresses,
  sendMail,
}: {
  store: Store
  addresses: Addresses
  sendMail: SendMail | null
}) {
  return {
    /** False where there is no such file, nobody to tell any more, or no mail server. Throws when the mail server does not take it. */
    async send(
      organizationId: string,
      { requestId, baseUrl }: { requestId: string; baseUrl: string },
    ): Promise<boolean> {
      const row = await findAccessRequest(store.db, organizationId, requestId)
      const inode = row && (await findInode(store.db, organizationId, row.inode_id))
      if (!sendMail || !row || !inode) return false
      const isDecided = row.state !== 'pending'
      // A request that was withdrawn concerns nobody any more.
      if (row.state === 'withdrawn') return false
      const toIds = isDecided ? [row.created_by] : await decidersOf(store, organizationId, inode)
      const members = await findMembers(store.db, organizationId, [...toIds, row.created_by, row.decided_by ?? ''])
      const to = toIds.map((id) => members.get(id)).filter(isActive)
      if (to.length === 0) return false
      const nameOf = (id: string): string => {
        const member = members.get(id)
        return member ? fullNameOf(member) || member.email : 'Somebody'
      }
      const address = (await addresses.of({ organizationId }, baseUrl))(inode)
      // The name of a file that was refused stays unknown to who asked.
      const file = row.state === 'denied' ? 'a file' : `"${inode.name}"`
      const said = isDecided ? row.reason : row.message
      await sendMail({
        to: to.map(({ email }) => email),
        subject: isDecided
          ? `Your request for access to ${file}: ${row.state}`
          : `Request for access to "${inode.name}"`,
        text: [
          isDecided
            ? `${nameOf(row.decided_by ?? '')} has ${row.state} your request for access to ${file}.`
            : `${nameOf(row.created_by)} asks for access to "${inode.name}" (permission "${row.permission}").`,
          ...(said === '' ? [] : ['', ...said.split(/\r?\n/).map((line) => `> ${line}`)]),
          ...(row.state === 'denied' ? [] : ['', isDecided ? 'Open it:' : 'To decide, open:']),
          ...(row.state === 'denied' ? [] : [isDecided ? address : `${baseUrl}/access-requests`]),
          '',
        ].join('\n'),
        deliveryId: `${row.id}.${row.state}`,
      })
      return true
    },
  }
}

/** The owner; where there is none, as of a workspace, or the owner is not active any more, the administrators. */
async function decidersOf({ db }: Store, organizationId: string, { owner_id }: InodeRow): Promise<string[]> {
  const owner = owner_id === null ? undefined : await findMember(db, organizationId, owner_id)
  return isActive(owner) ? [owner.id] : listAdministrators(db, organizationId)
}
