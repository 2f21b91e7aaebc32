import type { FileEntry } from '@octavo/core/contract'

/** What can be shared: a file, or a connection. */
export interface Shared {
  id: string
  name: string
  type: FileEntry['type'] | 'connection'
}

export type Level = 'view' | 'explore' | 'organize' | 'edit' | 'usage' | 'annotate'

/** The levels that a grant on this kind can have, lowest first. */
export function levelsOf(type: Shared['type']): readonly Level[] {
  if (type === 'connection') return ['usage', 'annotate']
  if (type === 'folder' || type === 'workspace') return ['view', 'explore', 'organize', 'edit']
  if (type === 'workbook' || type === 'template' || type === 'report') return ['view', 'explore', 'edit']
  return ['view', 'edit']
}

/** The label of a level: the highest on a folder is "Can manage", on a document "Can edit". */
export function levelKey(type: Shared['type'], level: Level) {
  if (level === 'usage' || level === 'annotate') return `connection.${level}` as const
  return type === 'folder' || type === 'workspace' ? (`folder.${level}` as const) : (`document.${level}` as const)
}
