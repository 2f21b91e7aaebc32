import { addUnits, truncate } from './dates.ts'
import type { DateUnit, Filter } from './model.ts'
import { textFunctions } from './text-functions.ts'
import { compare, decimal, equal, isMoment, isNumber, type Moment, moment, type Value } from './values.ts'

/** Whether a filter keeps a cell; top n depends on other cells and is decided elsewhere. */
/** `now`: the local time. */
export function keeps(filter: Filter, value: Value, now: Moment): boolean {
  switch (filter.kind) {
    case 'list':
      return keepsList(filter, value)
    case 'number-range': {
      const { min, max } = filter
      if (value === null) return keepsNull(filter.includeNulls, min !== undefined || max !== undefined)
      if (!isNumber(value)) throw new Error('A range needs numbers')
      return (
        (min === undefined || compare(value, decimal(String(min))) >= 0) &&
        (max === undefined || compare(value, decimal(String(max))) <= 0)
      )
    }
    case 'date-range': {
      if (value === null) return keepsNull(filter.includeNulls, true)
      if (!isMoment(value)) throw new Error('A date range needs dates')
      const dayAfter = (day: string) => addUnits('day', 1, moment(day)).ms
      if (filter.mode === 'between')
        return value.ms >= moment(filter.startDate).ms && value.ms < dayAfter(filter.endDate)
      if ('unit' in filter) {
        const [start, before] = relative(filter, now)
        return value.ms >= start.ms && value.ms < before.ms
      }
      if (filter.mode === 'on') return value.ms >= moment(filter.date).ms && value.ms < dayAfter(filter.date)
      return filter.mode === 'before' ? value.ms < moment(filter.date).ms : value.ms >= dayAfter(filter.date)
    }
    case 'text-match':
      return keepsText(filter, value)
    case 'top-n':
    case 'hierarchy':
      return true
  }
}

/** Whole periods before or after the current one; with today, up to the end of today or from its start. */
function relative(filter: Extract<Filter, { unit: DateUnit }>, now: Moment): [Moment, Moment] {
  const { unit } = filter
  const running = truncate(unit, now)
  const next = addUnits(unit, 1, running)
  if (filter.mode === 'current') return [running, next]
  const today = truncate('day', now)
  const count = filter.includeToday && unit === 'day' ? filter.value - 1 : filter.value
  if (filter.mode === 'last')
    return [addUnits(unit, -count, running), filter.includeToday ? addUnits('day', 1, today) : running]
  return [filter.includeToday ? today : next, addUnits(unit, count, next)]
}

/** Without a null rule of its own a filter removes nulls as soon as it filters anything. */
function keepsNull(rule: string | undefined, isActive: boolean): boolean {
  if (rule === 'always') return true
  if (rule === 'never') return false
  return !isActive
}

function keepsList(filter: Extract<Filter, { kind: 'list' }>, value: Value): boolean {
  if (filter.values.length === 0) return true
  const listed = filter.values.some((item) => (item === null || value === null ? item === value : equal(item, value)))
  return filter.mode === 'include' ? listed : !listed
}

function keepsText(filter: Extract<Filter, { kind: 'text-match' }>, value: Value): boolean {
  const excludes = filter.mode.startsWith('does-not') || filter.mode === 'not-like'
  if (filter.value === '') return value !== null || filter.includeNulls !== 'never'
  if (value === null) return filter.includeNulls === undefined ? excludes : keepsNull(filter.includeNulls, true)
  const fold = (text: string) => (filter.case === 'sensitive' ? text : text.toLowerCase())
  const [cell, wanted] = [fold(String(value)), fold(filter.value)]
  const positive = filter.mode
    .replace('does-not-equal', 'equals')
    .replace('does-not-', '')
    .replace(/^not-like/, 'like')
  const found = {
    equals: cell === wanted,
    contain: cell.includes(wanted),
    contains: cell.includes(wanted),
    'start-with': cell.startsWith(wanted),
    'starts-with': cell.startsWith(wanted),
    'end-with': cell.endsWith(wanted),
    'ends-with': cell.endsWith(wanted),
    like: textFunctions.Like?.([cell, wanted]) === true,
  }[positive]
  if (found === undefined) throw new Error(`No text match ${filter.mode}`)
  return found !== excludes
}
