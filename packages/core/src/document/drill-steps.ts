import type { BaseElement } from './api.ts'
import { isRecord } from './check-schema.ts'
import { withSwappedColumns } from './drill.ts'
import { columnsOf } from './lookups.ts'

/** One drill step from a mark, stored in `x.drill` of an element so that it can be undone. */
export interface DrillStep {
  /** The column that divided the rows before, and the column that replaced it. */
  from: string
  to: string
  /** Filters that keep the rows of the mark. */
  filterIds: string[]
  /** The displayed value of the mark. */
  label: string
  /** Set when the step added its column. */
  isAdded?: true
}

/** The drill steps that lead to what an element shows, in order. */
export function drillSteps(element: BaseElement): DrillStep[] {
  const listed = isRecord(element.x) && Array.isArray(element.x.drill) ? element.x.drill : []
  return listed.filter(isStep)
}

function isStep(value: unknown): value is DrillStep {
  if (!isRecord(value) || !Array.isArray(value.filterIds)) return false
  return [value.from, value.to, value.label, ...value.filterIds].every((each) => typeof each === 'string')
}

/**
 * The element after a drill step: its column replaces the previous one wherever that was used. The column and the filters must already
 * exist in the element.
 */
export function withDrillStep<E extends BaseElement>(element: E, step: DrillStep): E {
  return withSteps(withSwappedColumns(element, step.from, step.to), [...drillSteps(element), step])
}

/**
 * The element with only its first `stay` drill steps. Columns that the removed steps added are kept, unless `isBare`.
 */
export function withoutDrillSteps<E extends BaseElement>(element: E, stay = 0, { isBare = false } = {}): E {
  const steps = drillSteps(element)
  const gone = steps.slice(stay)
  const filterIds = new Set(gone.flatMap((step) => step.filterIds))
  const added = new Set(gone.flatMap(({ to, isAdded }) => (isAdded ? [to] : [])))
  const before = gone.reduceRight((made, { from, to }) => withSwappedColumns(made, to, from), element)
  const filters = Array.isArray(before.filters) ? before.filters : []
  const left = filters.filter((filter) => !(isRecord(filter) && filterIds.has(String(filter.id))))
  return withSteps(
    {
      ...before,
      ...(before.filters === undefined ? {} : { filters: left.length > 0 ? left : undefined }),
      ...(isBare ? { columns: columnsOf(before).filter(({ id }) => !added.has(id)) } : {}),
    },
    steps.slice(0, stay),
  )
}

function withSteps<E extends BaseElement>(element: E, steps: readonly DrillStep[]): E {
  const { drill: _, ...rest } = isRecord(element.x) ? element.x : {}
  const x = steps.length > 0 ? { ...rest, drill: [...steps] } : rest
  const { x: __, ...others } = element
  return (Object.keys(x).length > 0 ? { ...others, x } : others) as E
}
