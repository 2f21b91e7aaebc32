import type { Analysis } from './analysis.ts'
import { filterCondition } from './filters.ts'
import type { ElementModel } from './model.ts'
import type { StageFilter } from './passes/stage-levels.ts'

/**
 * Filters of a model in the form the stager takes. Those that cannot be computed were reported by
 * `analyseElement`, which fails the element: nothing is shown without its filters.
 */
export function stageFilters(analysis: Analysis, model: ElementModel): StageFilter[] {
  return model.filters.map(({ columnId, body }) => ({
    columnId,
    condition(slot, type) {
      const outcome = filterCondition(body, slot, type, analysis.clock)
      if (!outcome.ok) throw new Error(outcome.reason)
      return outcome.condition
    },
  }))
}
