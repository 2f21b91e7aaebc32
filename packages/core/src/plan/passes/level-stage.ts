import type { Slot, StepId } from '../logical.ts'
import { baseLevel, type ElementModel, type ModelColumn, totalModel } from '../model.ts'
import type { PlanBuilder } from '../plan-builder.ts'
import type { KeptGroups } from './kept-groups.ts'
import { LevelOrder } from './level-order.ts'
import { LevelRelations } from './level-relations.ts'
import { LevelSlots } from './level-slots.ts'
import { LookupRelations } from './lookup-relations.ts'
import { ExpressionLowering } from './lower-expressions.ts'
import { VisibilityLimits } from './visibility-limit.ts'

export interface StageStart {
  builder: PlanBuilder
  model: ElementModel
  /** The rows that the filters so far have left. */
  rows: StepId
  /** Columns whose value was computed on more rows and is kept: column id to slot of the rows. */
  frozen: ReadonlyMap<string, Slot>
  /** Columns of the rows that `rows` has already. */
  reused: ReadonlyMap<string, Slot>
  /** Groups that need not be made again. */
  kept?: KeptGroups
}

/** One generation of rows of an element, with all that is computed from it. */
export class LevelStage {
  readonly builder: PlanBuilder
  readonly model: ElementModel
  /** Level of the rows. */
  readonly base: number
  readonly rows: StepId
  readonly frozen: ReadonlyMap<string, Slot>
  readonly reused: ReadonlyMap<string, Slot>
  readonly kept: KeptGroups | null
  readonly slots: LevelSlots
  readonly lowering: ExpressionLowering
  readonly relations: LevelRelations
  readonly lookups: LookupRelations
  readonly order: LevelOrder
  readonly limits: VisibilityLimits
  private readonly totals = new Map<string, LevelStage>()

  constructor({ builder, model, rows, frozen, reused, kept }: StageStart) {
    this.builder = builder
    this.model = model
    this.base = baseLevel(model)
    this.rows = rows
    this.frozen = frozen
    this.reused = reused
    this.kept = kept ?? null
    this.slots = new LevelSlots(this)
    this.lowering = new ExpressionLowering(this)
    this.relations = new LevelRelations(this)
    this.lookups = new LookupRelations(this)
    this.order = new LevelOrder(this)
    this.limits = new VisibilityLimits(this)
  }

  /**
   * The same rows grouped by these keys alone: its level 1 has the totals of every calculation. `added` is a column of
   * the rows that the element does not have, as one of the keys.
   */
  totalsBy(keys: readonly string[], added?: ModelColumn): LevelStage {
    const key = JSON.stringify(keys)
    const known = this.totals.get(key)
    if (known) return known
    const { builder, rows, frozen, reused } = this
    const byId = added ? new Map([...this.model.byId, [added.id, added]]) : this.model.byId
    const model = totalModel({ ...this.model, byId }, keys)
    const made = new LevelStage({ builder, model, rows, frozen, reused })
    this.totals.set(key, made)
    return made
  }
}
