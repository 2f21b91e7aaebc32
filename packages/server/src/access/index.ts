export { type Access, type ConnectionAction, createAccess, type InodeAction, type InodePermission } from './access.ts'
export {
  requireAccountType,
  requireAllowed,
  requireFeature,
  requireMember,
  requireRight,
  requireTeam,
} from './require.ts'
