import type { LogicalPlan, PlanOrder, PlanStep, StepId } from '../model/logical.ts'
import { slotsOfPlanExpression } from '../model/logical.ts'
import type { RowWindow } from './order-window.ts'
import { isJoinNeeded } from './prune-columns.ts'
import { readersOf, withInputs } from './step-inputs.ts'

export interface LimitedResult {
  step: StepId
  /** Slots of the result. */
  slots: readonly string[]
  orderBy: readonly PlanOrder[]
  /** Undefined for all rows. */
  window: RowWindow | undefined
}

/**
 * Cuts out a window of rows before values are joined to it: joins that only add columns then process one page of rows and not all of them.
 * Requires: joins that keep the number of rows (broadcasts that are not filters), and an order whose columns are available below them.
 * Result: a plan with only the rows of the window, cut out and skipped at one place and in one order.
 */
export function pushDownLimit(
  plan: LogicalPlan,
  { step, slots, orderBy, window }: LimitedResult,
): { plan: LogicalPlan; result: StepId; isCut: boolean } {
  const whole = { plan, result: step, isCut: false }
  if (window?.limit === undefined || orderBy.length === 0) return whole
  const readers = readersOf(plan, step)
  const path: StepId[] = []
  const wanted = new Set([...slots, ...orderBy.map(({ slot }) => slot)])
  const isOrder = (made: readonly string[]) => orderBy.some(({ slot }) => made.includes(slot))
  let lowest = -1
  let at = step
  for (let here = plan.steps[at]; here && readers[at] === 1; here = plan.steps[at]) {
    if (here.kind === 'broadcast' && !here.onlyMatches) {
      const made = here.columns.map(({ slot }) => slot.id)
      if (isOrder(made)) break
      path.push(at)
      if (here.keys.length > 0 && isJoinNeeded(here, wanted)) lowest = path.length
      for (const key of here.keys) wanted.add(key.left)
    } else if (here.kind === 'project' && here.keep === null) {
      if (isOrder(here.columns.map(({ slot }) => slot.id))) break
      path.push(at)
      for (const column of here.columns) for (const slot of slotsOfPlanExpression(column.expression)) wanted.add(slot)
    } else break
    at = here.input
  }
  // Directly above a table only the joins over it can be saved.
  if (lowest < 0) return whole
  const moved = path.slice(0, lowest)
  const last = moved.at(-1)
  const below = last === undefined ? undefined : plan.steps[last]
  if (!below || !('input' in below)) return whole
  const steps: PlanStep[] = [...plan.steps]
  steps.push({ kind: 'limit', name: below.name, input: below.input, orderBy: [...orderBy], ...window })
  let result = steps.length - 1
  for (const id of moved.reverse()) {
    const over = plan.steps[id]
    if (!over || !('input' in over)) return whole
    const { input } = over
    const place = result
    steps.push(withInputs(over, (old) => (old === input ? place : old)))
    result = steps.length - 1
  }
  return { plan: { steps }, result, isCut: true }
}
