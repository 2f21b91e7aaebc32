import type { ValueType } from '../../types/index.ts'
import { filterCondition } from '../analyse/filters.ts'
import type { ElementModel } from '../model/element-model.ts'
import type { PlanCondition } from '../model/logical.ts'

export interface StageFilter {
  columnId: string
  /** Null when it lets every row through. */
  condition(slot: string, type: ValueType): PlanCondition | null
}

/**
 * Filters of a model as conditions on slots. One on a column that the viewer may not see lets nothing through: whoever
 * reads nothing of it must not read more rows either. Filters that cannot be computed were reported by
 * `analyseElement`, which fails the element: nothing is shown without its filters.
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
