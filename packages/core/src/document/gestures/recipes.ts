import type { ColumnHolder } from './change-element.ts'
import type { NewColumn } from './columns.ts'
import { sparklineOf } from './formula-changes.ts'
import { dimensionOf, isName, measurable, measureOf, type OfferedColumn, referenceTo } from './suggestions.ts'

/** Charts that are not element kinds of their own but a kind filled in a known way. */
export const recipes = ['histogram', 'heat-map', 'sparkline'] as const
export type Recipe = (typeof recipes)[number]

export const kindOfRecipe: Readonly<Record<Recipe, string>> = {
  histogram: 'bar-chart',
  'heat-map': 'pivot-table',
  sparkline: 'table',
}

/** The fields of an element that a recipe creates, besides its source. */
export type RecipeFields = Pick<ColumnHolder, 'columns'> & Readonly<Record<string, unknown>>

/** The approximate number of bars of a histogram. */
const wantedBins = 20

/** The number whose distribution a histogram over these columns shows. */
export function histogramColumn(columns: readonly OfferedColumn[]): OfferedColumn | undefined {
  return measurable(columns.filter(({ isMetric }) => !isMetric))[0]
}

/**
 * The fields that a recipe creates from the columns of a source; undefined when a column that it needs is missing. A histogram needs the
 * minimum and maximum of its column.
 */
export function recipeFields(
  recipe: Recipe,
  columns: readonly OfferedColumn[],
  newId: () => string,
  bounds?: { min: number; max: number },
): RecipeFields | undefined {
  const number = recipe === 'histogram' ? histogramColumn(columns) : measurable(columns)[0]
  const names = columns.filter(isName)
  const date = columns.find(({ kind }) => kind === 'date')
  const [name, second] = names
  if (!number) return undefined
  if (recipe === 'histogram') return bounds && histogram(number, bounds, newId)
  if (recipe === 'heat-map') {
    const across = date ? dimensionOf(date, 'quarter') : second && dimensionOf(second)
    return name && across ? heatMap(dimensionOf(name), across, measureOf(number), newId) : undefined
  }
  return name && date ? sparkline(name, date, number, newId) : undefined
}

/** Counts rows in equally wide bins of a number, each named by its lower end. */
function histogram(number: OfferedColumn, { min, max }: { min: number; max: number }, newId: () => string) {
  const step = niceStep((max - min) / wantedBins)
  const low = exact(Math.floor(min / step) * step)
  // The maximum must be inside the last bin, not at its end.
  const count = Math.floor(max / step) - Math.floor(min / step) + 1
  const high = exact(low + count * step)
  const bin = { id: newId(), name: number.name, formula: binEdge(referenceTo(number), { low, high, count, step }) }
  const rows = { id: newId(), name: 'Row Count', formula: 'Count()' }
  return {
    name: `Distribution of ${number.name}`,
    columns: [bin, rows],
    xAxis: { columnId: bin.id },
    yAxis: { columnIds: [rows.id] },
  }
}

function binEdge(value: string, bins: { low: number; high: number; count: number; step: number }): string {
  const { low, high, count, step } = bins
  return `(BinFixed(${value}, ${low}, ${high}, ${count}) - 1) * ${step} + ${low}`
}

/** The next of 1, 2, 5, 10, 20, ... of the same magnitude. */
function niceStep(step: number): number {
  if (!(step > 0)) return 1
  const magnitude = 10 ** Math.floor(Math.log10(step))
  const factor = [1, 2, 5, 10].find((each) => each * magnitude >= step) ?? 10
  return exact(factor * magnitude)
}

/** Removes the rounding errors of sums of fractions. */
function exact(value: number): number {
  return Number(value.toPrecision(12))
}

type Made = Omit<NewColumn, 'id'>

function heatMap(down: Made, across: Made, measure: Made, newId: () => string): RecipeFields {
  const row = { ...down, id: newId() }
  const column = { ...across, id: newId() }
  const value = { ...measure, id: newId() }
  return {
    name: `${value.name ?? ''} by ${(row.name ?? '').toLowerCase()}`,
    columns: [row, column, value],
    rowsBy: [{ columnId: row.id }],
    columnsBy: [{ columnId: column.id }],
    values: [value.id],
    conditionalFormats: [{ columnIds: [value.id], type: 'backgroundScale', scheme: ['#ffffff', '#7fc8bf'] }],
  }
}

function sparkline(name: OfferedColumn, date: OfferedColumn, number: OfferedColumn, newId: () => string): RecipeFields {
  const key = { ...dimensionOf(name), id: newId() }
  const total = { ...measureOf(number), id: newId() }
  const line = { id: newId(), name: `${number.name} by month`, formula: sparklineOf(total.formula, referenceTo(date)) }
  return {
    name: `${number.name} by ${name.name.toLowerCase()}`,
    columns: [key, total, line],
    groupings: [{ id: newId(), groupBy: [key.id], calculations: [total.id, line.id] }],
  }
}
