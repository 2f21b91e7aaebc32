export interface GridColumn {
  id: string
  name: string
  align: 'start' | 'center' | 'end'
  /** Pixels, when the document or the reader chose them. */
  width?: number | undefined
  isSortable: boolean
  sort?: 'ascending' | 'descending' | undefined
}

export interface GridCell {
  /** What people see. */
  text: string
  /** What is copied: the exact value. */
  raw: string
  look?: 'null' | 'several' | 'restricted' | 'error' | 'blank' | undefined
}

export interface GridRow {
  key: string
  /** A row that can be opened has its toggle in this column. */
  toggle?: { columnIndex: number; isOpen: boolean; isBusy: boolean } | undefined
  /** Rows that stand for others look heavier. */
  isGroup: boolean
  depth: number
  /** A row that is still on its way, or that failed; the text then takes the place of the cells. */
  placeholder?: 'loading' | 'failed' | undefined
}

/** What a grid shows. Rows and cells are asked for one by one, so that only the visible ones are made. */
export interface GridSource {
  columns: readonly GridColumn[]
  /** Some rows can be opened; the first column then stays in view when the others scroll. */
  hasGroups: boolean
  rowCount: number
  row(index: number): GridRow
  cell(rowIndex: number, columnIndex: number): GridCell
}

/** Words of the grid; it knows no product and no language. */
export interface GridWords {
  label: string
  sortBy(name: string): string
  widthOf(name: string): string
  expand: string
  collapse: string
  several: string
  restricted: string
  cellError: string
  failed: string
}
