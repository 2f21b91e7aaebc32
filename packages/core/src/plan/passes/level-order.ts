import type { PlanOrder } from '../logical.ts'
import { keysOf, type ModelSort } from '../model.ts'
import type { LevelStage } from './level-stage.ts'

/** In which order the rows of a level stand, and how windows divide them. */
export class LevelOrder {
  private readonly stage: LevelStage

  constructor(stage: LevelStage) {
    this.stage = stage
  }

  /** Order of the rows of a level: sort of each level from the outermost, its keys to break ties. */
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

  /** Sort of the level alone, its keys to break ties; columns that read a window cannot order one. */
  ofWindow(level: number): PlanOrder[] {
    const { model, base } = this.stage
    const orders = new Orders()
    const sorts = level === base ? model.sort : (model.groupings[level - 1]?.sort ?? [])
    const keys = model.groupings[level - 1]?.keys ?? []
    for (const sort of [...sorts, ...keys.map(ascending)]) {
      if (!model.byId.get(sort.columnId)?.hasWindow) this.push(orders, sort, level)
    }
    return orders.list
  }

  /** Outer groups; in a chart every key but the axis. */
  partition(level: number): string[] {
    const { model, slots } = this.stage
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
    orders.push({ slot, direction, nulls })
  }
}

class Orders {
  readonly list: PlanOrder[] = []

  push(order: PlanOrder): void {
    if (!this.list.some(({ slot }) => slot === order.slot)) this.list.push(order)
  }
}

function ascending(columnId: string): ModelSort {
  return { columnId, direction: 'ascending', nulls: 'last' }
}
