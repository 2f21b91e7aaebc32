import type { FileEntry } from '@octavo/core/contract'
import { isHolder } from '../data/files.ts'

export type FileOrder = 'name' | 'updated' | 'type'

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const byName = (left: FileEntry, right: FileEntry) => collator.compare(left.name, right.name)
const comparisons: Record<FileOrder, (left: FileEntry, right: FileEntry) => number> = {
  name: byName,
  updated: (left, right) => left.updatedAt.localeCompare(right.updatedAt) || byName(right, left),
  type: (left, right) => left.type.localeCompare(right.type) || byName(left, right),
}

/** Folders come before documents in every order. */
export function orderFiles(
  files: readonly FileEntry[],
  { by, isDescending }: { by: FileOrder; isDescending: boolean },
): FileEntry[] {
  const direction = isDescending ? -1 : 1
  return [...files].sort(
    (left, right) => Number(isHolder(right)) - Number(isHolder(left)) || direction * comparisons[by](left, right),
  )
}
