import { keysOf } from '../model/element-model.ts'
import type { PlanColumn, PlanWindow, Slot, StepId } from '../model/logical.ts'
import { slotsOfPlanExpression } from '../model/logical.ts'
import type { Definition, JoinedRelation, LevelSlot, Relations, Stage } from './stage.ts'

const NONE: ReadonlySet<string> = new Set()

interface Joined {
  slot: Slot
  from: string
}

/** From slots to steps: builds the relation of each level with everything that the requested slots need. */
export class LevelRelations implements Relations {
  private readonly stage: Stage
  private readonly made = new Map<string, StepId>()
  private readonly aggregations = new Map<string, { step: StepId; count: number }>()
  private readonly ranks = new Map<Definition, number>()

  constructor(stage: Stage) {
    this.stage = stage
  }

  /** A relation of the level that has at least these slots; the rows of a level keep all slots of the source. */
  relation(level: number, wanted: readonly string[]): StepId {
    const key = `${level}:${[...new Set(wanted)].sort().join('\u0000')}`
    const known = this.made.get(key)
    if (known !== undefined) return known
    const { base, rows } = this.stage
    const step =
      level === base
        ? this.extend(base, rows, this.closure(level, wanted))
        : (this.keptGroups(level, wanted) ?? this.groupRelation(level, this.closure(level, wanted)))
    this.made.set(key, step)
    return step
  }

  /** The number of aggregations below the slots of a level. */
  rankBelow(level: number, slots: readonly string[]): number {
    let rank = 0
    for (const { definition } of this.closure(level, slots)) {
      if (definition.kind === 'measure') rank = Math.max(rank, this.rankOf(definition))
      if (definition.kind === 'broadcast') rank = Math.max(rank, this.rankBelow(definition.from, [definition.slot]))
      if (definition.kind === 'joined' && definition.from.below) {
        const { level: from, slots: read } = definition.from.below
        rank = Math.max(rank, this.rankBelow(from, read))
      }
    }
    return rank
  }

  stepName(level: number): string {
    const { model, base } = this.stage
    if (level === base) return model.name
    const keys = model.groupings[level - 1]?.keys ?? []
    if (level === 0 || keys.length === 0) return `${model.name} ${level === 0 ? 'summary' : 'total'}`
    return `${model.name} by ${keys.map((key) => model.byId.get(key)?.name ?? key).join(' ')}`
  }

  /** The groups that a filter left, when nothing else has to be computed from their rows. */
  private keptGroups(level: number, wanted: readonly string[]): StepId | null {
    const { kept } = this.stage
    if (kept?.level !== level) return null
    const slots = this.closure(level, wanted, kept.slots)
    const isMeasured = slots.some(({ slot, definition }) => definition.kind === 'measure' && !kept.slots.has(slot.id))
    return isMeasured ? null : this.extend(level, kept.step, slots, kept.slots)
  }

  private groupRelation(level: number, slots: readonly LevelSlot[]): StepId {
    const { model, builder, slots: known } = this.stage
    const keys = keysOf(model, level).map((key) => known.at(level, known.ofColumn(key, level)).slot)
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
      return this.extend(level, builder.add({ kind: 'single-row', name: this.stepName(level) }), slots)
    }
    let step = this.aggregate(level, first?.from ?? this.stage.base, first?.rank ?? 0, keys)
    for (const { from, rank, slots: columns } of others) {
      step = builder.add({
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
   * The aggregation of one level from another, with every measure of the rank that was requested so far; unused ones are pruned later.
   * Rebuilt only when more measures were requested since. Measures of the same rank never read each other, so all of them fit in one step.
   */
  private aggregate(level: number, from: number, rank: number, keys: Slot[]): StepId {
    const { builder, slots } = this.stage
    const key = `${level}<${from}:${rank}`
    const measures: PlanColumn[] = []
    for (const { slot, definition } of slots.of(level)) {
      if (definition.kind !== 'measure' || definition.from !== from || this.rankOf(definition) !== rank) continue
      measures.push({ slot, expression: definition.expression })
    }
    const known = this.aggregations.get(key)
    if (known?.count === measures.length) return known.step
    const reads = measures.flatMap((measure) => slotsOfPlanExpression(measure.expression))
    const input = this.relation(from, [...slots.ofKeys(level, from), ...reads])
    const step = builder.add({ kind: 'aggregate', name: this.stepName(level), input, keys, measures })
    this.aggregations.set(key, { step, count: measures.length })
    return step
  }

  /** The number of aggregations below a measure, itself included. */
  private rankOf(measure: Extract<Definition, { kind: 'measure' }>): number {
    const known = this.ranks.get(measure)
    if (known !== undefined) return known
    const rank = 1 + this.rankBelow(measure.from, slotsOfPlanExpression(measure.expression))
    this.ranks.set(measure, rank)
    return rank
  }

  /** Adds the slots that are missing: expressions as soon as possible, then joins, then windows. */
  private extend(level: number, start: StepId, slots: readonly LevelSlot[], kept = NONE): StepId {
    const name = this.stepName(level)
    const { builder } = this.stage
    const ready = new Set<string>()
    let pending = slots.filter(({ slot, definition }) => {
      const isThere = definition.kind === 'given' || definition.kind === 'measure' || kept.has(slot.id)
      if (isThere) ready.add(slot.id)
      return !isThere
    })
    const isReady = (needs: readonly string[]) => needs.every((need) => ready.has(need))
    let step = start
    while (pending.length > 0) {
      const columns: PlanColumn[] = []
      const left: LevelSlot[] = []
      for (const item of pending) {
        const { slot, definition } = item
        if (definition.kind === 'expression' && isReady(definition.needs)) {
          columns.push({ slot, expression: definition.expression })
          ready.add(slot.id)
        } else left.push(item)
      }
      if (columns.length > 0) step = builder.add({ kind: 'project', name, input: step, keep: null, columns })
      const joins = new Map<number | JoinedRelation, Joined[]>()
      const later: LevelSlot[] = []
      for (const item of left) {
        const { slot, definition } = item
        const isJoin = definition.kind === 'broadcast' || definition.kind === 'joined'
        if (isJoin && isReady(definition.needs)) {
          joins.set(definition.from, [...(joins.get(definition.from) ?? []), { slot, from: definition.slot }])
        } else later.push(item)
      }
      for (const [from, joined] of joins) {
        step =
          typeof from === 'number'
            ? this.addBroadcast(level, step, from, joined)
            : this.addJoined(level, step, from, joined)
        for (const { slot } of joined) ready.add(slot.id)
      }
      pending = later
      if (joins.size > 0) continue
      const windows: PlanWindow[] = []
      const after: LevelSlot[] = []
      for (const item of pending) {
        const { slot, definition } = item
        if (definition.kind === 'window' && isReady(definition.needs)) windows.push({ slot, ...definition.window })
        else after.push(item)
      }
      for (const { slot } of windows) ready.add(slot.id)
      if (windows.length > 0) step = builder.add({ kind: 'window', name, input: step, columns: windows })
      else if (columns.length === 0 && after.length > 0) throw new Error(`Level ${level} reads itself in a circle.`)
      pending = after
    }
    return step
  }

  private addBroadcast(level: number, input: StepId, from: number, columns: Joined[]): StepId {
    const { slots, builder } = this.stage
    const rightKeys = slots.ofKeys(from, from)
    const right = this.relation(from, [...rightKeys, ...columns.map((column) => column.from)])
    const keys = slots.ofKeys(from, level).map((left, index) => ({
      left,
      right: rightKeys[index] ?? left,
      isNullable: slots.at(level, left).slot.nullable,
    }))
    return builder.add({
      kind: 'broadcast',
      name: this.stepName(level),
      input,
      from: right,
      keys,
      columns,
      onlyMatches: false,
    })
  }

  private addJoined(level: number, input: StepId, from: JoinedRelation, columns: Joined[]): StepId {
    const right = from.relation(columns.map((column) => column.from))
    const keys = [...from.keys]
    return this.stage.builder.add({
      kind: 'broadcast',
      name: this.stepName(level),
      input,
      from: right,
      keys,
      columns,
      onlyMatches: false,
    })
  }

  /** The slots and everything that they need at the level, in dependency order; slots that are already there need nothing. */
  private closure(level: number, wanted: readonly string[], kept = NONE): LevelSlot[] {
    const { slots } = this.stage
    const found = new Map<string, LevelSlot>()
    const open = [...wanted].reverse().map((id) => ({ id, isDone: false }))
    for (let entry = open.pop(); entry; entry = open.pop()) {
      if (found.has(entry.id)) continue
      const slot = slots.at(level, entry.id)
      if (entry.isDone || kept.has(entry.id) || !('needs' in slot.definition)) {
        found.set(entry.id, slot)
        continue
      }
      open.push({ id: entry.id, isDone: true })
      for (const need of slot.definition.needs) if (!found.has(need)) open.push({ id: need, isDone: false })
    }
    return [...found.values()]
  }
}
