export { type Access, type ConnectionAction, createAccess, type InodeAction, type InodePermission } from './access.ts'
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
