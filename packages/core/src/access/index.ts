export {
  type Action,
  type ActionOn,
  type Because,
  type Decision,
  decide,
  explain,
  type GrantFact,
  hasFeature,
  highestRung,
  type ObjectFacts,
  permissionOn,
  reaches,
} from './decide.ts'
export {
  adminTypeName,
  builtInAccountTypes,
  type FeaturePermission,
  featureNames,
  features,
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
export type { Viewer } from './viewer.ts'
