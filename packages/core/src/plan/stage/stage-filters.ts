import type { ValueType } from '../../types/index.ts'
import { filterCondition } from '../analyse/filters.ts'
import type { ElementModel } from '../model/element-model.ts'
import type { PlanCondition } from '../model/logical.ts'

export interface StageFilter {
  columnId: string
  /** Null when every row passes. */
  condition(slot: string, type: ValueType): PlanCondition | null
}

/**
 * Filters of a model as conditions on slots. A filter on a column that the viewer may not see removes every row: a viewer who cannot read
 * the column must not see more rows because of it. Filters that cannot be computed were already reported by `analyseElement`, which fails
 * the element: nothing is shown without its filters.
 */
export function stageFilters(model: ElementModel): StageFilter[] {
  return model.filters.map(({ columnId, body }) => ({
    columnId,
    condition(slot, type) {
      const outcome = filterCondition(body, slot, type, model.clock)
      if (!outcome.ok) throw new Error(outcome.reason)
      return outcome.condition && model.byId.get(columnId)?.isRestricted ? { kind: 'false' } : outcome.condition
    },
  }))
}
