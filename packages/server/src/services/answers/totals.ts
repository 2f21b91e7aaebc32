import { type Clock, isOver } from '../../config/index.ts'
import { isDryRun } from '../../store/index.ts'

/** Totals up to this number are counted for every request; larger ones may be up to `keptMs` old. */
export const exactUpTo = 10_000
const keptMs = 60_000
const mostKept = 1_000

export type Totals = ReturnType<typeof createTotals>

/** Totals of lists: exact while they are small, cached for a minute when counting is expensive. */
export function createTotals({ clock }: { clock: Clock }) {
  const kept = new Map<string, { total: number; until: number }>()

  /**
   * `list` is the cache key: the name of the list, the caller, and everything else that the total depends on. `count` counts up to its
   * argument at most; null counts everything.
   */
  return async (list: readonly unknown[], count: (atMost: number | null) => Promise<number>): Promise<number> => {
    const key = JSON.stringify(list)
    const known = kept.get(key)
    if (known && !isDryRun() && !isOver(known.until, keptMs, clock.now())) return known.total
    const some = await count(exactUpTo + 1)
    if (some <= exactUpTo) return some
    const total = await count(null)
    if (isDryRun()) return total
    kept.delete(key)
    kept.set(key, { total, until: clock.now() + keptMs })
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '')
    return total
  }
}
