import type { FeaturePermission } from './features.ts'

/** Kinds of things that carry grants, by the ladder of permissions that they share. */
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

/** The permission that a request means: comments need no more than sight of the workbook. */
export function permissionNamed(family: ObjectFamily, word: string): string {
  return family === 'workbook' && word === 'comment' ? 'view' : word
}

/** File types of the contract that lists of folders show, and the tagged versions that they do not show, by family. */
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

/** What a permission on a folder means for what lies in it; null where it gives nothing. */
export function inherited(family: Exclude<ObjectFamily, 'connection'>, onFolder: PermissionOf<'folder'>): Permission {
  if (family === 'folder' || onFolder === 'edit') return onFolder
  if (onFolder === 'view' || family === 'model') return 'view'
  return 'explore'
}

/**
 * Feature permissions that a rung of a ladder needs: any one of the list. Without them the account type caps the
 * permission at the rung below (effective right = lower of grant and account type).
 */
export const rungFeatures: {
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
