import { colorAt } from '../chart/index.ts'
import type { TableElement } from '../document/index.ts'
import type { ValueFormat } from '../format/index.ts'
import type { Cell } from '../types/index.ts'
import { type CellStyle, hexColor, themeOnBackground } from './cell-style.ts'
import type { ColumnRange } from './column-ranges.ts'

export interface CellBar {
  from: number
  to: number
  color: string
  hidesText: boolean
}

/** The result of a table's rules for one cell. */
export interface CellLook {
  style?: CellStyle
  /** A bar behind the text, between two fractions of the width. */
  bar?: CellBar
  format?: ValueFormat
}

type Rule = (columnId: string, cell: Cell) => CellLook | undefined

/** Which cells of a pivot table a rule applies to; the cells of a table are all values. */
type Scope = 'values' | 'subtotals' | 'grandTotals'

const scopesOf = ({ includeValues, includeSubtotals, includeGrandTotals }: Record<string, unknown>) => ({
  values: includeValues !== false,
  subtotals: includeSubtotals === true,
  grandTotals: includeGrandTotals === true,
})

const usualScheme = ['#e6f3f0', '#0f766e']
const usualBar = '#9fd0c8'

/**
 * Applies the rules of a table in order: a later match wins over an earlier one. Scales without a domain of their own span the loaded
 * values. Rules with a formula as their condition are not applied here.
 */
export function conditionalFormats(element: TableElement, rangeOf: ColumnRange) {
  const rules = list(element.conditionalFormats).flatMap((entry) => {
    const rule = readRule(entry, rangeOf)
    if (!rule) return []
    const columnIds = new Set((Array.isArray(entry.columnIds) ? entry.columnIds : []).map(String))
    return [{ columnIds, scopes: scopesOf(entry), rule }]
  })
  return (columnId: string, cell: Cell, scope: Scope = 'values'): CellLook | undefined => {
    let look: CellLook | undefined
    for (const { columnIds, scopes, rule } of rules) {
      const next = columnIds.has(columnId) && scopes[scope] ? rule(columnId, cell) : undefined
      if (next) look = { ...look, ...next, style: { ...look?.style, ...next.style } }
    }
    return look
  }
}

function readRule(entry: Record<string, unknown>, rangeOf: ColumnRange): Rule | undefined {
  switch (entry.type) {
    case 'single': {
      const look = singleLook(entry.style)
      return entry.condition === 'formula' ? undefined : (_, cell) => (isMatch(entry, cell) ? look : undefined)
    }
    case 'backgroundScale':
    case 'fontScale':
      return (columnId, cell) => {
        const share = shareOf(entry, cell, rangeOf(columnId))
        if (share === undefined) return undefined
        const color = colorAt(schemeOf(entry, usualScheme), share)
        return { style: entry.type === 'fontScale' ? { color } : onBackground(color) }
      }
    case 'dataBars':
      return (columnId, cell) => {
        const bar = barOf(entry, cell, rangeOf(columnId))
        return bar ? { bar } : undefined
      }
    default:
      return undefined
  }
}

function singleLook(style: unknown): CellLook {
  const { backgroundColor, color, bold, italic, underline, format } = (style ?? {}) as Record<string, unknown>
  const background = hexColor(backgroundColor)
  const text = hexColor(color)
  return {
    style: {
      ...(background ? onBackground(background) : {}),
      ...(text ? { color: text } : {}),
      ...(bold === true ? { fontWeight: 600 } : {}),
      ...(italic === true ? { fontStyle: 'italic' } : {}),
      ...(underline === true ? { textDecoration: 'underline' } : {}),
    },
    ...(typeof format === 'object' && format !== null ? { format: format as ValueFormat } : {}),
  }
}

/** A background with a text colour that is readable on it, whatever the theme of the reader. */
export function onBackground(color: string): CellStyle {
  return { backgroundColor: color, color: themeOnBackground(color) === 'dark' ? '#ffffff' : '#1c2526' }
}

function isMatch(rule: Record<string, unknown>, cell: Cell): boolean {
  if (rule.condition === 'IsNull') return cell === null
  if (rule.condition === 'IsNotNull') return cell !== null
  if (cell === null) return false
  const order = (other: unknown) => compare(cell, other)
  const text = String(cell)
  const wanted = String(rule.value)
  switch (rule.condition) {
    case '=':
      return order(rule.value) === 0
    case '!=':
      return order(rule.value) !== 0
    case '>':
      return order(rule.value) > 0
    case '>=':
      return order(rule.value) >= 0
    case '<':
      return order(rule.value) < 0
    case '<=':
      return order(rule.value) <= 0
    case 'Contains':
      return text.includes(wanted)
    case 'NotContains':
      return !text.includes(wanted)
    case 'StartsWith':
      return text.startsWith(wanted)
    case 'EndsWith':
      return text.endsWith(wanted)
    case 'Between':
      return order(rule.low) >= 0 && order(rule.high) <= 0
    case 'NotBetween':
      return order(rule.low) < 0 || order(rule.high) > 0
    default:
      return false
  }
}

/** Compares numbers by value, everything else as text: dates are ISO texts. */
function compare(cell: Cell, other: unknown): number {
  const [left, right] = [numberOf(cell), numberOf(other)]
  if (left !== undefined && right !== undefined) return left - right
  const [text, wanted] = [String(cell), String(other)]
  return text < wanted ? -1 : text > wanted ? 1 : 0
}

interface Domain {
  min: number
  max: number
}

function shareOf(rule: Record<string, unknown>, cell: Cell, range: Domain | undefined): number | undefined {
  const value = cell === null && rule.nullBehavior === 'asZero' ? 0 : numberOf(cell)
  const domain = domainOf(rule, range)
  if (value === undefined || !domain) return undefined
  const mid = numberOf(domainField(rule).mid)
  let share = domain.max === domain.min ? 1 : (value - domain.min) / (domain.max - domain.min)
  if (mid !== undefined && mid > domain.min && mid < domain.max) {
    share =
      value < mid ? (0.5 * (value - domain.min)) / (mid - domain.min) : 0.5 + (0.5 * (value - mid)) / (domain.max - mid)
  }
  const steps = numberOf(rule.steps)
  const kept = Math.min(1, Math.max(0, share))
  if (steps === undefined || steps < 2) return kept
  return Math.min(steps - 1, Math.floor(kept * steps)) / (steps - 1)
}

/** A bar from zero to the value; the width spans the domain and zero. */
function barOf(rule: Record<string, unknown>, cell: Cell, range: Domain | undefined): CellBar | undefined {
  const value = numberOf(cell)
  const domain = domainOf(rule, range)
  if (value === undefined || !domain) return undefined
  const min = Math.min(0, domain.min)
  const max = Math.max(0, domain.max)
  if (max === min) return undefined
  const at = (position: number) => Math.min(1, Math.max(0, (position - min) / (max - min)))
  const scheme = schemeOf(rule, [usualBar])
  const color = (value < 0 ? scheme[0] : scheme.at(-1)) ?? usualBar
  const ends = [at(0), at(value)].sort((left, right) => left - right)
  return { from: ends[0] ?? 0, to: ends[1] ?? 0, color, hidesText: rule.valueLabels === 'hidden' }
}

function domainOf(rule: Record<string, unknown>, range: Domain | undefined): Domain | undefined {
  const { min, max } = domainField(rule)
  const low = numberOf(min) ?? range?.min
  const high = numberOf(max) ?? range?.max
  return low === undefined || high === undefined ? undefined : { min: low, max: high }
}

function domainField(rule: Record<string, unknown>): { min?: unknown; max?: unknown; mid?: unknown } {
  return typeof rule.domain === 'object' && rule.domain !== null ? rule.domain : {}
}

function schemeOf(rule: Record<string, unknown>, usual: readonly string[]): string[] {
  const scheme = (Array.isArray(rule.scheme) ? rule.scheme : []).flatMap((color: unknown) => hexColor(color) ?? [])
  const colors = scheme.length > 0 ? scheme : [...usual]
  return rule.order === 'descending' ? colors.reverse() : colors
}

function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const number = Number(value)
  return value === '' || !Number.isFinite(number) ? undefined : number
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : []
}
