import type { FileEntry } from '@octavo/core/contract'

export type Level = 'view' | 'explore' | 'organize' | 'edit'

/** The levels that a grant on this kind can have, lowest first. */
export function levelsOf(type: FileEntry['type']): readonly Level[] {
  if (type === 'folder' || type === 'workspace') return ['view', 'explore', 'organize', 'edit']
  if (type === 'workbook' || type === 'report') return ['view', 'explore', 'edit']
  return ['view', 'edit']
}

/** Which words a level has: the highest on a folder is "Can manage", on a document "Can edit". */
export const wordsOf = (type: FileEntry['type']) => (type === 'folder' || type === 'workspace' ? 'folder' : 'document')
