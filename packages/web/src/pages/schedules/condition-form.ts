import type { ConditionOperator, ScheduleCondition } from '@octavo/core/contract'
import type { DocumentElement } from '@octavo/core/document'

type Condition = NonNullable<ScheduleCondition['condition']>
/** The kind of values that are compared. */
export type ComparedKind = NonNullable<Condition['value']>['type']

/** A comparison of a column, or of a number of a KPI, as form values. */
export interface ConditionForm {
  /** Empty: no column is chosen yet. */
  columnId: string
  /** Of a KPI: which of its numbers. Null: the rows of the column. */
  measure: 'value' | 'comparison' | null
  mode: 'any' | 'all'
  op: ConditionOperator
  kind: ComparedKind
  /** A number, text, date (`2026-05-31`), `true` or `false`. */
  value: string
}

const ordered = ['Equals', 'NotEquals', 'GreaterThan', 'GreaterThanEq', 'LessThan', 'LessThanEq'] as const
const empty = ['IsNull', 'IsNotNull'] as const
const comparisons = {
  integer: [...ordered, ...empty],
  'fixed-date': [...ordered, ...empty],
  text: ['Equals', 'NotEquals', 'Contains', 'StartsWith', 'EndsWith', ...empty],
  boolean: ['Equals', 'NotEquals', ...empty],
} as const satisfies Record<ComparedKind, readonly ConditionOperator[]>

export const comparisonsOf = (kind: ComparedKind): readonly ConditionOperator[] => comparisons[kind]

export const comparesWith = ({ op }: Pick<ConditionForm, 'op'>): boolean => op !== 'IsNull' && op !== 'IsNotNull'

/** The kind of comparison by the name of a column's type. */
export function kindOfType(type: string | undefined): ComparedKind {
  if (type === 'number' || type === 'integer') return 'integer'
  if (type === 'datetime' || type === 'date') return 'fixed-date'
  return type === 'logical' || type === 'boolean' ? 'boolean' : 'text'
}

/**
 * Changes the kind of comparison. An operator that the kind does not have becomes its first one, and the value is
 * reset.
 */
export function withKind(condition: ConditionForm, kind: ComparedKind): ConditionForm {
  if (kind === condition.kind) return condition
  const op = comparisonsOf(kind).find((each) => each === condition.op) ?? 'Equals'
  return { ...condition, kind, op, value: kind === 'boolean' ? 'true' : '' }
}

/** The initial condition of an element; for a KPI it is about its number. */
export function newCondition(element: DocumentElement | undefined): ConditionForm {
  const value: unknown = element?.kind === 'kpi-chart' && 'value' in element ? element.value : undefined
  const isField = typeof value === 'object' && value !== null && 'columnId' in value
  const columnId = isField && typeof value.columnId === 'string' ? value.columnId : ''
  return {
    columnId,
    measure: columnId === '' ? null : 'value',
    mode: 'any',
    op: 'GreaterThan',
    kind: 'integer',
    value: '',
  }
}

/** Whether the condition is complete. */
export const isComplete = (condition: ConditionForm): boolean =>
  condition.columnId !== '' && (!comparesWith(condition) || condition.kind === 'text' || condition.value.trim() !== '')

/** The condition in the form of a request. */
export function conditionRequest(elementId: string, condition: ConditionForm): Condition {
  const { columnId, measure, mode, op } = condition
  return {
    type: 'column',
    elementId,
    columnId,
    op,
    mode,
    ...(measure === null ? {} : { measure }),
    ...(comparesWith(condition) ? { value: comparedWith(condition) } : {}),
  }
}

function comparedWith({ kind, value }: ConditionForm): NonNullable<Condition['value']> {
  if (kind === 'fixed-date') return { type: kind, date: value }
  if (kind === 'boolean') return { type: kind, value: value === 'true' }
  return { type: kind, value: kind === 'integer' ? value.trim() : value }
}

/** The form values of such a condition; null if the form cannot show all of it. */
export function conditionFormOf({ type, columnId, measure, mode, op, value }: Condition): ConditionForm | null {
  if (type !== 'column' || columnId === undefined || mode === undefined || op === undefined) return null
  const kind = value?.type ?? (measure === undefined ? 'text' : 'integer')
  const text = String((kind === 'fixed-date' ? value?.date : value?.value) ?? '')
  const isShown = comparisonsOf(kind).includes(op) && (kind !== 'fixed-date' || /^(\d{4}-\d\d-\d\d)?$/.test(text))
  return isShown ? { columnId, measure: measure ?? null, mode, op, kind, value: text } : null
}
