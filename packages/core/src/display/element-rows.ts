import type { Cell, LevelName } from '../types/index.ts'
import type { LevelRows } from './level-rows.ts'

/** The loaded rows of an element, level by level. */
export interface ElementRows {
  levels: ReadonlyMap<LevelName, LevelRows>
  /** Rows below a group, by `childKey`. */
  children: ReadonlyMap<string, Children>
}

export type Children = { status: 'waiting' | 'ready' | 'failed'; rows?: LevelRows }

/** Identifies the rows below one group: their level and the cells of the keys above them. */
export function childKey(level: LevelName, parentKey: readonly Cell[]): string {
  return JSON.stringify([level, parentKey])
}
