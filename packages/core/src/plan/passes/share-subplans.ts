import type { LogicalPlan, PlanStep, StepId } from '../model/logical.ts'
import { withInputs } from './step-inputs.ts'

/**
 * Merges steps that compute the same from the same inputs, so that each is written and run once.
 * Requires: steps in reading order. Result: a plan with the same rows in which no two steps are equal.
 */
export function shareSubplans(plan: LogicalPlan, result: StepId): { plan: LogicalPlan; result: StepId } {
  const steps: PlanStep[] = []
  const known = new Map<string, StepId>()
  const place: StepId[] = []
  for (const step of plan.steps) {
    const moved = withInputs(step, (id) => place[id] ?? id)
    const key = JSON.stringify(moved, (field, value) => (isLeftOut(field) ? undefined : value))
    const before = known.get(key)
    place.push(before ?? steps.length)
    if (before !== undefined) continue
    known.set(key, steps.length)
    steps.push(moved)
  }
  return { plan: { steps }, result: place[result] ?? result }
}

/** Fields that do not affect the rows, and the texts of stored rows, which their id identifies. */
const isLeftOut = (field: string) => field === 'span' || field === 'name' || field === 'json'
