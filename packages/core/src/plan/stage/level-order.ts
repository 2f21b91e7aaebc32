import { type Expression, walkExpression } from '../../formula/index.ts'
import { dialectOf } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { inDisplayOrder } from '../analyse/element-levels.ts'
import { keysOf, type ModelColumn, type ModelSort } from '../model/element-model.ts'
import type { PlanOrder, PlanValue } from '../model/logical.ts'
import { sourceSlot } from '../model/source-slots.ts'
import type { Order, Stage } from './stage.ts'

const TIES = 16
const NOWHERE = { start: 0, end: 0 }
const INT64: ValueType = { kind: 'int64' }
const LOGICAL: ValueType = { kind: 'logical' }
/** Types that engines cannot sort. */
export const UNORDERED: ReadonlySet<string> = new Set(['variant', 'array', 'geography'])

/** The order of the rows of a level, and the partitions of window functions. */
export class LevelOrder implements Order {
  private readonly stage: Stage
  /** Caches the order, which every window of a level requests. */
  private readonly known = new Map<string, PlanOrder[]>()

  constructor(stage: Stage) {
    this.stage = stage
  }

  /** Order of the rows of a level: the sort of each level from the outermost, followed by its keys to break ties. */
  ofLevel(level: number): PlanOrder[] {
    const { model, base } = this.stage
    const orders = new Orders()
    model.groupings.slice(0, level).forEach((grouping) => {
      for (const sort of grouping.sort) this.push(orders, sort, level)
      for (const key of grouping.keys) this.push(orders, ascending(key), level)
    })
    if (level === base) for (const sort of model.sort) this.push(orders, sort, level)
    return orders.list
  }

  /**
   * The sort of the level itself, followed by columns that make the order of ties deterministic: its keys, and for the rows the first
   * displayed columns. Unsorted rows keep the order of their table. Calculations that use a window function cannot be part of the order of
   * one.
   */
  ofWindow(level: number): PlanOrder[] {
    const { sort, groupings, source } = this.stage.model
    const isSorted = sort.length > 0 || groupings.length > 0
    return this.once(`window ${level}`, () =>
      isSorted || level < this.stage.base || source.rowKey.length === 0 ? this.untied(level) : this.ofRows(),
    )
  }

  /** Like `ofWindow`, for picks out of a group: they need an order even without a sort. */
  ofPick(level: number): PlanOrder[] {
    return this.once(`pick ${level}`, () => this.untied(level))
  }

  /** The sort of the level as it was requested. */
  ofSort(level: number): PlanOrder[] {
    return this.list(level, this.sorts(level))
  }

  private once(key: string, make: () => PlanOrder[]): PlanOrder[] {
    const known = this.known.get(key)
    if (known) return known
    const made = make()
    this.known.set(key, made)
    return made
  }

  /** The order of the table that the rows come from; empty when it has none. */
  ofRows(): PlanOrder[] {
    const { source } = this.stage.model
    const nulls = dialectOf(source.dialect).nulls === 'smallest' ? 'first' : 'last'
    return source.rowKey.map(({ id }) => ({ slot: id, direction: 'ascending', nulls }))
  }

  private untied(level: number): PlanOrder[] {
    const { model, base } = this.stage
    const keys = (model.groupings[level - 1]?.keys ?? []).map(ascending)
    if (level < base) return this.list(level, [...this.sorts(level), ...keys])
    const ties = this.ties()
    return [
      ...this.list(level, [...this.sorts(level), ...keys, ...ties.map(({ id }) => ascending(id))]),
      ...this.behind(ties),
    ]
  }

  /**
   * Columns that break the remaining ties: without them a calculation over other columns would return different results in different
   * statements.
   */
  private behind(ties: readonly ModelColumn[]): PlanOrder[] {
    const { model } = this.stage
    const read = new Set(model.columns.flatMap(({ expression }) => (expression ? sourceColumnsOf(expression) : [])))
    for (const { expression } of ties) {
      if (expression?.kind === 'reference' && expression.target.kind === 'source-column')
        read.delete(expression.target.columnId)
    }
    const left = model.source.columns.filter(({ id, type }) => read.has(id) && !UNORDERED.has(type.kind))
    if (left.length === 0) return []
    const row = this.ofRows()
    return row.length > 0
      ? row
      : left.map(({ id }) => ({ slot: sourceSlot(id), direction: 'ascending', nulls: 'last' }))
  }

  private sorts(level: number): readonly ModelSort[] {
    const { model, base } = this.stage
    return level === base ? model.sort : (model.groupings[level - 1]?.sort ?? [])
  }

  private list(level: number, sorts: readonly ModelSort[]): PlanOrder[] {
    const { model, base } = this.stage
    const orders = new Orders()
    for (const sort of sorts) {
      const column = model.byId.get(sort.columnId)
      // The keys of a group are known before its windows are computed, whatever they read from the rows.
      if (!column?.hasWindow || (column.isKey && level < base)) this.push(orders, sort, level)
    }
    return orders.list
  }

  /** The first visible columns of the rows that engines can sort. */
  private ties(): ModelColumn[] {
    const { model, base } = this.stage
    const isTie = (column: ModelColumn) =>
      column.level === base && !column.isHidden && column.isRowLevel && !UNORDERED.has(column.type?.kind ?? '')
    return inDisplayOrder(model).filter(isTie).slice(0, TIES)
  }

  /**
   * The keys of the outer groups; in a chart every key except the axis. A key is computed for each row and restarts where its own grouping
   * does: `keyLevel` is the level of that grouping.
   */
  partition(level: number, keyLevel: number | null = null): string[] {
    const { model, slots } = this.stage
    if (keyLevel !== null) return slots.ofKeys(Math.max(0, keyLevel - 1), level)
    if ((model.shape !== 'chart' && model.shape !== 'pivot') || level !== 1)
      return slots.ofKeys(Math.max(0, level - 1), level)
    const keys = keysOf(model, level).filter((key) => key !== model.axis)
    return keys.map((key) => slots.ofColumn(key, level))
  }

  private push(orders: Orders, { columnId, direction, nulls, totalBy }: ModelSort, level: number): void {
    const { model, slots, lowering } = this.stage
    const column = model.byId.get(columnId)
    if (!column?.expression) return
    const keys = keysOf(model, level)
    const isTotal = totalBy && totalBy.length < keys.length && totalBy.every((key) => keys.includes(key))
    const slot = isTotal ? lowering.total(columnId, totalBy, level) : slots.ofColumn(columnId, level)
    const values = isTotal ? undefined : model.valueOrders.get(columnId)
    if (values) {
      // In both directions the values without a place come last.
      const rest = direction === 'ascending' ? values.length : -1
      const place = slots.ofExpression(placeOf(slots.read(slot, level, NOWHERE), values, rest), level, 'place')
      orders.push({ slot: place, direction, nulls: 'last' })
    }
    orders.push({ slot, direction, nulls })
  }
}

class Orders {
  readonly list: PlanOrder[] = []

  push(order: PlanOrder): void {
    if (!this.list.some(({ slot }) => slot === order.slot)) this.list.push(order)
  }
}

function sourceColumnsOf(expression: Expression): string[] {
  const found: string[] = []
  walkExpression(expression, (node) => {
    if (node.kind === 'reference' && node.target.kind === 'source-column') found.push(node.target.columnId)
    return undefined
  })
  return found
}

/** The place of a value among the values in an order set by hand. */
function placeOf(read: Expression, values: readonly (PlanValue | null)[], rest: number): Expression {
  const branches = values.flatMap((value, index): Expression[] => {
    const isIt = value === null ? call('IsNull', LOGICAL, [read]) : call('=', LOGICAL, [read, literal(value)])
    return [isIt, number(index)]
  })
  return call('If', INT64, [...branches, number(rest)])
}

function call(name: string, type: ValueType, args: Expression[]): Expression {
  return { kind: 'call', name, class: 'row', args, type, span: NOWHERE }
}

function number(value: number): Expression {
  return literal({ value: String(value), type: INT64 })
}

function literal({ value, type }: PlanValue): Expression {
  return { kind: 'literal', value, type, span: NOWHERE }
}

function ascending(columnId: string): ModelSort {
  return { columnId, direction: 'ascending', nulls: 'last' }
}
