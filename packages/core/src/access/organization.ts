import type { Decision } from './decide.ts'
import { type FeaturePermission, isFeaturePermission } from './features.ts'
import type { Viewer } from './viewer.ts'

/**
 * The rights on the organization rather than on one object: the feature permission that each requires, or, as text, what only the Admin
 * account type may do.
 */
const rights = {
  manageMembers: 'manage-members',
  manageTeams: 'manage-teams',
  manageUserAttributes: 'manage-user-attributes',
  manageAccountTypes: { adminOnly: 'see and change account types' },
  signForOthers: { adminOnly: 'sign embeds for other members' },
  manageCredentials: { adminOnly: 'see and change API credentials' },
  resetPasswords: { adminOnly: 'give a member a link for a new password' },
  revokeTokens: { adminOnly: 'revoke the tokens of a member' },
  manageOrganization: { adminOnly: 'see and change the settings of the organization' },
  manageTenants: { adminOnly: 'see and change tenant organizations' },
  manageSharedTemplates: { adminOnly: 'accept and drop templates of other organizations' },
  manageDeployments: { adminOnly: 'see and change deployment policies' },
  readAuditLog: { adminOnly: 'read the audit log' },
  manageAuditLog: { adminOnly: 'change the audit log connection and its storage integrations' },
  manageTags: { adminOnly: 'change version tags' },
  manageCustomFunctions: { adminOnly: 'define custom functions' },
  manageConnections: { adminOnly: 'create and change connections' },
  handOverDocuments: { adminOnly: 'hand documents to another owner' },
  deactivateAndTakeOver: { adminOnly: 'deactivate a member and take over the documents' },
  useEveryFile: { adminOnly: 'use files that others uploaded' },
  nameOwner: { adminOnly: 'name another owner' },
  seeEverything: { adminOnly: 'use skipPermissionCheck' },
  createPublicEmbeds: { adminOnly: 'create public embeds' },
  copyAllBookmarks: { adminOnly: 'copy the saved views of others' },
  viewAs: { adminOnly: 'look at things as another member' },
  createWorkspaces: 'create-workspaces',
  createWorkbooks: 'edit-workbooks',
  createDataModels: 'edit-worksheet',
  writeSql: 'write-sql',
  sendMail: 'export-to-email',
  sendToWebhooks: 'export-to-webhook',
  sendToSlack: 'export-to-slack',
  sendToStorage: 'export-to-cloud',
  sendAsRecipients: 'export-as-recipient',
  manageDestinations: 'manage-export-integrations',
  manageApiConnectors: 'manage-api-connectors',
  createApiActions: 'create-api-actions',
  triggerApiActions: 'trigger-api-actions',
} as const satisfies Record<string, FeaturePermission | { adminOnly: string }>

export type OrganizationRight = keyof typeof rights

/** Decides whether this viewer has a right that is not about a single object, and why. */
export function decideRight(viewer: Viewer, right: OrganizationRight): Decision {
  const needed: FeaturePermission | { adminOnly: string } = rights[right]
  return typeof needed === 'string' ? decideFeature(viewer, needed) : decideAdmin(viewer, needed.adminOnly)
}

/**
 * Feature permissions for managing the organization. A member who manages members without being an administrator cannot grant these, nor
 * change members who have them. Guests and embed users, who may not see all members, never have these rights, whatever their account type.
 */
const guarded: readonly FeaturePermission[] = [
  'manage-members',
  'manage-teams',
  'manage-user-attributes',
  'manage-export-integrations',
  'manage-connections',
  'manage-api-connectors',
  'create-api-actions',
]

/** The same for a feature permission that an operation requires. */
export function decideFeature(viewer: Viewer, feature: FeaturePermission): Decision {
  // Otherwise anyone who can sign embed tokens could manage the organization as any administrator.
  if (viewer.via.kind === 'embedSession' && guarded.includes(feature)) return refused({ rule: 'embed_session' })
  if (viewer.isAdmin) return allowed({ rule: 'admin' })
  if (viewer.userKind !== 'internal' && guarded.includes(feature)) return refused({ rule: 'internal_only' })
  return viewer.accountType.permissions.includes(feature)
    ? allowed({ rule: 'account_type_allows' })
    : refused({ rule: 'account_type', needs: [feature] })
}

/** What an operation of the contract requires of its caller, before its objects are known. */
export interface OperationNeeds {
  requires?: FeaturePermission | undefined
  /** It changes something, or it sends or exports data. */
  isWrite: boolean
  /** It cannot be done on behalf of another member with an exchanged token. */
  isForOneselfOnly?: boolean
}

export function decideOperation(
  viewer: Viewer,
  { requires, isWrite, isForOneselfOnly = false }: OperationNeeds,
): Decision {
  if (isWrite && viewer.via.kind === 'viewAs') return refused({ rule: 'only_looking' })
  if (isWrite && viewer.via.kind === 'token' && viewer.via.onlyReads) return refused({ rule: 'only_reading' })
  if (isForOneselfOnly && viewer.via.kind === 'token' && viewer.via.actorId !== undefined) {
    return refused({ rule: 'acting_as' })
  }
  return requires === undefined ? allowed({ rule: 'account_type_allows' }) : decideFeature(viewer, requires)
}

/** Decides whether this administrator may view the app as another member. Nobody may view it as an administrator. */
export function decideViewAs(viewer: Viewer, other: Viewer): Decision {
  const decision = decideRight(viewer, 'viewAs')
  return decision.allowed && other.isAdmin ? refused({ rule: 'not_as_admin' }) : decision
}

/** Requires an embed session: these operations are for embed sessions only. */
export const decideEmbedSession = ({ via }: Pick<Viewer, 'via'>): Decision =>
  via.kind === 'embedSession' ? allowed({ rule: 'self' }) : refused({ rule: 'no_embed_session' })

/** Requires the viewer's own session: nobody signs in at a data platform on behalf of another member or inside an embed. */
export function decideOwnSignIn({ via }: Pick<Viewer, 'via'>): Decision {
  if (via.kind === 'token' && via.actorId === undefined) return allowed({ rule: 'self' })
  return via.kind === 'session' ? allowed({ rule: 'self' }) : refused({ rule: 'own_sign_in' })
}

/** Public embeds can be created and opened while the organization allows them. */
export const decidePublicEmbeds = (isOn: boolean): Decision =>
  isOn ? allowed({ rule: 'organization_allows' }) : refused({ rule: 'switched_off', what: 'Public embeds' })

/** Whether a draft, or the data models that it reads, depends on the reader. */
export interface ReaderRules {
  /** Some column, row or text depends on the reader. */
  exist: boolean
  /** A data model has such rules and the author may not edit it, and therefore may not see what they hide. */
  areOfOthers: boolean
}

/**
 * Decides whether a user who edits a workbook may see its draft as another member or a team. Administrators may, except as an
 * administrator. Others may only if they learn nothing that is hidden from them: rows and values that depend on the reader reveal user
 * attributes and teams, and rules of a data model hide rows from users who may not edit it.
 */
export function decideDraftViewAs(viewer: Viewer, other: Pick<Viewer, 'isAdmin'>, rules: ReaderRules): Decision {
  if (viewer.userKind !== 'internal') return refused({ rule: 'internal_only' })
  if (other.isAdmin) return refused({ rule: 'not_as_admin' })
  if (viewer.isAdmin) return allowed({ rule: 'admin' })
  if (rules.areOfOthers) return refused({ rule: 'rules_of_others' })
  const needed: FeaturePermission[] = rules.exist ? ['manage-user-attributes', 'manage-teams'] : []
  const missing = needed.filter((feature) => !decideFeature(viewer, feature).allowed)
  return missing.length > 0
    ? refused({ rule: 'account_type', needs: missing })
    : allowed({ rule: 'account_type_allows' })
}

/** Embed users have a token of their own and cannot sign in. */
export const maySignIn = ({ userKind }: Pick<Viewer, 'userKind'>): boolean => userKind !== 'embed'

export const hasRight = (viewer: Viewer, right: OrganizationRight): boolean => decideRight(viewer, right).allowed

/** Actions on members: everyone may take them on themselves, only the Admin account type on others. */
const ofMembers = {
  seeFiles: 'list the files of another member',
  seeTeams: 'list the teams of another member',
  seeGrants: 'list the grants of others',
  changeFavorites: 'change the favorites of another member',
  exportAs: 'export as another member',
  seeSchedules: 'list the scheduled exports of another member',
  changeSchedule: 'see or change what a schedule of another member sends, and to whom',
  changeView: 'change a view of another member',
  withdrawRequests: 'withdraw the request of another member',
} as const
export type MemberAction = keyof typeof ofMembers

export function decideMember(viewer: Viewer, memberId: string, action: MemberAction): Decision {
  return memberId === viewer.memberId ? allowed({ rule: 'self' }) : decideAdmin(viewer, ofMembers[action])
}

/**
 * Whether the viewer is inside an embed, where no other members are visible: the users of the embedding product do not know each other, not
 * even in the same team.
 */
export const isInEmbed = ({ userKind, via }: Pick<Viewer, 'userKind' | 'via'>): boolean =>
  userKind === 'embed' || via.kind === 'embedSession'

/** The members that a viewer may see: the given member and members of the given teams, or all (null). */
export function membersSeenBy(viewer: Viewer): { memberId: string; teamIds: string[] } | null {
  if (isInEmbed(viewer)) return { memberId: viewer.memberId, teamIds: [] }
  if (viewer.userKind === 'internal') return null
  return { memberId: viewer.memberId, teamIds: viewer.teams.map(({ id }) => id) }
}

/** The teams that a viewer may see: their own and, with `andPublic`, the public ones, or all (null). */
export function teamsSeenBy(viewer: Viewer): { teamIds: string[]; andPublic: boolean } | null {
  const teamIds = viewer.teams.map(({ id }) => id)
  if (isInEmbed(viewer)) return { teamIds, andPublic: false }
  return viewer.isAdmin ? null : { teamIds, andPublic: viewer.userKind === 'internal' }
}

export interface TeamFacts {
  id: string
  name: string
  visibility: string
  /** The viewer is an admin of the team. */
  isTeamAdmin: boolean
}

/** `seeGrants` is for members of the team, `edit` for its admins, and both also for users who manage all teams. */
export function decideTeam(viewer: Viewer, team: TeamFacts, action: 'view' | 'seeGrants' | 'edit'): Decision {
  const seen = teamsSeenBy(viewer)
  const isOwn = viewer.teams.some(({ id }) => id === team.id)
  if (seen && !isOwn && !(seen.andPublic && team.visibility === 'public')) {
    return { allowed: false, because: { rule: 'no_grant' }, isVisible: false }
  }
  switch (action) {
    case 'view':
      return allowed(isOwn ? { rule: 'self' } : { rule: 'account_type_allows' })
    case 'seeGrants':
      return isOwn ? allowed({ rule: 'self' }) : decideAdmin(viewer, ofMembers.seeGrants)
    case 'edit':
      return team.isTeamAdmin || hasRight(viewer, 'manageTeams')
        ? allowed({ rule: 'account_type_allows' })
        : refused({ rule: 'not_team_admin', team: team.name })
  }
}

/** Decides whether the viewer may assign this account type to a member, or change a member who has it. */
export function decideAccountType(
  viewer: Viewer,
  type: { name: string; isAdmin: boolean; permissions: readonly string[] },
): Decision {
  if (viewer.isAdmin) return allowed({ rule: 'admin' })
  const isBeyond = type.isAdmin || type.permissions.some((name) => isFeaturePermission(name) && guarded.includes(name))
  if (isBeyond) return decideAdmin(viewer, `give, or change members with, the account type "${type.name}"`)
  return decideRight(viewer, 'manageMembers')
}

/** The author of a comment may edit and delete it; administrators may delete every comment. */
export function decideComment(viewer: Viewer, createdBy: string, action: 'edit' | 'delete'): Decision {
  if (createdBy === viewer.memberId) return allowed({ rule: 'self' })
  if (action === 'delete' && viewer.isAdmin) return allowed({ rule: 'admin' })
  return refused({ rule: 'not_own' })
}

/** Decides whether the viewer may request access to files. Guests and embed users see only what is shared with their teams. */
export function decideAccessRequest(viewer: Viewer): Decision {
  return viewer.userKind === 'internal' ? allowed({ rule: 'self' }) : refused({ rule: 'internal_only' })
}

/** Decides whether the viewer may request a higher account type. The organization can disable such requests. */
export function decideAccountTypeRequest(viewer: Viewer, isOn: boolean): Decision {
  if (viewer.userKind !== 'internal') return refused({ rule: 'internal_only' })
  if (viewer.isAdmin) return refused({ rule: 'highest_type' })
  if (isOn) return allowed({ rule: 'organization_allows' })
  return refused({ rule: 'switched_off', what: 'Requests for another account type' })
}

/** Decides whether the viewer may add this version tag to a document, or remove it, as far as the tag is concerned. */
export function decideTag(
  viewer: Viewer,
  tag: { name: string; isProtected: boolean; approverIds: readonly string[] },
): Decision {
  if (viewer.isAdmin) return allowed({ rule: 'admin' })
  if (!tag.isProtected) return allowed({ rule: 'account_type_allows' })
  return tag.approverIds.includes(viewer.memberId)
    ? allowed({ rule: 'self' })
    : refused({ rule: 'protected_tag', tag: tag.name })
}

const allowed = (because: Decision['because']): Decision => ({ allowed: true, because, isVisible: true })
const refused = (because: Decision['because']): Decision => ({ allowed: false, because, isVisible: true })

function decideAdmin(viewer: Viewer, what: string): Decision {
  if (!viewer.isAdmin) return refused({ rule: 'admin_only', what })
  return viewer.via.kind === 'embedSession' ? refused({ rule: 'embed_session' }) : allowed({ rule: 'admin' })
}
