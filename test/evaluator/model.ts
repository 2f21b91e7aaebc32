import type { Expr } from './expression.ts'
import type { Value } from './values.ts'

/** Kinds that the generator distinguishes; `approximate` is a number with rounding errors that differ between engines. */
export type Kind = 'int' | 'decimal' | 'float' | 'approximate' | 'text' | 'logical' | 'date' | 'array'

export interface Column {
  id: string
  kind: Kind
  expr: Expr
}
export interface Sort {
  columnId: string
  direction: 'ascending' | 'descending'
  nulls?: 'first' | 'last'
  /** The key is sorted by this value over all rows with the key, whatever the other keys. */
  by?: Expr
}
export interface Grouping {
  id: string
  keys: string[]
  calculations: string[]
  sort: Sort[]
}
export type IncludeNulls = 'always' | 'never' | 'when-no-value-is-selected'
export type DateUnit = 'year' | 'quarter' | 'month' | 'day'
export type Filter = { id: string; columnId: string } /** Of a folder, or of a column that holds whole paths. */ & (
  | { kind: 'hierarchy'; mode: 'include' | 'exclude'; values: string[][] }
  | { kind: 'list'; mode: 'include' | 'exclude'; values: Value[] }
  | { kind: 'number-range'; min?: number; max?: number; includeNulls?: IncludeNulls }
  | { kind: 'date-range'; mode: 'between'; startDate: string; endDate: string; includeNulls?: IncludeNulls }
  | { kind: 'date-range'; mode: 'on' | 'before' | 'after'; date: string; includeNulls?: IncludeNulls }
  | { kind: 'date-range'; mode: 'current'; unit: DateUnit; includeNulls?: IncludeNulls }
  | {
      kind: 'date-range'
      mode: 'last' | 'next'
      value: number
      unit: DateUnit
      includeToday: boolean
      includeNulls?: IncludeNulls
    }
  | {
      kind: 'text-match'
      mode: string
      value: string
      case?: 'sensitive' | 'insensitive'
      includeNulls?: IncludeNulls
    }
  | {
      kind: 'top-n'
      rankingFunction: 'rank' | 'rank-dense' | 'row-number'
      mode: 'top-n' | 'bottom-n'
      rowCount: number
      includeNulls?: IncludeNulls
    }
  | {
      kind: 'top-n'
      rankingFunction: 'rank-percentile' | 'cume-dist'
      mode: 'top-percentile' | 'bottom-percentile'
      percentile: number
      includeNulls?: IncludeNulls
    }
)

export interface ElementRef {
  kind: 'table'
  elementId: string
  groupingId?: string
}
/** Rows of a value become columns, one row for each combination of the other columns; or columns become rows. */
export type Transpose = { kind: 'transpose'; source: LegRef } & (
  | { direction: 'row-to-column'; names: string; values: string; outputs: string[]; aggregate: TransposeAggregate }
  | { direction: 'column-to-row'; merged: string[]; label: string; value: string }
)
export type TransposeAggregate = 'min' | 'max' | 'count' | 'count-if' | 'count-distinct' | 'sum' | 'avg' | 'median'
export type LegRef = ElementRef | { kind: 'warehouse-table'; path: string[] }
export type Source =
  | LegRef
  | {
      kind: 'join'
      left: LegRef
      right: LegRef
      leftName: string
      rightName: string
      joinType: 'inner' | 'left-outer' | 'right-outer' | 'full-outer' | 'lookup'
      on: { left: string; right: string; op: '=' | '!=' | '<' | 'is-not-distinct-from' }[]
    }
  | Transpose
  | { kind: 'union'; sources: LegRef[]; matches: { output: string; columns: (string | null)[] }[] }

/** A column on a channel of a chart, with the saved order of its values. */
export interface Channel {
  columnId: string
  sort?: { direction: Sort['direction']; by?: string; aggregation?: AxisAggregation }
}
export type AxisAggregation = 'sum' | 'count' | 'countDistinct' | 'min' | 'max'
export type Shelf = 'x_axis' | 'color' | 'trellis_row' | 'trellis_column'

/**
 * The chart properties of an element. Its groupings are the other keys, then the axis: windows run along the axis and restart for the
 * others, and values are calculations of the innermost level.
 */
export interface Chart {
  kind:
    | 'bar-chart'
    | 'line-chart'
    | 'area-chart'
    | 'scatter-chart'
    | 'combo-chart'
    | 'pie-chart'
    | 'donut-chart'
    | 'kpi-chart'
  shelves: Partial<Record<Shelf, Channel>>
  measures: string[]
}

/** A named aggregate of an element, which formulas over its rows use as `[Metrics/Name]`. */
export interface Metric {
  name: string
  kind: Kind
  expr: Expr
}

/** Who may see some columns of an element. */
export interface Security {
  columns: string[]
  criteria:
    | { kind: 'no-one-can-view' }
    | {
        kind: 'specific-users-and-teams'
        assignments: ({ type: 'user'; userId: string } | { type: 'team'; teamId: string })[]
      }
    | { kind: 'user-attribute'; assignments: { userAttributeId: string; value: string }[] }
}

export interface Viewer {
  memberId: string
  email: string
  firstName: string
  lastName: string
  teams: { id: string; name: string }[]
  attributes: Record<string, string>
}

export interface Element {
  id: string
  source: Source
  columns: Column[]
  groupings: Grouping[]
  summary: string[]
  sort: Sort[]
  filters: Filter[]
  chart?: Chart
  /** Columns as levels from the root; a filter uses paths of it. */
  folder?: { id: string; columns: string[] }
  metrics?: Metric[]
  securities?: Security[]
  relationships?: { id: string; name: string; target: string; local: string; external: string }[]
}

/** A row of a source: values by prefix and field, as `[Prefix/Field]` reads them. */
export type SourceRow = Readonly<Record<string, Value>>
export const fieldKey = (prefix: string, field: string) => `${prefix}/${field}`

export function prefixed(prefix: string, row: Record<string, Value>): SourceRow {
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [fieldKey(prefix, field), value]))
}

export interface TableData {
  path: string[]
  columns: {
    name: string
    kind: Exclude<Kind, 'approximate' | 'array'> | 'timestamp' | 'instant' | 'wide' | 'fraction'
  }[]
  rows: Value[][]
}

export interface Workbook {
  /** The zone in which instants become local times; UTC by default. */
  zone?: string
  viewer?: Viewer
  tables: TableData[]
  /** These are in a data model, whose elements the others read. */
  model?: string[]
  /** Later elements may read earlier ones. */
  elements: Element[]
}
