export {
  type Action,
  type ActionOn,
  actionsOn,
  type Because,
  capped,
  type Decision,
  decide,
  explain,
  type GrantFact,
  highestRung,
  type ObjectFacts,
  permissionOn,
  reaches,
  type Source,
  sourcesOf,
  strongest,
} from './decide.ts'
export {
  adminTypeName,
  builtInAccountTypes,
  type FeaturePermission,
  featureNames,
  features,
  featuresInUse,
  isFeaturePermission,
  withBrought,
} from './features.ts'
export {
  familyOfType,
  type InodeType,
  inherited,
  isInodeType,
  ladders,
  type ObjectFamily,
  type Permission,
  type PermissionOf,
} from './ladders.ts'
export {
  decideAccountType,
  decideFeature,
  decideMember,
  decideOperation,
  decideRight,
  decideTag,
  decideTeam,
  decideViewAs,
  hasRight,
  type MemberAction,
  maySignIn,
  membersSeenBy,
  type OperationNeeds,
  type OrganizationRight,
  type TeamFacts,
  teamsSeenBy,
} from './organization.ts'
export { type PageVisibility, seesPage, showsPage } from './pages.ts'
export { type Names, permissionWords, tellAccess, tellSource } from './tell.ts'
export type { Viewer } from './viewer.ts'
