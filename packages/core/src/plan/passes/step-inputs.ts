import type { LogicalPlan, PlanStep, StepId } from '../model/logical.ts'

/** The steps that a step reads. */
export function inputsOf(step: PlanStep): StepId[] {
  switch (step.kind) {
    case 'scan':
    case 'custom-sql':
    case 'stored-rows':
    case 'single-row':
      return []
    case 'join':
      return [step.left, step.right]
    case 'union':
      return step.inputs.map((input) => input.step)
    case 'broadcast':
    case 'match':
      return [step.input, step.from]
    default:
      return [step.input]
  }
}

/** The number of readers of each step, among the steps that the result needs. */
export function readersOf(plan: LogicalPlan, result: StepId): number[] {
  const readers = plan.steps.map(() => 0)
  readers[result] = 1
  for (let id = result; id >= 0; id -= 1) {
    const step = plan.steps[id]
    if (!step || readers[id] === 0) continue
    for (const input of inputsOf(step)) readers[input] = (readers[input] ?? 0) + 1
  }
  return readers
}

/** The step with other inputs. */
export function withInputs(step: PlanStep, placeOf: (id: StepId) => StepId): PlanStep {
  switch (step.kind) {
    case 'scan':
    case 'custom-sql':
    case 'stored-rows':
    case 'single-row':
      return step
    case 'join':
      return { ...step, left: placeOf(step.left), right: placeOf(step.right) }
    case 'union':
      return { ...step, inputs: step.inputs.map((input) => ({ ...input, step: placeOf(input.step) })) }
    case 'broadcast':
    case 'match':
      return { ...step, input: placeOf(step.input), from: placeOf(step.from) }
    default:
      return { ...step, input: placeOf(step.input) }
  }
}
