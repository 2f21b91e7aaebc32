import { type AccessRequestRow, findAccessRequest } from '../../store/access-requests.ts'
import { findAccountType } from '../../store/account-types.ts'
import type { Store } from '../../store/index.ts'
import { findInode, type InodeRow } from '../../store/inodes.ts'
import { findMember, findMembers, fullNameOf, isActive, listAdministrators } from '../../store/members.ts'
import type { Addresses } from '../inodes/addresses.ts'
import type { Mails } from '../organization/mails/mails.ts'

export type AccessRequestMails = ReturnType<typeof createAccessRequestMails>

/** Mails about access requests: to the members who decide, and about the decision to the requester. */
export function createAccessRequestMails({
  store,
  addresses,
  mails,
}: {
  store: Store
  addresses: Addresses
  mails: Mails
}) {
  return {
    /** False when the file or the recipient is gone, or there is no mail server. Throws when the mail server refuses the mail. */
    async send(
      organizationId: string,
      { requestId, baseUrl }: { requestId: string; baseUrl: string },
    ): Promise<boolean> {
      const row = await findAccessRequest(store.db, organizationId, requestId)
      // A withdrawn request needs no mail.
      if (!(await mails.isSet(organizationId)) || !row || row.state === 'withdrawn') return false
      const inode = row.kind === 'file' ? await findInode(store.db, organizationId, row.inode_id) : null
      if (inode === undefined) return false
      const isDecided = row.state !== 'pending'
      const toIds = isDecided ? [row.created_by] : await decidersOf(store, organizationId, inode)
      const members = await findMembers(store.db, organizationId, [...toIds, row.created_by, row.decided_by ?? ''])
      const to = toIds.map((id) => members.get(id)).filter(isActive)
      if (to.length === 0) return false
      const nameOf = (id: string): string => {
        const member = members.get(id)
        return member ? fullNameOf(member) || member.email : 'Somebody'
      }
      const words = inode
        ? wordsOfFile(row, inode, (await addresses.of({ organizationId }, baseUrl))(inode))
        : await wordsOfType(store, row, baseUrl)
      const comment = isDecided ? row.reason : row.message
      const link = isDecided ? words.link : { before: 'To decide, open:', address: `${baseUrl}/access-requests` }
      await mails.send(organizationId, {
        to: to.map(({ email }) => email),
        subject: isDecided ? `Your request for ${words.wanted}: ${row.state}` : `Request for ${words.wanted}`,
        text: [
          isDecided
            ? `${nameOf(row.decided_by ?? '')} has ${row.state} your request for ${words.wanted}.${words.given}`
            : `${nameOf(row.created_by)} asks for ${words.wanted}${words.more}.`,
          ...(comment === '' ? [] : ['', ...comment.split(/\r?\n/).map((line) => `> ${line}`)]),
          ...(link === null ? [] : ['', link.before, link.address]),
          '',
        ].join('\n'),
        deliveryId: `${row.id}.${row.state}`,
      })
      return true
    },
  }
}

interface Words {
  wanted: string
  /** The sentence that asks for more access. */
  more: string
  /** The sentence about what was granted. */
  given: string
  /** Link for the requester; null after a refusal. */
  link: { before: string; address: string } | null
}

/** The name of a refused file stays hidden from the requester. */
function wordsOfFile({ state, permission }: AccessRequestRow, { name }: InodeRow, address: string): Words {
  const isDenied = state === 'denied'
  return {
    wanted: `access to ${isDenied ? 'a file' : `"${name}"`}`,
    more: ` (permission "${permission}")`,
    given: '',
    link: isDenied ? null : { before: 'Open it:', address },
  }
}

async function wordsOfType({ db }: Store, row: AccessRequestRow, baseUrl: string): Promise<Words> {
  const type = row.state === 'approved' ? await findAccountType(db, row.organization_id, row.permission) : undefined
  return {
    wanted: 'another account type',
    more: '',
    given: type ? ` You have the account type "${type.name}" now.` : '',
    link: row.state === 'denied' ? null : { before: 'Open Octavo:', address: baseUrl },
  }
}

/** The owner; the administrators when there is none (workspaces, account types) or the owner is not active any more. */
async function decidersOf({ db }: Store, organizationId: string, inode: InodeRow | null): Promise<string[]> {
  const ownerId = inode?.owner_id ?? null
  const owner = ownerId === null ? undefined : await findMember(db, organizationId, ownerId)
  return isActive(owner) ? [owner.id] : listAdministrators(db, organizationId)
}
