import { parseFormula, printReference, quoteText, type SyntaxNode } from '../../formula/index.ts'
import type { DocumentColumn, WorkbookDocument } from '../api.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { columnName, columnNames } from '../names.ts'
import { changeElement } from './change-element.ts'
import { changeColumns } from './columns.ts'

/** Aggregates that the menu of a calculation offers. */
export const aggregates = [
  'Sum',
  'Avg',
  'Median',
  'Min',
  'Max',
  'First',
  'Last',
  'Count',
  'CountDistinct',
  'StdDev',
  'Variance',
  'ListAgg',
  'PercentileCont',
] as const
export type Aggregate = (typeof aggregates)[number]

/** Units to which the menu cuts a date down. */
export const truncations = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
export type Truncation = (typeof truncations)[number]

/** Types into which the menu turns the values of a column. */
export const conversions = ['Text', 'Number', 'Date', 'Logical', 'Json'] as const
export type Conversion = (typeof conversions)[number]

/** Parts of a date that the menu adds as numbers. */
export const dateParts = ['year', 'quarter', 'month', 'week', 'weekday', 'day', 'hour', 'minute'] as const
export type DatePartName = (typeof dateParts)[number]

/** Changes of a text that need no question. */
export const textChanges = ['Trim', 'Upper', 'Lower', 'Proper'] as const

/** The share of values below the percentile that the menu computes; the formula bar changes it. */
const usualPercentile = 0.9

/** `Sum([Net])` for a plain formula; an aggregate around it is replaced by this one. */
export function aggregated(formula: string, aggregate: Aggregate): string {
  const { tree } = parseFormula(formula)
  const isAggregate = tree?.kind === 'call' && (aggregates as readonly string[]).includes(tree.name)
  const inner = isAggregate ? textOf(formula, tree.args[0]) : formula.trim()
  if (inner === '') return `${aggregate}()`
  return aggregate === 'PercentileCont' ? `${aggregate}(${inner}, ${usualPercentile})` : `${aggregate}(${inner})`
}

/** A function around the values of a column, such as `Trim([Name])` or `Round([Net], 2)`. */
export function wrapped(formula: string, name: string, ...args: readonly (string | number)[]): string {
  const rest = args.map((argument) => (typeof argument === 'number' ? String(argument) : quoteText(argument)))
  return `${name}(${[formula.trim(), ...rest].join(', ')})`
}

/** A part of a date as a number. */
export function datePartFormula(column: string, part: DatePartName): string {
  return `DatePart(${quoteText(part)}, ${printReference([column])})`
}

/** Which of equally wide bins, counted from 1, a value is in. */
export function binFormula(column: string, { min, max, bins }: { min: number; max: number; bins: number }): string {
  return `BinFixed(${printReference([column])}, ${min}, ${max}, ${bins})`
}

/** One part of a text between delimiters, counted from 1. */
export function splitFormula(column: string, { delimiter, part }: { delimiter: string; part: number }): string {
  return `SplitPart(${printReference([column])}, ${quoteText(delimiter)}, ${part})`
}

/** Other values in place of some; the rest stay as they are. */
export function mapFormula(column: string, pairs: readonly { from: string | number | boolean; to: string }[]): string {
  const own = printReference([column])
  // Values of one type: a column that is not text is written as text, since what replaces it is.
  const isText = pairs.every(({ from }) => typeof from === 'string')
  const value = isText ? own : `Text(${own})`
  const cases = pairs.map(({ from, to }) => `${quoteText(String(from))}, ${quoteText(to)}`)
  return `Switch(${[value, ...cases, value].join(', ')})`
}

/** What a period comparison shows: the earlier value, what was added since, or by how much of it. */
export const periodResults = ['value', 'difference', 'percent'] as const
export type PeriodResult = (typeof periodResults)[number]

/** The value of a calculation some periods earlier, or how it has changed since. */
export function periodFormula(
  value: string,
  { date, amount, unit, result }: { date: string; amount: number; unit: string; result: PeriodResult },
): string {
  const own = printReference([value])
  const earlier = `DateLookback(${own}, ${printReference([date])}, ${amount}, ${quoteText(unit)})`
  if (result === 'value') return earlier
  return result === 'difference' ? `${own} - ${earlier}` : `(${own} - ${earlier}) / ${earlier}`
}

/** A small line of a calculation by date, drawn in the cell. */
export function sparklineFormula(calculation: string, date: string): string {
  return sparklineOf(calculation, printReference([date]))
}

/** The same with the date as a formula writes it. */
export function sparklineOf(calculation: string, dateReference: string): string {
  return `SparklineAgg(DateTrunc("month", ${dateReference}), ${calculation.trim()})`
}

/** The share of a total, of the values that the formula aggregates. */
export function percentOf(formula: string, mode: 'grand_total' | 'parent_grouping' | 'column' | 'row'): string {
  const { tree } = parseFormula(formula)
  const isShare = tree?.kind === 'call' && tree.name === 'PercentOfTotal'
  const inner = isShare ? textOf(formula, tree.args[0]) : formula.trim()
  return `PercentOfTotal(${inner}, ${quoteText(mode)})`
}

/** The date cut down to a unit, or whole again. */
export function truncated(formula: string, unit: Truncation | null): string {
  const date = dateWithin(formula)
  return unit === null ? date : `DateTrunc(${quoteText(unit)}, ${date})`
}

/** A part of the date in place of the date, whatever the formula has made of it before. */
export function partOfDate(formula: string, part: DatePartName): string {
  return `DatePart(${quoteText(part)}, ${dateWithin(formula)})`
}

/** The part of a date that a formula is; null where it is none. */
export function datePartOf(formula: string): DatePartName | null {
  const { tree } = parseFormula(formula)
  if (tree?.kind !== 'call' || tree.name.toLowerCase() !== 'datepart') return null
  const [part] = tree.args
  const text = part?.kind === 'text' ? part.value.toLowerCase() : ''
  return dateParts.find((each) => each === text) ?? null
}

/** The date that a formula cuts down or takes a part of; the formula itself where it does neither. */
function dateWithin(formula: string): string {
  const { tree } = parseFormula(formula)
  const isCut =
    tree?.kind === 'call' && ['datetrunc', 'datepart'].includes(tree.name.toLowerCase()) && tree.args.length >= 2
  return isCut ? textOf(formula, tree.args[1]) : formula.trim()
}

/** The unit to which a formula cuts a date; null where it does not. */
export function truncationOf(formula: string): Truncation | null {
  const { tree } = parseFormula(formula)
  if (tree?.kind !== 'call' || tree.name.toLowerCase() !== 'datetrunc') return null
  const [unit] = tree.args
  const text = unit?.kind === 'text' ? unit.value.toLowerCase() : ''
  return truncations.find((each) => each === text) ?? null
}

/** The values in another type; a conversion around them is replaced. */
export function converted(formula: string, to: Conversion): string {
  const call = outerCall(formula)
  const inner = call && (conversions as readonly string[]).includes(call.name) ? call.argument : formula.trim()
  return `${to}(${inner})`
}

/** The name of the function around a formula with what is in its parentheses; null where there is none. */
export function outerCall(formula: string): { name: string; argument: string } | null {
  const { tree } = parseFormula(formula)
  if (tree?.kind !== 'call') return null
  const first = tree.args[0]
  const last = tree.args.at(-1)
  const argument = first && last ? formula.slice(first.span.start, last.span.end) : ''
  return { name: tree.name, argument }
}

function textOf(formula: string, node: SyntaxNode | undefined): string {
  return node ? formula.slice(node.span.start, node.span.end) : ''
}

/**
 * Changes the formulas of columns. `keepsName`: the column goes on with the name it has, where it was called after its
 * formula: a change of type is no change of what it means.
 */
export function changeFormulas(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  change: (formula: string, column: DocumentColumn) => string,
  { keepsName = false }: { keepsName?: boolean } = {},
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const names = columnNames(element.columns)
    return changeColumns(element, columnIds, (column) => {
      const formula = change(column.formula, column)
      if (formula === column.formula) return column
      if (!keepsName || (typeof column.name === 'string' && column.name !== '')) return { ...column, formula }
      return { ...column, formula, name: names.get(column.id) ?? columnName(column) }
    })
  })
}

export interface LookupRequest {
  /** Name by which formulas reach the other element. */
  elementName: string
  /** The column that is wanted, by name. */
  column: string
  /** Pairs of a column of this element and one of the other, by name. */
  keys: readonly { own: string; other: string }[]
  /** Needed where keys repeat on the other side. */
  aggregate?: Aggregate | undefined
}

/** The formula of a lookup: the value of the other element where its keys are equal. It never adds rows. */
export function lookupFormula({ elementName, column, keys, aggregate }: LookupRequest): string {
  const other = (name: string) => printReference([elementName, name])
  const pairs = keys.map((key) => `${printReference([key.own])}, ${other(key.other)}`).join(', ')
  return aggregate ? `Rollup(${aggregate}(${other(column)}), ${pairs})` : `Lookup(${other(column)}, ${pairs})`
}
