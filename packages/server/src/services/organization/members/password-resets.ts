import type { Viewer } from '@octavo/core/access'
import type { Invitation } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { requireRight } from '../../../access/index.ts'
import { eventOf } from '../../../audit/index.ts'
import { type Clock, isOver, type Secret } from '../../../config/index.ts'
import type { Queue } from '../../../queue/index.ts'
import { hashPassword, isSameText, type Secrets } from '../../../secrets/index.ts'
import { type Queryable, type Store, systemActor } from '../../../store/index.ts'
import {
  emailKeyOf,
  findMember,
  findMemberByEmail,
  isActive,
  type MemberRow,
  updateMember,
} from '../../../store/members.ts'
import { findOldestOrganization, findOrganization } from '../../../store/organizations.ts'
import { deleteSessionsOfMember } from '../../../store/sessions.ts'
import { findAttempts, saveAttempts } from '../../../store/sign-in-attempts.ts'
import { timestamp } from '../../answers/timestamp.ts'
import { mailTextFor } from '../../mail-texts/mail-text.ts'
import type { Mails } from '../mails/mails.ts'
import type { Members } from './members.ts'

const lifeMs = 3_600_000
const mailsAnHour = 3

export type PasswordResets = ReturnType<typeof createPasswordResets>

interface Parts {
  store: Store
  clock: Clock
  secrets: Secrets
  queue: Queue
  members: Members
  mails: Mails
}

/**
 * Links that let a member choose a new password. Nothing is stored for them: the token is signed together with the address and the password
 * of the member, so it becomes invalid when a password is chosen, the address changes, or an hour has passed.
 */
export function createPasswordResets(parts: Parts) {
  return {
    request: (email: string, baseUrl: string) => request(parts, email, baseUrl),
    sendLink: (organizationId: string, order: { memberId: string; baseUrl: string }) =>
      sendLink(parts, organizationId, order),
    linkBy: (viewer: Viewer, memberId: string, baseUrl: string) => linkBy(parts, viewer, memberId, baseUrl),
    reset: (token: string, password: Secret) => reset(parts, token, password),
  }
}

/** An unknown address takes the same steps, so that neither the response nor its time reveals who is a member. */
async function request(parts: Parts, email: string, baseUrl: string): Promise<void> {
  const { store, clock, queue } = parts
  const organization = await findOldestOrganization(store.db)
  if (organization === undefined) throw new AppError('not_ready', { reason: 'The first start is not complete.' })
  const organizationId = organization.id
  const member = await findMemberByEmail(store.db, organizationId, email)
  const hasMail = await parts.mails.isSet(organizationId)
  const mayReset = member !== undefined && canSignIn(member) && hasMail
  await store.write(
    {
      organizationId,
      actor: systemActor,
      category: 'USER_ACCOUNT',
      action: 'PASSWORD_RESET_REQUESTED',
      object: member === undefined ? { kind: 'organization', id: organizationId } : { kind: 'member', id: member.id },
    },
    async (tx) => {
      const isWithinLimit = await countRequest(tx, `reset:${emailKeyOf(email)}`, clock.now())
      if (!mayReset || !isWithinLimit) return
      await queue.enqueue(tx, {
        organizationId,
        kind: 'mail.password-reset',
        payload: { memberId: member.id, baseUrl },
        actorId: 'system',
      })
    },
  )
}

async function countRequest(tx: Queryable, subject: string, now: number): Promise<boolean> {
  const known = (await findAttempts(tx, [subject])).get(subject)
  const isFresh = known === undefined || isOver(known.first_failed_at + lifeMs, lifeMs, now)
  const failures = (isFresh ? 0 : known.failures) + 1
  await saveAttempts(tx, {
    subject,
    failures,
    first_failed_at: isFresh ? now : known.first_failed_at,
    locked_until: null,
  })
  return failures <= mailsAnHour
}

/** False when the member cannot sign in any more. The link is created when the mail is sent, so no table ever stores it. */
async function sendLink(
  parts: Parts,
  organizationId: string,
  { memberId, baseUrl }: { memberId: string; baseUrl: string },
): Promise<boolean> {
  const { store, mails } = parts
  const member = await findMember(store.db, organizationId, memberId)
  const organization = await findOrganization(store.db, organizationId)
  if (!organization || !member || !canSignIn(member) || !(await mails.isSet(organizationId))) return false
  const text = await mailTextFor(store.db, organizationId, member)
  await mails.send(organizationId, {
    to: member.email,
    subject: text('resetSubject', { organization: organization.name }),
    text: [
      text('hello'),
      '',
      text('reset', { organization: organization.name }),
      '',
      linkFor(parts, member, baseUrl).url,
      '',
      text('resetEnd'),
      '',
    ].join('\n'),
  })
  return true
}

async function linkBy(parts: Parts, viewer: Viewer, memberId: string, baseUrl: string): Promise<Invitation> {
  await parts.members.get(viewer, memberId)
  requireRight(viewer, 'resetPasswords')
  const event = eventOf(viewer, {
    category: 'USER_ACCOUNT',
    action: 'PASSWORD_RESET_LINK_CREATED',
    object: { kind: 'member', id: memberId },
  })
  return parts.store.write(event, async (tx) => {
    const row = await findMember(tx, viewer.organizationId, memberId)
    if (row && canSignIn(row)) return linkFor(parts, row, baseUrl)
    throw conflict({ rule: 'member_without_reset' })
  })
}

/** Throws `unauthorized` for a link that is forged, expired, used, or of a deactivated member. */
async function reset(parts: Parts, token: string, password: Secret): Promise<void> {
  const { store, clock } = parts
  const refusal = new AppError('unauthorized', {
    reason: 'This link is unknown, expired or was used before.',
    because: { rule: 'link_used' },
    hint: 'Ask for a new one.',
  })
  const [text = '', mac = ''] = token.split('.')
  const facts = factsOf(text)
  if (facts === null) throw refusal
  const { organizationId, memberId, expiresAt } = facts
  const isValid = (member: MemberRow | undefined): boolean =>
    member !== undefined &&
    isSameText(mac, macOf(parts, member, expiresAt)) &&
    !isOver(expiresAt, lifeMs, clock.now()) &&
    canSignIn(member)
  // Also checked before the expensive hash.
  if (!isValid(await findMember(store.db, organizationId, memberId))) throw refusal
  const hash = await hashPassword(password)
  await store.write(
    {
      organizationId,
      actor: { kind: 'member', id: memberId },
      category: 'USER_ACCOUNT',
      action: 'PASSWORD_RESET',
      object: { kind: 'member', id: memberId },
    },
    async (tx) => {
      if (!isValid(await findMember(tx, organizationId, memberId))) throw refusal
      await updateMember(tx, organizationId, memberId, {
        password_hash: hash,
        updated_by: memberId,
        updated_at: clock.now(),
      })
      await deleteSessionsOfMember(tx, organizationId, memberId)
    },
  )
}

const canSignIn = (member: MemberRow): boolean => isActive(member) && member.user_kind !== 'embed'

function macOf({ secrets }: Parts, member: MemberRow, expiresAt: number): string {
  const facts = [member.organization_id, member.id, member.email_key, member.password_hash, expiresAt]
  return secrets.mac('password reset', JSON.stringify(facts))
}

function linkFor(parts: Parts, member: MemberRow, baseUrl: string): Invitation {
  const expiresAt = parts.clock.now() + lifeMs
  const facts = Buffer.from(JSON.stringify([member.organization_id, member.id, expiresAt])).toString('base64url')
  // After #, so that no server log and no referrer contains it.
  return { url: `${baseUrl}/reset#${facts}.${macOf(parts, member, expiresAt)}`, expiresAt: timestamp(expiresAt) }
}

function factsOf(text: string): { organizationId: string; memberId: string; expiresAt: number } | null {
  try {
    const facts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(facts)) return null
    const [organizationId, memberId, expiresAt] = facts as unknown[]
    if (typeof organizationId !== 'string' || typeof memberId !== 'string' || typeof expiresAt !== 'number') return null
    return { organizationId, memberId, expiresAt }
  } catch {
    return null
  }
}
