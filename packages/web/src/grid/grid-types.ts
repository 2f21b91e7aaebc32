import type { CSSProperties } from 'react'

export interface GridColumn {
  id: string
  name: string
  align: 'start' | 'center' | 'end'
  /** Its values are added up in ranges. */
  isNumeric?: boolean | undefined
  /** Pixels, when the document or the reader chose them. */
  width?: number | undefined
  isSortable: boolean
  sort?: 'ascending' | 'descending' | undefined
  /** Added to the name for screen readers. */
  description?: string | undefined
  /** Why the column has no values: the head is marked and says it. */
  error?: string | undefined
  headerStyle?: CSSProperties | undefined
}

export interface GridCell {
  /** What people see. */
  text: string
  /** What is copied: the exact value. */
  raw: string
  look?: 'null' | 'several' | 'restricted' | 'error' | 'blank' | undefined
  /** Colours and weight of this cell, when it has any of its own. */
  style?: CSSProperties | undefined
  /** A bar behind the text, from one share of the width to another. */
  bar?: { from: number; to: number; color: string; hidesText: boolean } | undefined
  /** A checked address that the text leads to. */
  href?: string | undefined
  /** Written into and not stored yet, or not taken. */
  mark?: 'changed' | 'wrong' | undefined
  /** Shown with the text, such as the reason why it is refused. */
  note?: string | undefined
}

export interface GridRow {
  key: string
  /** A row that can be opened has its toggle in this column. */
  toggle?: { columnIndex: number; isOpen: boolean; isBusy: boolean } | undefined
  /** Rows that stand for others look heavier. */
  isGroup: boolean
  depth: number
  /** The expanded row above this one that contains it. */
  parent?: number | undefined
  /** A row that is still on its way, or that failed; the text then takes the place of the cells. */
  placeholder?: 'loading' | 'failed' | undefined
}

/** Lines, room and stripes of a grid. */
export interface GridLook {
  rowHeight: number
  lines: 'none' | 'vertical' | 'horizontal' | 'all'
  /** Every other row has a background: a colour, or the usual one. */
  banding?: string | true | undefined
}

export const usualLook: GridLook = { rowHeight: 30, lines: 'all' }

/** What a grid shows. Rows and cells are asked for one by one, so that only the visible ones are made. */
export interface GridSource {
  columns: readonly GridColumn[]
  /** Some rows can be opened; the first column then stays in view when the others scroll. */
  hasGroups: boolean
  /** Columns from the left that stay in view; as many of them as leave room for others do. */
  frozenColumns: number
  look: GridLook
  rowCount: number
  row(index: number): GridRow
  cell(rowIndex: number, columnIndex: number): GridCell
  /** The row below all others, that stays in view: a cell a column, null where a column has no total. */
  totals?: readonly (GridCell | null)[] | undefined
}

/** Words of the grid; it knows no product and no language. */
export interface GridWords {
  label: string
  sortBy(name: string): string
  widthOf(name: string): string
  expand: string
  collapse: string
  /** Explains the sign of a cell without a value. */
  noValue: string
  several: string
  restricted: string
  cellError: string
  failed: string
  /** Names the row of totals. */
  total: string
}
