/**
 * From an analysed element to steps: which relation each level is, where aggregates range, what is repeated down and
 * in which order filters take rows away (formula page, sections 3 and 4).
 *
 * A value of a column *at a level* is a slot of the relation of that level. Slots are asked for, and bring what they
 * need with them:
 * - at its own level a column is its expression over other slots of the level;
 * - at a finer level it is broadcast: joined on the keys of its level;
 * - at a coarser level it is picked: the single value where all rows agree.
 * An aggregate is a measure of its level over the relation of the finest level in its argument.
 *
 * Filters make *generations* of rows: row filters first, then filters that read aggregates, from the rows outwards,
 * then those that read windows. Each generation computes levels afresh over the rows that are left.
 */
import { type Expression, functions, type Span, walkExpression } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { PlanColumn, PlanCondition, PlanExpression, PlanOrder, PlanWindow, Slot, StepId } from '../logical.ts'
import { slotsOfExpression, slotsOfPlanExpression } from '../logical.ts'
import { baseLevel, type ElementModel, keysOf, type ModelColumn } from '../model.ts'
import type { PlanBuilder } from '../plan-builder.ts'
import { aggregateOfOneRow } from './aggregate-of-one-row.ts'
import { levelOfArgument, subtotalLevel } from './assign-levels.ts'

type Call = Extract<Expression, { kind: 'call' }>

export interface StageFilter {
  columnId: string
  condition(slot: string, type: ValueType): PlanCondition | null
}

type Definition =
  /** There already: a column of the source, a key of a group, or a value kept from an earlier generation. */
  | { kind: 'given' }
  | { kind: 'expression'; expression: PlanExpression; needs: readonly string[] }
  | { kind: 'window'; window: Omit<PlanWindow, 'slot'>; needs: readonly string[] }
  | { kind: 'measure'; from: number; expression: PlanExpression }
  | { kind: 'broadcast'; from: number; slot: string; needs: readonly string[] }

interface LevelSlot {
  slot: Slot
  definition: Definition
}

interface Generation {
  base: StepId
  /** Slots of each level by id. */
  levels: Map<string, LevelSlot>[]
  /** Slot id by what it computes, so that equal things are computed once. */
  known: Map<string, string>[]
  columns: Map<string, string>[]
  relations: Map<string, StepId>
  ranks: Map<Definition, number>
  marks: Map<string, readonly string[]>
  /** Columns whose value was computed on more rows and is kept: column id to slot of the rows. */
  frozen: ReadonlyMap<string, Slot>
}

/** The stager of an element in a plan; made once for each plan. */
export function stagerOf(builder: PlanBuilder, model: ElementModel, filters: readonly StageFilter[]): LevelStager {
  const known = builder.stagers.get(model)
  if (known) return known
  const stager = new LevelStager(builder, model, filters)
  builder.stagers.set(model, stager)
  return stager
}

export class LevelStager {
  private readonly builder: PlanBuilder
  private readonly model: ElementModel
  private readonly base: number
  private generation: Generation

  constructor(builder: PlanBuilder, model: ElementModel, filters: readonly StageFilter[]) {
    this.builder = builder
    this.model = model
    this.base = baseLevel(model)
    this.generation = this.newGeneration(model.source.read(builder), new Map())
    for (const stage of filterStages(model, filters)) this.applyFilters(stage.level, stage.filters)
  }

  /** A relation of the level that has at least these slots; the rows of a level keep all slots of the source. */
  relation(level: number, wanted: readonly string[]): StepId {
    const key = `${level}:${[...new Set(wanted)].sort().join('\u0000')}`
    const known = this.generation.relations.get(key)
    if (known !== undefined) return known
    const step = level === this.base ? this.rowRelation(wanted) : this.groupRelation(level, wanted)
    this.generation.relations.set(key, step)
    return step
  }

  /** The slot that has the value of the column at the level. */
  slotOfColumn(columnId: string, level: number): Slot {
    return this.at(level, this.columnSlot(this.column(columnId), level)).slot
  }

  /** A logical slot that is true where the value of the column stands for several; null when it never does. */
  severalSlot(columnId: string, level: number): Slot | null {
    const column = this.column(columnId)
    const marks = this.marksOf(column, level)
    const [only] = marks
    if (only === undefined) return null
    if (marks.length === 1) return this.at(level, only).slot
    const id = this.define(level, `${column.name} several`, { kind: 'logical' }, false, {
      kind: 'expression',
      expression: { kind: 'any', slots: marks },
      needs: marks,
    })
    return this.at(level, id).slot
  }

  /** Order of the rows of a level: sort of each level from the outermost, its keys to break ties. */
  order(level: number, options: { from?: number; without?: string } = {}): PlanOrder[] {
    const orders: PlanOrder[] = []
    const used = new Set<string>()
    const push = (columnId: string, direction: 'ascending' | 'descending', nulls: 'first' | 'last') => {
      const column = this.model.byId.get(columnId)
      if (!column?.expression || columnId === options.without) return
      const slot = this.slotOfColumn(columnId, level).id
      if (used.has(slot)) return
      used.add(slot)
      orders.push({ slot, direction, nulls })
    }
    this.model.groupings.slice(0, level).forEach((grouping, index) => {
      if (index + 1 < (options.from ?? 1)) return
      for (const sort of grouping.sort) push(sort.columnId, sort.direction, sort.nulls)
      for (const key of grouping.keys) push(key, 'ascending', 'last')
    })
    if (level === this.base) for (const sort of this.model.sort) push(sort.columnId, sort.direction, sort.nulls)
    return orders
  }

  // Filters

  private applyFilters(level: number, filters: readonly StageFilter[]): void {
    const conditions: PlanCondition[] = []
    const slots: string[] = []
    const reused: string[] = []
    const frozen = new Map(this.generation.frozen)
    const kept: { slot: Slot; from: string }[] = []
    for (const filter of filters) {
      const column = this.column(filter.columnId)
      const slot = this.slotOfColumn(column.id, level)
      const condition = filter.condition(slot.id, slot.type)
      if (!condition) continue
      conditions.push(condition)
      slots.push(slot.id)
      if (column.isRowLevel) reused.push(column.id)
      if (column.hasWindow) {
        const stays = { ...slot, id: `kept/${column.id}` }
        frozen.set(column.id, stays)
        kept.push({ slot: stays, from: slot.id })
      }
    }
    if (conditions.length === 0) return
    const name = this.stepName(level)
    if (level === this.base) {
      let step = this.relation(level, slots)
      if (kept.length > 0) {
        const columns = kept.map(({ slot, from }): PlanColumn => ({ slot, expression: { kind: 'slot', slot: from } }))
        step = this.builder.add({ kind: 'project', name, input: step, keep: null, columns })
      }
      step = this.builder.add({ kind: 'filter', name, input: step, conditions })
      this.generation = this.newGeneration(step, frozen, reused)
      return
    }
    const keys = this.keySlots(level, level)
    const groups = this.relation(level, [...slots, ...keys])
    const left = this.builder.add({ kind: 'filter', name, input: groups, conditions })
    const step = this.builder.add({
      kind: 'broadcast',
      name: this.stepName(this.base),
      input: this.relation(this.base, this.keySlots(level, this.base)),
      from: left,
      keys: keys.map((key) => ({ left: key, right: key, isNullable: this.at(level, key).slot.nullable })),
      columns: kept,
      onlyMatches: true,
    })
    this.generation = this.newGeneration(step, frozen, keysOf(this.model, level))
  }

  /** `reused` are columns of the rows that the step has computed already. */
  private newGeneration(base: StepId, frozen: ReadonlyMap<string, Slot>, reused: readonly string[] = []): Generation {
    const maps = <T>() => Array.from({ length: this.base + 1 }, () => new Map<string, T>())
    const generation: Generation = {
      base,
      levels: maps<LevelSlot>(),
      known: maps<string>(),
      columns: maps<string>(),
      relations: new Map(),
      ranks: new Map(),
      marks: new Map(),
      frozen,
    }
    for (const column of this.model.source.columns) {
      const id = sourceSlot(column.id)
      const slot = { id, name: column.names[0] ?? column.id, type: column.type, nullable: column.nullable }
      generation.levels[this.base]?.set(id, { slot, definition: { kind: 'given' } })
    }
    for (const id of reused) {
      const slot = this.at(this.base, this.columnSlot(this.column(id), this.base)).slot
      generation.levels[this.base]?.set(slot.id, { slot, definition: { kind: 'given' } })
      generation.columns[this.base]?.set(id, slot.id)
    }
    for (const slot of frozen.values())
      generation.levels[this.base]?.set(slot.id, { slot, definition: { kind: 'given' } })
    return generation
  }

  // Slots

  private column(columnId: string): ModelColumn {
    const column = this.model.byId.get(columnId)
    if (!column) throw new Error(`The element has no column ${columnId}.`)
    return column
  }

  private at(level: number, id: string): LevelSlot {
    const slot = this.generation.levels[level]?.get(id)
    if (!slot) throw new Error(`Level ${level} has no slot ${id}.`)
    return slot
  }

  private define(
    level: number,
    name: string,
    type: ValueType,
    nullable: boolean,
    definition: Definition,
    id?: string,
  ): string {
    const key = id ?? JSON.stringify(definition, (field, value) => (field === 'span' ? undefined : value))
    const known = this.generation.known[level]?.get(key)
    if (known !== undefined) return known
    const slots = this.generation.levels[level]
    const made = id ?? `${level}.${slots?.size ?? 0}`
    slots?.set(made, { slot: { id: made, name, type, nullable }, definition })
    this.generation.known[level]?.set(key, made)
    return made
  }

  private columnSlot(column: ModelColumn, level: number): string {
    const known = this.generation.columns[level]?.get(column.id)
    if (known !== undefined) return known
    const slot = this.makeColumnSlot(column, level)
    this.generation.columns[level]?.set(column.id, slot)
    return slot
  }

  private makeColumnSlot(column: ModelColumn, level: number): string {
    const { expression, type } = column
    if (!expression || !type) throw new Error(`The column ${column.id} has an error and cannot be computed.`)
    const home = column.isKey && level >= column.level ? level : column.level
    const frozen = this.generation.frozen.get(column.id)
    if (home < level) return this.broadcast(column.level, this.columnSlot(column, column.level), level)
    if (frozen) return level === this.base ? frozen.id : this.pick(this.base, frozen.id, level)
    if (home > level) {
      // A key has its value on the rows too, where the other measures of the level are computed.
      const from = column.isKey ? this.base : home
      return this.pick(from, this.columnSlot(column, from), level)
    }
    if (column.isKey && level < this.base)
      return this.define(level, column.name, type, column.nullable, { kind: 'given' }, column.id)
    const lowered: PlanExpression = column.isRestricted
      ? { kind: 'null', type }
      : { kind: 'formula', expression: this.lower(expression, level, level, column.name) }
    const needs = slotsOfPlanExpression(lowered)
    return this.define(
      level,
      column.name,
      type,
      column.nullable,
      { kind: 'expression', expression: lowered, needs },
      column.id,
    )
  }

  private keySlots(level: number, at: number): string[] {
    return keysOf(this.model, level).map((key) => this.columnSlot(this.column(key), at))
  }

  private broadcast(from: number, slot: string, level: number): string {
    const source = this.at(from, slot).slot
    const needs = this.keySlots(from, level)
    return this.define(level, source.name, source.type, true, { kind: 'broadcast', from, slot, needs })
  }

  private pick(from: number, slot: string, level: number): string {
    const { name, type } = this.at(from, slot).slot
    return this.define(level, name, type, true, { kind: 'measure', from, expression: { kind: 'pick', slot, type } })
  }

  /** Slots that are true where the value of the column at the level stands for several. */
  private marksOf(column: ModelColumn, level: number): readonly string[] {
    const key = `${level}:${column.id}`
    const known = this.generation.marks.get(key)
    if (known) return known
    const marks = column.expression && !column.isRestricted ? this.makeMarks(column, column.expression, level) : []
    this.generation.marks.set(key, marks)
    return marks
  }

  private makeMarks(column: ModelColumn, expression: Expression, level: number): string[] {
    const home = column.isKey && level >= column.level ? level : column.level
    if (home < level) {
      return this.marksOf(column, column.level).map((mark) => this.broadcast(column.level, mark, level))
    }
    if (home > level) {
      const from = column.isKey ? this.base : home
      return [this.severalMark(from, this.columnSlot(column, from), level)]
    }
    if (column.isKey) return []
    const marks = new Set<string>()
    walkExpression(expression, (node) => {
      if (node.kind === 'call') return node.class !== 'aggregate' && node.class !== 'level-shift'
      if (node.kind === 'reference' && node.target.kind === 'column') {
        for (const mark of this.marksOf(this.column(node.target.columnId), level)) marks.add(mark)
      }
      if (node.kind === 'reference' && node.target.kind === 'source-column' && level < this.base) {
        marks.add(this.severalMark(this.base, sourceSlot(node.target.columnId), level))
      }
      return undefined
    })
    return [...marks]
  }

  private severalMark(from: number, slot: string, level: number): string {
    const { name, type } = this.at(from, slot).slot
    const expression: PlanExpression = { kind: 'several', slot, type }
    return this.define(level, `${name} several`, { kind: 'logical' }, false, { kind: 'measure', from, expression })
  }

  // Expressions

  /**
   * The expression over slots of `level`. Aggregates are values of `home`, the level of the column, wherever they
   * stand.
   */
  private lower(expression: Expression, level: number, home: number, name: string): Expression {
    switch (expression.kind) {
      case 'literal':
        return expression
      case 'reference':
        return this.lowerReference(expression, level, home, name)
      case 'call':
        break
    }
    switch (expression.class) {
      case 'aggregate':
        return this.lowerAggregate(expression, level, home, name)
      case 'level-shift':
        return this.lowerLevelShift(expression, level, home, name)
      case 'window':
        return this.lowerWindow(expression, level, home, name)
      default:
        return { ...expression, args: expression.args.map((arg) => this.lower(arg, level, home, name)) }
    }
  }

  private lowerReference(
    expression: Extract<Expression, { kind: 'reference' }>,
    level: number,
    home: number,
    name: string,
  ): Expression {
    const { target, type, span } = expression
    switch (target.kind) {
      case 'column':
        return this.read(this.columnSlot(this.column(target.columnId), level), level, span)
      case 'source-column': {
        const slot = sourceSlot(target.columnId)
        return this.read(level === this.base ? slot : this.pick(this.base, slot, level), level, span)
      }
      case 'metric': {
        const metric = this.model.metrics.get(target.metricId)?.expression
        if (!metric) throw new Error(`The metric ${target.metricId} has an error and cannot be computed.`)
        return this.lower(metric, level, home, name)
      }
      case 'control':
        return { kind: 'reference', target, type, nullable: true, span }
      default:
        throw new Error('Columns of other elements are read in Lookup and Rollup only.')
    }
  }

  private read(slot: string, level: number, span: Span): Expression {
    const { type, nullable } = this.at(level, slot).slot
    return { kind: 'reference', target: { kind: 'column', columnId: slot }, type, nullable, span }
  }

  private lowerAggregate(call: Call, level: number, home: number, name: string): Expression {
    const from = levelOfArgument(this.model, call, home)
    const value =
      from > home
        ? this.define(home, name, call.type, true, {
            kind: 'measure',
            from,
            expression: {
              kind: 'formula',
              expression: { ...call, args: call.args.map((arg) => this.lower(arg, from, home, name)) },
            },
          })
        : this.expressionSlot(
            aggregateOfOneRow({ ...call, args: call.args.map((arg) => this.lower(arg, home, home, name)) }),
            home,
            name,
          )
    return this.read(level > home ? this.broadcast(home, value, level) : value, level, call.span)
  }

  /** Subtotal: the argument again, as a value of a coarser level, repeated down. */
  private lowerLevelShift(call: Call, level: number, home: number, name: string): Expression {
    const [argument] = call.args
    const target = subtotalLevel(this.model, call, home)
    if (!argument || target === null) throw new Error(`${call.name} cannot be placed.`)
    const whole = this.expressionSlot(this.lower(argument, target, target, name), target, name)
    const total = this.read(level > target ? this.broadcast(target, whole, level) : whole, level, call.span)
    if (call.name !== 'PercentOfTotal') return total
    const part = this.lower(argument, level, home, name)
    return { kind: 'call', name: '/', class: 'row', args: [part, total], type: call.type, span: call.span }
  }

  private lowerWindow(call: Call, level: number, home: number, name: string): Expression {
    if (isPickOfRows(this.model, call, home))
      return this.lowerAggregate({ ...call, class: 'aggregate' }, level, home, name)
    const lowered = { ...call, args: call.args.map((arg) => this.lower(arg, level, home, name)) }
    const partitionBy = this.partition(level)
    const orderBy = this.windowOrder(level)
    const needs = [...slotsOfExpression(lowered), ...partitionBy, ...orderBy.map((order) => order.slot)]
    const slot = this.define(level, name, call.type, true, {
      kind: 'window',
      window: { call: lowered, partitionBy, orderBy },
      needs,
    })
    return this.read(slot, level, call.span)
  }

  /** Outer groups; in a chart every key but the axis. */
  private partition(level: number): string[] {
    if (this.model.shape !== 'chart' || level !== 1) return this.keySlots(Math.max(0, level - 1), level)
    const keys = keysOf(this.model, level).filter((key) => key !== this.model.axis)
    return keys.map((key) => this.columnSlot(this.column(key), level))
  }

  /** Sort of the level; columns that read a window cannot order one. */
  private windowOrder(level: number): PlanOrder[] {
    const orders: PlanOrder[] = []
    const push = (columnId: string, direction: 'ascending' | 'descending', nulls: 'first' | 'last') => {
      const column = this.model.byId.get(columnId)
      if (!column?.expression || column.hasWindow) return
      const slot = this.columnSlot(column, level)
      if (!orders.some((order) => order.slot === slot)) orders.push({ slot, direction, nulls })
    }
    const sorts = level === this.base ? this.model.sort : (this.model.groupings[level - 1]?.sort ?? [])
    for (const sort of sorts) push(sort.columnId, sort.direction, sort.nulls)
    for (const key of this.model.groupings[level - 1]?.keys ?? []) push(key, 'ascending', 'last')
    return orders
  }

  private expressionSlot(expression: Expression, level: number, name: string): string {
    if (expression.kind === 'reference' && expression.target.kind === 'column') return expression.target.columnId
    const needs = slotsOfExpression(expression)
    const type: ValueType = expression.type ?? { kind: 'text' }
    return this.define(level, name, type, true, {
      kind: 'expression',
      expression: { kind: 'formula', expression },
      needs,
    })
  }

  // Relations

  private rowRelation(wanted: readonly string[]): StepId {
    return this.extend(this.base, this.generation.base, this.closure(this.base, wanted))
  }

  private groupRelation(level: number, wanted: readonly string[]): StepId {
    const slots = this.closure(level, wanted)
    const keys = keysOf(this.model, level).map((key) => this.at(level, this.columnSlot(this.column(key), level)).slot)
    const parts = new Map<string, { from: number; rank: number; slots: Slot[] }>()
    for (const { slot, definition } of slots) {
      if (definition.kind !== 'measure') continue
      const rank = this.rankOf(definition)
      const part = parts.get(`${definition.from}:${rank}`) ?? { from: definition.from, rank, slots: [] }
      part.slots.push(slot)
      parts.set(`${definition.from}:${rank}`, part)
    }
    const [first, ...others] = [...parts.values()].sort((a, b) => b.from - a.from || a.rank - b.rank)
    if (!first && keys.length === 0) {
      return this.extend(level, this.builder.add({ kind: 'single-row', name: this.stepName(level) }), slots)
    }
    let step = this.aggregate(level, first?.from ?? this.base, first?.rank ?? 0, keys)
    for (const { from, rank, slots: columns } of others) {
      step = this.builder.add({
        kind: 'broadcast',
        name: this.stepName(level),
        input: step,
        from: this.aggregate(level, from, rank, keys),
        keys: keys.map((key) => ({ left: key.id, right: key.id, isNullable: key.nullable })),
        columns: columns.map((slot) => ({ slot, from: slot.id })),
        onlyMatches: false,
      })
    }
    return this.extend(level, step, slots)
  }

  /**
   * The aggregation of one level from another with every measure of the rank that anybody asked for: made once, and
   * pruned later. Measures of one rank never read each other, so that all of them fit in one step.
   */
  private aggregate(level: number, from: number, rank: number, keys: Slot[]): StepId {
    const key = `${level}<${from}:${rank}`
    const known = this.generation.relations.get(key)
    if (known !== undefined) return known
    const measures: PlanColumn[] = []
    for (const { slot, definition } of this.generation.levels[level]?.values() ?? []) {
      if (definition.kind !== 'measure' || definition.from !== from || this.rankOf(definition) !== rank) continue
      measures.push({ slot, expression: definition.expression })
    }
    const reads = measures.flatMap((measure) => slotsOfPlanExpression(measure.expression))
    const input = this.relation(from, [...this.keySlots(level, from), ...reads])
    const step = this.builder.add({ kind: 'aggregate', name: this.stepName(level), input, keys, measures })
    this.generation.relations.set(key, step)
    return step
  }

  /** How many aggregations lie below a measure, itself included. */
  private rankOf(measure: Extract<Definition, { kind: 'measure' }>): number {
    const known = this.generation.ranks.get(measure)
    if (known !== undefined) return known
    const rank = 1 + this.rankBelow(measure.from, slotsOfPlanExpression(measure.expression))
    this.generation.ranks.set(measure, rank)
    return rank
  }

  private rankBelow(level: number, slots: readonly string[]): number {
    let rank = 0
    for (const { definition } of this.closure(level, slots)) {
      if (definition.kind === 'measure') rank = Math.max(rank, this.rankOf(definition))
      if (definition.kind === 'broadcast') rank = Math.max(rank, this.rankBelow(definition.from, [definition.slot]))
    }
    return rank
  }

  /** Adds what is not there yet: expressions as soon as they can be, then joins, then windows. */
  private extend(level: number, start: StepId, slots: readonly LevelSlot[]): StepId {
    const name = this.stepName(level)
    const ready = new Set<string>()
    let pending = slots.filter(({ slot, definition }) => {
      const isThere = definition.kind === 'given' || definition.kind === 'measure'
      if (isThere) ready.add(slot.id)
      return !isThere
    })
    const isReady = (needs: readonly string[]) => needs.every((need) => ready.has(need))
    let step = start
    while (pending.length > 0) {
      const columns: PlanColumn[] = []
      const joins = new Map<number, { slot: Slot; from: string }[]>()
      const windows: PlanWindow[] = []
      const left: LevelSlot[] = []
      for (const item of pending) {
        const { slot, definition } = item
        if (definition.kind === 'expression' && isReady(definition.needs)) {
          columns.push({ slot, expression: definition.expression })
          ready.add(slot.id)
        } else left.push(item)
      }
      if (columns.length > 0) step = this.builder.add({ kind: 'project', name, input: step, keep: null, columns })
      const later: LevelSlot[] = []
      for (const item of left) {
        const { slot, definition } = item
        if (definition.kind === 'broadcast' && isReady(definition.needs)) {
          joins.set(definition.from, [...(joins.get(definition.from) ?? []), { slot, from: definition.slot }])
        } else later.push(item)
      }
      for (const [from, joined] of joins) {
        const right = this.relation(from, [...this.keySlots(from, from), ...joined.map((column) => column.from)])
        const rightKeys = this.keySlots(from, from)
        const keys = this.keySlots(from, level).map((key, index) => ({
          left: key,
          right: rightKeys[index] ?? key,
          isNullable: this.at(level, key).slot.nullable,
        }))
        step = this.builder.add({
          kind: 'broadcast',
          name,
          input: step,
          from: right,
          keys,
          columns: joined,
          onlyMatches: false,
        })
        for (const { slot } of joined) ready.add(slot.id)
      }
      pending = later
      if (joins.size > 0) continue
      const after: LevelSlot[] = []
      for (const item of pending) {
        const { slot, definition } = item
        if (definition.kind === 'window' && isReady(definition.needs)) windows.push({ slot, ...definition.window })
        else after.push(item)
      }
      for (const { slot } of windows) ready.add(slot.id)
      if (windows.length > 0) step = this.builder.add({ kind: 'window', name, input: step, columns: windows })
      else if (columns.length === 0 && after.length > 0) throw new Error(`Level ${level} reads itself in a circle.`)
      pending = after
    }
    return step
  }

  /** The slots and all that they need at the level, what is needed first. */
  private closure(level: number, wanted: readonly string[]): LevelSlot[] {
    const found = new Map<string, LevelSlot>()
    const open = [...wanted].reverse().map((id) => ({ id, isDone: false }))
    for (let entry = open.pop(); entry; entry = open.pop()) {
      if (found.has(entry.id)) continue
      const slot = this.at(level, entry.id)
      if (entry.isDone || !('needs' in slot.definition)) {
        found.set(entry.id, slot)
        continue
      }
      open.push({ id: entry.id, isDone: true })
      for (const need of slot.definition.needs) if (!found.has(need)) open.push({ id: need, isDone: false })
    }
    return [...found.values()]
  }

  private stepName(level: number): string {
    if (level === this.base) return this.model.name
    return level === 0 ? `${this.model.name} summary` : `${this.model.name} by ${this.keyNames(level)}`
  }

  private keyNames(level: number): string {
    const keys = this.model.groupings[level - 1]?.keys ?? []
    return keys.map((key) => this.column(key).name).join(' ') || `g${level}`
  }
}

export function sourceSlot(columnId: string): string {
  return `source/${columnId}`
}

/** Filters in the order in which they apply, those of one stage together. */
function filterStages(
  model: ElementModel,
  filters: readonly StageFilter[],
): { level: number; filters: StageFilter[] }[] {
  const base = baseLevel(model)
  const stages = new Map<number, { level: number; filters: StageFilter[] }>()
  for (const filter of filters) {
    const column = model.byId.get(filter.columnId)
    if (!column) continue
    const level = column.isKey ? base : column.level
    const rank = column.isRowLevel ? 0 : (column.hasWindow ? 2 * base + 2 : 1) + (base - level)
    const stage = stages.get(rank) ?? { level, filters: [] }
    stage.filters.push(filter)
    stages.set(rank, stage)
  }
  return [...stages].sort(([a], [b]) => a - b).map(([, stage]) => stage)
}

/** First, Last and their kind pick a row of a group when their argument lives at a finer level. */
function isPickOfRows(model: ElementModel, call: Call, home: number): boolean {
  const definition = functions.find(call.name)
  return definition?.class === 'window' && definition.dual === true && levelOfArgument(model, call, home) > home
}
