import type { ColumnTarget, columnGestures } from './column-gestures.ts'

/** What a command asks before it changes anything. */
export type ColumnQuestion =
  | 'sort'
  | 'valueOrder'
  | 'filter'
  | 'lookup'
  | 'period'
  | 'bin'
  | 'split'
  | 'mapValues'
  | 'extract'
  | 'replace'
  | 'round'
  | 'link'
  | 'image'
  | 'customFormat'
  | 'conditional'
  | 'limit'
  | 'relationship'
  | 'sourceColumns'
  | 'security'
  | 'folder'
  | 'moveAfter'
  | 'rename'
  | 'describe'
  | 'details'
  | 'uses'
  | 'delete'

/** One thing that can be done with columns: menus, keys and the palette read the same entry. */
export interface ColumnCommand {
  id: string
  /** The label in the menu, without the words of the submenu that contains it. */
  label: string
  /** Name of the submenu that contains it. */
  within?: string
  /** As on a PC; two keys one after the other are separated by a blank. */
  keys?: string
  otherKeys?: readonly string[]
  /** It is one option of a choice: whether it is the chosen one. */
  isChosen?: boolean
  isDanger?: boolean
  /** Has keys and an entry in the palette, and none in the menu. */
  isKeyOnly?: boolean
  run: () => void
}

export interface CommandContext extends ColumnTarget {
  ask: (question: ColumnQuestion) => void
  /** The column is on a shelf of a chart or pivot table: leaves out commands that add, sort, place and remove columns. */
  isOnShelf?: boolean
}

/** The columns that commands are made for, with what most of them need to know. */
export interface CommandSubject extends CommandContext {
  does: ReturnType<typeof columnGestures>
  first: string
  count: number
  isTable: boolean
  /** A control can filter the first column. */
  canControl: boolean
}
