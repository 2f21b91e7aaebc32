import { type Clock, isOver } from '../../config/index.ts'
import { isDryRun } from '../../store/index.ts'

/** Up to here a total is counted anew each time; beyond, it may be as old as `keptMs`. */
export const exactUpTo = 10_000
const keptMs = 60_000
const mostKept = 1_000

export type Totals = ReturnType<typeof createTotals>

/** Totals of lists: exact while they are small, remembered for a minute where counting would cost. */
export function createTotals({ clock }: { clock: Clock }) {
  const kept = new Map<string, { total: number; until: number }>()

  /**
   * `list` names the list and whoever asks; what it holds must hang on nothing else. `count` counts no further than
   * its argument; null for all.
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
