import type { LogicalPlan, PlanOrder, StepId } from '../logical.ts'
import { dropUnused } from './drop-unused.ts'
import { pushDownFilters } from './push-down-filters.ts'
import { pushDownLimit } from './push-down-limit.ts'
import { shareSubplans } from './share-subplans.ts'

interface Wanted {
  step: StepId
  /** Slots that are read of the step. */
  slots: readonly string[]
  orderBy: readonly PlanOrder[]
  distinct?: boolean
  limit?: number
  offset?: number
}

/** The named passes in their order; each keeps the rows. `pruneColumns` comes last and says what is written at all. */
export function improvePlan(plan: LogicalPlan, result: Wanted): { plan: LogicalPlan; result: StepId } {
  const { slots, orderBy, limit, offset = 0 } = result
  const shared = shareSubplans(plan, result.step)
  const used = dropUnused(shared.plan, shared.result, slots)
  const filtered = pushDownFilters(used.plan, used.result)
  const rows = limit === undefined || result.distinct ? undefined : limit + offset
  return pushDownLimit(filtered.plan, { step: filtered.result, slots, orderBy, rows })
}
