/**
 * From an analysed element to steps: which relation each level is, which rows aggregates range over, which values are repeated on finer
 * levels and in which order filters remove rows.
 * A value of a column *at a level* is a slot of the relation of that level. Slots are created on request, together with the slots that they
 * need:
 * - at its own level a column is its expression over other slots of the level;
 * - at a finer level it is broadcast: joined on the keys of its level;
 * - at a coarser level it is picked: the value that all rows share.
 * An aggregate is a measure of its level over the relation of the finest level in its argument.
 * Filters make *generations* of rows: row filters first, then filters that read aggregates, from the rows outwards, then filters that read
 * windows. Each generation computes levels again over the remaining rows.
 */

import { dependencesOf, walkExpression } from '../../formula/index.ts'
import {
  type BoundSql,
  baseLevel,
  type ElementModel,
  type ElementRows,
  keysOf,
  type ModelColumn,
} from '../model/element-model.ts'
import type { PlanColumn, PlanCondition, PlanOrder, Slot, SqlHole, StepId } from '../model/logical.ts'
import { sourceSlot } from '../model/source-slots.ts'
import { fenced } from './fence.ts'
import { calculationsOfGroups } from './kept-groups.ts'
import { LevelStage } from './level-stage.ts'
import type { PlanBuilder } from './plan-builder.ts'
import { readSource, sqlHole } from './read-source.ts'
import type { ElementStager } from './stage.ts'
import { type StageFilter, stageFilters } from './stage-filters.ts'

/** Stagers by the plan that they add steps to, so that an element that is read twice is staged once. */
const stagers = new WeakMap<PlanBuilder, Map<ElementModel, LevelStager>>()

/** The stager of an element in a plan; made once for each plan. */
export function stagerOf(builder: PlanBuilder, model: ElementModel): LevelStager {
  const ofPlan = stagers.get(builder) ?? new Map<ElementModel, LevelStager>()
  stagers.set(builder, ofPlan)
  const known = ofPlan.get(model)
  if (known) return known
  const stager = new LevelStager(filteredStage(builder, model))
  ofPlan.set(model, stager)
  return stager
}

/** The rows of an element after its filters, level by level. */
export class LevelStager implements ElementStager {
  private readonly stage: LevelStage

  constructor(stage: LevelStage) {
    this.stage = stage
  }

  /** A relation of the level that has at least these slots; the rows of a level keep all slots of the source. */
  relation(level: number, wanted: readonly string[]): StepId {
    return this.stage.relations.relation(level, wanted)
  }

  /** The slot with the value of the column at the level. */
  slotOfColumn(columnId: string, level: number): Slot {
    return this.slot(level, this.stage.slots.ofColumn(columnId, level))
  }

  slot(level: number, id: string): Slot {
    return this.stage.slots.at(level, id).slot
  }

  /** A logical slot that is true where the value of the column represents several values; null when it never does. */
  severalSlot(columnId: string, level: number): Slot | null {
    const { slots } = this.stage
    const marks = slots.marksOf(columnId, level)
    const [only] = marks
    if (only === undefined) return null
    if (marks.length === 1) return this.slot(level, only)
    const name = `${slots.column(columnId).name} several`
    const id = slots.define(level, name, { kind: 'logical' }, false, {
      kind: 'expression',
      expression: { kind: 'any', slots: marks },
      needs: marks,
    })
    return this.slot(level, id)
  }

  /** Order of the rows of a level: the sort of each level from the outermost, followed by its keys to break ties. */
  order(level: number): PlanOrder[] {
    return this.stage.order.ofLevel(level)
  }

  /** The order of the table that the rows come from; empty when it has none. */
  rowOrder(): PlanOrder[] {
    return this.stage.order.ofRows()
  }

  /** The rows after all filters, grouped only by these keys: level 1 has every calculation. */
  totalsBy(keys: readonly string[]): LevelStager {
    return new LevelStager(this.stage.totalsBy(keys))
  }
}

/** The rows of another element at a level, under the slots of a source. */
export function readElement(builder: PlanBuilder, rowsOfElement: ElementRows): StepId {
  const { model, level, columnIds, rowKey } = rowsOfElement
  const stored = builder.stored(rowsOfElement)
  if (stored !== null) return stored
  const stager = stagerOf(builder, model)
  const slots = columnIds.map((id) => stager.slotOfColumn(id, level))
  const input = stager.relation(
    level,
    [...slots, ...rowKey].map((slot) => slot.id),
  )
  const renamed = slots.map(
    (slot, at): PlanColumn => ({
      slot: { ...slot, id: sourceSlot(columnIds[at] ?? slot.id) },
      expression: { kind: 'slot', slot: slot.id },
    }),
  )
  const keep = rowKey.map(({ id }) => id)
  const rows = builder.add({ kind: 'project', name: model.name, input, keep, columns: renamed })
  return fenced(builder, model, rows)
}

/** Custom SQL with a plan for each element that it names. */
export function sqlWithPlans({ strings, values }: BoundSql): { strings: readonly string[]; values: SqlHole[] } {
  return { strings, values: values.map((hole) => sqlHole(hole, readElement)) }
}

/** The last generation of rows, after every filter. */
function filteredStage(builder: PlanBuilder, model: ElementModel): LevelStage {
  const rows = readSource(builder, model.source, readElement)
  const first = new LevelStage({
    builder,
    model,
    rows,
    frozen: new Map(),
    reused: new Map(),
    stagerOf: (other) => stagerOf(builder, other),
  })
  const stages = filterStages(model, stageFilters(model))
  return stages.reduce(afterFilters, first)
}

function afterFilters(stage: LevelStage, { level, filters, isPolicy }: FilterStage): LevelStage {
  const { builder, model, base, slots, relations } = stage
  const conditions: PlanCondition[] = []
  const wanted: string[] = []
  const reused = new Map<string, Slot>()
  const frozen = new Map(stage.frozen)
  const kept: { slot: Slot; from: string }[] = []
  const slotOf = (columnId: string, at: number) => slots.at(at, slots.ofColumn(columnId, at)).slot
  for (const filter of filters) {
    const column = slots.column(filter.columnId)
    if (!column.expression && filter.condition('', column.type ?? { kind: 'text' }) === null) continue
    const slot = slotOf(column.id, level)
    const condition = filter.condition(slot.id, slot.type)
    if (!condition) continue
    conditions.push(condition)
    wanted.push(slot.id)
    if (column.isRowLevel) reused.set(column.id, slot)
    // The summary has a single group: a filter on it keeps all rows or none, so its value does not change.
    if (column.hasWindow && level > 0) {
      const stays = { ...slot, id: `kept/${column.id}` }
      frozen.set(column.id, stays)
      kept.push({ slot: stays, from: slot.id })
    }
  }
  if (conditions.length === 0) return stage
  const name = relations.stepName(level)
  if (level === base) {
    let rows = relations.relation(level, wanted)
    if (kept.length > 0) {
      const columns = kept.map(({ slot, from }): PlanColumn => ({ slot, expression: { kind: 'slot', slot: from } }))
      rows = builder.add({ kind: 'project', name, input: rows, keep: null, columns })
    }
    rows = builder.add({ kind: 'filter', name, input: rows, conditions })
    if (isPolicy) rows = builder.add({ kind: 'fence', name, input: rows })
    return new LevelStage({ builder, model, rows, frozen, reused, stagerOf: stage.stagerOf })
  }
  const keys = slots.ofKeys(level, level)
  // The single group of the summary remains, without rows.
  const calculations = level === 0 ? [] : calculationsOfGroups(model, level).filter((id) => !frozen.has(id))
  for (const id of calculations) slots.ofColumn(id, level)
  const groups = relations.relation(level, [...wanted, ...keys, ...calculations])
  const left = builder.add({ kind: 'filter', name, input: groups, conditions })
  const rows = builder.add({
    kind: 'broadcast',
    name: relations.stepName(base),
    input: relations.relation(base, slots.ofKeys(level, base)),
    from: left,
    keys: keys.map((key) => ({ left: key, right: key, isNullable: slots.at(level, key).slot.nullable })),
    columns: kept,
    onlyMatches: true,
  })
  const known = keysOf(model, level).map((key) => [key, slotOf(key, base)] as const)
  const keptGroups = { level, step: left, slots: new Set([...keys, ...calculations]) }
  const start = { builder, model, rows, frozen, reused: new Map(known), stagerOf: stage.stagerOf }
  return new LevelStage(level === 0 ? start : { ...start, kept: keptGroups })
}

interface FilterStage {
  level: number
  filters: StageFilter[]
  /**
   * True for row filters that depend on the viewer. All other filters, which readers may influence, are applied to the rows that these
   * leave.
   */
  isPolicy: boolean
}

/** Filters in the order in which they apply; the filters of one stage apply together. */
function filterStages(model: ElementModel, filters: readonly StageFilter[]): FilterStage[] {
  const base = baseLevel(model)
  const stages = new Map<number, FilterStage>()
  for (const filter of filters) {
    const column = model.byId.get(filter.columnId)
    if (!column) continue
    const level = column.isKey ? base : column.level
    const isPolicy = level === base && !column.hasWindow && dependsOnViewer(model, column)
    const order = column.isRowLevel ? 0 : (column.hasWindow ? 2 * base + 2 : 1) + (base - level)
    const rank = isPolicy ? order - 0.5 : order
    const stage = stages.get(rank) ?? { level, filters: [], isPolicy }
    stage.filters.push(filter)
    stages.set(rank, stage)
  }
  return [...stages].sort(([a], [b]) => a - b).map(([, stage]) => stage)
}

/** Whether the value of a column depends on the viewer. */
function dependsOnViewer(model: ElementModel, column: ModelColumn, seen = new Set<string>()): boolean {
  if (seen.has(column.id)) return false
  seen.add(column.id)
  const { expression } = column
  if (!expression) return false
  let found = dependencesOf(expression).viewer
  walkExpression(expression, (node) => {
    if (node.kind !== 'reference') return undefined
    if (node.target.kind === 'element-column')
      found ||= model.targets.get(node.target.elementId)?.dependsOn.viewer ?? false
    const own = node.target.kind === 'column' ? model.byId.get(node.target.columnId) : undefined
    found ||= own !== undefined && dependsOnViewer(model, own, seen)
    return undefined
  })
  return found
}
