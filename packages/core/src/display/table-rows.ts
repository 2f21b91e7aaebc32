import type { Cell, LevelName, ResultColumn } from '../types/index.ts'
import { childKey, type ElementRows } from './element-rows.ts'
import { cellAt, type LevelRows } from './level-rows.ts'

/** A displayed column of a table: its level, and the position of its cells in that level's rows. */
export interface TableColumn {
  level: LevelName
  column: ResultColumn
}

export type TableRow =
  | {
      kind: 'cells'
      key: string
      level: LevelName
      rows: LevelRows
      /** Index in `rows`. */
      index: number
      depth: number
      /** Cells of all keys down to this group, with which its rows are requested. Absent at the deepest level. */
      groupKey?: readonly Cell[]
      isOpen: boolean
      isBusy: boolean
      /** Index of the open group that contains this row. */
      parent?: number
    }
  | {
      kind: 'waiting' | 'failed' | 'more'
      key: string
      depth: number
      /** The level of the rows that will be loaded here. */
      level: LevelName
      parentKey: readonly Cell[]
      parent?: number
    }

export interface TableView {
  columns: TableColumn[]
  rowCount: number
  row(index: number): TableRow
}

export interface TableShape {
  /** Ids of the key columns of each grouping, outermost first; empty for a table without groups. */
  groupKeys: readonly (readonly string[])[]
  hiddenColumnIds: ReadonlySet<string>
}

/** The open groups, by `groupId`. */
export type OpenGroups = ReadonlySet<string>

export function groupId(key: readonly Cell[]): string {
  return JSON.stringify(key)
}

/** Levels of rows from the outermost to the deepest. */
export function rowLevels(shape: TableShape): LevelName[] {
  return [...shape.groupKeys.map((_, index): LevelName => `g${index + 1}`), 'base']
}

/**
 * Lays out the levels of a result as rows and columns. A table without groups shows its base level. With groups, each row of a level can be
 * opened and then shows its rows of the next level; columns of a level appear when a group shows rows of that level.
 */
export function tableView(shape: TableShape, data: ElementRows, open: OpenGroups): TableView {
  const levels = rowLevels(shape)
  const first = levels[0] ?? 'base'
  const top = data.levels.get(first)
  if (!top)
    return {
      columns: [],
      rowCount: 0,
      row: () => ({ kind: 'waiting', key: 'none', depth: 0, level: first, parentKey: [] }),
    }
  if (levels.length === 1) return plainView(shape, top)

  const rows: TableRow[] = []
  const shown = new Map<LevelName, LevelRows>([[first, top]])
  const add = (depth: number, parentKey: readonly Cell[], levelRows: LevelRows, parent?: number) => {
    const level = levels[depth] ?? 'base'
    const next = levels[depth + 1]
    const keys = (shape.groupKeys[depth] ?? []).map((id) => levelRows.columns.findIndex((column) => column.id === id))
    for (let index = 0; index < levelRows.rowCount; index++) {
      const own = keys.map((column) => cellAt(levelRows, column, index))
      const key = [...parentKey, ...own]
      const id = groupId(key)
      const isOpen = next !== undefined && open.has(id)
      const children = isOpen ? data.children.get(childKey(next, key)) : undefined
      rows.push({
        kind: 'cells',
        key: next === undefined ? `${id} ${index}` : id,
        level,
        rows: levelRows,
        index,
        depth,
        ...(next === undefined ? {} : { groupKey: key }),
        isOpen,
        isBusy: children?.status === 'waiting',
        ...(parent === undefined ? {} : { parent }),
      })
      const place = rows.length - 1
      if (!isOpen || next === undefined) continue
      if (children?.rows) {
        if (!shown.has(next)) shown.set(next, children.rows)
        add(depth + 1, key, children.rows, place)
      }
      const below = { key: `${id} below`, depth: depth + 1, level: next, parentKey: key, parent: place }
      if (children?.status === 'failed') rows.push({ ...below, kind: 'failed' })
      else if (!children?.rows) rows.push({ ...below, kind: 'waiting' })
      else if (children.rows.hasMore) rows.push({ ...below, kind: 'more' })
    }
  }
  add(0, [], top)
  return {
    columns: shownColumns(shape, levels, shown),
    rowCount: rows.length,
    row: (index) => rows[index] ?? { kind: 'waiting', key: `beyond ${index}`, depth: 0, level: first, parentKey: [] },
  }
}

function plainView(shape: TableShape, rows: LevelRows): TableView {
  return {
    columns: rows.columns
      .filter((column) => !shape.hiddenColumnIds.has(column.id))
      .map((column) => ({ level: 'base', column })),
    rowCount: rows.rowCount,
    row: (index) => ({
      kind: 'cells',
      key: String(index),
      level: 'base',
      rows,
      index,
      depth: 0,
      isOpen: false,
      isBusy: false,
    }),
  }
}

/** Each column once, at the outermost level that has it. */
function shownColumns(shape: TableShape, levels: LevelName[], shown: ReadonlyMap<LevelName, LevelRows>): TableColumn[] {
  const taken = new Set<string>()
  return levels.flatMap((level) =>
    (shown.get(level)?.columns ?? []).flatMap((column) => {
      if (taken.has(column.id) || shape.hiddenColumnIds.has(column.id)) return []
      taken.add(column.id)
      return [{ level, column }]
    }),
  )
}
