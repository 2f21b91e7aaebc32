import type { DataElement } from '@octavo/core/document'
import type { Cell, CellState, LevelName, ResultColumn } from '@octavo/core/types'
import { cellAt, type ElementData, type LevelRows, stateAt } from '../../editor/index.ts'
import { cellFormatter } from '../../formats.ts'
import { pivotShape } from './pivot-shape.ts'

/** A row of the body, or a column of it. */
export interface PivotLine {
  key: string
  /** Cells of the keys that are left, outermost first; fewer than all in a total. */
  cells: readonly Cell[]
  scope: 'values' | 'subtotals' | 'grandTotals'
  /** The value that this line shows, where values stand on this axis. */
  valueId?: string
  /** One entry a level of headers; null where the entry before it reaches over this level. */
  headers: readonly (PivotHeader | null)[]
  /** How deep the line lies in its groups. */
  depth: number
}

export interface PivotHeader {
  /** Lines beside each other with the same key share one header. */
  key: string
  text: string
  /** Levels that it reaches over. */
  span: number
}

export interface PivotCell {
  text: string
  columnId: string
  /** Absent where there is no such combination. */
  cell?: Cell
  state?: CellState
}

export interface PivotView {
  rows: readonly PivotLine[]
  columns: readonly PivotLine[]
  /** Names of the levels of row headers. */
  rowTitles: readonly string[]
  /** Names of the levels of column headers. */
  columnTitles: readonly string[]
  cell(row: PivotLine, column: PivotLine): PivotCell
  /** There are more cells than have come. */
  isPartial: boolean
}

export interface PivotWords {
  total: string
  totalOf(name: string): string
  null: string
  values: string
}

interface Axis {
  ids: readonly string[]
  tuples: readonly (readonly Cell[])[]
  /** Is there a total that keeps the first so many keys? */
  hasTotal: (kept: number) => boolean
  isFirst: boolean
  /** Values stand on this axis before the key at this place; absent: not on this axis. */
  valuesAt?: number
  /** A group has a line of its own, below which its members stand. */
  isNested: boolean
}

/** A pivot table laid out: both axes with their totals, and each cell by its keys. Values are never added up here. */
export function pivotView(element: DataElement, data: ElementData, words: PivotWords): PivotView {
  const shape = pivotShape(element)
  const base = data.levels.get('base')
  const known = new Map(base?.columns.map((column) => [column.id, column]))
  const formatters = new Map(
    element.columns.flatMap(({ id, format }) => {
      const column = known.get(id)
      return column ? [[id, cellFormatter(column.type, format)] as const] : []
    }),
  )
  const nameOf = (id: string) => known.get(id)?.name ?? id
  const rowIds = shape.rows.filter((id) => known.has(id))
  const columnIds = shape.columns.filter((id) => known.has(id))
  const values = shape.values.filter((id) => known.has(id))
  const levelOf = (rows: number, columns: number): LevelName =>
    rows === rowIds.length && columns === columnIds.length ? 'base' : `r${rows}c${columns}`
  const has = (rows: number, columns: number) => data.levels.has(levelOf(rows, columns))
  const rowTuples = tuplesOf(base, data.levels.get(levelOf(rowIds.length, 0)), rowIds, rowIds)
  const columnTuples = tuplesOf(base, data.levels.get(levelOf(0, columnIds.length)), columnIds, rowIds)
  const onRows = shape.valuesOnRows
  const showsValues = values.length !== 1 || (onRows ? rowIds : columnIds).length === 0
  const valuesAt = showsValues ? { valuesAt: shape.valuesAt ?? (onRows ? rowIds : columnIds).length } : {}
  const rowAxis: Axis = {
    ids: rowIds,
    tuples: rowTuples,
    hasTotal: (kept) => has(kept, columnIds.length) || has(kept, 0),
    isFirst: shape.isTotalFirst,
    isNested: shape.isSingleColumn && rowIds.length > 1,
    ...(onRows ? valuesAt : {}),
  }
  const columnAxis: Axis = {
    ids: columnIds,
    tuples: columnTuples,
    hasTotal: (kept) => has(rowIds.length, kept) || has(0, kept),
    isFirst: shape.isTotalFirst,
    isNested: false,
    ...(onRows ? {} : valuesAt),
  }
  const labels = {
    text: (id: string, cell: Cell) => formatters.get(id)?.(cell) || (cell === null ? words.null : String(cell)),
    total: (axisId: string, name: string) =>
      shape.totalLabels.get(axisId) ?? (name ? words.totalOf(name) : words.total),
    value: nameOf,
  }
  const rows = linesOf(rowAxis, values, { ...labels, grand: 'grand-row-total' })
  const columns = linesOf(columnAxis, values, { ...labels, grand: 'grand-column-total' })
  const places = new Map<LevelName, { rows: LevelRows; index: Map<string, number> }>()
  for (const [level, levelRows] of data.levels) {
    const ids = [...rowIds, ...columnIds].filter((id) => levelRows.columns.some((column) => column.id === id))
    const index = new Map(keysOf(levelRows, ids).map((cells, place) => [JSON.stringify(cells), place]))
    places.set(level, { rows: levelRows, index })
  }
  const only = values[0] ?? ''
  return {
    rows,
    columns,
    rowTitles: titlesOf(rowAxis, nameOf, words.values),
    columnTitles: titlesOf(columnAxis, nameOf, words.values),
    isPartial: base?.hasMore ?? false,
    cell(row, column) {
      const columnId = row.valueId ?? column.valueId ?? only
      const found = places.get(levelOf(row.cells.length, column.cells.length))
      const place = found?.index.get(JSON.stringify([...row.cells, ...column.cells]))
      const valuePlace = found?.rows.columns.findIndex(({ id }) => id === columnId) ?? -1
      if (!found || place === undefined || valuePlace < 0) return { text: shape.emptyText, columnId }
      const cell = cellAt(found.rows, valuePlace, place)
      const state = stateAt(found.rows, valuePlace, place)
      const text = cell === null ? shape.emptyText : (formatters.get(columnId)?.(cell) ?? String(cell))
      return { text, columnId, cell, ...(state ? { state } : {}) }
    },
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
  const places = ids.map((id) => rows.columns.findIndex((column) => column.id === id))
  return Array.from({ length: rows.rowCount }, (_, row) => places.map((place) => cellAt(rows, place, row)))
}

/**
 * Combinations of the keys of one axis in their order: that of the totals of the axis where they are shown, else as the
 * rows of the other axis name them. Each row has them in the right order, though perhaps not all of them.
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

interface Labels {
  text: (id: string, cell: Cell) => string
  total: (axisId: string, name: string) => string
  value: (id: string) => string
  grand: string
}

/** A step of the way to a line: a key, a value, or the word of a total, which takes the place of the keys left out. */
type Step = { kind: 'key' | 'value' | 'total'; key: string; text: string }

interface Line {
  steps: readonly Step[]
  cells: readonly Cell[]
  scope: PivotLine['scope']
  valueId?: string
}

/** The lines of an axis with their totals, in the order in which they are shown. */
function linesOf(axis: Axis, values: readonly string[], labels: Labels): PivotLine[] {
  const { ids, valuesAt } = axis
  const lines: Line[] = []

  /** Goes on with the values, where they stand here and have not been told apart yet. */
  function spread(at: number, line: Line, next: (line: Line) => void) {
    if (valuesAt === undefined || line.valueId !== undefined || at < Math.min(valuesAt, ids.length)) return next(line)
    for (const id of values) {
      next({ ...line, valueId: id, steps: [...line.steps, { kind: 'value', key: `v${id}`, text: labels.value(id) }] })
    }
  }

  function total(line: Line, axisId: string, name: string) {
    const kept = line.cells.length
    const step: Step = { kind: 'total', key: 'total', text: labels.total(axisId, name) }
    const scope = kept === 0 ? ('grandTotals' as const) : ('subtotals' as const)
    spread(ids.length, { ...line, scope, steps: [...line.steps, step] }, (each) => lines.push(each))
  }

  function walk(tuples: readonly (readonly Cell[])[], line: Line) {
    const depth = line.cells.length
    const id = ids[depth]
    if (id === undefined) {
      spread(depth, line, (each) => lines.push(each))
      return
    }
    spread(depth, line, (from) => {
      const hasGrand = depth === 0 && axis.hasTotal(0)
      if (hasGrand && axis.isFirst) total(from, labels.grand, '')
      for (const [key, members] of grouped(tuples, depth)) {
        const cell = JSON.parse(key) as Cell
        const text = labels.text(id, cell)
        const inner: Line = {
          ...from,
          cells: [...from.cells, cell],
          steps: [...from.steps, { kind: 'key', key: `k${key}`, text }],
        }
        const isOuter = depth + 1 < ids.length
        if (isOuter && axis.isNested) {
          spread(ids.length, { ...inner, scope: 'subtotals' }, (each) => lines.push(each))
        } else if (isOuter && axis.isFirst && axis.hasTotal(depth + 1)) total(inner, id, text)
        walk(members, inner)
        if (isOuter && !axis.isNested && !axis.isFirst && axis.hasTotal(depth + 1)) total(inner, id, text)
      }
      if (hasGrand && !axis.isFirst) total(from, labels.grand, '')
    })
  }

  walk(axis.tuples, { steps: [], cells: [], scope: 'values' })
  return lines.map((line) => laidOut(line, axis))
}

function grouped(tuples: readonly (readonly Cell[])[], depth: number): Map<string, (readonly Cell[])[]> {
  const groups = new Map<string, (readonly Cell[])[]>()
  for (const tuple of tuples) {
    const key = JSON.stringify(tuple[depth] ?? null)
    const members = groups.get(key)
    if (members) members.push(tuple)
    else groups.set(key, [tuple])
  }
  return groups
}

/** Puts the steps of a line onto the levels of its headers: a total reaches over the keys that it leaves out. */
function laidOut({ steps, cells, scope, valueId }: Line, { ids, valuesAt, isNested }: Axis): PivotLine {
  const key = JSON.stringify(steps.map((step) => step.key))
  const line = {
    key,
    cells,
    scope,
    depth: Math.max(0, cells.length - 1),
    ...(valueId === undefined ? {} : { valueId }),
  }
  const path = (at: number) => JSON.stringify(steps.slice(0, at + 1).map((step) => step.key))
  if (isNested) {
    const at = steps.findLastIndex((step) => step.kind !== 'value')
    const last = steps[at]
    const headers: PivotHeader[] = last ? [{ key: path(at), text: last.text, span: 1 }] : []
    const value = steps.find((step) => step.kind === 'value')
    return { ...line, headers: value ? [...headers, { key, text: value.text, span: 1 }] : headers }
  }
  const missing = ids.length - cells.length
  const headers = steps.flatMap((step, at): (PivotHeader | null)[] => {
    if (step.kind !== 'total') return [{ key: path(at), text: step.text, span: 1 }]
    // Where the values stand among the keys that are left out, the word reaches up to them.
    const before = valuesAt === undefined || steps.some((each, other) => each.kind === 'value' && other < at)
    const span = before ? missing : Math.max(1, Math.min(missing, valuesAt - cells.length))
    return [{ key: path(at), text: step.text, span }, ...Array.from({ length: span - 1 }, () => null)]
  })
  const levels = ids.length + (valuesAt === undefined ? 0 : 1)
  // What stands behind the values has no word of its own in a total: the last header reaches over it.
  const rest = levels - headers.length
  const last = headers.at(-1)
  if (rest > 0 && last) {
    headers[headers.length - 1] = { ...last, span: last.span + rest }
    headers.push(...Array.from({ length: rest }, () => null))
  }
  return { ...line, headers }
}

/** Smallest and greatest value of each column among the cells that are no totals. */
export function rangesOfCells(data: ElementData) {
  const base = data.levels.get('base')
  return (columnId: string) => {
    const place = base?.columns.findIndex((column: ResultColumn) => column.id === columnId) ?? -1
    if (!base || place < 0) return undefined
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let row = 0; row < base.rowCount; row++) {
      const cell = cellAt(base, place, row)
      const value = cell === null || cell === '' ? Number.NaN : Number(cell)
      if (value < min) min = value
      if (value > max) max = value
    }
    return min <= max ? { min, max } : undefined
  }
}
