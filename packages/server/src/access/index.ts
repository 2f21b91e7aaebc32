export { type Access, type ConnectionAction, createAccess, type InodeAction } from './access.ts'
export type { InodePermission } from './lowest-permission.ts'
export type { DatabasePath } from './paths.ts'
export {
  requireAccountType,
  requireAllowed,
  requireMember,
  requireOperation,
  requireRight,
  requireTeam,
  requireViewAs,
} from './require.ts'
export type { VisibleFiles } from './visible-files.ts'
