import type { ConditionOperator, ScheduleCondition } from '@octavo/core/contract'
import type { KpiNumbers } from '@octavo/core/display'
import { type ControlTime, dateFromText } from '@octavo/core/document'
import type { CellOrder, CellTest, CellTestValue } from '@octavo/core/plan'
import { fixedDate } from './schedule-controls.ts'

type ColumnCondition = NonNullable<ScheduleCondition['condition']>

const orders: Partial<Record<ConditionOperator, CellOrder>> = {
  Equals: '=',
  NotEquals: '!=',
  LessThan: '<',
  LessThanEq: '<=',
  GreaterThan: '>',
  GreaterThanEq: '>=',
}

const texts = { Contains: 'contains', StartsWith: 'starts-with', EndsWith: 'ends-with' } as const

/** The query's test for a condition on a column; null for an incomplete condition. */
export function cellTestOf({ columnId, op, value }: ColumnCondition, time: ControlTime): CellTest | null {
  if (columnId === undefined || op === undefined) return null
  if (op === 'IsNull') return { columnId, operator: 'is-null' }
  if (op === 'IsNotNull') return { columnId, operator: 'is-not-null' }
  if (value === undefined) return null
  if (op === 'Contains' || op === 'StartsWith' || op === 'EndsWith') {
    return { columnId, operator: texts[op], value: String(value.value) }
  }
  const operator = orders[op]
  const compared = comparedValue(value, time)
  return operator && compared ? { columnId, operator, value: compared } : null
}

/** A number that the KPI does not show satisfies only IsNull. */
export function isKpiMet({ measure, op, value: asked }: ColumnCondition, numbers: KpiNumbers): boolean {
  const number = measure === 'comparison' ? numbers.changePercent : numbers.value
  if (op === 'IsNull' || number === null) return op === 'IsNull' && number === null
  const wanted = Number(asked?.value)
  switch (op) {
    case 'IsNotNull':
      return true
    case 'Equals':
      return number === wanted
    case 'NotEquals':
      return number !== wanted
    case 'GreaterThan':
      return number > wanted
    case 'GreaterThanEq':
      return number >= wanted
    case 'LessThan':
      return number < wanted
    case 'LessThanEq':
      return number <= wanted
    default:
      return false
  }
}

/** Dates are local to the time zone of the queries. */
function comparedValue(
  { type, value, date }: NonNullable<ColumnCondition['value']>,
  time: ControlTime,
): CellTestValue | null {
  switch (type) {
    case 'boolean':
      return { kind: 'logical', value: value === true }
    case 'integer':
      return { kind: 'number', value: String(value) }
    case 'text':
      return { kind: 'text', value: String(value) }
    case 'fixed-date': {
      const local = dateFromText(fixedDate(date ?? ''), time)
      return local === null ? null : { kind: 'date', value: local }
    }
  }
}
