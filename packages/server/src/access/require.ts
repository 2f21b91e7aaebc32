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
import { AppError, type Problem } from '@octavo/core/errors'

/** Throws `forbidden` with the reason: the given one where the decision's own reason would not say what to do. */
export function requireAllowed(decision: Decision, refused?: string | Problem): void {
  if (decision.allowed) return
  if (typeof refused === 'object') throw new AppError('forbidden', { reason: refused.message, problems: [refused] })
  throw new AppError('forbidden', refused === undefined ? refusalOf(decision) : { reason: refused })
}

function refusalOf(decision: Decision) {
  return { reason: explain(decision), because: { ...decision.because } }
}

/** Checks a right that does not belong to a single object; throws `forbidden`. */
export function requireRight(viewer: Viewer, right: OrganizationRight): void {
  requireAllowed(decideRight(viewer, right))
}

/** Checks the requirements of an operation before its objects are loaded; throws `forbidden`. */
export function requireOperation(viewer: Viewer, needs: OperationNeeds): void {
  requireAllowed(decideOperation(viewer, needs))
}

/** Checks the right to view as another member; throws `forbidden`. */
export function requireViewAs(viewer: Viewer, other: Viewer): void {
  requireAllowed(decideViewAs(viewer, other))
}

/** Checks an action that members may do for themselves, and administrators for others; throws `forbidden`. */
export function requireMember(viewer: Viewer, memberId: string, action: MemberAction): void {
  requireAllowed(decideMember(viewer, memberId, action))
}

/** Throws `not_found` for a team that does not exist or is not visible to the viewer, `forbidden` when the action is refused. */
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

/** Checks the right to assign an account type to a member, or to change a member who has it; throws `forbidden`. */
export function requireAccountType(
  viewer: Viewer,
  type: { name: string; isAdmin: boolean; permissions: readonly string[] },
): void {
  requireAllowed(decideAccountType(viewer, type))
}
