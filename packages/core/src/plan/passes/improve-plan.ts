import type { LogicalPlan, PlanOrder, StepId } from '../logical.ts'
import { dropUnused } from './drop-unused.ts'
import { pushDownFilters } from './push-down-filters.ts'
import { pushDownLimit } from './push-down-limit.ts'
import { shareSubplans } from './share-subplans.ts'
import { useGroupingSets } from './use-grouping-sets.ts'
import { useSemiJoins } from './use-semi-joins.ts'

interface Wanted {
  step: StepId
  /** Slots that are read of the step. */
  slots: readonly string[]
  orderBy: readonly PlanOrder[]
  distinct?: boolean
  limit?: number
  offset?: number
}

interface Improved {
  plan: LogicalPlan
  result: StepId
}

/** The named passes in their order; each keeps the rows. `pruneColumns` comes last and says what is written at all. */
export const passNames = [
  'shareSubplans',
  'dropUnused',
  'pushDownFilters',
  'useSemiJoins',
  'useGroupingSets',
  'pushDownLimit',
] as const
export type PassName = (typeof passNames)[number]

/** The plan after the passes, without those that a test leaves out. */
export function improvePlan(plan: LogicalPlan, result: Wanted, leftOut: readonly PassName[] = []): Improved {
  const { slots, orderBy, limit, offset = 0 } = result
  const rows = limit === undefined || result.distinct ? undefined : limit + offset
  const passes: Record<PassName, (before: Improved) => Improved> = {
    shareSubplans: (before) => shareSubplans(before.plan, before.result),
    dropUnused: (before) => dropUnused(before.plan, before.result, slots),
    pushDownFilters: (before) => pushDownFilters(before.plan, before.result),
    useSemiJoins: (before) => useSemiJoins(before.plan, before.result, slots),
    useGroupingSets: (before) => useGroupingSets(before.plan, before.result),
    pushDownLimit: (before) => pushDownLimit(before.plan, { step: before.result, slots, orderBy, rows }),
  }
  const start: Improved = { plan, result: result.step }
  return passNames.filter((name) => !leftOut.includes(name)).reduce((before, name) => passes[name](before), start)
}
