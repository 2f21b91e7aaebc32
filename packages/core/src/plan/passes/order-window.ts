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
  /** Slots that the result gives. */
  slots: readonly string[]
  orderBy: readonly PlanOrder[]
  /** An order for rows without one of their own: of their table, or else one that tells any two different rows apart. */
  ties: readonly PlanOrder[]
  /** Undefined when all rows are read. */
  window: RowWindow | undefined
  /** False for a plan whose joins stay below the cut. */
  mayCut: boolean
}

export interface OrderedResult {
  plan: LogicalPlan
  result: StepId
  orderBy: readonly PlanOrder[]
  /** True when the rows of the window are cut out, and those before it skipped, inside the plan. */
  isCut: boolean
}

/** The steps from a relation down to a table, each of which has at most one row for each row of the table. */
interface Chain {
  path: StepId[]
  scanId: StepId
}

/**
 * Makes sure that the windows of one result, read by one statement each, fit together: every row is in exactly one of
 * them. Rows that were not sorted by anybody get the cheapest order that serves:
 *
 * 1. the order in which the engine stores them, where it keeps that order for plain reads of a table: the window is cut
 *    out directly above the table and its filters, since no engine promises an order above a join;
 * 2. the key of the table, which the engine reads from an index, or the engine's own number of the row;
 * 3. the values of the result.
 *
 * Needs: the filters where they will be evaluated. Gives: a plan of the same rows, and their order.
 */
export function orderWindow(plan: LogicalPlan, result: WindowedResult): OrderedResult {
  const { step, orderBy, ties, window } = result
  const unchanged = { plan, result: step, orderBy, isCut: false }
  if (!window || orderBy.length > 0 || ties.length === 0) return unchanged
  const chain = ties.every(isOfTable) ? storedChain(plan, step) : null
  return (chain && inStoredOrder(plan, chain, window, result)) ?? { ...unchanged, orderBy: ties }
}

/**
 * Window functions over all rows that come in the order of their table need not sort them again. Those with a partition
 * do: DuckDB distributes the rows of partitions and does not keep their order.
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

/** The stored order; null where something above the table may change it or takes rows away after a join. */
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
  // Steps that others read too are copied: a relation that several read has no order.
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

/** Whether a join among the steps, from the result down, gives something that is read. */
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
