import type { LogicalPlan, PlanStep, StepId } from '../model/logical.ts'
import { isJoinNeeded, pruneColumns } from './prune-columns.ts'
import { withInputs } from './step-inputs.ts'

/**
 * Removes joins, windows, measures and whole levels that nothing reads, so that they do not block filters.
 * Requires: the slots of the result. Result: a plan with the same rows that has only the slots and steps that are read.
 */
export function dropUnused(
  plan: LogicalPlan,
  result: StepId,
  slots: readonly string[],
): { plan: LogicalPlan; result: StepId } {
  const uses = pruneColumns(plan, result, slots)
  const steps: PlanStep[] = []
  const place = new Map<StepId, StepId>()
  plan.steps.forEach((step, id) => {
    const use = uses[id]
    if (!use || use.readers === 0) return
    const placeOf = (input: StepId) => place.get(input) ?? input
    const isRead = ({ slot }: { slot: { id: string } }) => use.slots.has(slot.id)
    const isIdle =
      (step.kind === 'broadcast' && !isJoinNeeded(step, use.slots)) ||
      (step.kind === 'window' && !step.columns.some(isRead)) ||
      (step.kind === 'project' && step.keep === null && step.columns.length === 0)
    if (isIdle) {
      place.set(id, placeOf(step.input))
      return
    }
    place.set(id, steps.length)
    const kept: PlanStep =
      step.kind === 'window'
        ? { ...step, columns: step.columns.filter(isRead) }
        : step.kind === 'aggregate'
          ? { ...step, measures: step.measures.filter(isRead) }
          : step
    steps.push(withInputs(kept, placeOf))
  })
  return { plan: { steps }, result: place.get(result) ?? result }
}
