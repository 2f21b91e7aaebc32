import type { Cell } from '../types/index.ts'
import { type ChartColumn, distinct, toNumber } from './chart-data.ts'

/** One line, or one set of bars: a value for each place on the x axis, null where the data has none. */
export interface Series {
  name: string
  measure: ChartColumn
  /** One entry a place on the axis. */
  values: (number | null)[]
  /** The same as they came, for exact labels. */
  cells: Cell[]
}

export interface Places {
  /** Distinct values of the x channel, in the order of the result; a single null when the chart has no x channel. */
  values: Cell[]
  series: Series[]
}

/**
 * Spreads rows over places and series: one series for each value of the colour column and each measure. Rows that meet
 * in one place of one series are added up, which only happens when a chart reads unaggregated data.
 */
export function spread(
  rowCount: number,
  x: ChartColumn | undefined,
  measures: readonly ChartColumn[],
  color: ChartColumn | undefined,
  nameOfNull: string,
): Places {
  const places = x ? distinct(x.cells, rowCount) : { values: [null], positions: new Array<number>(rowCount).fill(0) }
  const groups = color
    ? distinct(color.cells, rowCount)
    : { values: [null], positions: new Array<number>(rowCount).fill(0) }
  const series: Series[] = []
  for (const value of groups.values) {
    for (const measure of measures) {
      const group = value === null ? nameOfNull : color?.label(value)
      series.push({
        name: color ? (measures.length > 1 ? `${group} · ${measure.name}` : `${group}`) : measure.name,
        measure,
        values: new Array<number | null>(places.values.length).fill(null),
        cells: new Array<Cell>(places.values.length).fill(null),
      })
    }
  }
  for (let row = 0; row < rowCount; row++) {
    const place = places.positions[row] ?? 0
    const group = groups.positions[row] ?? 0
    for (const [index, measure] of measures.entries()) {
      const target = series[group * measures.length + index]
      const cell = measure.cells[row] ?? null
      const value = toNumber(cell)
      if (!target || value === null) continue
      const known = target.values[place] ?? null
      target.values[place] = known === null ? value : known + value
      target.cells[place] = known === null ? cell : known + value
    }
  }
  return { values: places.values, series }
}

/** Shares of the whole at each place, by size; null stays null. */
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

/** The greatest size on the value axis: of single values, or of the stacks. */
export function largestSize(series: readonly Series[], isStacked: boolean): number {
  const count = series[0]?.values.length ?? 0
  let largest = 0
  for (let place = 0; place < count; place++) {
    let up = 0
    let down = 0
    for (const entry of series) {
      const value = entry.values[place] ?? 0
      if (!isStacked) up = Math.max(up, Math.abs(value))
      else if (value < 0) down -= value
      else up += value
    }
    largest = Math.max(largest, up, down)
  }
  return largest
}
