import type { ElementRows } from '../model/element-model.ts'
import type { LogicalPlan, PlanStep, ScanStep, StepId } from '../model/logical.ts'

/** Reads the rows of an element from where they are stored; null when they are not stored. */
export type ReadStored = (rows: ElementRows) => { scan: ScanStep; at: string } | null

/** Collects the steps of one statement. */
export class PlanBuilder {
  readonly plan: LogicalPlan = { steps: [] }
  /** When the oldest stored rows of the plan were read from their source; null when it uses none. */
  materializedAt: string | null = null
  private readonly readStored: ReadStored | null
  private readonly scans = new Map<object, StepId>()
  private ids = 0

  constructor(readStored: ReadStored | null = null) {
    this.readStored = readStored
  }

  /** A scan of the stored rows of an element; null when they are not stored. */
  stored(rows: ElementRows): StepId | null {
    const found = this.readStored?.(rows) ?? null
    return found && this.addStored(found)
  }

  addStored({ scan, at }: { scan: ScanStep; at: string }): StepId {
    if (this.materializedAt === null || at < this.materializedAt) this.materializedAt = at
    return this.add(scan)
  }

  add(step: PlanStep): StepId {
    this.plan.steps.push(step)
    return this.plan.steps.length - 1
  }

  /** An id that is unique in the plan. */
  newId(kind: string): string {
    this.ids += 1
    return `${kind}${this.ids}`
  }

  /** The step that was made for the key before, else a new one. */
  once(key: object, make: () => StepId): StepId {
    const known = this.scans.get(key)
    if (known !== undefined) return known
    const made = make()
    this.scans.set(key, made)
    return made
  }
}
