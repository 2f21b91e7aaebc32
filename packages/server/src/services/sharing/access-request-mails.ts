import { requestedPermissions } from '@octavo/core/contract'
import type { Mail } from '../../outbound/index.ts'
import { type AccessRequestRow, findAccessRequest } from '../../store/access-requests.ts'
import { findAccountType } from '../../store/account-types.ts'
import type { Store } from '../../store/index.ts'
import { findInode, type InodeRow } from '../../store/inodes.ts'
import {
  findMember,
  findMembers,
  fullNameOf,
  isActive,
  listAdministrators,
  type MemberRow,
} from '../../store/members.ts'
import type { Addresses } from '../inodes/addresses.ts'
import { type MailLanguage, type MailText, mailTextFor, mailTextIn, quoted } from '../mail-texts/mail-text.ts'
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
      const address = inode ? (await addresses.of({ organizationId }, baseUrl))(inode) : baseUrl
      const type =
        inode === null && row.state === 'approved'
          ? await findAccountType(store.db, organizationId, row.permission)
          : undefined
      const by = members.get(isDecided ? (row.decided_by ?? '') : row.created_by)
      const request = { row, inode, address, by, type: type?.name, listAddress: `${baseUrl}/access-requests` }
      for (const [language, readers] of await byLanguage(store, organizationId, to)) {
        const text = mailTextIn(language)
        await mails.send(organizationId, {
          to: readers.map(({ email }) => email),
          ...(isDecided ? decisionMail(text, request) : requestMail(text, request)),
          deliveryId: `${row.id}.${row.state}${language === 'en' ? '' : `.${language}`}`,
        })
      }
      return to.length > 0
    },
  }
}

async function byLanguage(
  { db }: Store,
  organizationId: string,
  members: readonly MemberRow[],
): Promise<Map<MailLanguage, MemberRow[]>> {
  const groups = new Map<MailLanguage, MemberRow[]>()
  for (const member of members) {
    const { language } = await mailTextFor(db, organizationId, member)
    groups.set(language, [...(groups.get(language) ?? []), member])
  }
  return groups
}

interface Request {
  row: AccessRequestRow
  /** Null for an account type. */
  inode: InodeRow | null
  /** Of the file, or of the app. */
  address: string
  by: MemberRow | undefined
  /** Name of the account type that was assigned. */
  type: string | undefined
  listAddress: string
}

type Written = Pick<Mail, 'subject' | 'text'>

const nameIn = (text: MailText, member: MemberRow | undefined): string =>
  member ? fullNameOf(member) || member.email : text('somebody')

function requestMail(text: MailText, { row, inode, by, listAddress }: Request): Written {
  const name = nameIn(text, by)
  const permission = permissionIn(text, row.permission)
  const request = inode ? text('accessAsk', { name, document: inode.name, permission }) : text('typeAsk', { name })
  return {
    subject: inode ? text('accessAskSubject', { document: inode.name }) : text('typeAskSubject'),
    text: linesOf([request], row.message, [text('toDecide'), listAddress]),
  }
}

/** The name of a refused file stays hidden from the requester. */
function decisionMail(text: MailText, { row, inode, by, address, type }: Request): Written {
  const name = nameIn(text, by)
  if (row.state === 'denied') {
    const key = inode === null ? 'typeDenied' : 'accessDenied'
    return { subject: text(`${key}Subject`), text: linesOf([text(key, { name })], row.reason, []) }
  }
  if (inode) {
    const approved = text('accessApproved', { name, document: inode.name })
    const subject = text('accessApprovedSubject', { document: inode.name })
    return { subject, text: linesOf([approved], row.reason, [text('openIt'), address]) }
  }
  const approved = [text('typeApproved', { name }), ...(type === undefined ? [] : [text('typeNow', { type })])]
  const subject = text('typeApprovedSubject')
  return { subject, text: linesOf([approved.join(' ')], row.reason, [text('openOctavo'), address]) }
}

function linesOf(first: readonly string[], comment: string, last: readonly string[]): string {
  const quote = comment === '' ? [] : ['', ...quoted(comment)]
  return [...first, ...quote, ...(last.length === 0 ? [] : ['', ...last]), ''].join('\n')
}

const permissionNames = {
  view: 'permissionView',
  explore: 'permissionExplore',
  organize: 'permissionOrganize',
  edit: 'permissionEdit',
} as const

function permissionIn(text: MailText, permission: string): string {
  const known = requestedPermissions.find((each) => each === permission)
  return known === undefined ? permission : text(permissionNames[known])
}

/** The owner; the administrators when there is none (workspaces, account types) or the owner is not active any more. */
async function decidersOf({ db }: Store, organizationId: string, inode: InodeRow | null): Promise<string[]> {
  const ownerId = inode?.owner_id ?? null
  const owner = ownerId === null ? undefined : await findMember(db, organizationId, ownerId)
  return isActive(owner) ? [owner.id] : listAdministrators(db, organizationId)
}
