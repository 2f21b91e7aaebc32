import type { LogicalPlan, PlanStep, StepId } from '../model/logical.ts'

/** Collects the steps of one statement. */
export class PlanBuilder {
  readonly plan: LogicalPlan = { steps: [] }
  private readonly scans = new Map<object, StepId>()
  private ids = 0

  add(step: PlanStep): StepId {
    this.plan.steps.push(step)
    return this.plan.steps.length - 1
  }

  /** An id that nothing else in the plan has. */
  newId(kind: string): string {
    this.ids += 1
    return `${kind}${this.ids}`
  }

  /** The step made for the key before, else a new one. */
  once(key: object, make: () => StepId): StepId {
    const known = this.scans.get(key)
    if (known !== undefined) return known
    const made = make()
    this.scans.set(key, made)
    return made
  }
}
