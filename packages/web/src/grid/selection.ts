export interface CellPlace {
  row: number
  column: number
}

/** A block of cells: where it was begun, and where the focus is. */
export interface Selection {
  anchor: CellPlace
  focus: CellPlace
}

export interface Block {
  top: number
  bottom: number
  left: number
  right: number
}

export function blockOf({ anchor, focus }: Selection): Block {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  }
}

export interface GridKey {
  key: string
  isShift: boolean
  /** Control, or command on a Mac. */
  isControl: boolean
}

export interface GridSize {
  rows: number
  columns: number
  /** Rows that fit on the screen. */
  page: number
}

/** The selection after a key, or undefined when the key is none of the grid's. */
export function moveSelection(selection: Selection | undefined, key: GridKey, size: GridSize): Selection | undefined {
  if (size.rows === 0 || size.columns === 0) return undefined
  const lastRow = size.rows - 1
  const lastColumn = size.columns - 1
  if (key.key === 'a' && key.isControl) {
    return { anchor: { row: 0, column: 0 }, focus: { row: lastRow, column: lastColumn } }
  }
  const focus = moveFocus(selection?.focus ?? { row: -1, column: 0 }, key, size)
  if (!focus) return undefined
  const kept = {
    row: Math.min(lastRow, Math.max(0, focus.row)),
    column: Math.min(lastColumn, Math.max(0, focus.column)),
  }
  return { anchor: key.isShift && selection ? selection.anchor : kept, focus: kept }
}

function moveFocus({ row, column }: CellPlace, { key, isControl }: GridKey, size: GridSize): CellPlace | undefined {
  switch (key) {
    case 'ArrowDown':
      return { row: isControl ? size.rows - 1 : row + 1, column }
    case 'ArrowUp':
      return { row: isControl ? 0 : row - 1, column }
    case 'ArrowRight':
      return { row: Math.max(0, row), column: isControl ? size.columns - 1 : column + 1 }
    case 'ArrowLeft':
      return { row: Math.max(0, row), column: isControl ? 0 : column - 1 }
    case 'PageDown':
      return { row: row + size.page, column }
    case 'PageUp':
      return { row: row - size.page, column }
    case 'Home':
      return { row: isControl ? 0 : Math.max(0, row), column: 0 }
    case 'End':
      return { row: isControl ? size.rows - 1 : Math.max(0, row), column: size.columns - 1 }
    default:
      return undefined
  }
}
