import type { Invitation } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Clock, Secret } from '../../../config/index.ts'
import { hashPassword, isSameText, type Secrets } from '../../../secrets/index.ts'
import type { Store } from '../../../store/index.ts'
import { findMember, isActive, type MemberRow, updateMember } from '../../../store/members.ts'
import { timestamp } from '../../answers/timestamp.ts'

const lifeMs = 7 * 86_400_000

export type Invitations = ReturnType<typeof createInvitations>

/**
 * Links that let a member choose the first password. Nothing is stored for them: the token is signed together with the address and the
 * password of the member, so it becomes invalid when a password is chosen, the address changes, or it expires.
 */
export function createInvitations({ store, clock, secrets }: { store: Store; clock: Clock; secrets: Secrets }) {
  const macOf = (member: MemberRow, expiresAt: number) =>
    secrets.mac(
      'invitation',
      JSON.stringify([member.organization_id, member.id, member.email_key, member.password_hash, expiresAt]),
    )

  return {
    /** For a member without a password. */
    linkFor(member: MemberRow, baseUrl: string): Invitation {
      const expiresAt = clock.now() + lifeMs
      const facts = Buffer.from(JSON.stringify([member.organization_id, member.id, expiresAt])).toString('base64url')
      // After #, so that no server log and no referrer contains it.
      return { url: `${baseUrl}/invitation#${facts}.${macOf(member, expiresAt)}`, expiresAt: timestamp(expiresAt) }
    },

    /** Throws `unauthorized` for a link that is forged, expired, used, or of a deactivated member. */
    async accept(token: string, password: Secret): Promise<void> {
      const refusal = new AppError('unauthorized', {
        reason: 'This invitation is unknown, expired or was used before.',
        because: { rule: 'invitation_used' },
        hint: 'Ask an administrator for a new one.',
      })
      const [facts = '', mac = ''] = token.split('.')
      const read = factsOf(facts)
      if (read === null) throw refusal
      const { organizationId, memberId, expiresAt } = read
      const isValid = (member: MemberRow | undefined): member is MemberRow =>
        member !== undefined &&
        isSameText(mac, macOf(member, expiresAt)) &&
        expiresAt > clock.now() &&
        member.password_hash === null &&
        isActive(member)
      // Also checked before the expensive hash.
      if (!isValid(await findMember(store.db, organizationId, memberId))) throw refusal
      const hash = await hashPassword(password)
      const now = clock.now()
      await store.write(
        {
          organizationId,
          actor: { kind: 'member', id: memberId },
          category: 'USER_ACCOUNT',
          action: 'INVITATION_ACCEPTED',
          object: { kind: 'member', id: memberId },
          change: { before: { hasPassword: false }, after: { hasPassword: true } },
        },
        async (tx) => {
          if (!isValid(await findMember(tx, organizationId, memberId))) throw refusal
          await updateMember(tx, organizationId, memberId, {
            password_hash: hash,
            updated_by: memberId,
            updated_at: now,
          })
        },
      )
    },
  }
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
