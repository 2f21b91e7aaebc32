import { printReference } from '../../formula/index.ts'
import type { WorkbookDocument } from '../api.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { columnName } from '../names.ts'
import { withRequiredShelves } from '../required-shelves.ts'
import { type ColumnHolder, changeElement } from './change-element.ts'
import type { NewColumn } from './columns.ts'
import { columnsOnShelf, type ShelfId, type ShelfShape, shelvesOfKind, withColumn, withShelf } from './shelves.ts'

/** A column of the source of an element. */
export interface OfferedColumn {
  name: string
  kind: 'number' | 'date' | 'text' | 'logical' | 'other'
  /** The prefix in a formula; absent for a column of the element itself. */
  sourceName?: string
  /** The relationship of the source over which the column is reached; absent for a column of the source itself. */
  relationship?: string
  format?: NewColumn['format']
  /** Already aggregates rows, like a metric of the source. */
  isMetric?: boolean
}

/** Columns that fill every shelf of a chart at once, with a name such as "Revenue by month". */
export interface Suggestion {
  name: string
  columns: { shelf: ShelfId; column: Omit<NewColumn, 'id'> }[]
}

const identifier = /(^|[\s_-])(id|key|code|year|zip)s?$/i
const share = /rate|share|percent|ratio|margin %/i

type Referenced = Pick<OfferedColumn, 'name' | 'sourceName' | 'relationship'>

export function referenceTo({ name, sourceName, relationship }: Referenced): string {
  return printReference([sourceName, relationship, name].filter((part) => part !== undefined))
}

/** The default aggregate: numbers are summed, ids are counted, ratios are averaged, all others are counted. */
export function measureOf(column: OfferedColumn): Omit<NewColumn, 'id'> {
  const { name, kind, sourceName, format, isMetric } = column
  const reference = referenceTo(column)
  if (isMetric) return { name, formula: reference, ...(format ? { format } : {}) }
  const isOwn = sourceName === undefined
  if (kind !== 'number') return { name: `Count of ${name}`, formula: `Count(${reference})` }
  if (identifier.test(name)) return { name: `Distinct ${name}`, formula: `CountDistinct(${reference})` }
  const isShare = share.test(name) || (format?.kind === 'number' && format.formatString?.endsWith('%') === true)
  const aggregate = isShare ? 'Avg' : 'Sum'
  return {
    name: isShare ? `Average ${name}` : isOwn ? `Sum of ${name}` : name,
    formula: `${aggregate}(${reference})`,
    ...(format ? { format } : {}),
  }
}

/** A date is truncated to months by default; any other column is used unchanged. */
export function dimensionOf(column: OfferedColumn, unit = 'month'): Omit<NewColumn, 'id'> {
  const { name, kind, format } = column
  const reference = referenceTo(column)
  if (kind === 'date') {
    const formula = `DateTrunc("${unit}", ${reference})`
    const cutName = `${unit[0]?.toUpperCase()}${unit.slice(1)} of ${name}`
    // A name that can be derived from the formula is not stored, so that it follows the formula to another unit.
    return columnName({ formula }) === cutName ? { formula } : { name: cutName, formula }
  }
  return { name, formula: reference, ...(format && kind !== 'number' ? { format } : {}) }
}

/** The column that a source column becomes on a shelf. Boxes read row values. */
export function columnForShelf(kind: string, shelf: ShelfShape, column: OfferedColumn): Omit<NewColumn, 'id'> {
  if (kind === 'box-chart' && shelf.id === 'yAxis') return { name: column.name, formula: referenceTo(column) }
  return shelf.role === 'measure' ? measureOf(column) : dimensionOf(column)
}

/** The numbers that can be summed, amounts of money first. */
export function measurable(columns: readonly OfferedColumn[]): OfferedColumn[] {
  return columns
    .filter((column) => column.kind === 'number' && !identifier.test(column.name))
    .sort((left, right) => weight(right) - weight(left))
}

/** Whether a column is a text that names things and is not a key. */
export function isName({ kind, name }: OfferedColumn): boolean {
  return kind === 'text' && !identifier.test(name)
}

/** Up to four ways to fill the shelves of a kind from the columns of its source, with money and time first. */
export function suggestionsFor(kind: string, columns: readonly OfferedColumn[]): Suggestion[] {
  const shelves = shelvesOfKind(kind)
  const measureShelf = shelves.find(({ role }) => role === 'measure')
  const dimensionShelf =
    kind === 'kpi-chart'
      ? shelves.find(({ id }) => id === 'timeline')
      : shelves.find(({ role }) => role === 'dimension')
  if (!measureShelf) return []
  const numbers = measurable(columns)
  const dates = columns.filter((column) => column.kind === 'date')
  const names = columns.filter(isName)
  // Their columns are recognized by name when the map is added, and a text is neither a coordinate nor a shape.
  if (kind === 'geography-map' || kind === 'point-map') return []
  const likesTime = !['pie-chart', 'donut-chart', 'funnel-chart', 'treemap-chart', 'sankey-chart'].includes(kind)
  const divisions = kind === 'kpi-chart' ? dates.slice(0, 1) : [...(likesTime ? dates.slice(0, 1) : []), ...names]
  const pairs = numbers.slice(0, 2).flatMap((number) => divisions.slice(0, 3).map((by) => ({ number, by })))
  const made = pairs.map(({ number, by }): Suggestion => {
    const measure = measureOf(number)
    const dimension = dimensionOf(by)
    const word = by.kind === 'date' ? 'month' : by.name
    return {
      name: `${number.name} by ${word}`,
      columns: [
        { shelf: measureShelf.id, column: measure },
        ...(dimensionShelf ? [{ shelf: dimensionShelf.id, column: dimension }] : []),
      ],
    }
  })
  const alone =
    kind === 'kpi-chart' || kind === 'gauge-chart'
      ? numbers.map(
          (number): Suggestion => ({
            name: number.name,
            columns: [{ shelf: measureShelf.id, column: measureOf(number) }],
          }),
        )
      : []
  return [...(dimensionShelf ? made : []), ...alone].slice(0, 4)
}

const money = /revenue|sales|amount|total|price|profit|margin|cost/i

/** Amounts of money are suggested before other numbers. */
function weight({ name, format }: OfferedColumn): number {
  const isMoney = money.test(name) || (format?.kind === 'number' && format.formatString?.includes('$') === true)
  return isMoney ? (/revenue|sales/i.test(name) ? 2 : 1) : 0
}

/**
 * Fills the shelves and names an element without a name; with text on the axis the bars are sorted by value, largest first.
 */
export function applySuggestion(
  document: WorkbookDocument,
  elementId: string,
  suggestion: Suggestion,
  newId: () => string,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const ids = suggestion.columns.map(() => newId())
    const named: ColumnHolder = element.name === undefined ? { ...element, name: suggestion.name } : element
    const filled = suggestion.columns.reduce((next, { shelf, column }, index) => {
      const id = ids[index] ?? newId()
      const held = columnsOnShelf(next, shelf)
      const isMany = shelvesOfKind(next.kind).find((shape) => shape.id === shelf)?.isMany === true
      return withShelf(withColumn(next, { ...column, id }), shelf, isMany ? [...held, id] : [id])
    }, named)
    const settled = withRequiredShelves(filled)
    const byX = suggestion.columns.find(({ shelf }) => shelf === 'xAxis')
    const [measure] = columnsOnShelf(filled, 'yAxis')
    const isOrdered = byX === undefined || byX.column.formula.startsWith('DateTrunc(')
    if (filled.kind !== 'bar-chart' || isOrdered || measure === undefined) return settled
    const axis = typeof filled.xAxis === 'object' && filled.xAxis !== null ? filled.xAxis : {}
    return { ...filled, xAxis: { ...axis, sort: { direction: 'descending', by: measure } } }
  })
}
