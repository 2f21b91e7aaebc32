import { unreachable } from '../errors/index.ts'
import type { FeaturePermission } from './features.ts'
import { inherited, ladders, type ObjectFamily, type Permission, type PermissionOf, rungFeatures } from './ladders.ts'
import type { Viewer } from './viewer.ts'

/** A grant that reaches the viewer. Loading leaves the others out; `decide` trusts it in that. */
export interface GrantFact {
  permission: string
  to: 'member' | 'team' | 'everyone'
  /** The id of the object that carries it: the object itself or one of its holders. */
  on: string
}

/** What has to be known of an object to say what a viewer may do with it. */
export interface ObjectFacts {
  family: ObjectFamily
  id: string
  ownerId: string | null
  /** The folders that hold it, from the nearest up. Empty for connections. */
  holders: readonly { id: string; ownerId: string | null }[]
  grants: readonly GrantFact[]
}

/** What can be asked of each family: the rung that it takes, and a feature permission beside it. */
const actions = {
  workbook: {
    view: { rung: 'view' },
    useAsSource: { rung: 'view' },
    export: { rung: 'view', feature: 'download' },
    schedule: { rung: 'view', feature: 'schedule-exports' },
    comment: { rung: 'view', feature: 'comment-on-workbooks' },
    explore: { rung: 'explore' },
    edit: { rung: 'edit' },
    delete: { rung: 'edit' },
    tag: { rung: 'edit', feature: 'apply-tags' },
    share: { rung: 'edit', feature: 'share-documents' },
    transfer: 'admin',
  },
  model: {
    view: { rung: 'view' },
    useAsSource: { rung: 'view' },
    export: { rung: 'view', feature: 'download' },
    edit: { rung: 'edit' },
    delete: { rung: 'edit' },
    tag: { rung: 'edit', feature: 'apply-tags' },
    share: { rung: 'edit', feature: 'share-documents' },
    transfer: 'admin',
  },
  folder: {
    view: { rung: 'view' },
    addDocument: { rung: 'organize' },
    addFolder: { rung: 'organize', feature: 'create-folders' },
    edit: { rung: 'edit' },
    delete: { rung: 'edit' },
    share: { rung: 'edit', feature: 'share-documents' },
    transfer: 'admin',
  },
  connection: {
    view: { rung: 'usage' },
    useAsSource: { rung: 'usage' },
    writeSql: { rung: 'usage', feature: 'write-sql' },
    annotate: { rung: 'annotate' },
    edit: { rung: 'admin' },
    delete: { rung: 'admin' },
    share: { rung: 'admin' },
  },
} as const satisfies {
  [F in ObjectFamily]: Record<string, { rung: PermissionOf<F>; feature?: FeaturePermission } | 'admin'>
}

export type ActionOn<F extends ObjectFamily> = keyof (typeof actions)[F] & string
export type Action = { [F in ObjectFamily]: ActionOn<F> }[ObjectFamily]

/** Where the right comes from, or what is missing. */
export type Because =
  | { rule: 'admin' }
  | { rule: 'owner'; of: string }
  | { rule: 'grant'; to: GrantFact['to']; on: string }
  | { rule: 'no_grant' }
  | { rule: 'grant_too_low'; has: Permission; needs: Permission }
  | { rule: 'account_type'; needs: readonly FeaturePermission[] }
  | { rule: 'admin_only' }
  | { rule: 'no_such_action' }

export interface Decision {
  allowed: boolean
  because: Because
  /** May the viewer know that the object exists? Where not, the answer is the one for a missing object. */
  isVisible: boolean
}

/**
 * May this viewer do this to this object, and why. Additive: the highest of ownership, grants on the object and what
 * the holders pass down counts, never above what the account type allows. Administrators may do everything.
 */
export function decide(viewer: Viewer, facts: ObjectFacts, action: Action): Decision {
  const needed = actionOf(facts.family, action)
  if (needed === undefined) return { allowed: false, because: { rule: 'no_such_action' }, isVisible: viewer.isAdmin }
  if (viewer.isAdmin) return { allowed: true, because: { rule: 'admin' }, isVisible: true }
  const best = strongest(viewer, facts)
  const held = capped(viewer, facts.family, best?.permission ?? null)
  const isVisible = held !== null
  const refused = (because: Because): Decision => ({ allowed: false, because, isVisible })
  if (!best) return refused({ rule: 'no_grant' })
  if (needed === 'admin') return refused({ rule: 'admin_only' })
  if (rank(facts.family, best.permission) < rank(facts.family, needed.rung)) {
    return refused({ rule: 'grant_too_low', has: best.permission, needs: needed.rung })
  }
  const lacking = lackingFeatures(viewer, facts.family, needed)
  if (lacking) return refused({ rule: 'account_type', needs: lacking })
  return { allowed: true, because: best.because, isVisible }
}

/** The permission to show for the object: the highest that counts; null for none. Administrators hold the top rung. */
export function permissionOn(viewer: Viewer, facts: ObjectFacts): Permission | null {
  if (viewer.isAdmin) return ladders[facts.family].at(-1) ?? null
  return capped(viewer, facts.family, strongest(viewer, facts)?.permission ?? null)
}

/** The highest rung that the account type allows; null when it does not even allow the lowest. */
export function highestRung(viewer: Viewer, family: ObjectFamily): Permission | null {
  return capped(viewer, family, ladders[family].at(-1) ?? null)
}

/** True when `permission` is on the ladder of the family and at least as high as `atLeast`. */
export function reaches(family: ObjectFamily, permission: string, atLeast: Permission): boolean {
  return rank(family, permission) >= rank(family, atLeast) && rank(family, permission) >= 0
}

function actionOf(
  family: ObjectFamily,
  action: Action,
): { rung: Permission; feature?: FeaturePermission } | 'admin' | undefined {
  const known: Record<string, { rung: Permission; feature?: FeaturePermission } | 'admin'> = actions[family]
  return Object.hasOwn(known, action) ? known[action] : undefined
}

const rank = (family: ObjectFamily, permission: string): number =>
  (ladders[family] as readonly string[]).indexOf(permission)

function strongest(viewer: Viewer, facts: ObjectFacts): { permission: Permission; because: Because } | null {
  const { family } = facts
  let best: { permission: Permission; because: Because } | null = null
  const consider = (permission: string, because: Because) => {
    const rung = ladders[family].find((each) => each === permission)
    if (rung && rank(family, rung) > rank(family, best?.permission ?? '')) best = { permission: rung, because }
  }
  const considerHolder = (permission: string, because: Because) => {
    const onFolder = ladders.folder.find((rung) => rung === permission)
    if (onFolder && family !== 'connection') consider(inherited(family, onFolder), because)
  }
  if (facts.ownerId === viewer.memberId) consider(ladders[family].at(-1) ?? '', { rule: 'owner', of: facts.id })
  for (const holder of facts.holders) {
    if (holder.ownerId === viewer.memberId) considerHolder('edit', { rule: 'owner', of: holder.id })
  }
  for (const { permission, to, on } of facts.grants) {
    // Guests are not among "all members of the organization".
    if (to === 'everyone' && viewer.userKind === 'guest') continue
    const because: Because = { rule: 'grant', to, on }
    if (on === facts.id) consider(permission, because)
    else if (facts.holders.some(({ id }) => id === on)) considerHolder(permission, because)
  }
  return best
}

function capped(viewer: Viewer, family: ObjectFamily, permission: Permission | null): Permission | null {
  if (permission === null) return null
  const rungs: readonly Permission[] = ladders[family]
  return (
    rungs
      .slice(0, rank(family, permission) + 1)
      .findLast((rung) => lackingFeatures(viewer, family, { rung }) === null) ?? null
  )
}

/** The features of which one is missing for the rung; null when nothing is. */
function lackingFeatures(
  viewer: Viewer,
  family: ObjectFamily,
  needed: { rung: Permission; feature?: FeaturePermission },
): readonly FeaturePermission[] | null {
  if (viewer.isAdmin) return null
  const has = (feature: FeaturePermission) => viewer.accountType.permissions.includes(feature)
  const byRung: Partial<Record<Permission, readonly FeaturePermission[]>> = rungFeatures[family]
  const rungFeature = byRung[needed.rung] ?? []
  if (rungFeature.length > 0 && !rungFeature.some(has)) return rungFeature
  return needed.feature && !has(needed.feature) ? [needed.feature] : null
}

/** May this viewer use a feature that belongs to no single object. */
export function hasFeature(viewer: Viewer, feature: FeaturePermission): boolean {
  return viewer.isAdmin || viewer.accountType.permissions.includes(feature)
}

/** The decision in words, for error messages and for whoever asks why. */
export function explain({ because }: Decision): string {
  switch (because.rule) {
    case 'admin':
      return 'Administrators may do this.'
    case 'owner':
      return 'The owner may do this.'
    case 'grant':
      return `${because.to === 'member' ? 'A grant to you' : because.to === 'team' ? 'A grant to one of your teams' : 'A grant to everybody'} allows this.`
    case 'no_grant':
      return 'Nothing is shared with you here.'
    case 'grant_too_low':
      return `This needs the permission "${because.needs}"; you have "${because.has}".`
    case 'account_type':
      return `Your account type does not include ${because.needs.map((name) => `"${name}"`).join(' or ')}.`
    case 'admin_only':
      return 'Only an administrator may do this.'
    case 'no_such_action':
      return 'This cannot be done to an object of this kind.'
    default:
      return unreachable(because)
  }
}
