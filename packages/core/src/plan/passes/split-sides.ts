import type { LogicalPlan, PlanStep, ResultShape, ScanStep, Slot, StepId } from '../model/logical.ts'
import { computeOnSides } from './compute-on-sides.ts'
import { dropUnused } from './drop-unused.ts'
import { fencePolicies } from './fence-policies.ts'
import { givenSlots } from './given-slots.ts'
import { pruneColumns } from './prune-columns.ts'
import { pushDownFilters } from './push-down-filters.ts'
import { shareSubplans } from './share-subplans.ts'

/** Rows that another connection computes with a statement of its own. */
export interface PlannedSide {
  /** The name of the table under which the other plan reads the rows, with columns `c_1`, `c_2`, ... */
  table: string
  /** Display name of the rows. */
  name: string
  connectionId: string
  dialect: string
  plan: LogicalPlan
  result: ResultShape
  columns: readonly Slot[]
}

/** A plan that reads the rows of its sides as tables. */
interface SplitPlan {
  plan: LogicalPlan
  result: StepId
  sides: PlannedSide[]
}

/**
 * Splits a plan at its sides. Filters, groups and the choice of columns are moved to the sides first, so that as little data as possible is
 * transferred.
 */
export function splitSides(plan: LogicalPlan, wanted: { step: StepId; slots: readonly string[] }): SplitPlan {
  const passes: ((before: LogicalPlan, result: StepId) => { plan: LogicalPlan; result: StepId })[] = [
    shareSubplans,
    (before, result) => dropUnused(before, result, wanted.slots),
    fencePolicies,
    pushDownFilters,
    computeOnSides,
    (before, result) => dropUnused(before, result, wanted.slots),
  ]
  const start = { plan, result: wanted.step }
  const ready = passes.reduce((before, pass) => pass(before.plan, before.result), start)
  const uses = pruneColumns(ready.plan, ready.result, wanted.slots)
  const sides: PlannedSide[] = []
  const steps = ready.plan.steps.map((step, id): PlanStep => {
    if (step.kind !== 'side' || (uses[id]?.readers ?? 0) === 0) return step
    const side = sideOf(ready.plan, step, uses[id]?.slots ?? new Set(), sides.length + 1)
    sides.push(side)
    return scanOf(side)
  })
  const main = dropUnused({ steps }, ready.result, wanted.slots)
  return { ...main, sides }
}

type SideStep = Extract<PlanStep, { kind: 'side' }>

function sideOf(
  plan: LogicalPlan,
  { name, input, connectionId, dialect }: SideStep,
  wanted: ReadonlySet<string>,
  number: number,
): PlannedSide {
  const given = givenSlots(plan, input)
  const read = given.filter(({ id }) => wanted.has(id))
  // When no column is read, one column is enough to count the rows.
  const columns = read.length > 0 ? read : given.slice(0, 1)
  return {
    table: `octavo_side_${number}`,
    name,
    connectionId,
    dialect,
    plan: { steps: plan.steps.slice(0, input + 1) },
    result: { step: input, columns: columns.map(({ id, name: title }) => ({ slot: id, name: title })), orderBy: [] },
    columns,
  }
}

function scanOf({ table, name, columns }: PlannedSide): ScanStep {
  return {
    kind: 'scan',
    name,
    path: [table],
    columns: columns.map((slot, index) => ({ slot, column: `c_${index + 1}`, isInstant: false })),
    isStoredInOrder: false,
    isSide: true,
  }
}
