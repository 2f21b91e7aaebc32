import type { BoxSizes } from '../lineage/lineage-layout.ts'

/** Sizes of a box of the diagram, in pixels. */
export const diagramSizes = { width: 232, head: 40, row: 28, more: 28, end: 8 }

/** Columns of a table that are shown before the rest is requested; keys of relationships are always shown. */
const firstColumns = 10

export interface DiagramColumn {
  id: string
  name: string
  /** A relationship of the data model uses the column. */
  isKey: boolean
}

export interface DiagramTable {
  id: string
  name: string
  columns: readonly DiagramColumn[]
  /** How many more columns the table has. */
  hidden: number
}

/** The columns that a box shows, in the order of the table. */
export function shownColumns(columns: readonly DiagramColumn[], isWhole: boolean): DiagramColumn[] {
  return columns.filter(({ isKey }, index) => isWhole || isKey || index < firstColumns)
}

export function boxSizes(tables: readonly DiagramTable[]): BoxSizes {
  const byId = new Map(tables.map((table) => [table.id, table]))
  const { width, head, row, more, end } = diagramSizes
  return {
    width,
    heightOf(id) {
      const table = byId.get(id)
      return head + (table?.columns.length ?? 0) * row + (table && table.hidden > 0 ? more : 0) + end
    },
  }
}

/**
 * Where the line of a relationship meets the box, from the top of the box: the middle of the row of the column,
 * otherwise of its header.
 */
export function columnMiddle(table: DiagramTable, columnId: string | undefined): number {
  const at = table.columns.findIndex(({ id }) => id === columnId)
  const { head, row } = diagramSizes
  return at < 0 ? head / 2 : head + at * row + row / 2
}
