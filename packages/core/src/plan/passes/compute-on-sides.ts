import type { Expression } from '../../formula/index.ts'
import type { LogicalPlan, PlanExpression, PlanStep, StepId } from '../model/logical.ts'
import { isSafeCondition, isSafeExpression } from './fence-policies.ts'
import { readersOf, withInputs } from './step-inputs.ts'

/** Aggregates whose value is the same on every engine. */
const AGGREGATES = new Set(['Sum', 'Count', 'CountDistinct', 'Min', 'Max'])

/**
 * Moves what is done with the rows of one other connection alone to that connection: filters, groups, and columns that
 * every engine computes alike. Fewer rows are brought from there.
 *
 * Needs: filters pushed down to the sides. Gives: a plan of the same rows, in which a side that only one step reads holds
 * that step too where it may.
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

/** Whether every engine has the same value for it. */
const isAlike = (expression: PlanExpression): boolean =>
  expression.kind !== 'formula' || isSafeExpression(expression.expression)

function isAlikeAggregate(expression: PlanExpression): boolean {
  if (expression.kind !== 'formula') return false
  const call: Expression = expression.expression
  return call.kind === 'call' && AGGREGATES.has(call.name) && call.args.every(isSafeExpression)
}
