import type { Expression } from '../../formula/index.ts'
import type { LogicalPlan, PlanCondition, PlanStep, StepId } from '../model/logical.ts'
import { slotsOfCondition, slotsOfExpression, slotsOfPlanExpression } from '../model/logical.ts'
import { inputsOf, withInputs } from './step-inputs.ts'

/**
 * Functions that never make an engine abort a statement, whatever the value. All others may: a text that is not a number, a sum with too
 * many digits, a warehouse function that is called by name.
 */
const SAFE = new Set([
  ...['and', 'or', 'not', '=', '!=', '<>', '<', '<=', '>', '>=', '&'],
  ...['If', 'Coalesce', 'IsNull', 'IsNotNull', 'NullIf', 'In', 'Between', 'Zn'],
  ...['Contains', 'StartsWith', 'EndsWith', 'Lower', 'Upper', 'Trim', 'Len'],
  ...['CurrentUserEmail', 'CurrentUserInTeam', 'CurrentUserAttributeText', 'Today', 'Now'],
])

/**
 * Engines evaluate the conditions of a statement in the order that they consider cheapest, and the error message of a failing condition
 * shows a value of the row that it failed on. The rows that a policy leaves are therefore fenced: no engine moves anything from above a
 * fence to below it. A fence also keeps conditions from using an index, so it is placed only where something above it can fail.
 * Requires: a fence above every policy. Result: a plan with the same rows and only the fences that are needed.
 */
export function fencePolicies(plan: LogicalPlan, result: StepId): { plan: LogicalPlan; result: StepId } {
  if (!plan.steps.some((step) => step.kind === 'fence')) return { plan, result }
  const mayFail = failingSlots(plan)
  const evaluates = plan.steps.map((step, id) => evaluatesFailing(step, mayFail, id))
  const isFenced = fencedBelow(plan, evaluates)
  const steps: PlanStep[] = []
  const place: StepId[] = []
  plan.steps.forEach((step, id) => {
    const placeOf = (input: StepId) => place[input] ?? input
    if (step.kind === 'fence' && !isFenced[id]) {
      place.push(placeOf(step.input))
      return
    }
    place.push(steps.length)
    steps.push(withInputs(step, placeOf))
  })
  return { plan: { steps }, result: place[result] ?? result }
}

/** Whether no row can make the condition fail, so that it may be evaluated together with a policy. */
export function isSafeCondition(condition: PlanCondition): boolean {
  switch (condition.kind) {
    case 'formula':
      return isSafeExpression(condition.expression)
    case 'not':
      return isSafeCondition(condition.item)
    case 'and':
    case 'or':
      return condition.items.every(isSafeCondition)
    default:
      return true
  }
}

/** Whether no row can make the expression fail, and every engine computes the same value. */
export function isSafeExpression(expression: Expression): boolean {
  if (expression.kind !== 'call') return true
  return SAFE.has(expression.name) && expression.args.every(isSafeExpression)
}

/** For each step the slots whose computation may abort the statement. Aggregates and windows are barriers. */
export function failingSlots({ steps }: LogicalPlan): ReadonlySet<string>[] {
  const found: Set<string>[] = []
  const below = (id: StepId) => found[id] ?? new Set<string>()
  for (const step of steps) found.push(new Set(failingOf(step, below)))
  return found
}

function failingOf(step: PlanStep, below: (id: StepId) => ReadonlySet<string>): string[] {
  switch (step.kind) {
    case 'project': {
      const failing = new Set(below(step.input))
      for (const { slot, expression } of step.columns) {
        const reads = slotsOfPlanExpression(expression)
        const isFailing =
          reads.some((read) => failing.has(read)) ||
          (expression.kind === 'formula' && !isSafeExpression(expression.expression))
        if (isFailing) failing.add(slot.id)
        else failing.delete(slot.id)
      }
      return [...failing]
    }
    case 'aggregate':
    case 'grouping-sets':
      return step.keys.map(({ id }) => id).filter((id) => below(step.input).has(id))
    case 'groups-of-set':
      return step.columns.filter(({ from }) => below(step.input).has(from)).map(({ slot }) => slot.id)
    case 'broadcast': {
      const joined = step.columns.filter(({ from }) => below(step.from).has(from)).map(({ slot }) => slot.id)
      return [...below(step.input), ...joined]
    }
    case 'join':
      return [...below(step.left), ...below(step.right)]
    case 'union':
      return step.columns.flatMap((slot, index) =>
        step.inputs.some((input) => below(input.step).has(input.slots[index] ?? '')) ? [slot.id] : [],
      )
    default:
      return inputsOf(step).flatMap((input) => [...below(input)])
  }
}

/** Whether a step evaluates a value that may fail before the remaining rows are known. */
function evaluatesFailing(step: PlanStep, failing: readonly ReadonlySet<string>[], id: StepId): boolean {
  const below = (input: StepId) => failing[input] ?? new Set<string>()
  switch (step.kind) {
    case 'filter':
      return step.conditions.some(
        (condition) =>
          !isSafeCondition(condition) || slotsOfCondition(condition).some((slot) => below(step.input).has(slot)),
      )
    case 'broadcast':
    case 'match':
      return step.keys.some(({ left, right }) => below(step.input).has(left) || below(step.from).has(right))
    case 'join': {
      const reads = step.on.flatMap(({ left, right }) => [left, right])
      // Columns of a side are computed before the join.
      const isComputed = (failing[id]?.size ?? 0) > 0
      return (
        isComputed ||
        reads.some((key) => !isSafeExpression(key) || slotsOfExpression(key).some((slot) => below(id).has(slot)))
      )
    }
    default:
      return false
  }
}

/** Steps below a step that evaluates something that may fail. */
function fencedBelow({ steps }: LogicalPlan, evaluates: readonly boolean[]): boolean[] {
  const isBelow = steps.map(() => false)
  for (let id = steps.length - 1; id >= 0; id -= 1) {
    const step = steps[id]
    if (!step || !(evaluates[id] || isBelow[id])) continue
    for (const input of inputsOf(step)) isBelow[input] = true
  }
  return isBelow
}
