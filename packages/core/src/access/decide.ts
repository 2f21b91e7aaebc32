import type { FeaturePermission } from './features.ts'
import {
  inherited,
  ladders,
  type ObjectFamily,
  type Permission,
  type PermissionOf,
  requiredFeatures,
} from './ladders.ts'
import type { Viewer } from './viewer.ts'

/** A grant that applies to the viewer. Grants to others are not loaded, and `decide` relies on that. */
export interface GrantFact {
  permission: string
  to: 'member' | 'team' | 'everyone'
  /** The team that has the grant. */
  teamId?: string
  /** The id of the object with the grant: the object itself or one of its containers. */
  on: string
  /** The id of the grant. */
  id?: string
}

/** The facts about an object that are needed to decide what a viewer may do with it. */
export interface ObjectFacts {
  family: ObjectFamily
  id: string
  ownerId: string | null
  /** Its containers, from the nearest up: folders; for a database path the paths above it and the connection. */
  holders: readonly { id: string; ownerId: string | null }[]
  grants: readonly GrantFact[]
  /** Archived: it can be viewed, exported, restored and purged, and nothing else. */
  isArchived?: boolean
  /** My Documents of a member, which cannot be moved or changed. */
  isHome?: boolean
  /** A tagged version, which cannot be changed. */
  isTagged?: boolean
  /** For a connection: the viewer has a grant on a path in it, and may therefore see the connection and browse to the path. */
  isPassage?: boolean
}

interface Needed {
  permission: Permission
  feature?: FeaturePermission
  /** Not for guests and embed users. */
  internal?: boolean
}

/** The actions of each family: the permission that each needs, and a feature permission if it needs one too. */
const actions = {
  workbook: {
    view: { permission: 'view' },
    seeAccess: { permission: 'view', internal: true },
    useAsSource: { permission: 'view' },
    copy: { permission: 'view' },
    export: { permission: 'view', feature: 'download' },
    schedule: { permission: 'view', feature: 'schedule-exports' },
    comment: { permission: 'view', feature: 'comment-on-workbooks' },
    explore: { permission: 'explore' },
    writeFormulas: { permission: 'explore', feature: 'full-explore' },
    saveView: { permission: 'view' },
    customize: { permission: 'explore', feature: 'full-explore' },
    shareView: { permission: 'explore', feature: 'edit-workbooks', internal: true },
    edit: { permission: 'edit' },
    badge: { permission: 'view', feature: 'manage-badges' },
    enterRowsForAll: { permission: 'view', feature: 'edit-input-tables' },
    enterRows: { permission: 'explore', feature: 'edit-input-tables' },
    enterRowsInDraft: { permission: 'edit', feature: 'edit-input-tables' },
    delete: { permission: 'edit' },
    restore: { permission: 'edit' },
    tag: { permission: 'edit', feature: 'apply-tags' },
    share: { permission: 'edit', feature: 'share-documents' },
    transfer: 'admin',
    purge: 'admin',
  },
  model: {
    view: { permission: 'view' },
    seeAccess: { permission: 'view', internal: true },
    useAsSource: { permission: 'view' },
    export: { permission: 'view', feature: 'download' },
    edit: { permission: 'edit' },
    badge: { permission: 'view', feature: 'manage-badges' },
    delete: { permission: 'edit' },
    restore: { permission: 'edit' },
    tag: { permission: 'edit', feature: 'apply-tags' },
    share: { permission: 'edit', feature: 'share-documents' },
    transfer: 'admin',
    purge: 'admin',
  },
  folder: {
    view: { permission: 'view' },
    seeAccess: { permission: 'view', internal: true },
    addDocument: { permission: 'organize' },
    addFolder: { permission: 'organize', feature: 'create-folders' },
    edit: { permission: 'edit' },
    badge: { permission: 'view', feature: 'manage-badges' },
    delete: { permission: 'edit' },
    restore: { permission: 'edit' },
    share: { permission: 'edit', feature: 'share-documents' },
    transfer: 'admin',
    purge: 'admin',
  },
  connection: {
    view: { permission: 'usage' },
    seeAccess: { permission: 'usage', internal: true },
    useAsSource: { permission: 'usage' },
    writeSql: { permission: 'usage', feature: 'write-sql' },
    uploadCsv: { permission: 'usage', feature: 'upload-csv' },
    createProcedureAction: { permission: 'usage', feature: 'create-stored-procedure-actions' },
    callProcedure: { permission: 'usage', feature: 'call-stored-procedure-actions' },
    createInputTable: { permission: 'usage', feature: 'create-input-tables' },
    annotate: { permission: 'annotate' },
    edit: { permission: 'admin' },
    delete: { permission: 'admin' },
    restore: { permission: 'admin' },
    share: { permission: 'admin' },
  },
} as const satisfies {
  [F in ObjectFamily]: Record<string, (Needed & { permission: PermissionOf<F> }) | 'admin'>
}

/** Actions that are allowed on an archived object. */
const inArchive: readonly string[] = ['view', 'export', 'seeAccess', 'delete', 'restore', 'transfer', 'purge']
/** Actions that nobody may take on My Documents of a member. */
const notWithHome: readonly string[] = ['edit', 'badge', 'delete', 'restore', 'share', 'transfer', 'purge']

/** Actions that nobody may take on a tagged version. */
const notWithTagged: readonly string[] = [
  'edit',
  'badge',
  'enterRowsInDraft',
  'delete',
  'restore',
  'transfer',
  'purge',
  'tag',
]

export type ActionOn<F extends ObjectFamily> = keyof (typeof actions)[F] & string
export type Action = { [F in ObjectFamily]: ActionOn<F> }[ObjectFamily]

/** The actions of a family, in the order of its permissions. */
export const actionsOn = <F extends ObjectFamily>(family: F): ActionOn<F>[] =>
  Object.keys(actions[family]) as ActionOn<F>[]

/** Rules with a fixed explanation, which is shown to callers who ask why. */
const plainRules = {
  admin: 'Administrators may do this.',
  owner: 'The owner may do this.',
  inside: 'Something in it is shared with you.',
  self: 'This is your own.',
  account_type_allows: 'Your account type includes this.',
  organization_allows: 'The settings of the organization allow this.',
  no_grant: 'Nothing is shared with you here.',
  internal_only: 'Guests and embed users may not do this.',
  highest_type: 'Your account type may do everything already.',
  not_own: 'Only the member who wrote it may do this.',
  archived: 'It is in the archive. Restore it first.',
  only_reading: 'This API credential may only read.',
  no_embed_session: 'This token is not that of an embed session.',
  embed_session: 'A session inside the page of another product does not manage the organization.',
  own_sign_in: 'Signing in at the data platform of a connection needs a session of your own.',
  acting_as:
    'While acting as another member, you cannot export, send or schedule data, or use the paths of connections.',
  tagged: 'A tagged version stays as it is. Tag another version, or take the tag off.',
  home: 'My Documents of a member cannot be changed, and are not shared as a whole.',
  only_looking: 'While you view Octavo as another member, you cannot change, export or download anything.',
  not_as_admin: 'The view of an administrator cannot be opened by others.',
  rules_of_others:
    'The draft reads a data model that restricts rows or columns and that you may not edit. Ask an administrator to look at it.',
  no_such_action: 'This cannot be done to an object of this kind.',
} as const

/** Where the right comes from, or what is missing. */
export type Because =
  | { rule: Exclude<keyof typeof plainRules, 'owner'> }
  | { rule: 'owner'; of: string }
  | { rule: 'grant'; to: GrantFact['to']; on: string; teamId?: string }
  | { rule: 'grant_too_low'; has: Permission; needs: Permission }
  | { rule: 'account_type'; needs: readonly FeaturePermission[] }
  | { rule: 'admin_only'; what?: string }
  | { rule: 'not_team_admin'; team: string }
  | { rule: 'protected_tag'; tag: string }
  | { rule: 'switched_off'; what: string }

export interface Decision {
  allowed: boolean
  because: Because
  /** Whether the viewer may know that the object exists. If not, the response is the one for a missing object. */
  isVisible: boolean
}

/** The decision for an object that does not exist: the same as for an object that is not shared with the viewer. */
export const nothingShared: Decision = { allowed: false, because: { rule: 'no_grant' }, isVisible: false }

/** One way in which a viewer has a permission. */
export interface Source {
  /** The resulting permission on the object, before the account type limits it. */
  permission: Permission
  /** The permission as it was granted, in the folder's words when it comes from a folder. */
  granted: Permission
  because: Extract<Because, { rule: 'owner' | 'grant' }>
  grantId: string | null
}

/**
 * Decides whether this viewer may do this to this object, and why. Permissions are additive: the highest of ownership, grants on the object
 * and permissions inherited from its containers counts, limited by the account type. Administrators may do everything that the state of the
 * object allows.
 */
export function decide(viewer: Viewer, facts: ObjectFacts, action: Action): Decision {
  const needed = actionOf(facts.family, action)
  if (needed === undefined) return { allowed: false, because: { rule: 'no_such_action' }, isVisible: viewer.isAdmin }
  const best = strongest(sourcesOf(viewer, facts), facts.family)
  const isPassage = facts.isPassage === true && missingFeatures(viewer, facts.family, { permission: 'usage' }) === null
  const held = capped(viewer, facts.family, best?.permission ?? null)
  const isVisible = viewer.isAdmin || held !== null || isPassage
  const refused = (because: Because): Decision => ({ allowed: false, because, isVisible })
  if (isVisible && facts.isArchived && !inArchive.includes(action)) return refused({ rule: 'archived' })
  if (isVisible && facts.isHome && notWithHome.includes(action)) return refused({ rule: 'home' })
  if (isVisible && facts.isTagged && notWithTagged.includes(action)) return refused({ rule: 'tagged' })
  // In an embed the viewer sees no other members, not even as an administrator.
  if (isVisible && action === 'seeAccess' && viewer.via.kind === 'embedSession') {
    return refused({ rule: 'internal_only' })
  }
  if (viewer.isAdmin) return { allowed: true, because: { rule: 'admin' }, isVisible: true }
  if (!best) {
    if (isPassage && action === 'view') return { allowed: true, because: { rule: 'inside' }, isVisible }
    return refused({ rule: 'no_grant' })
  }
  if (needed === 'admin') return refused({ rule: 'admin_only' })
  if (rank(facts.family, best.permission) < rank(facts.family, needed.permission)) {
    return refused({ rule: 'grant_too_low', has: best.permission, needs: needed.permission })
  }
  const missing = missingFeatures(viewer, facts.family, needed)
  if (missing) return refused({ rule: 'account_type', needs: missing })
  if (needed.internal && viewer.userKind !== 'internal') return refused({ rule: 'internal_only' })
  return { allowed: true, because: best.because, isVisible }
}

/** The permission to show for the object: the highest that counts; null for none. Administrators have the highest permission. */
export function permissionOn(viewer: Viewer, facts: ObjectFacts): Permission | null {
  if (viewer.isAdmin) return ladders[facts.family].at(-1) ?? null
  return capped(viewer, facts.family, strongest(sourcesOf(viewer, facts), facts.family)?.permission ?? null)
}

/** The highest permission that the account type allows; null when it does not even allow the lowest. */
export function highestPermission(viewer: Viewer, family: ObjectFamily): Permission | null {
  return capped(viewer, family, ladders[family].at(-1) ?? null)
}

/** Whether `permission` is a permission of the family and at least as high as `atLeast`. */
export function reaches(family: ObjectFamily, permission: string, atLeast: Permission): boolean {
  return rank(family, permission) >= rank(family, atLeast) && rank(family, permission) >= 0
}

function actionOf(family: ObjectFamily, action: Action): Needed | 'admin' | undefined {
  const known: Record<string, Needed | 'admin'> = actions[family]
  return Object.hasOwn(known, action) ? known[action] : undefined
}

const rank = (family: ObjectFamily, permission: string): number =>
  (ladders[family] as readonly string[]).indexOf(permission)

/** Every way in which the viewer has a permission on the object, before the account type limits it: ownership first, then grants. */
export function sourcesOf(viewer: Viewer, facts: ObjectFacts): Source[] {
  const { family } = facts
  const found: Source[] = []
  const add = (on: string, permission: string, because: Source['because'], grantId: string | null) => {
    const isHere = on === facts.id
    if (!isHere && !facts.holders.some(({ id }) => id === on)) return
    // Folders pass their own permissions on to their content; a path has the permissions of its connection.
    const onFolder = ladders.folder.find((each) => each === permission)
    const granted = isHere || family === 'connection' ? ladders[family].find((each) => each === permission) : onFolder
    if (granted === undefined) return
    const here = isHere || family === 'connection' || onFolder === undefined ? granted : inherited(family, onFolder)
    found.push({ permission: here, granted, because, grantId })
  }
  if (facts.ownerId === viewer.memberId) {
    add(facts.id, ladders[family].at(-1) ?? '', { rule: 'owner', of: facts.id }, null)
  }
  for (const holder of facts.holders) {
    if (holder.ownerId === viewer.memberId) add(holder.id, 'edit', { rule: 'owner', of: holder.id }, null)
  }
  for (const { permission, to, on, teamId, id = null } of facts.grants) {
    // Guests are not among "all members of the organization".
    if (to === 'everyone' && viewer.userKind === 'guest') continue
    add(on, permission, { rule: 'grant', to, on, ...(teamId === undefined ? {} : { teamId }) }, id)
  }
  return found
}

/** The first source with the highest permission. */
export function strongest(sources: readonly Source[], family: ObjectFamily): Source | null {
  let best: Source | null = null
  for (const source of sources) {
    if (best === null || rank(family, source.permission) > rank(family, best.permission)) best = source
  }
  return best
}

/** The permission as limited by the account type of the viewer. */
export function capped(viewer: Viewer, family: ObjectFamily, permission: Permission | null): Permission | null {
  if (permission === null) return null
  const permissions: readonly Permission[] = ladders[family]
  return (
    permissions
      .slice(0, rank(family, permission) + 1)
      .findLast((each) => missingFeatures(viewer, family, { permission: each }) === null) ?? null
  )
}

/** The feature permissions of which the viewer needs one and has none; null when nothing is missing. */
function missingFeatures(viewer: Viewer, family: ObjectFamily, needed: Needed): readonly FeaturePermission[] | null {
  if (viewer.isAdmin) return null
  const has = (feature: FeaturePermission) => viewer.accountType.permissions.includes(feature)
  const byPermission: Partial<Record<Permission, readonly FeaturePermission[]>> = requiredFeatures[family]
  const alternatives = byPermission[needed.permission] ?? []
  if (alternatives.length > 0 && !alternatives.some(has)) return alternatives
  return needed.feature && !has(needed.feature) ? [needed.feature] : null
}

/** The decision as text, for error messages and for callers who ask why. */
export function explain({ because }: Pick<Decision, 'because'>): string {
  switch (because.rule) {
    case 'grant':
      return `${because.to === 'member' ? 'A grant to you' : because.to === 'team' ? 'A grant to one of your teams' : 'A grant to everybody'} allows this.`
    case 'switched_off':
      return `${because.what} are switched off in the settings of the organization.`
    case 'grant_too_low':
      return `This needs the permission "${because.needs}"; you have "${because.has}".`
    case 'account_type':
      return `Your account type does not include ${because.needs.map((name) => `"${name}"`).join(' or ')}.`
    case 'admin_only':
      return because.what === undefined
        ? 'Only an administrator may do this.'
        : `Only the Admin account type may ${because.what}.`
    case 'not_team_admin':
      return `Changing the team "${because.team}" needs "manage-teams", or to be an admin of it.`
    case 'protected_tag':
      return `The version tag "${because.tag}" is protected: only its approvers and administrators put it on and take it off. Ask them with POST /v2/tags/{tagId}/requests.`
    default:
      return plainRules[because.rule]
  }
}
