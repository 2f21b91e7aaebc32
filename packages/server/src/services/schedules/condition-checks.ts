import type { ConditionOperator, ScheduleCondition } from '@octavo/core/contract'
import {
  type DocumentElement,
  findColumn,
  findElement,
  isDataElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { Problem } from '@octavo/core/errors'

/** What a condition compares with. */
export type ConditionValue = NonNullable<NonNullable<ScheduleCondition['condition']>['value']>

/** Problems of a condition; its elements and columns must be in the content. */
export function* conditionProblems(
  options: ScheduleCondition,
  content: WorkbookDocument,
  path: string,
): Generator<Problem> {
  if (options.type !== 'workbook') return
  const { condition } = options
  if (!condition) {
    yield { path, message: 'is missing' }
    return
  }
  const element = findElement(content, condition.elementId)
  if (!element || !isDataElement(element)) {
    yield {
      path: `${path}.elementId`,
      message: `There is no element with data that has the id "${condition.elementId}".`,
    }
    return
  }
  if (condition.type !== 'column') return
  if (condition.measure !== undefined) yield* kpiProblems(element, condition, path)
  const { columnId, op, mode } = condition
  if (columnId === undefined) yield { path: `${path}.columnId`, message: 'is missing' }
  else if (!findColumn(element, columnId)) {
    yield { path: `${path}.columnId`, message: `The element has no column with the id "${columnId}".` }
  }
  if (op === undefined) yield { path: `${path}.op`, message: 'is missing' }
  if (mode === undefined) yield { path: `${path}.mode`, message: 'is missing' }
  if (op !== undefined && op !== 'IsNull' && op !== 'IsNotNull')
    yield* valueProblems(op, condition.value, `${path}.value`)
}

const kpiOperators: readonly ConditionOperator[] = [
  'Equals',
  'NotEquals',
  'GreaterThan',
  'GreaterThanEq',
  'LessThan',
  'LessThanEq',
  'IsNull',
  'IsNotNull',
]

function* kpiProblems(
  element: DocumentElement,
  { columnId, op, measure, value }: NonNullable<ScheduleCondition['condition']>,
  path: string,
): Generator<Problem> {
  if (element.kind !== 'kpi-chart') {
    yield { path: `${path}.measure`, message: 'Only the numbers of a KPI have one.' }
    return
  }
  if (measure === 'comparison' && !hasComparison(element)) {
    yield { path: `${path}.measure`, message: 'The KPI has no comparison.' }
  }
  if ('value' in element && columnId !== undefined && columnIdOf(element.value) !== columnId) {
    yield { path: `${path}.columnId`, message: 'The number of a KPI is that of its value.' }
  }
  if (op !== undefined && !kpiOperators.includes(op)) yield { path: `${path}.op`, message: `${op} compares texts.` }
  if (value !== undefined && value.type !== 'integer') {
    yield { path: `${path}.value.type`, message: 'A KPI is compared with a number, which has the type integer.' }
  }
}

/** The id of the column that a field refers to. */
function columnIdOf(field: unknown): unknown {
  return typeof field === 'object' && field !== null && 'columnId' in field ? field.columnId : undefined
}

function hasComparison(element: DocumentElement): boolean {
  return 'periodComparison' in element || 'comparisonColumn' in element
}

function* valueProblems(op: ConditionOperator, value: ConditionValue | undefined, path: string): Generator<Problem> {
  if (value === undefined) {
    yield { path, message: `is missing; ${op} compares with it` }
    return
  }
  const isText = op === 'Contains' || op === 'StartsWith' || op === 'EndsWith'
  if (isText && value.type !== 'text') {
    yield { path: `${path}.type`, message: `${op} compares texts.` }
    return
  }
  const fits: Record<ConditionValue['type'], boolean> = {
    boolean: typeof value.value === 'boolean',
    integer: typeof value.value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value.value),
    text: typeof value.value === 'string',
    'fixed-date': value.date !== undefined && !Number.isNaN(Date.parse(value.date)),
  }
  if (!fits[value.type]) {
    const field = value.type === 'fixed-date' ? 'date' : 'value'
    yield { path: `${path}.${field}`, message: `is no value of type ${value.type}` }
  }
}
