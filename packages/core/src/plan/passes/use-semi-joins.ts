import type { Expression } from '../../formula/index.ts'
import type { AggregateStep, BroadcastStep, LogicalPlan, PlanCondition, PlanStep, StepId } from '../model/logical.ts'
import { pruneColumns } from './prune-columns.ts'
import { slotNamed } from './push-down-filters.ts'
import { readersOf } from './step-inputs.ts'

/** Count functions, which are never null for an existing group. */
const COUNTS = new Set(['Count', 'CountIf', 'CountDistinct', 'CountDistinctIf'])

/**
 * A filter that only tests whether a counting lookup found something tests the rows directly, without counting them for every key first:
 * `IsNotNull(Rollup(Count(), ...))` keeps the rows that have a partner, `IsNull(...)` the others.
 * Requires: filters pushed down; the count is read only by the test, and its keys are compared by plain equality. Result: a plan with the
 * same rows and a `match` step in place of the joined lookup. Nothing between the two steps reads other rows, and they have no other
 * readers, so that the condition may be moved there.
 */
export function useSemiJoins(
  plan: LogicalPlan,
  result: StepId,
  slots: readonly string[],
): { plan: LogicalPlan; result: StepId } {
  let steps = plan.steps
  const readers = readersOf(plan, result)
  plan.steps.forEach((step, id) => {
    if (step.kind !== 'filter' || readers[id] === 0) return
    for (const condition of step.conditions) {
      const found = questionOf(steps, id, condition, readers)
      if (found) steps = replaced(steps, id, condition, found, { result, slots }) ?? steps
    }
  })
  return { plan: { steps }, result }
}

interface Question {
  /** The projection that contains the test, and its column. */
  project: StepId
  column: number
  broadcast: StepId
  isKept: boolean
}

/** Recognizes a condition that tests whether a lookup found something; null for any other condition. */
function questionOf(
  steps: readonly PlanStep[],
  filter: StepId,
  condition: PlanCondition,
  readers: readonly number[],
): Question | null {
  if (condition.kind !== 'formula') return null
  let slot = slotNamed(condition)
  let asked: Omit<Question, 'broadcast'> | null = null
  let at = filter
  while (slot !== null) {
    const above = steps[at]
    if (!above || !('input' in above)) return null
    at = above.input
    const step = steps[at]
    if (!step || readers[at] !== 1) return null
    if (step.kind === 'broadcast' && step.columns.some((item) => item.slot.id === slot))
      return asked && { ...asked, broadcast: at }
    if (step.kind === 'project') {
      let isMade = false
      for (let index = step.columns.length - 1; index >= 0 && slot !== null; index -= 1) {
        const item = step.columns[index]
        if (item?.slot.id !== slot) continue
        isMade = true
        const question: ReturnType<typeof nullTestOf> =
          item.expression.kind === 'formula' && !asked ? nullTestOf(item.expression.expression) : null
        if (question) asked = { project: at, column: index, isKept: question.isKept }
        slot = question ? question.slot : slotNamed(item.expression)
      }
      if (slot !== null && !isMade && step.keep !== null && !step.keep.includes(slot)) return null
    } else if (step.kind !== 'broadcast' && step.kind !== 'filter' && step.kind !== 'match') return null
  }
  return null
}

function nullTestOf(expression: Expression): { slot: string; isKept: boolean } | null {
  if (expression.kind !== 'call' || (expression.name !== 'IsNull' && expression.name !== 'IsNotNull')) return null
  const [arg] = expression.args
  if (arg?.kind !== 'reference' || arg.target.kind !== 'column') return null
  return { slot: arg.target.columnId, isKept: expression.name === 'IsNotNull' }
}

/** The steps with the test replaced by a match; null when the lookup is needed for something else. */
function replaced(
  steps: readonly PlanStep[],
  filter: StepId,
  condition: PlanCondition,
  { project, column, broadcast, isKept }: Question,
  { result, slots }: { result: StepId; slots: readonly string[] },
): PlanStep[] | null {
  const [tested, lookup, over] = [steps[project], steps[broadcast], steps[filter]]
  if (tested?.kind !== 'project' || lookup?.kind !== 'broadcast' || over?.kind !== 'filter') return null
  const counted = countedBy(steps, lookup)
  if (!counted) return null
  const changed = [...steps]
  // For the remaining rows the result of the test is known.
  const answer = (expression: Expression): Expression => ({
    kind: 'literal',
    value: true,
    type: { kind: 'logical' },
    span: expression.span,
  })
  changed[project] = {
    ...tested,
    columns: tested.columns.map((item, index) =>
      index === column && item.expression.kind === 'formula'
        ? { ...item, expression: { kind: 'formula', expression: answer(item.expression.expression) } }
        : item,
    ),
  }
  changed[filter] = { ...over, conditions: over.conditions.filter((item) => item !== condition) }
  const uses = pruneColumns({ steps: changed }, result, slots)
  if (lookup.columns.some(({ slot }) => uses[broadcast]?.slots.has(slot.id))) return null
  if ((uses[lookup.from]?.readers ?? 0) > 0) return null
  const keys = lookup.keys.map(({ left, right }) => ({ left, right }))
  changed[broadcast] = { kind: 'match', name: lookup.name, input: lookup.input, from: counted.input, keys, isKept }
  return changed
}

/** The aggregate that a lookup reads, when it counts grouped by exactly the keys that are compared. */
function countedBy(
  steps: readonly PlanStep[],
  { from, keys, columns, onlyMatches }: BroadcastStep,
): AggregateStep | null {
  const step = steps[from]
  if (step?.kind !== 'aggregate' || onlyMatches || keys.length === 0) return null
  const isCount = (slot: string) =>
    step.measures.some(
      ({ slot: { id }, expression }) =>
        id === slot &&
        expression.kind === 'formula' &&
        expression.expression.kind === 'call' &&
        COUNTS.has(expression.expression.name),
    )
  const isPlain = keys.every(({ right, isNullable }) => !isNullable && step.keys.some(({ id }) => id === right))
  return isPlain && columns.every((column) => isCount(column.from)) ? step : null
}
