import { baseLevel, type ElementModel, type ModelColumn, totalModel } from '../model/element-model.ts'
import type { Slot, StepId } from '../model/logical.ts'
import type { KeptGroups } from './kept-groups.ts'
import { LevelOrder } from './level-order.ts'
import { LevelRelations } from './level-relations.ts'
import { LevelSlots } from './level-slots.ts'
import { LookupRelations } from './lookup-relations.ts'
import { ExpressionLowering } from './lower-expressions.ts'
import type { PlanBuilder } from './plan-builder.ts'
import type { Limits, Lookups, Lowering, Order, Relations, Slots, Stage, StageStart } from './stage.ts'
import { VisibilityLimits } from './visibility-limit.ts'

/** One generation of rows of an element, with everything that is computed from it. */
export class LevelStage implements Stage {
  readonly builder: PlanBuilder
  readonly model: ElementModel
  /** Level of the rows. */
  readonly base: number
  readonly rows: StepId
  readonly frozen: ReadonlyMap<string, Slot>
  readonly reused: ReadonlyMap<string, Slot>
  readonly kept: KeptGroups | null
  readonly stagerOf: Stage['stagerOf']
  readonly slots: Slots
  readonly lowering: Lowering
  readonly relations: Relations
  readonly lookups: Lookups
  readonly order: Order
  readonly limits: Limits
  private readonly totals = new Map<string, LevelStage>()

  constructor({ builder, model, rows, frozen, reused, stagerOf, kept }: StageStart) {
    this.builder = builder
    this.model = model
    this.base = baseLevel(model)
    this.rows = rows
    this.frozen = frozen
    this.reused = reused
    this.stagerOf = stagerOf
    this.kept = kept ?? null
    this.slots = new LevelSlots(this)
    this.lowering = new ExpressionLowering(this)
    this.relations = new LevelRelations(this)
    this.lookups = new LookupRelations(this)
    this.order = new LevelOrder(this)
    this.limits = new VisibilityLimits(this)
  }

  /**
   * The same rows grouped only by these keys: its level 1 has the totals of every calculation. `added` is a column of the rows that the
   * element does not have, used as one of the keys.
   */
  totalsBy(keys: readonly string[], added?: ModelColumn): LevelStage {
    const key = JSON.stringify(keys)
    const known = this.totals.get(key)
    if (known) return known
    const { builder, rows, frozen, reused, stagerOf } = this
    const byId = added ? new Map([...this.model.byId, [added.id, added]]) : this.model.byId
    const model = totalModel({ ...this.model, byId }, keys)
    const made = new LevelStage({ builder, model, rows, frozen, reused, stagerOf })
    this.totals.set(key, made)
    return made
  }
}
