import { type TSchema, Type } from 'typebox'
import { closed, optional, Text, words } from './words.ts'

/** Ranges of dates, saved or relative to today. */

export const RelativeDate = closed({
  op: words('now-minus', 'now-plus'),
  unit: words('year', 'quarter', 'month', 'week-starting-sunday', 'week-starting-monday', 'day', 'hour', 'minute'),
  value: Type.Number(),
})
export const DateOrRelative = Type.Union([Type.String(), RelativeDate], { expected: 'date' })
const DateUnit = words(
  'year',
  'quarter',
  'month',
  'week-starting-sunday',
  'week-starting-monday',
  'day',
  'hour',
  'minute',
)

/** The modes of a date range, with the additional fields of a filter or a control. */
export function dateRangeBranches(shared: Record<string, TSchema>): TSchema[] {
  return [
    closed({
      ...shared,
      mode: Type.Literal('between'),
      startDate: optional(Text),
      endDate: optional(Text),
    }),
    closed({ ...shared, mode: words('on', 'before', 'after'), date: Text }),
    closed({
      ...shared,
      mode: words('last', 'next'),
      value: Type.Number(),
      unit: DateUnit,
      includeToday: Type.Boolean(),
    }),
    closed({ ...shared, mode: Type.Literal('current'), unit: DateUnit }),
    closed({
      ...shared,
      mode: Type.Literal('custom'),
      startDate: optional(DateOrRelative),
      endDate: optional(DateOrRelative),
    }),
  ]
}

export const DateRange = Type.Union(dateRangeBranches({}), { discriminator: 'mode' })
