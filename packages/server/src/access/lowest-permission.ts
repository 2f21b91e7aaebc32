import { ladders, type ObjectFamily, type Permission, type PermissionOf } from '@octavo/core/access'

export type InodeFamily = Exclude<ObjectFamily, 'connection'>
export type InodePermission = PermissionOf<InodeFamily>

/** The lowest permission of the family that is at least this high; data models have no `explore`, documents no `organize`. */
export function lowestPermission(family: InodeFamily, atLeast: InodePermission): Permission | null {
  const order = ladders.folder.indexOf(atLeast)
  return ladders[family].find((permission) => ladders.folder.indexOf(permission) >= order) ?? null
}
