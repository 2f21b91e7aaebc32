import type { Cell, LevelName } from '../types/index.ts'
import type { LevelRows } from './level-rows.ts'

/** The rows of an element that are known, level by level. */
export interface ElementRows {
  levels: ReadonlyMap<LevelName, LevelRows>
  /** Rows below a group, by `childKey`. */
  children: ReadonlyMap<string, Children>
}

export type Children = { status: 'waiting' | 'ready' | 'failed'; rows?: LevelRows }

/** Names the rows below one group: the level they are of and the cells of the keys above them. */
export function childKey(level: LevelName, parentKey: readonly Cell[]): string {
  return JSON.stringify([level, parentKey])
}
