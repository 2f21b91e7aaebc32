/** The interfaces between the objects that stage one generation of rows. */
import type { Expression, Span } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { ElementModel, ModelColumn } from '../model/element-model.ts'
import type { PlanExpression, PlanOrder, PlanWindow, Slot, StepId } from '../model/logical.ts'
import type { KeptGroups } from './kept-groups.ts'
import type { PlanBuilder } from './plan-builder.ts'

type Call = Extract<Expression, { kind: 'call' }>

export interface StageStart {
  builder: PlanBuilder
  model: ElementModel
  /** The rows that the filters so far have left. */
  rows: StepId
  /** Columns whose value was computed over more rows and is kept: column id to slot of the rows. */
  frozen: ReadonlyMap<string, Slot>
  /** Columns that `rows` already contains. */
  reused: ReadonlyMap<string, Slot>
  /** The stager of another element in the same plan. */
  stagerOf: (model: ElementModel) => ElementStager
  /** Groups that need not be computed again. */
  kept?: KeptGroups
}

/** One row for each combination of its keys, joined to the rows of a level; it never adds rows. */
export interface JoinedRelation {
  /** Unique in the plan. */
  id: string
  /** For each key the slot of the level and the slot of the relation. */
  keys: readonly { left: string; right: string; isNullable: boolean }[]
  /** The slots of the joined level that it reads; null when it reads none. */
  below: { level: number; slots: readonly string[] } | null
  /** The relation with at least these slots. */
  relation(slots: readonly string[]): StepId
}

export type Definition =
  /** Already available: a column of the source, a key of a group, or a value kept from an earlier generation. */
  | { kind: 'given' }
  | { kind: 'expression'; expression: PlanExpression; needs: readonly string[] }
  | { kind: 'window'; window: Omit<PlanWindow, 'slot'>; needs: readonly string[] }
  | { kind: 'measure'; from: number; expression: PlanExpression }
  | { kind: 'broadcast'; from: number; slot: string; needs: readonly string[] }
  | { kind: 'joined'; from: JoinedRelation; slot: string; needs: readonly string[] }

export interface LevelSlot {
  slot: Slot
  definition: Definition
}

/** One generation of rows of an element, with everything that is computed from it. */
export interface Stage extends Required<Omit<StageStart, 'kept'>> {
  /** Level of the rows. */
  readonly base: number
  readonly kept: KeptGroups | null
  readonly slots: Slots
  readonly lowering: Lowering
  readonly relations: Relations
  readonly lookups: Lookups
  readonly order: Order
  readonly limits: Limits
  /** The same rows grouped only by these keys; `added` is one of the keys, a column that the element does not have. */
  totalsBy(keys: readonly string[], added?: ModelColumn): Stage
}

/** An element that another one reads, in the same plan. */
export interface ElementStager {
  relation(level: number, wanted: readonly string[]): StepId
  slotOfColumn(columnId: string, level: number): Slot
  slot(level: number, id: string): Slot
}

/** The slots of every level. */
export interface Slots {
  at(level: number, id: string): LevelSlot
  of(level: number): LevelSlot[]
  define(level: number, name: string, type: ValueType, nullable: boolean, definition: Definition, id?: string): string
  column(columnId: string): ModelColumn
  ofColumn(columnId: string, level: number): string
  ofKeys(level: number, at: number): string[]
  broadcast(from: number, slot: string, level: number): string
  pick(from: number, slot: string, level: number): string
  joined(level: number, from: JoinedRelation, slot: Slot): string
  ofExpression(expression: Expression, level: number, name: string): string
  read(slot: string, level: number, span: Span): Expression
  marksOf(columnId: string, level: number): readonly string[]
}

/** Formulas over columns as formulas over slots. `home` is the level of the column, `level` where it is computed. */
export interface Lowering {
  lower(expression: Expression, level: number, home: number, name: string): Expression
  lowerColumn(column: ModelColumn, expression: Expression, level: number): Expression
  total(columnId: string, keys: readonly string[], level: number): string
  joinedTotals(keys: readonly string[], level: number): JoinedRelation
}

/** The relation of each level. */
export interface Relations {
  relation(level: number, wanted: readonly string[]): StepId
  rankBelow(level: number, slots: readonly string[]): number
  stepName(level: number): string
}

/** Rows of other elements, one for each key. */
export interface Lookups {
  lower(call: Call, level: number, home: number, name: string): Expression
  marksOf(call: Call, level: number, home: number, name: string): string[]
}

/** The order of the rows of a level, and the partitions of window functions. */
export interface Order {
  ofLevel(level: number): PlanOrder[]
  ofWindow(level: number): PlanOrder[]
  ofPick(level: number): PlanOrder[]
  ofSort(level: number): PlanOrder[]
  ofRows(): PlanOrder[]
  partition(level: number, keyLevel?: number | null): string[]
}

/** Keys that keep their first values and combine all others into one. */
export interface Limits {
  lower(call: Call, level: number, home: number, name: string, key: ModelColumn | null): Expression
}
