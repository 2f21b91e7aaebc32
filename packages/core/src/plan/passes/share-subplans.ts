import type { LogicalPlan, PlanStep, StepId } from '../model/logical.ts'
import { withInputs } from './step-inputs.ts'

/**
 * Makes every step that computes the same from the same one step, so that it is written and run once.
 *
 * Needs: steps in the order of reading. Gives: a plan of the same rows in which no two steps are equal.
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

/** What makes no other rows, and texts of stored rows, which their id stands for. */
const isLeftOut = (field: string) => field === 'span' || field === 'name' || field === 'json'
