import type { Cell, CellState, ResultColumn } from '../types/index.ts'

/** The rows of one level that were loaded so far, column by column. A new object whenever rows are added. */
export interface LevelRows {
  columns: ResultColumn[]
  values: readonly (readonly Cell[])[]
  /** For columns with cells in a state; null for a plain value. */
  states: readonly (readonly (CellState | null)[] | undefined)[]
  rowCount: number
  /** The data platform has more rows than these. */
  hasMore: boolean
}

const placesOfColumns = new WeakMap<readonly ResultColumn[], ReadonlyMap<string, number>>()

/**
 * The index of a column in the values of a level; -1 if the level does not have it. The indexes are computed once for each list of columns,
 * because a wide table looks one up for every cell.
 */
export function columnPlace({ columns }: LevelRows, columnId: string): number {
  let places = placesOfColumns.get(columns)
  if (!places) {
    places = new Map(columns.map(({ id }, place) => [id, place]))
    placesOfColumns.set(columns, places)
  }
  return places.get(columnId) ?? -1
}

/** Collects the batches of one level. The arrays only grow, so earlier snapshots remain valid up to their `rowCount`. */
export class LevelCollector {
  private readonly columns: ResultColumn[]
  private readonly values: Cell[][]
  private readonly states: ((CellState | null)[] | undefined)[]
  private rowCount = 0
  private hasMore = false

  constructor(columns: ResultColumn[]) {
    this.columns = columns
    this.values = columns.map(() => [])
    this.states = columns.map(() => undefined)
  }

  /** Adds one array of cells for each column; states only for columns that have cells in a state. */
  add(columns: readonly (readonly Cell[])[], statesOfColumns: readonly (readonly (CellState | null)[] | null)[] = []) {
    const added = columns[0]?.length ?? 0
    for (const [index, cells] of columns.entries()) {
      const values = this.values[index]
      if (!values) continue
      for (const cell of cells) values.push(cell)
      const arrived = statesOfColumns[index]
      if (!arrived && !this.states[index]) continue
      let states = this.states[index]
      if (!states) {
        states = new Array<CellState | null>(this.rowCount).fill(null)
        this.states[index] = states
      }
      for (let row = 0; row < added; row++) states.push(arrived?.[row] ?? null)
    }
    this.rowCount += added
  }

  /** Adds the rows of an earlier snapshot, before the rows that follow them. */
  addAll(rows: LevelRows) {
    const upTo = <Entry>(entries: readonly Entry[] | undefined) => entries?.slice(0, rows.rowCount) ?? null
    this.add(
      rows.values.map((values) => values.slice(0, rows.rowCount)),
      rows.states.map(upTo),
    )
  }

  finish(hasMore: boolean) {
    this.hasMore = hasMore
  }

  snapshot(): LevelRows {
    return {
      columns: this.columns,
      values: this.values,
      states: [...this.states],
      rowCount: this.rowCount,
      hasMore: this.hasMore,
    }
  }
}

export function cellAt(rows: LevelRows, columnIndex: number, row: number): Cell {
  return rows.values[columnIndex]?.[row] ?? null
}

export function stateAt(rows: LevelRows, columnIndex: number, row: number): CellState | null {
  return rows.states[columnIndex]?.[row] ?? null
}
