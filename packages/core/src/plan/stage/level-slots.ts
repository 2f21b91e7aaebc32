import { type Expression, type Span, walkExpression } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import { isPickOfRows } from '../analyse/assign-levels.ts'
import { keysOf, type ModelColumn } from '../model/element-model.ts'
import type { PlanExpression, Slot } from '../model/logical.ts'
import { slotsOfExpression, slotsOfPlanExpression } from '../model/logical.ts'
import { sourceSlot } from '../model/source-slots.ts'
import type { Definition, JoinedRelation, LevelSlot, Slots, Stage } from './stage.ts'

/** The slots of every level of one generation of rows. A slot is created once, when it is first requested. */
export class LevelSlots implements Slots {
  private readonly stage: Stage
  /** Slots of each level by id. */
  private readonly levels: Map<string, LevelSlot>[]
  /** Slot id by what the slot computes, so that equal values are computed once. */
  private readonly known: Map<string, string>[]
  private readonly columns: Map<string, string>[]
  private readonly marks = new Map<string, readonly string[]>()

  constructor(stage: Stage) {
    this.stage = stage
    const maps = <T>() => Array.from({ length: stage.base + 1 }, () => new Map<string, T>())
    this.levels = maps<LevelSlot>()
    this.known = maps<string>()
    this.columns = maps<string>()
    for (const column of stage.model.source.columns) {
      const name = column.names[0] ?? column.id
      this.give({ id: sourceSlot(column.id), name, type: column.type, nullable: column.nullable })
      if (column.several) this.give(column.several)
    }
    for (const slot of stage.model.source.rowKey) this.give(slot)
    for (const slot of stage.frozen.values()) this.give(slot)
    for (const [columnId, slot] of stage.reused) {
      this.give(slot)
      this.columns[stage.base]?.set(columnId, slot.id)
    }
  }

  /** Registers a slot that the rows already have. */
  private give(slot: Slot): void {
    this.levels[this.stage.base]?.set(slot.id, { slot, definition: { kind: 'given' } })
  }

  at(level: number, id: string): LevelSlot {
    const slot = this.levels[level]?.get(id)
    if (!slot) throw new Error(`Level ${level} has no slot ${id}.`)
    return slot
  }

  of(level: number): LevelSlot[] {
    return [...(this.levels[level]?.values() ?? [])]
  }

  define(level: number, name: string, type: ValueType, nullable: boolean, definition: Definition, id?: string): string {
    const key = id ?? JSON.stringify(definition, (field, value) => (field === 'span' ? undefined : value))
    const known = this.known[level]?.get(key)
    if (known !== undefined) return known
    const slots = this.levels[level]
    const made = id ?? `${level}.${slots?.size ?? 0}`
    slots?.set(made, { slot: { id: made, name, type, nullable }, definition })
    this.known[level]?.set(key, made)
    return made
  }

  column(columnId: string): ModelColumn {
    const column = this.stage.model.byId.get(columnId)
    if (!column) throw new Error(`The element has no column ${columnId}.`)
    return column
  }

  /** The slot with the value of the column at the level. */
  ofColumn(columnId: string, level: number): string {
    const known = this.columns[level]?.get(columnId)
    if (known !== undefined) return known
    const slot = this.makeColumnSlot(this.column(columnId), level)
    this.columns[level]?.set(columnId, slot)
    return slot
  }

  private makeColumnSlot(column: ModelColumn, level: number): string {
    const { expression, type } = column
    if (!expression || !type) throw new Error(`The column ${column.id} has an error and cannot be computed.`)
    const { base } = this.stage
    const home = column.isKey && level >= column.level ? level : column.level
    const frozen = this.stage.frozen.get(column.id)
    if (home < level) return this.broadcast(column.level, this.ofColumn(column.id, column.level), level)
    if (frozen) return level === base ? frozen.id : this.pick(base, frozen.id, level)
    if (home > level) {
      // A key also has its value on the rows, where the other measures of the level are computed.
      const from = column.isKey ? base : home
      return this.pick(from, this.ofColumn(column.id, from), level)
    }
    if (column.isKey && level < base)
      return this.define(level, column.name, type, column.nullable, { kind: 'given' }, column.id)
    const lowered: PlanExpression = column.isRestricted
      ? { kind: 'null', type }
      : { kind: 'formula', expression: this.stage.lowering.lowerColumn(column, expression, level) }
    const needs = slotsOfPlanExpression(lowered)
    const definition: Definition = { kind: 'expression', expression: lowered, needs }
    return this.define(level, column.name, type, column.nullable, definition, column.id)
  }

  /** Slots at level `at` of the keys of the level. */
  ofKeys(level: number, at: number): string[] {
    return keysOf(this.stage.model, level).map((key) => this.ofColumn(key, at))
  }

  broadcast(from: number, slot: string, level: number): string {
    const source = this.at(from, slot).slot
    const needs = this.ofKeys(from, level)
    return this.define(level, source.name, source.type, true, { kind: 'broadcast', from, slot, needs })
  }

  pick(from: number, slot: string, level: number): string {
    const { name, type } = this.at(from, slot).slot
    return this.define(level, name, type, true, { kind: 'measure', from, expression: { kind: 'pick', slot, type } })
  }

  /** A slot of a relation that is joined to the level. */
  joined(level: number, from: JoinedRelation, slot: Slot): string {
    const needs = from.keys.map((key) => key.left)
    const definition: Definition = { kind: 'joined', from, slot: slot.id, needs }
    return this.define(level, slot.name, slot.type, true, definition, `${from.id}/${slot.id}`)
  }

  ofExpression(expression: Expression, level: number, name: string): string {
    if (expression.kind === 'reference' && expression.target.kind === 'column') return expression.target.columnId
    const type: ValueType = expression.type ?? { kind: 'text' }
    return this.define(level, name, type, true, {
      kind: 'expression',
      expression: { kind: 'formula', expression },
      needs: slotsOfExpression(expression),
    })
  }

  read(slot: string, level: number, span: Span): Expression {
    const { type, nullable } = this.at(level, slot).slot
    return { kind: 'reference', target: { kind: 'column', columnId: slot }, type, nullable, span }
  }

  /** Slots that are true where the value of the column at the level represents several values. */
  marksOf(columnId: string, level: number): readonly string[] {
    const key = `${level}:${columnId}`
    const known = this.marks.get(key)
    if (known) return known
    const column = this.column(columnId)
    const marks = column.expression && !column.isRestricted ? this.makeMarks(column, column.expression, level) : []
    this.marks.set(key, marks)
    return marks
  }

  private makeMarks(column: ModelColumn, expression: Expression, level: number): string[] {
    const { base } = this.stage
    const home = column.isKey && level >= column.level ? level : column.level
    if (home < level) {
      return this.marksOf(column.id, column.level).map((mark) => this.broadcast(column.level, mark, level))
    }
    if (home > level) {
      const from = column.isKey ? base : home
      return [this.severalMark(from, this.ofColumn(column.id, from), level)]
    }
    if (column.isKey && level < base) return []
    const marks = new Set<string>()
    walkExpression(expression, (node) => {
      if (node.kind === 'call' && node.class === 'lookup') {
        for (const mark of this.stage.lookups.marksOf(node, level, level, column.name)) marks.add(mark)
        return false
      }
      if (node.kind === 'call' && isPickOfRows(this.stage.model, node, level)) return false
      if (node.kind === 'call') return node.class !== 'aggregate' && node.class !== 'level-shift'
      if (node.kind === 'reference' && node.target.kind === 'column') {
        for (const mark of this.marksOf(node.target.columnId, level)) marks.add(mark)
      }
      if (node.kind === 'reference' && node.target.kind === 'source-column') {
        const { columnId } = node.target
        const several = this.stage.model.source.columns.find(({ id }) => id === columnId)?.several
        if (level === base && several) marks.add(several.id)
        if (level < base) marks.add(this.severalMark(base, sourceSlot(columnId), level))
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
}
