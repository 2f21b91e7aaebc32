import { adminTypeName, type Viewer } from '@octavo/core/access'
import { type Clock, isOver } from '../../config/index.ts'
import { isDryRun, type Store } from '../../store/index.ts'
import { findMemberWithAccountType, isActive, type MemberWithAccountType } from '../../store/members.ts'
import { findTeamsOfMember } from '../../store/teams.ts'
import { listValuesOfMember, type ValueOfMember, valueThatCounts } from '../../store/user-attributes.ts'

/** Deactivation and changes of rights take effect within this time. */
const keptMs = 1_000
const mostKept = 1_000

export type Viewers = ReturnType<typeof createViewers>

/** Loads the viewer of a member, identically for tokens, web sessions and jobs. */
export function createViewers({ store, clock }: { store: Store; clock: Clock }) {
  const kept = new Map<
    string,
    { viewer: Promise<Omit<Viewer, 'via'> | null>; until: number; byVia: Map<string, Viewer> }
  >()

  async function read(organizationId: string, memberId: string, andDeactivated = false) {
    const [member, teams, values] = await Promise.all([
      findMemberWithAccountType(store.db, organizationId, memberId),
      findTeamsOfMember(store.db, organizationId, memberId),
      listValuesOfMember(store.db, organizationId, memberId, null),
    ])
    if (member === undefined || (!isActive(member) && !andDeactivated)) return null
    return viewerFrom(member, teams, values)
  }

  return {
    /** Null when the member is unknown or deactivated. */
    async load(organizationId: string, memberId: string, via: Viewer['via']): Promise<Viewer | null> {
      if (isDryRun()) {
        const viewer = await read(organizationId, memberId)
        return viewer && { ...viewer, via }
      }
      const key = `${organizationId} ${memberId}`
      const now = clock.now()
      let entry = kept.get(key)
      if (entry === undefined || isOver(entry.until, keptMs, now)) {
        entry = { viewer: read(organizationId, memberId), until: now + keptMs, byVia: new Map() }
        kept.set(key, entry)
        entry.viewer.catch(() => kept.delete(key))
        if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '')
      }
      const viewer = await entry.viewer
      if (viewer === null) return null
      // Equal callers share one object, so that values cached by viewer are found again.
      const viaKey = JSON.stringify(via)
      const known = entry.byVia.get(viaKey)
      if (known !== undefined) return known
      const made = { ...viewer, via }
      entry.byVia.set(viaKey, made)
      return made
    },
    /** The viewer of a member, active or deactivated: to list the files of members who left, never to act as one. */
    async loadForListing(organizationId: string, memberId: string): Promise<Viewer | null> {
      const viewer = await read(organizationId, memberId, true)
      return viewer && { ...viewer, via: { kind: 'job' } }
    },
    /** Removes a member from the cache after this process changed their rights. */
    forget(organizationId: string, memberId: string): void {
      kept.delete(`${organizationId} ${memberId}`)
    },
    /** Call it after a change that may affect any number of members: of an account type, of a team's or default value. */
    forgetAll(): void {
      kept.clear()
    },
  }
}

/** Builds the viewer of a member; `teams` and `values` are the member's. */
export function viewerFrom(
  member: MemberWithAccountType,
  teams: readonly { id: string; name: string }[],
  values: readonly ValueOfMember[],
): Omit<Viewer, 'via'> {
  return {
    organizationId: member.organization_id,
    memberId: member.id,
    email: member.email,
    firstName: member.first_name,
    lastName: member.last_name,
    accountType: {
      id: member.account_type_id,
      name: member.account_type_name,
      permissions: JSON.parse(member.account_type_permissions) as string[],
    },
    isAdmin: member.account_type_is_built_in === 1 && member.account_type_name === adminTypeName,
    userKind: member.user_kind,
    teams: teams.map(({ id, name }) => ({ id, name })),
    attributes: Object.fromEntries(
      values.flatMap((value): [string, string][] => {
        const text = valueThatCounts(value)
        return text === null ? [] : [[value.name, text]]
      }),
    ),
  }
}
