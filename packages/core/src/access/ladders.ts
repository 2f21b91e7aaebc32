import type { FeaturePermission } from './features.ts'

/** Families of objects with grants; the objects of a family share an ordered list of permissions. */
export type ObjectFamily = 'workbook' | 'model' | 'folder' | 'connection'

/** Lowest first. A higher permission includes the lower ones. */
export const ladders = {
  workbook: ['view', 'explore', 'edit'],
  model: ['view', 'edit'],
  folder: ['view', 'explore', 'organize', 'edit'],
  connection: ['usage', 'annotate', 'admin'],
} as const satisfies Record<ObjectFamily, readonly string[]>

export type PermissionOf<F extends ObjectFamily> = (typeof ladders)[F][number]
export type Permission = PermissionOf<ObjectFamily>

/** The permission that a request means: commenting needs only the permission to view the workbook. */
export function permissionNamed(family: ObjectFamily, word: string): string {
  return family === 'workbook' && word === 'comment' ? 'view' : word
}

/** File types by family, as the contract names them in lists of folders, and the tagged versions, which those lists do not contain. */
export const familyOfType = {
  workspace: 'folder',
  folder: 'folder',
  workbook: 'workbook',
  report: 'workbook',
  dashboard: 'workbook',
  template: 'workbook',
  'tagged-workbook': 'workbook',
  'data-model': 'model',
  'tagged-data-model': 'model',
  dataset: 'model',
  worksheet: 'model',
  table: 'model',
  sql: 'model',
  symlink: 'model',
} as const satisfies Record<string, ObjectFamily>

export type InodeType = keyof typeof familyOfType

export const isInodeType = (type: string): type is InodeType => Object.hasOwn(familyOfType, type)

/** The permission that a permission on a folder implies for its content. */
export function inherited(family: Exclude<ObjectFamily, 'connection'>, onFolder: PermissionOf<'folder'>): Permission {
  if (family === 'folder' || onFolder === 'edit') return onFolder
  if (onFolder === 'view' || family === 'model') return 'view'
  return 'explore'
}

/**
 * Feature permissions that a permission requires: any one of the list. Without them the account type limits the permission to the next
 * lower one (effective permission = lower of grant and account type).
 */
export const requiredFeatures: {
  [F in ObjectFamily]: Record<PermissionOf<F>, readonly FeaturePermission[]>
} = {
  workbook: { view: ['view-workbooks'], explore: ['basic-explore', 'full-explore'], edit: ['edit-workbooks'] },
  model: { view: ['view-worksheet'], edit: ['edit-worksheet'] },
  folder: {
    view: [],
    explore: [],
    organize: ['contribute-to-folders', 'edit-workbooks'],
    edit: ['contribute-to-folders', 'edit-workbooks'],
  },
  connection: {
    usage: ['view-connections'],
    annotate: ['manage-connections', 'annotate-tables'],
    admin: ['manage-connections'],
  },
}
