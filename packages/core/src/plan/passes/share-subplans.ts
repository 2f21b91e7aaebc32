import type { LogicalPlan, PlanStep, StepId } from '../model/logical.ts'
import { withInputs } from './step-inputs.ts'

/**
 * Merges steps that compute the same from the same inputs, so that each is written and run once.
 * Requires: steps in reading order. Result: a plan with the same rows in which no two steps are equal.
 */
export function shareSubplans(plan: LogicalPlan, result: StepId): { plan: LogicalPlan; result: StepId } {
  const steps: PlanStep[] = []
  const alike = new Map<string, { step: PlanStep; id: StepId; written?: string }[]>()
  const place: StepId[] = []
  for (const step of plan.steps) {
    const inputs: StepId[] = []
    const moved = withInputs(step, (id) => {
      const input = place[id] ?? id
      inputs.push(input)
      return input
    })
    // Steps are long to write, and few have the kind and the inputs of another one.
    const key = `${step.kind} ${inputs.join(' ')}`
    const others = alike.get(key) ?? []
    const written = others.length > 0 ? writtenStep(moved) : undefined
    for (const other of others) other.written ??= writtenStep(other.step)
    const before = others.find((other) => other.written === written)
    place.push(before?.id ?? steps.length)
    if (before !== undefined) continue
    others.push({ step: moved, id: steps.length, written })
    alike.set(key, others)
    steps.push(moved)
  }
  return { plan: { steps }, result: place[result] ?? result }
}

const writtenStep = (step: PlanStep): string =>
  JSON.stringify(step, (field, value) => (isLeftOut(field) ? undefined : value))

/** Fields that do not affect the rows, and the texts of stored rows, which their id identifies. */
const isLeftOut = (field: string) => field === 'span' || field === 'name' || field === 'json'
