import type { MarkKey } from '../chart/index.ts'
import { type CalculatedLine, calculatedLines, type DataElement } from '../document/index.ts'
import { type CellFormatter, cellFormatter, type FormatLocale, type ValueFormat } from '../format/index.ts'
import type { Cell, CellState, LevelName, ResultColumn, ValueType } from '../types/index.ts'
import { type ColumnRange, columnRanges } from './column-ranges.ts'
import type { ElementRows } from './element-rows.ts'
import { cellAt, columnPlace, type LevelRows, stateAt } from './level-rows.ts'
import { type Axis, linesOf, type PivotLine, type PlacedCalculation } from './pivot-lines.ts'
import { type PivotShape, pivotShape, type TotalLook } from './pivot-shape.ts'

export interface PivotCell {
  text: string
  columnId: string
  /** Absent when the combination does not exist. */
  cell?: Cell
  state?: CellState
  /** The style of the totals of its dimension. */
  look?: TotalLook
}

export interface PivotView {
  rows: readonly PivotLine[]
  columns: readonly PivotLine[]
  /** Names of the levels of row headers. */
  rowTitles: readonly string[]
  /** Names of the levels of column headers. */
  columnTitles: readonly string[]
  cell(row: PivotLine, column: PivotLine): PivotCell
  /** The keys of a line, outermost first. */
  keysOf(axis: 'rows' | 'columns', line: PivotLine): MarkKey[]
  /** Not all cells have been loaded. */
  isPartial: boolean
}

export interface PivotWords {
  total: string
  totalOf(name: string): string
  null: string
  values: string
  calculation: string
}

/** The layout of a pivot table: both axes with their totals, and each cell by its keys. Values are never added up here. */
export function pivotView(
  element: DataElement,
  data: ElementRows,
  { words, locale }: { words: PivotWords; locale: FormatLocale },
  closed: ReadonlySet<string> = new Set(),
): PivotView {
  const shape = pivotShape(element)
  const base = data.levels.get('base')
  const known = new Map(base?.columns.map((column) => [column.id, column]))
  const isKnown = (id: string) => known.has(id)
  const ids: PivotIds = {
    rows: shape.rows.filter(isKnown),
    columns: shape.columns.filter(isKnown),
    values: shape.values.filter(isKnown),
  }
  const formatters = new Map(
    element.columns.flatMap(({ id, format }) => {
      const column = known.get(id)
      return column ? [[id, cellFormatter(column.type, format, locale)] as const] : []
    }),
  )
  const nameOf = (id: string) => known.get(id)?.name ?? id
  const total = (axisId: string, name: string) =>
    shape.totalLabels.get(axisId) ?? (name ? words.totalOf(name) : words.total)
  const labels = {
    text: (id: string, cell: Cell) => formatters.get(id)?.(cell) || (cell === null ? words.null : String(cell)),
    total,
    value: nameOf,
    calculation: words.calculation,
  }
  const head = (axisId: string) => shape.totalLabels.get(axisId) ?? ''
  const axes = axesOf(element, data, shape, ids, closed)
  return {
    rows: linesOf(axes.rows, ids.values, { ...labels, head, grand: 'grand-row-total' }),
    columns: linesOf(axes.columns, ids.values, { ...labels, head: total, grand: 'grand-column-total' }),
    rowTitles: titlesOf(axes.rows, nameOf, words.values),
    columnTitles: titlesOf(axes.columns, nameOf, words.values),
    isPartial: base?.hasMore ?? false,
    keysOf: (axis, line) => keysOfLine(line, ids[axis], known, labels.text),
    cell: cellReader(element, data, shape, ids, locale),
  }
}

/** The element's columns in the data, by role. */
interface PivotIds {
  rows: readonly string[]
  columns: readonly string[]
  values: readonly string[]
}

/** Both axes: their combinations of keys, their totals, and the position of values. */
function axesOf(
  element: DataElement,
  data: ElementRows,
  shape: PivotShape,
  ids: PivotIds,
  closed: ReadonlySet<string>,
): { rows: Axis; columns: Axis } {
  const [rowCount, columnCount] = [ids.rows.length, ids.columns.length]
  const levelOf = (rows: number, columns: number): LevelName =>
    rows === rowCount && columns === columnCount ? 'base' : `r${rows}c${columns}`
  const has = (rows: number, columns: number) => data.levels.has(levelOf(rows, columns))
  const base = data.levels.get('base')
  const keyCount = shape.valuesOnRows ? rowCount : columnCount
  const showsValues = ids.values.length !== 1 || keyCount === 0
  const valuesAt = showsValues ? { valuesAt: shape.valuesAt ?? keyCount } : {}
  const calculations = calculatedLines(element, ids.rows, ids.columns)
  const axisOf = (axis: 'rows' | 'columns') => ({
    ids: ids[axis],
    isFirst: shape.isTotalFirst,
    areTotalsOfClosed: shape.areTotalsOfClosed,
    parents: shape.parents[axis],
    calculations: calculations.filter((line) => line.axis === axis).map((line) => placedLine(line, data, ids[axis])),
    isClosed: (group: string) => closed.has(closedKey(axis, group)),
    ...(shape.valuesOnRows === (axis === 'rows') ? valuesAt : {}),
  })
  return {
    rows: {
      ...axisOf('rows'),
      tuples: tuplesOf(base, data.levels.get(levelOf(rowCount, 0)), ids.rows, ids.rows),
      hasTotal: (kept) => has(kept, columnCount) || has(kept, 0),
      isNested: shape.isSingleColumn && rowCount > 1,
    },
    columns: {
      ...axisOf('columns'),
      tuples: tuplesOf(base, data.levels.get(levelOf(0, columnCount)), ids.columns, ids.rows),
      hasTotal: (kept) => has(rowCount, kept) || has(0, kept),
      isNested: false,
    },
  }
}

/** Reads the cell of a row and a column, as text in the format of its column. */
function cellReader(
  element: DataElement,
  data: ElementRows,
  shape: PivotShape,
  ids: PivotIds,
  locale: FormatLocale,
): PivotView['cell'] {
  const places = placesByKey(data, [...ids.rows, ...ids.columns])
  const formats = new Map(element.columns.map(({ id, format }) => [id, format]))
  const formatterOf = formattersByType(locale)
  const only = ids.values[0] ?? ''
  return (row, column) => {
    const columnId = row.valueId ?? column.valueId ?? only
    const look = shape.totalLook(row.axisId, columnId) ?? shape.totalLook(column.axisId, columnId)
    const nothing: PivotCell = { text: shape.emptyText, columnId, ...(look ? { look } : {}) }
    if (row.isBlank) return { ...nothing, text: '' }
    const lines = [row.calculation, column.calculation].flatMap((index) => (index === undefined ? [] : [`a${index}`]))
    const isTotal = lines.length > 0 || row.cells.length < ids.rows.length || column.cells.length < ids.columns.length
    const found = places.get(isTotal ? [`r${row.cells.length}c${column.cells.length}`, ...lines].join('') : 'base')
    const place = found?.index.get(JSON.stringify([...row.cells, ...column.cells]))
    const valuePlace = found ? columnPlace(found.rows, columnId) : -1
    const type = found?.rows.columns[valuePlace]?.type
    if (!found || place === undefined || !type) return nothing
    const cell = cellAt(found.rows, valuePlace, place)
    const state = stateAt(found.rows, valuePlace, place)
    const text = cell === null ? shape.emptyText : formatterOf(type, look?.format ?? formats.get(columnId))(cell)
    return { ...nothing, text, cell, ...(state ? { state } : {}) }
  }
}

/** Formatters of cells, created once each: a formula of a total or line may have another type than the value. */
function formattersByType(locale: FormatLocale) {
  const made = new Map<ValueType, Map<unknown, CellFormatter>>()
  return (type: ValueType, format: ValueFormat | undefined): CellFormatter => {
    const known = made.get(type) ?? new Map<unknown, CellFormatter>()
    const formatter = known.get(format) ?? cellFormatter(type, format, locale)
    made.set(type, known.set(format, formatter))
    return formatter
  }
}

function keysOfLine(
  { cells }: PivotLine,
  ids: readonly string[],
  known: ReadonlyMap<string, ResultColumn>,
  textOf: (id: string, cell: Cell) => string,
): MarkKey[] {
  return cells.flatMap((cell, at) => {
    const column = known.get(ids[at] ?? '')
    if (!column) return []
    const { id, name, type } = column
    return [{ columnId: id, name, type, values: [cell], text: textOf(id, cell) }]
  })
}

/** For each level: the row with a combination of keys. */
function placesByKey(data: ElementRows, keyIds: readonly string[]) {
  const places = new Map<string, { rows: LevelRows; index: Map<string, number> }>()
  for (const [level, rows] of data.levels) {
    const ids = keyIds.filter((id) => rows.columns.some((column) => column.id === id))
    places.set(level, { rows, index: new Map(keysOf(rows, ids).map((cells, at) => [JSON.stringify(cells), at])) })
  }
  return places
}

/** Identifies a group of an axis in the set of closed groups. */
export function closedKey(axis: 'rows' | 'columns', group: string): string {
  return `${axis} ${group}`
}

/** The position of a line: beside the keys that its cells have, or, without a formula, beside the texts in the document. */
function placedLine(line: CalculatedLine, data: ElementRows, ids: readonly string[]): PlacedCalculation {
  const { axis, kept, index, members } = line
  const own = axis === 'rows' ? new RegExp(`^r${kept}c\\d+a${index}$`) : new RegExp(`^r\\d+c${kept}a${index}$`)
  const levels = [...data.levels].flatMap(([level, rows]) => (own.test(level) ? [rows] : []))
  const anchors = new Set(
    levels.flatMap((rows) => keysOf(rows, ids.slice(0, kept)).map((cells) => JSON.stringify(cells))),
  )
  const isNamed = (cells: readonly Cell[]) =>
    members.every(({ columnId, value }) => String(cells[ids.indexOf(columnId)]) === value)
  return {
    line,
    isBeside: (cells) => (levels.length > 0 ? anchors.has(JSON.stringify(cells)) : isNamed(cells)),
  }
}

function titlesOf({ ids, valuesAt, isNested }: Axis, nameOf: (id: string) => string, values: string): string[] {
  const titles = ids.map(nameOf)
  const outer = isNested ? [titles.join(' / ')] : titles
  if (valuesAt === undefined) return outer
  const place = isNested ? outer.length : Math.min(valuesAt, outer.length)
  return [...outer.slice(0, place), values, ...outer.slice(place)]
}

/** The cells of some columns, row by row. */
function keysOf(rows: LevelRows, ids: readonly string[]): Cell[][] {
  const places = ids.map((id) => columnPlace(rows, id))
  return Array.from({ length: rows.rowCount }, (_, row) => places.map((place) => cellAt(rows, place, row)))
}

/**
 * Combinations of the keys of one axis, in order: the order of the axis totals when they are shown, else the order in the rows of the other
 * axis. Each of those has them in the right order, but possibly not all of them.
 */
function tuplesOf(
  base: LevelRows | undefined,
  totals: LevelRows | undefined,
  ids: readonly string[],
  rowIds: readonly string[],
): Cell[][] {
  if (ids.length === 0) return [[]]
  const order: string[] = []
  const place = new Map<string, number>()
  const add = (sequence: readonly string[]) => {
    let before = -1
    let isGrown = false
    for (const key of sequence) {
      const known = place.get(key)
      if (known === undefined) {
        order.splice(before + 1, 0, key)
        place.set(key, before + 1)
        isGrown = before + 1 < order.length - 1 || isGrown
        if (isGrown) for (const [at, each] of order.entries()) place.set(each, at)
        before += 1
      } else before = Math.max(before, known)
    }
  }
  if (totals) add(keysOf(totals, ids).map((cells) => JSON.stringify(cells)))
  if (base) {
    const isRows = ids === rowIds
    const keys = keysOf(base, ids).map((cells) => JSON.stringify(cells))
    const groups = isRows ? undefined : keysOf(base, rowIds).map((cells) => JSON.stringify(cells))
    let sequence: string[] = []
    let group: string | undefined
    for (const [row, key] of keys.entries()) {
      if (groups && groups[row] !== group) {
        add(sequence)
        sequence = []
        group = groups[row]
      }
      if (sequence.at(-1) !== key) sequence.push(key)
    }
    add(sequence)
  }
  return order.map((key) => JSON.parse(key) as Cell[])
}

/** The minimum and maximum of each column among the cells that are not totals. */
export function rangesOfCells(data: ElementRows): ColumnRange {
  const base = data.levels.get('base')
  return columnRanges(base ? [base] : [])
}
