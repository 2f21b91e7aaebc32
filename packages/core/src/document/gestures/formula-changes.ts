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

/** Units to which the menu can truncate a date. */
export const truncations = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
export type Truncation = (typeof truncations)[number]

/** Types to which the menu can convert the values of a column. */
export const conversions = ['Text', 'Number', 'Date', 'Logical', 'Json'] as const
export type Conversion = (typeof conversions)[number]

/** Parts of a date that the menu adds as numbers. */
export const dateParts = ['year', 'quarter', 'month', 'week', 'weekday', 'day', 'hour', 'minute'] as const
export type DatePartName = (typeof dateParts)[number]

/** Text functions of the menu that need no further input. */
export const textChanges = ['Trim', 'Upper', 'Lower', 'Proper'] as const

/** The percentile that the menu computes; it can be changed in the formula bar. */
const usualPercentile = 0.9

/** `Sum([Net])` for a plain formula; an existing outer aggregate is replaced. */
export function aggregated(formula: string, aggregate: Aggregate): string {
  const { tree } = parseFormula(formula)
  const isAggregate = tree?.kind === 'call' && (aggregates as readonly string[]).includes(tree.name)
  const inner = isAggregate ? textOf(formula, tree.args[0]) : formula.trim()
  if (inner === '') return `${aggregate}()`
  return aggregate === 'PercentileCont' ? `${aggregate}(${inner}, ${usualPercentile})` : `${aggregate}(${inner})`
}

/** A function applied to the values of a column, such as `Trim([Name])` or `Round([Net], 2)`. */
export function wrapped(formula: string, name: string, ...args: readonly (string | number)[]): string {
  const rest = args.map((argument) => (typeof argument === 'number' ? String(argument) : quoteText(argument)))
  return `${name}(${[formula.trim(), ...rest].join(', ')})`
}

/** A part of a date as a number. */
export function datePartFormula(column: string, part: DatePartName): string {
  return `DatePart(${quoteText(part)}, ${printReference([column])})`
}

/** The number, from 1, of the equally wide bin that contains a value. */
export function binFormula(column: string, { min, max, bins }: { min: number; max: number; bins: number }): string {
  return `BinFixed(${printReference([column])}, ${min}, ${max}, ${bins})`
}

/** One part of a text between delimiters, counted from 1. */
export function splitFormula(column: string, { delimiter, part }: { delimiter: string; part: number }): string {
  return `SplitPart(${printReference([column])}, ${quoteText(delimiter)}, ${part})`
}

/** Replaces some values by others; all other values are unchanged. */
export function mapFormula(column: string, pairs: readonly { from: string | number | boolean; to: string }[]): string {
  const own = printReference([column])
  // All results of Switch must have one type: a column that is not text is converted, since the replacements are texts.
  const isText = pairs.every(({ from }) => typeof from === 'string')
  const value = isText ? own : `Text(${own})`
  const cases = pairs.map(({ from, to }) => `${quoteText(String(from))}, ${quoteText(to)}`)
  return `Switch(${[value, ...cases, value].join(', ')})`
}

/** The results of a period comparison: the earlier value, the difference, or the change in percent. */
export const periodResults = ['value', 'difference', 'percent'] as const
export type PeriodResult = (typeof periodResults)[number]

/** The value of a calculation some periods earlier, or its change since then. */
export function periodFormula(
  value: string,
  { date, amount, unit, result }: { date: string; amount: number; unit: string; result: PeriodResult },
): string {
  const own = printReference([value])
  const earlier = `DateLookback(${own}, ${printReference([date])}, ${amount}, ${quoteText(unit)})`
  if (result === 'value') return earlier
  return result === 'difference' ? `${own} - ${earlier}` : `(${own} - ${earlier}) / ${earlier}`
}

/** A sparkline of a calculation by date, drawn in the cell. */
export function sparklineFormula(calculation: string, date: string): string {
  return sparklineOf(calculation, printReference([date]))
}

/** The same with the date as a formula reference. */
export function sparklineOf(calculation: string, dateReference: string): string {
  return `SparklineAgg(DateTrunc("month", ${dateReference}), ${calculation.trim()})`
}

/** The share of the formula's values in a total. */
export function percentOf(formula: string, mode: 'grand_total' | 'parent_grouping' | 'column' | 'row'): string {
  const { tree } = parseFormula(formula)
  const isShare = tree?.kind === 'call' && tree.name === 'PercentOfTotal'
  const inner = isShare ? textOf(formula, tree.args[0]) : formula.trim()
  return `PercentOfTotal(${inner}, ${quoteText(mode)})`
}

/** The date truncated to a unit; null removes the truncation. */
export function truncated(formula: string, unit: Truncation | null): string {
  const date = dateWithin(formula)
  return unit === null ? date : `DateTrunc(${quoteText(unit)}, ${date})`
}

/** A part of the date, replacing any truncation or part that the formula already has. */
export function partOfDate(formula: string, part: DatePartName): string {
  return `DatePart(${quoteText(part)}, ${dateWithin(formula)})`
}

/** The part of a date that a formula computes; null for other formulas. */
export function datePartOf(formula: string): DatePartName | null {
  const { tree } = parseFormula(formula)
  if (tree?.kind !== 'call' || tree.name.toLowerCase() !== 'datepart') return null
  const [part] = tree.args
  const text = part?.kind === 'text' ? part.value.toLowerCase() : ''
  return dateParts.find((each) => each === text) ?? null
}

/** The date that a formula truncates or takes a part of; the formula itself when it does neither. */
function dateWithin(formula: string): string {
  const { tree } = parseFormula(formula)
  const isCut =
    tree?.kind === 'call' && ['datetrunc', 'datepart'].includes(tree.name.toLowerCase()) && tree.args.length >= 2
  return isCut ? textOf(formula, tree.args[1]) : formula.trim()
}

/** The unit to which a formula truncates a date; null when it does not. */
export function truncationOf(formula: string): Truncation | null {
  const { tree } = parseFormula(formula)
  if (tree?.kind !== 'call' || tree.name.toLowerCase() !== 'datetrunc') return null
  const [unit] = tree.args
  const text = unit?.kind === 'text' ? unit.value.toLowerCase() : ''
  return truncations.find((each) => each === text) ?? null
}

/** The values converted to another type; an existing outer conversion is replaced. */
export function converted(formula: string, to: Conversion): string {
  const call = outerCall(formula)
  const inner = call && (conversions as readonly string[]).includes(call.name) ? call.argument : formula.trim()
  return `${to}(${inner})`
}

/** The name of the outermost function of a formula and the text of its arguments; null when there is none. */
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
 * Changes the formulas of columns. `keepsName`: a column whose name was derived from its formula keeps that name, because a change of type
 * does not change its meaning.
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
  /** The name of the other element in formulas. */
  elementName: string
  /** The name of the column to look up. */
  column: string
  /** Pairs of a column of this element and one of the other, by name. */
  keys: readonly { own: string; other: string }[]
  /** Required when keys are not unique on the other side. */
  aggregate?: Aggregate | undefined
}

/** The formula of a lookup: the value of the other element where its keys are equal. It never adds rows. */
export function lookupFormula({ elementName, column, keys, aggregate }: LookupRequest): string {
  const other = (name: string) => printReference([elementName, name])
  const pairs = keys.map((key) => `${printReference([key.own])}, ${other(key.other)}`).join(', ')
  return aggregate ? `Rollup(${aggregate}(${other(column)}), ${pairs})` : `Lookup(${other(column)}, ${pairs})`
}
