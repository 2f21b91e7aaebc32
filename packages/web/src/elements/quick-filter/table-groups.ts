import type { GroupKeyValue } from '../../editor/index.ts'

/** Groups of a table, and what opens and closes them. */
export interface TableGroups {
  expandAll: () => void
  collapseAll: () => void
  /** Opens the groups above a level, counted from 1, and closes those from it on. */
  expandTo: (level: number) => void
  /** The keys of the group that a row is, outermost first; undefined for a row inside of groups. */
  keysOf: (row: number) => readonly GroupKeyValue[] | undefined
}
