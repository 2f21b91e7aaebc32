import type { Expression } from '../../formula/index.ts'
import type { LogicalPlan, PlanExpression, PlanStep, StepId } from '../model/logical.ts'
import { isSafeCondition, isSafeExpression } from './fence-policies.ts'
import { readersOf, withInputs } from './step-inputs.ts'

/** Aggregates that return the same value on every engine. */
const AGGREGATES = new Set(['Sum', 'Count', 'CountDistinct', 'Min', 'Max'])

/**
 * Moves steps that read only the rows of one other connection to that connection: filters, groups, and columns that every engine computes
 * alike. Fewer rows are then transferred.
 * Requires: filters pushed down to the sides. Result: a plan with the same rows, in which a side that only one step reads contains that
 * step too where possible.
 */
export function computeOnSides(plan: LogicalPlan, result: StepId): { plan: LogicalPlan; result: StepId } {
  const readers = readersOf(plan, result)
  const steps: PlanStep[] = []
  const place: StepId[] = []
  const add = (step: PlanStep) => steps.push(step) - 1
  plan.steps.forEach((step, id) => {
    const moved = withInputs(step, (input) => place[input] ?? input)
    const below = 'input' in moved ? steps[moved.input] : undefined
    const isOnlyReader = 'input' in step && readers[step.input] === 1
    if (below?.kind === 'side' && isOnlyReader && mayMove(moved)) {
      place[id] = add({ ...below, input: add({ ...moved, input: below.input }) })
    } else {
      place[id] = add(moved)
    }
  })
  return { plan: { steps }, result: place[result] ?? result }
}

type Movable = Extract<PlanStep, { kind: 'project' | 'filter' | 'fence' | 'aggregate' }>

function mayMove(step: PlanStep): step is Movable {
  switch (step.kind) {
    case 'fence':
      return true
    case 'filter':
      return step.conditions.every(isSafeCondition)
    case 'project':
      return step.columns.every(({ expression }) => isAlike(expression))
    case 'aggregate':
      return step.measures.every(({ expression }) => isAlike(expression) || isAlikeAggregate(expression))
    default:
      return false
  }
}

/** Whether every engine computes the same value for it. */
const isAlike = (expression: PlanExpression): boolean =>
  expression.kind !== 'formula' || isSafeExpression(expression.expression)

function isAlikeAggregate(expression: PlanExpression): boolean {
  if (expression.kind !== 'formula') return false
  const call: Expression = expression.expression
  return call.kind === 'call' && AGGREGATES.has(call.name) && call.args.every(isSafeExpression)
}
