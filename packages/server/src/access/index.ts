export { type Access, type ConnectionAction, createAccess, type InodeAction, type InodePermission } from './access.ts'
