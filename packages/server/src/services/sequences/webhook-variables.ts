import type { WebhookVariable, WebhookVariableType } from '@octavo/core/contract'
import {
  branchesOf,
  canDetermineRows,
  canDetermineValue,
  enteredKind,
  type FoundSequence,
  findElement,
  inputTimestamp,
  isFork,
  isRowEffect,
  scanReferences,
  sequenceLimits,
  stepFormulas,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, type ConflictCause, type Problem } from '@octavo/core/errors'
import type { Cell } from '@octavo/core/types'
import { apiValueEntries } from './api-values.ts'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** Why the server cannot run a sequence; null when it can. There is no selection when no person starts it. */
export function whyNotRunnable({
  steps,
  condition,
  isOn,
}: Pick<FoundSequence, 'steps' | 'condition' | 'isOn'>): ConflictCause | null {
  if (!isOn) return { rule: 'sequence_off' }
  if (steps.length === 0) return { rule: 'sequence_empty' }
  if (steps.length > sequenceLimits.steps) return { rule: 'sequence_long', most: sequenceLimits.steps }
  if (condition && testsSelection(condition)) return { rule: 'sequence_selection' }
  for (const [index, effect] of steps.entries()) {
    const rule = whyNotStep(effect)
    if (rule !== null) return { rule, step: index + 1, effect: String(effect.effect) }
  }
  return null
}

function whyNotStep(effect: Fields) {
  if (isFork(effect)) {
    const isOfSelection = branchesOf(effect).some(
      ({ condition }) => condition !== undefined && testsSelection(condition),
    )
    return isOfSelection ? 'step_tests_selection' : null
  }
  if (effect.effect === 'notify-and-export' && effect.destination === 'download') return 'step_saves_file'
  if (effect.effect === 'call-stored-procedure') return 'step_calls_procedure'
  if (!isRowEffect(effect) && !othersThatRun.has(effect.effect)) return 'step_on_page'
  const values = valuesOf(effect).map(({ value }) => value)
  if (values.some(isSelected) || meansSelected(effect)) return 'step_selection'
  if (!values.every((value) => canDetermineValue(value, { withInputs: true }))) return 'step_other_value'
  if (!isRowEffect(effect)) return null
  const hasRows = effect.effect === 'insert-rows' || canDetermineRows(effect.whichRows)
  return hasRows ? null : 'step_no_rows'
}

/** Effects, besides those on rows, that need no open page. */
const othersThatRun: ReadonlySet<unknown> = new Set(['call-api', 'notify-and-export'])

const testsSelection = ({ type }: Fields) => type === 'column' || type === 'constant'

const isSelected = (value: unknown) => ['column', 'column-range'].includes(String(fieldsOf(value).type))

/** Whether a formula that selects rows reads the selection. */
const meansSelected = (effect: Fields) =>
  stepFormulas(effect).some(
    ({ formula, tableId }) =>
      tableId !== undefined &&
      scanReferences(formula).some(({ segments: [first = '', ...rest] }) => {
        return rest.length === 1 && first.toLowerCase() === 'selection'
      }),
  )

interface StepValue {
  /** Absent for a value that is not written to a column. */
  columnId?: string
  value: unknown
}

/** The values of a step: for columns, parameters of a connector, or recipients. */
function valuesOf(effect: Fields): StepValue[] {
  if (effect.effect === 'call-api') return apiValueEntries(effect).map(({ value }) => ({ value }))
  const { values, whichRows, recipients } = effect
  const given = [...Object.entries(fieldsOf(values)), ...Object.entries(fieldsOf(fieldsOf(whichRows).primaryKeys))]
  const dynamic = (Array.isArray(recipients) ? recipients : [])
    .map(fieldsOf)
    .flatMap(({ type, value }) => (type === 'dynamic' ? [{ value }] : []))
  return [...given.map(([columnId, value]) => ({ columnId, value })), ...dynamic]
}

const typeOfKind: Readonly<Record<string, WebhookVariableType>> = {
  float64: 'number',
  logical: 'boolean',
  timestamp: 'datetime',
  variant: 'text-list',
}

/**
 * The input variables of a sequence, by name. A variable used for columns of different types is a text, as in a form.
 * So are variables for parameters of connectors, which convert them, and for recipients.
 */
export function variablesOf(
  document: WorkbookDocument,
  { steps }: Pick<FoundSequence, 'steps'>,
): Map<string, WebhookVariable> {
  const found = new Map<string, WebhookVariable>()
  for (const effect of steps) {
    const table = findElement(document, String(effect.table))
    for (const { columnId, value } of valuesOf(effect)) {
      const { type, inputName } = fieldsOf(value)
      if (type !== 'agent-input' || typeof inputName !== 'string') continue
      const kind = table && columnId !== undefined ? enteredKind(table, columnId) : undefined
      const wanted = typeOfKind[kind ?? ''] ?? 'text'
      const known = found.get(inputName)?.type
      found.set(inputName, { type: known === undefined || known === wanted ? wanted : 'text' })
    }
  }
  return found
}

const longestText = 10_000

/** The cells for each variable. Throws `invalid_request` that names every key that is missing, unknown or of another type. */
export function checkedValues(
  variables: ReadonlyMap<string, WebhookVariable>,
  body: Fields,
): Record<string, readonly Cell[]> {
  const problems: Problem[] = []
  for (const name of Object.keys(body)) {
    if (!variables.has(name)) problems.push({ path: name, message: `The sequence has no variable "${name}".` })
  }
  const cells = [...variables].map(([name, { type }]) => {
    if (!Object.hasOwn(body, name)) {
      problems.push({ path: name, message: `The variable "${name}" is missing.`, hint: 'Send null for no value.' })
      return [name, []] as const
    }
    const read = cellsOf(type, body[name])
    if (!read) problems.push({ path: name, message: `The variable "${name}" is of the type ${type}.` })
    return [name, read ?? []] as const
  })
  const [first] = problems
  if (first) throw new AppError('invalid_request', { reason: first.message, problems: problems.slice(0, 100) })
  return Object.fromEntries(cells)
}

/** Undefined for a value of another type. */
function cellsOf(type: WebhookVariableType, value: unknown): readonly Cell[] | undefined {
  if (value === null) return [null]
  const isText = (item: unknown): item is string => typeof item === 'string' && item.length <= longestText
  switch (type) {
    case 'text':
      return isText(value) ? [value] : undefined
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? [value] : undefined
    case 'boolean':
      return typeof value === 'boolean' ? [value] : undefined
    case 'datetime':
      return isText(value) && inputTimestamp.test(value.replace(/(Z|[+-]\d{2}:?\d{2})$/, '')) ? [value] : undefined
    case 'text-list':
      return Array.isArray(value) && value.every(isText) ? value : undefined
  }
}
