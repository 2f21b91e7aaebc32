import {
  type Decision,
  decideAccountType,
  decideMember,
  decideOperation,
  decideRight,
  decideTeam,
  decideViewAs,
  explain,
  type MemberAction,
  type OperationNeeds,
  type OrganizationRight,
  type TeamFacts,
  type Viewer,
} from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'

/** Throws `forbidden` with the reason. */
export function requireAllowed(decision: Decision): void {
  if (!decision.allowed) throw new AppError('forbidden', { reason: explain(decision) })
}

/** A right that belongs to no single object; throws `forbidden`. */
export function requireRight(viewer: Viewer, right: OrganizationRight): void {
  requireAllowed(decideRight(viewer, right))
}

/** What an operation of the contract asks before its objects are known; throws `forbidden`. */
export function requireOperation(viewer: Viewer, needs: OperationNeeds): void {
  requireAllowed(decideOperation(viewer, needs))
}

/** The right to look at things as another member; throws `forbidden`. */
export function requireViewAs(viewer: Viewer, other: Viewer): void {
  requireAllowed(decideViewAs(viewer, other))
}

/** What everybody may do for themselves, and for others only administrators; throws `forbidden`. */
export function requireMember(viewer: Viewer, memberId: string, action: MemberAction): void {
  requireAllowed(decideMember(viewer, memberId, action))
}

/** Throws `not_found` for a team that the viewer may not know of (or that there is not), `forbidden` for what is refused. */
export function requireTeam(
  viewer: Viewer,
  teamId: string,
  team: TeamFacts | null,
  action: 'view' | 'seeGrants' | 'edit',
): void {
  const decision = team && decideTeam(viewer, team, action)
  if (!decision?.isVisible) throw new AppError('not_found', { kind: 'team', id: teamId })
  requireAllowed(decision)
}

/** The right to give an account type to a member, or to change a member who has it; throws `forbidden`. */
export function requireAccountType(
  viewer: Viewer,
  type: { name: string; isAdmin: boolean; permissions: readonly string[] },
): void {
  requireAllowed(decideAccountType(viewer, type))
}
