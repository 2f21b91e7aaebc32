import type { Cell } from '../types/index.ts'
import { type ChartColumn, distinct, toNumber } from './chart-data.ts'

/** One line or set of bars: a value for each place on the x axis, null where the data has none. */
export interface Series {
  /** Does not change when the values of a filter change. */
  key: string
  name: string
  measure: ChartColumn
  /** Value of the colour column; undefined without one. */
  group: Cell | undefined
  /** One entry for each place on the axis. */
  values: (number | null)[]
  /** The original cells, for exact labels. */
  cells: Cell[]
  /** A row of the result for each place, for additional columns; -1 when there is none. */
  rows: number[]
}

export interface Places {
  /** Distinct values of the x channel, in the order of the result; a single null when the chart has no x channel. */
  values: Cell[]
  series: Series[]
}

export interface SpreadInput {
  /** Rows to spread, in the order of the result. */
  rows: readonly number[]
  x: ChartColumn | undefined
  measures: readonly ChartColumn[]
  color: ChartColumn | undefined
  nullLabel: string
  /** Values of the x channel and of the colour that get a place even without a row; panels share them. */
  places: readonly Cell[]
  groups: readonly Cell[]
}

/** Distinct values of a column among some rows, in the order of the result, null last. */
export function placesOf(column: ChartColumn | undefined, rows: readonly number[]): Cell[] {
  if (!column) return [null]
  const values = distinct(rows.map((row) => column.cells[row] ?? null))
  const present = values.filter((value) => value !== null)
  return present.length < values.length ? [...present, null] : present
}

/**
 * Spreads rows over places and series: one series for each value of the colour column and each measure. Rows with the same place and series
 * are added up, which happens only for unaggregated data.
 */
export function spread({ rows, x, measures, color, nullLabel, places, groups }: SpreadInput): Places {
  const placeOf = new Map(places.map((value, place) => [value, place]))
  const groupOf = new Map(groups.map((value, group) => [value, group]))
  const series: Series[] = []
  for (const value of color ? groups : [undefined]) {
    for (const measure of measures) {
      const group = value === null || value === undefined ? nullLabel : (color?.label(value) ?? '')
      series.push({
        key: `${value === undefined ? '' : `${value === null ? 'null' : `=${value}`} `}${measure.id}`,
        name: color ? (measures.length > 1 ? `${group} · ${measure.name}` : group) : measure.name,
        measure,
        group: value,
        values: new Array<number | null>(places.length).fill(null),
        cells: new Array<Cell>(places.length).fill(null),
        rows: new Array<number>(places.length).fill(-1),
      })
    }
  }
  for (const row of rows) {
    const place = x ? placeOf.get(x.cells[row] ?? null) : 0
    const group = color ? groupOf.get(color.cells[row] ?? null) : 0
    if (place === undefined || group === undefined) continue
    for (const [index, measure] of measures.entries()) {
      const target = series[group * measures.length + index]
      if (target) addRow(target, place, row, measure.cells[row] ?? null)
    }
  }
  return { values: [...places], series }
}

function addRow(series: Series, place: number, row: number, cell: Cell) {
  if (series.rows[place] === -1) series.rows[place] = row
  const value = toNumber(cell)
  if (value === null) return
  const known = series.values[place] ?? null
  series.values[place] = known === null ? value : known + value
  series.cells[place] = known === null ? cell : known + value
}

/** Fractions of the total at each place, by absolute value; null remains null. */
export function shares(series: readonly Series[]): (number | null)[][] {
  const count = series[0]?.values.length ?? 0
  const totals = Array.from({ length: count }, (_, place) =>
    series.reduce((sum, entry) => sum + Math.abs(entry.values[place] ?? 0), 0),
  )
  return series.map((entry) => entry.values.map((value, place) => share(value, totals[place] ?? 0)))
}

function share(value: number | null, total: number): number | null {
  if (value === null) return null
  return total === 0 ? 0 : value / total
}

/** The limits of the value axis: of single values, or of stacked sums. */
export function extentOf(series: readonly Series[], isStacked: boolean): [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  const include = (value: number) => {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  for (let place = 0; place < (series[0]?.values.length ?? 0); place++) {
    let up = 0
    let down = 0
    for (const { values } of series) {
      const value = values[place] ?? null
      if (value === null) continue
      if (!isStacked) include(value)
      else if (value < 0) {
        down += value
        include(down)
      } else {
        up += value
        include(up)
      }
    }
  }
  return [low, high]
}
