import type { LogicalPlan, PlanOrder, StepId } from '../model/logical.ts'
import { dropUnused } from './drop-unused.ts'
import { fencePolicies } from './fence-policies.ts'
import { keepStoredOrder, orderWindow } from './order-window.ts'
import { pushDownFilters } from './push-down-filters.ts'
import { pushDownLimit } from './push-down-limit.ts'
import { shareSubplans } from './share-subplans.ts'
import { useGroupingSets } from './use-grouping-sets.ts'
import { useSemiJoins } from './use-semi-joins.ts'

interface Wanted {
  step: StepId
  /** Slots of the step that are read. */
  slots: readonly string[]
  orderBy: readonly PlanOrder[]
  /** See `orderWindow`. */
  ties?: readonly PlanOrder[]
  distinct?: boolean
  limit?: number
  offset?: number
}

interface Improved {
  plan: LogicalPlan
  result: StepId
}

interface Ordered extends Improved {
  orderBy: readonly PlanOrder[]
  /** The number of rows that the result skips. */
  offset: number
}

/** The passes in order; none changes the rows. `pruneColumns` runs last and decides what is written at all. */
export const passNames = [
  'shareSubplans',
  'dropUnused',
  'pushDownFilters',
  'useSemiJoins',
  'useGroupingSets',
  'pushDownLimit',
] as const
export type PassName = (typeof passNames)[number]

/**
 * The plan after the passes, without the ones that a test skips. Two always run: the ordering of windows, without which the windows of a
 * result would not fit together, and the fences of policies.
 */
export function improvePlan(plan: LogicalPlan, wanted: Wanted, leftOut: readonly PassName[] = []): Ordered {
  const { slots, limit, offset = 0, distinct = false, ties = [] } = wanted
  const passes: Record<Exclude<PassName, 'pushDownLimit'>, (before: Improved) => Improved> = {
    shareSubplans: (before) => shareSubplans(before.plan, before.result),
    dropUnused: (before) => dropUnused(before.plan, before.result, slots),
    pushDownFilters: (before) => pushDownFilters(before.plan, before.result),
    useSemiJoins: (before) => useSemiJoins(before.plan, before.result, slots),
    useGroupingSets: (before) => useGroupingSets(before.plan, before.result),
  }
  const isRun = (name: PassName) => !leftOut.includes(name)
  const start: Improved = { plan, result: wanted.step }
  const best = passNames.reduce((before, name) => {
    if (name === 'pushDownLimit') return before
    const after = isRun(name) ? passes[name](before) : before
    // Fences are decided before conditions move, and after unused steps are removed, since those cannot fail.
    return name === 'dropUnused' ? fencePolicies(after.plan, after.result) : after
  }, start)
  const mayCut = isRun('pushDownLimit') && !distinct
  const window = (limit === undefined && offset === 0) || distinct ? undefined : { limit, offset }
  const ordered = orderWindow(keepStoredOrder(best.plan), {
    step: best.result,
    slots,
    orderBy: wanted.orderBy,
    ties,
    window,
    mayCut,
  })
  const { orderBy } = ordered
  const asked = { step: ordered.result, slots: [...slots, ...orderBy.map(({ slot }) => slot)], orderBy, window }
  const cut = mayCut && !ordered.isCut ? pushDownLimit(ordered.plan, asked) : ordered
  return { plan: cut.plan, result: cut.result, orderBy, offset: cut.isCut ? 0 : offset }
}
