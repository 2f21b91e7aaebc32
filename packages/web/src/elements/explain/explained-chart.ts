import type { LevelRows } from '@octavo/core/display'
import {
  aggregatingColumns,
  type ColumnHolder,
  columnNames,
  columnsOnShelf,
  idsOnShelves,
  type ShelfId,
  shelvesOfKind,
  type Truncation,
  truncationOf,
} from '@octavo/core/document'
import { parseFormula, type SyntaxNode } from '@octavo/core/formula'
import { type Cell, formulaTypeOf, type LevelName } from '@octavo/core/types'
import { numberOf, type Point } from './points.ts'

/** A number that the element shows. */
export interface ExplainedMeasure {
  columnId: string
  name: string
  formula: string
  /** The values of parts add up to the value of the whole, as sums and counts do. */
  isAdditive: boolean
}

export interface ExplainedKey {
  columnId: string
  name: string
}

export interface ExplainedAxis extends ExplainedKey {
  isTime: boolean
  /** The unit that the dates are truncated to; null where they are not truncated. */
  unit: Truncation | null
}

/** What an element shows, as far as the explanation reads it. */
export interface ExplainedChart {
  measures: ExplainedMeasure[]
  /** The dates or values that the findings are about. */
  axis: ExplainedAxis | undefined
  /** The column that divides the values of the axis further. */
  split: ExplainedKey | undefined
  /** All columns that the element divides its rows by. */
  keys: ExplainedKey[]
}

/** Shelves whose numbers are the subject of an element; others are targets, sizes and tooltips. */
const subjects: ReadonlySet<ShelfId> = new Set(['yAxis', 'yAxis2', 'value', 'values', 'series', 'color'])

/** The level with the rows of an element. */
export const levelOf = ({ kind, timeline }: ColumnHolder): LevelName =>
  kind === 'kpi-chart' && timeline !== undefined ? 'g1' : 'base'

/** Reads what an element shows; the types of its columns come from its rows. */
export function explainedChart(element: ColumnHolder, rows: LevelRows | undefined): ExplainedChart {
  const names = columnNames(element.columns)
  const aggregates = aggregatingColumns(element.columns)
  const formulaOf = (columnId: string) => element.columns.find(({ id }) => id === columnId)?.formula ?? ''
  const keyOf = (columnId: string): ExplainedKey => ({ columnId, name: names.get(columnId) ?? columnId })
  const shelves = shelvesOfKind(element.kind)
  const onShelves = shelves.flatMap(({ id }) => columnsOnShelf(element, id).map((columnId) => ({ columnId, id })))
  const measureIds = onShelves.filter(({ columnId, id }) => subjects.has(id) && aggregates(columnId))
  const divides = idsOnShelves(element)
  const keyIds = onShelves.filter(
    ({ columnId, id }) => id !== 'yAxis' && divides.has(columnId) && !aggregates(columnId),
  )
  const keys = [...new Set(keyIds.map(({ columnId }) => columnId))].map(keyOf)
  const isTime = (columnId: string) => {
    const column = rows?.columns.find(({ id }) => id === columnId)
    return column !== undefined && formulaTypeOf(column.type) === 'date'
  }
  const axis = keys.find(({ columnId }) => isTime(columnId)) ?? keys[0]
  const [color] = columnsOnShelf(element, 'color')
  const others = keys.filter((key) => key !== axis)
  return {
    measures: [...new Set(measureIds.map(({ columnId }) => columnId))].map((columnId) => ({
      ...keyOf(columnId),
      formula: formulaOf(columnId),
      isAdditive: isAdditive(element, columnId),
    })),
    axis: axis && { ...axis, isTime: isTime(axis.columnId), unit: truncationOf(formulaOf(axis.columnId)) },
    split: others.find(({ columnId }) => columnId === color) ?? others[0],
    keys,
  }
}

/** The values of a measure, with the keys that they belong to; several points may have the same keys. */
export function pointsOf(rows: LevelRows, measureId: string, axisId?: string, splitId?: string): Point[] {
  const cellsOf = (columnId: string | undefined) =>
    columnId === undefined ? undefined : rows.values[rows.columns.findIndex(({ id }) => id === columnId)]
  const [values, keys, splits] = [cellsOf(measureId), cellsOf(axisId), cellsOf(splitId)]
  return Array.from({ length: rows.rowCount }, (_, row): Point => {
    const at = (cells: readonly Cell[] | undefined) => cells?.[row] ?? null
    return { key: at(keys), split: at(splits), value: numberOf(at(values)) }
  })
}

const additiveCalls: ReadonlySet<string> = new Set(['sum', 'sumif', 'count', 'countif'])
const deepest = 10

/** Whether the values of a column for parts of the rows add up to its value for all of them. Metrics of models do not. */
export function isAdditive({ columns }: Pick<ColumnHolder, 'columns'>, columnId: string): boolean {
  const idOf = new Map([...columnNames(columns)].map(([id, name]) => [name.toLowerCase(), id]))
  const formulaOf = (id: string | undefined) => columns.find((column) => column.id === id)?.formula ?? ''
  const adds = (node: SyntaxNode | null, depth: number): boolean => {
    switch (node?.kind) {
      case 'call':
        return additiveCalls.has(node.name.toLowerCase())
      case 'reference': {
        const [name = '', ...further] = node.segments
        const id = further.length === 0 && depth < deepest ? idOf.get(name.toLowerCase()) : undefined
        return id !== undefined && adds(parseFormula(formulaOf(id)).tree, depth + 1)
      }
      case 'unary':
        return node.operator === '-' && adds(node.operand, depth)
      case 'binary':
        if (node.operator === '+' || node.operator === '-') return adds(node.left, depth) && adds(node.right, depth)
        if (node.operator === '/') return adds(node.left, depth) && node.right.kind === 'number'
        if (node.operator !== '*') return false
        return (
          (adds(node.left, depth) && node.right.kind === 'number') ||
          (node.left.kind === 'number' && adds(node.right, depth))
        )
      default:
        return false
    }
  }
  return adds(parseFormula(formulaOf(columnId)).tree, 0)
}

/** The function and the column of a formula that is one simple aggregate, for its name in words. */
export function simpleAggregate(formula: string): { call: string; column: string } | undefined {
  const { tree } = parseFormula(formula)
  if (tree?.kind !== 'call' || tree.args.length > 1) return undefined
  const [argument] = tree.args
  if (argument === undefined) return { call: tree.name.toLowerCase(), column: '' }
  if (argument.kind !== 'reference') return undefined
  return { call: tree.name.toLowerCase(), column: argument.segments.at(-1) ?? '' }
}
