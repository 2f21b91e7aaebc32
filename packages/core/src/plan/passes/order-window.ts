import type { LogicalPlan, PlanOrder, PlanStep, PlanWindow, StepId } from '../model/logical.ts'
import { slotsOfPlanExpression } from '../model/logical.ts'
import { rowSlot } from '../model/source-slots.ts'
import { isJoinNeeded } from './prune-columns.ts'
import { readersOf, withInputs } from './step-inputs.ts'

/** A window of rows: `limit` rows after the first `offset`, or all of them. */
export interface RowWindow {
  offset: number
  limit: number | undefined
}

export interface WindowedResult {
  step: StepId
  /** Slots of the result. */
  slots: readonly string[]
  orderBy: readonly PlanOrder[]
  /** An order for unsorted rows: the order of their table, or else one in which no two different rows are equal. */
  ties: readonly PlanOrder[]
  /** Undefined when all rows are read. */
  window: RowWindow | undefined
  /** False for a plan whose joins must remain below the cut. */
  mayCut: boolean
}

export interface OrderedResult {
  plan: LogicalPlan
  result: StepId
  orderBy: readonly PlanOrder[]
  /** True when the plan itself cuts out the rows of the window and skips the rows before it. */
  isCut: boolean
}

/** The steps from a relation down to a table, each of which has at most one row for each row of the table. */
interface Chain {
  path: StepId[]
  scanId: StepId
}

/**
 * Makes sure that the windows of one result, each read by a statement of its own, fit together: every row is in exactly one of them.
 * Unsorted rows get the cheapest order that achieves this:
 * 1. the order in which the engine stores them, if plain reads of a table keep it: the window is cut out directly above
 *    the table and its filters, since no engine guarantees an order above a join;
 * 2. the key of the table, which the engine reads from an index, or the engine's own row number;
 * 3. the values of the result.
 * Requires: the filters at the place where they will be evaluated. Result: a plan with the same rows, and their order.
 */
export function orderWindow(plan: LogicalPlan, result: WindowedResult): OrderedResult {
  const { step, orderBy, ties, window } = result
  const unchanged = { plan, result: step, orderBy, isCut: false }
  if (!window || orderBy.length > 0 || ties.length === 0) return unchanged
  const chain = ties.every(isOfTable) ? storedChain(plan, step) : null
  return (chain && inStoredOrder(plan, chain, window, result)) ?? { ...unchanged, orderBy: ties }
}

/**
 * Window functions over all rows need no sort when the rows are already in the order of their table. With a partition they do: DuckDB
 * distributes the rows of partitions and does not keep their order.
 */
export function keepStoredOrder(plan: LogicalPlan): LogicalPlan {
  const steps = plan.steps.map((step): PlanStep => {
    if (step.kind !== 'window' || !step.columns.some(isInStoredOrder)) return step
    const chain = storedChain(plan, step.input)
    if (!chain?.path.every((id) => isPlain(plan, id))) return step
    const columns = step.columns.map((column) => (isInStoredOrder(column) ? { ...column, orderBy: [] } : column))
    return { ...step, columns }
  })
  return { steps }
}

const isInStoredOrder = ({ orderBy, partitionBy }: PlanWindow) => partitionBy.length === 0 && orderBy.every(isOfTable)

const isOfTable = ({ slot }: PlanOrder) => slot.startsWith(rowSlot(''))

function storedChain(plan: LogicalPlan, from: StepId): Chain | null {
  const chain = chainOf(plan, from)
  const scan = chain && plan.steps[chain.scanId]
  return scan?.kind === 'scan' && scan.isStoredInOrder ? chain : null
}

function chainOf(plan: LogicalPlan, from: StepId): Chain | null {
  const path: StepId[] = []
  let at = from
  for (let step = plan.steps[at]; step; step = plan.steps[at]) {
    switch (step.kind) {
      case 'scan':
        return { path, scanId: at }
      case 'project':
      case 'filter':
      case 'fence':
      case 'match':
      case 'window':
      case 'broadcast':
        path.push(at)
        at = step.input
        break
      default:
        return null
    }
  }
  return null
}

const isPlain = ({ steps }: LogicalPlan, id: StepId) => ['project', 'filter', 'fence'].includes(steps[id]?.kind ?? '')

/** The stored order; null when a step above the table may change it, or removes rows after a join. */
function inStoredOrder(
  plan: LogicalPlan,
  { path, scanId }: Chain,
  { offset, limit }: RowWindow,
  { step, slots, orderBy, mayCut }: WindowedResult,
): OrderedResult | null {
  const above = path.findLastIndex((id) => !isPlain(plan, id)) + 1
  const keepsRows = path.slice(0, above).every((id) => {
    const each = plan.steps[id]
    return each?.kind === 'project' || (each?.kind === 'broadcast' && !each.onlyMatches)
  })
  if (!keepsRows) return null
  const readers = readersOf(plan, step)
  const isAlone = path.every((id) => readers[id] === 1)
  if (isAlone && !hasJoin(plan, path.slice(0, above), slots)) return { plan, result: step, orderBy, isCut: false }
  if (!mayCut) return null
  const steps = [...plan.steps]
  // Steps with other readers are copied, since a relation with several readers has no order.
  const copied = (ids: readonly StepId[], input: StepId) =>
    ids.reduceRight((below, id) => {
      const each = plan.steps[id]
      if (!each || !('input' in each)) return below
      const { input: old } = each
      steps.push(withInputs(each, (place) => (place === old ? below : place)))
      return steps.length - 1
    }, input)
  const rows = copied(path.slice(above), scanId)
  const name = plan.steps[path[above] ?? scanId]?.name ?? ''
  steps.push({ kind: 'limit', name, input: rows, orderBy: [], limit, offset })
  const result = copied(path.slice(0, above), steps.length - 1)
  return { plan: { steps }, result, orderBy, isCut: true }
}

/** Whether a join on the way from the result down provides a slot that is read. */
function hasJoin(plan: LogicalPlan, path: readonly StepId[], slots: readonly string[]): boolean {
  const wanted = new Set(slots)
  return path.some((id) => {
    const step = plan.steps[id]
    if (step?.kind === 'broadcast') {
      for (const key of step.keys) wanted.add(key.left)
      return isJoinNeeded(step, wanted)
    }
    if (step?.kind === 'project') {
      for (const { expression } of step.columns) for (const slot of slotsOfPlanExpression(expression)) wanted.add(slot)
    }
    return false
  })
}
