import { type DateClock, dateRange, type IncludeNulls } from '../../document/index.ts'
import type { Expression } from '../../formula/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import type { FilterBody } from '../model/filter-body.ts'
import type { PlanCondition, PlanValue } from '../model/logical.ts'
import { cellAs, isRecord } from './controls.ts'

export type FilterOutcome =
  | { ok: true; condition: PlanCondition | null }
  /** The filter cannot be computed; nothing may be shown without it. */
  | { ok: false; reason: string }

const none: FilterOutcome = { ok: true, condition: null }
const only = (condition: PlanCondition): FilterOutcome => ({ ok: true, condition })
const failed = (reason: string): FilterOutcome => ({ ok: false, reason })

/** The condition that a filter applies to the slot; null when every row passes. */
export function filterCondition(body: FilterBody, slot: string, type: ValueType, clock: DateClock): FilterOutcome {
  switch (body.kind) {
    case 'list':
      return listFilter(body, slot, type, clock)
    case 'number-range':
      return numberRange(body, slot, type)
    case 'date-range':
      return dateFilter(body, slot, type, clock)
    case 'text-match':
      return textMatch(body, slot, type)
    default:
      return failed(`There are no filters of kind "${body.kind}".`)
  }
}

/**
 * Include keeps the rows with one of the values. Exclude keeps all other rows, and rows without a value too unless null is in the list.
 */
function listFilter(body: FilterBody, slot: string, type: ValueType, clock: DateClock): FilterOutcome {
  const listed: unknown[] = Array.isArray(body.values) ? body.values : []
  if (listed.length === 0) return none
  const hasNull = listed.includes(null)
  const values = listed
    .filter(isCell)
    .map((item) => listValue(item, type, clock))
    .filter((item) => item !== null)
  const isIn = values.length === 0 ? ({ kind: 'false' } as const) : oneOf(slot, type, values)
  const isNull: PlanCondition = { kind: 'is-null', slot }
  if (body.mode === 'exclude') {
    const others: PlanCondition = values.length === 0 ? { kind: 'true' } : { kind: 'not', item: isIn }
    return only(
      hasNull
        ? { kind: 'and', items: [{ kind: 'not', item: isNull }, others] }
        : values.length === 0
          ? { kind: 'true' }
          : { kind: 'or', items: [others, isNull] },
    )
  }
  if (!hasNull) return only(isIn)
  return only(values.length === 0 ? isNull : { kind: 'or', items: [isIn, isNull] })
}

/** A logical column is used as a condition by itself: engines optimize that, but not `IN (TRUE)`. */
function oneOf(slot: string, type: ValueType, values: PlanValue[]): PlanCondition {
  const [first] = values
  if (type.kind !== 'logical' || values.length !== 1) return { kind: 'in', slot, type, values }
  const isTrue: PlanCondition = { kind: 'formula', expression: reference(slot, type) }
  return first?.value === true ? isTrue : { kind: 'not', item: isTrue }
}

function isCell(value: unknown): value is Exclude<Cell, null> {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

export function listValue(item: Exclude<Cell, null>, type: ValueType, clock: DateClock): PlanValue | null {
  switch (type.kind) {
    case 'int64':
    case 'decimal':
    case 'float64':
      return numberValue(item, type)
    case 'timestamp':
    case 'instant':
    case 'date': {
      const value = clock.localOf(String(item))
      // In a date column a day is its midnight, so that no row equals a time within the day.
      if (type.kind === 'date' && /\d[T ](?!00:00(:00(\.0*)?)?$)[\d:.]+$/.test(String(item))) return null
      return value === null ? null : { value: type.kind === 'date' ? value.slice(0, 10) : value, type: localType(type) }
    }
    default: {
      const value = cellAs(item, type)
      return value === null ? null : { value, type }
    }
  }
}

function localType(type: ValueType): ValueType {
  return type.kind === 'instant' ? { kind: 'timestamp' } : type
}

/** The number as a bound value whose type compares exactly with a column of the type; null when it is not a number. */
export function numberValue(item: unknown, type: ValueType): PlanValue | null {
  const text = typeof item === 'number' || typeof item === 'string' ? String(item).trim() : ''
  if (text === '' || Number.isNaN(Number(text))) return null
  if (/^[-+]?\d{1,18}$/.test(text)) return { value: text.replace(/^\+/, ''), type: { kind: 'int64' } }
  if (type.kind !== 'float64' && /^[-+]?\d{19,38}$/.test(text)) {
    return { value: text.replace(/^\+/, ''), type: { kind: 'decimal', precision: 38, scale: 0 } }
  }
  const digits = /^[-+]?(\d+)\.(\d+)$/.exec(text)
  const precision = (digits?.[1]?.length ?? 0) + (digits?.[2]?.length ?? 0)
  if (type.kind !== 'float64' && digits?.[2] && precision <= 38) {
    return { value: text.replace(/^\+/, ''), type: { kind: 'decimal', precision, scale: digits[2].length } }
  }
  return { value: Number(text), type: { kind: 'float64' } }
}

function numberRange(body: FilterBody, slot: string, type: ValueType): FilterOutcome {
  const min = numberValue(body.min, type)
  const max = numberValue(body.max, type)
  const bounds: PlanCondition[] = []
  if (min && max && min.value === max.value) bounds.push({ kind: 'compare', slot, type, operator: '=', value: min })
  else {
    if (min) bounds.push({ kind: 'compare', slot, type, operator: '>=', value: min })
    if (max) bounds.push({ kind: 'compare', slot, type, operator: '<=', value: max })
  }
  return withNullRule(bounds, slot, nullRule(body))
}

function dateFilter(body: FilterBody, slot: string, type: ValueType, clock: DateClock): FilterOutcome {
  const range = dateRange(body, clock)
  if (!range) return failed('The date range of a filter cannot be read.')
  const bounds: PlanCondition[] = []
  const isDay = type.kind === 'date'
  if (range.start !== null) {
    const value = isDay ? firstDayFrom(range.start, clock) : range.start
    bounds.push({ kind: 'compare', slot, type, operator: '>=', value: { value, type: localType(type) } })
  }
  if (range.before !== null) {
    const value = isDay ? firstDayFrom(range.before, clock) : range.before
    bounds.push({ kind: 'compare', slot, type, operator: '<', value: { value, type: localType(type) } })
  }
  return withNullRule(bounds, slot, nullRule(body))
}

/** The first day that does not start before the local time. */
function firstDayFrom(local: string, clock: DateClock): string {
  return local.endsWith('T00:00:00') ? local.slice(0, 10) : clock.dayAfter(local.slice(0, 10))
}

function nullRule(body: FilterBody): IncludeNulls {
  return body.includeNulls === 'always' || body.includeNulls === 'never'
    ? body.includeNulls
    : 'when-no-value-is-selected'
}

function withNullRule(bounds: PlanCondition[], slot: string, rule: IncludeNulls): FilterOutcome {
  const isNull: PlanCondition = { kind: 'is-null', slot }
  const [first] = bounds
  if (!first) return rule === 'never' ? only({ kind: 'not', item: isNull }) : none
  const within: PlanCondition = bounds.length === 1 ? first : { kind: 'and', items: bounds }
  return only(rule === 'always' ? { kind: 'or', items: [within, isNull] } : within)
}

const TEXT_MODES: Record<string, { call: string; negated: boolean }> = {
  equals: { call: '=', negated: false },
  'does-not-equal': { call: '=', negated: true },
  contains: { call: 'Contains', negated: false },
  'does-not-contain': { call: 'Contains', negated: true },
  'starts-with': { call: 'StartsWith', negated: false },
  'does-not-start-with': { call: 'StartsWith', negated: true },
  'ends-with': { call: 'EndsWith', negated: false },
  'does-not-end-with': { call: 'EndsWith', negated: true },
  like: { call: 'Like', negated: false },
  'not-like': { call: 'Like', negated: true },
  'matches-regexp': { call: 'RegexpMatch', negated: false },
  'does-not-match-regexp': { call: 'RegexpMatch', negated: true },
}

/** Exclusion keeps rows without a value unless `includeNulls` says otherwise. */
function textMatch(body: FilterBody, slot: string, type: ValueType): FilterOutcome {
  const mode = TEXT_MODES[String(body.mode)]
  if (!mode) return failed(`There is no text match "${String(body.mode)}".`)
  const isNull: PlanCondition = { kind: 'is-null', slot }
  const value = typeof body.value === 'string' && body.value !== '' ? body.value : null
  if (value === null) return withNullRule([], slot, nullRule(body))
  if (type.kind !== 'text') return failed('A text filter needs a column of type text.')
  const isPattern = mode.call === 'RegexpMatch'
  const folds = body.case !== 'sensitive' && !isPattern
  const wanted = folds ? value.toLowerCase() : isPattern && body.case !== 'sensitive' ? inAnyCase(value) : value
  const text = reference(slot, type)
  const condition: PlanCondition = {
    kind: 'formula',
    expression: call(mode.call, [folds ? call('Lower', [text], { kind: 'text' }) : text, literal(wanted)], {
      kind: 'logical',
    }),
  }
  if (!mode.negated) return withNullRule([condition], slot, nullRule(body))
  const rest: PlanCondition = { kind: 'not', item: condition }
  const saysOtherwise = body.includeNulls === 'never' || body.includeNulls === 'when-no-value-is-selected'
  return only(saysOtherwise ? rest : { kind: 'or', items: [rest, isNull] })
}

/**
 * The pattern with the option to ignore case added to its other leading options. Converting the pattern to lower case would change `\\D`.
 */
function inAnyCase(pattern: string): string {
  const [own, options = ''] = /^\(\?([a-z]+)\)/.exec(pattern) ?? ['']
  return `(?i${options.replace('i', '')})${pattern.slice(own.length)}`
}

const nowhere = { start: 0, end: 0 }

function reference(slot: string, type: ValueType): Expression {
  return {
    kind: 'reference',
    target: { kind: 'column', columnId: slot },
    type,
    nullable: true,
    span: nowhere,
  }
}

function literal(value: string): Expression {
  return { kind: 'literal', value, type: { kind: 'text' }, span: nowhere }
}

function call(name: string, args: Expression[], type: ValueType): Expression {
  return { kind: 'call', name, class: 'row', args, type, span: nowhere }
}

/** Whether the filter is relative to the current day or time. */
export function clockOf(body: FilterBody): { today: boolean; now: boolean } {
  const units = relativeUnits(body)
  return { today: units.length > 0, now: units.some((unit) => unit === 'hour' || unit === 'minute') }
}

/** Units of a relative date filter. */
function relativeUnits(body: FilterBody): unknown[] {
  if (body.kind !== 'date-range') return []
  const ends = [body.startDate, body.endDate].filter(isRecord).map((end) => end.unit)
  return body.mode === 'last' || body.mode === 'next' || body.mode === 'current' ? [body.unit, ...ends] : ends
}
