import { emitWindow, fittedNumber } from '../../formula/index.ts'
import {
  alsoOnColumns,
  and,
  cast,
  createAliases,
  dialectOf,
  eq,
  nullSafeEqual,
  type SqlExpression,
  type SqlFrom,
  type SqlOrder,
  type SqlQuery,
  type SqlSelect,
  sql,
  value,
} from '../../sql/index.ts'
import type {
  AggregateStep,
  BroadcastStep,
  FilterStep,
  GroupingSetsStep,
  GroupsOfSetStep,
  JoinStep,
  LimitStep,
  LogicalPlan,
  MatchStep,
  ProjectStep,
  ResultShape,
  Slot,
  StepId,
  UnionStep,
  WindowStep,
} from '../model/logical.ts'
import { slotsOfPlanExpression } from '../model/logical.ts'
import { isJoinNeeded, type StepUse } from '../passes/prune-columns.ts'
import {
  type Block,
  type BlockSlot,
  BlockSlots,
  type ClosedRelation,
  emptyRelation,
  expressionOf,
  isBare,
  plainBlock,
  selectOf,
  slotOf,
} from './emit-block.ts'
import { chunksOf, neededColumns, readLater } from './emit-chunks.ts'
import { CteWriter } from './emit-ctes.ts'
import { type EmitOptions, ExpressionEmitter, sizeOf } from './emit-expressions.ts'
import { SourceEmitter } from './emit-sources.ts'
import { needsColumns } from './needs-columns.ts'

/** A window expression above this size that is read twice becomes a column of its own relation; inlined, it would be unreadable. */
const WINDOW_SIZE = 31

type EmitNamed = (plan: LogicalPlan, result: ResultShape, options: EmitOptions) => SqlQuery

/** Writes the steps of one plan as blocks, CTEs and the SELECT that reads them. */
export class Emitter {
  private readonly ctes: CteWriter
  private readonly sources: SourceEmitter
  readonly relations = new Map<StepId, string>()
  private readonly closed = new Map<StepId, ClosedRelation>()
  private readonly plan: LogicalPlan
  private readonly uses: StepUse[]
  private readonly expressions: ExpressionEmitter
  private readonly dialect: string

  /** `emitNamed`: the query of a plan inside this one. */
  constructor(plan: LogicalPlan, uses: StepUse[], options: EmitOptions, emitNamed: EmitNamed) {
    this.dialect = options.dialect
    this.plan = plan
    this.uses = uses
    this.expressions = new ExpressionEmitter(options)
    this.ctes = new CteWriter(
      plan.steps.flatMap((step) => (step.kind === 'scan' && step.path.length === 1 ? step.path : [])),
    )
    this.sources = new SourceEmitter(this.ctes, this.expressions, options, (inner, result) =>
      emitNamed(inner, result, options),
    )
  }

  query(result: ResultShape): SqlQuery {
    let block = this.open(result.step)
    if (result.distinct && (block.groupBy || block.hasWindows))
      block = this.ctes.derive(block, 'rows', wantedOf(result))
    const names = new Map<string, string>()
    const columns = result.columns.map(({ slot, name }) => {
      // Must differ from every relation alias, because ORDER BY uses it without a relation.
      const alias = this.ctes.alias(name)
      if (!names.has(slot)) names.set(slot, alias)
      return { expression: expressionOf(block, slot), alias }
    })
    const orderBy = result.orderBy.map(({ slot, direction, nulls }): SqlOrder => {
      const alias = names.get(slot)
      return { expression: alias ? { kind: 'column', name: alias } : expressionOf(block, slot), direction, nulls }
    })
    const body: SqlSelect = { ...selectOf(block, columns), orderBy, limit: result.limit, offset: result.offset }
    return { kind: 'query', ctes: this.ctes.written, body: result.distinct ? { ...body, distinct: true } : body }
  }

  /** The step as a block that the caller may extend. */
  private open(id: StepId): Block {
    const closed = this.closed.get(id)
    if (closed) return this.ctes.read(closed)
    const block = this.build(id)
    const isShared = (this.uses[id]?.readers ?? 0) > 1
    const kind = this.plan.steps[id]?.kind
    if (!isShared || kind === 'scan' || kind === 'custom-sql' || kind === 'single-row') return block
    return this.close(id, block)
  }

  private build(id: StepId): Block {
    const step = this.plan.steps[id]
    const wanted = this.uses[id]?.slots ?? new Set<string>()
    if (!step) throw new Error(`The plan has no step ${id}.`)
    switch (step.kind) {
      case 'scan':
        return this.sources.scan(step, wanted)
      case 'custom-sql':
        return this.sources.customSql(id, step, wanted)
      case 'stored-rows':
        return this.sources.storedRows(step, wanted)
      case 'single-row':
        return plainBlock(undefined, new BlockSlots())
      case 'project':
        return this.project(step, wanted)
      case 'filter':
        return this.filter(step)
      case 'side':
        throw new Error(`The rows of ${step.name} are computed on another connection.`)
      case 'fence':
        return this.ctes.fencePolicy(this.open(step.input), step.name, [...wanted])
      case 'aggregate':
        return this.aggregate(step, wanted)
      case 'grouping-sets':
        return this.groupingSets(step, wanted)
      case 'groups-of-set':
        return this.groupsOfSet(step)
      case 'window':
        return this.window(step, wanted)
      case 'broadcast':
        return this.broadcast(step, wanted)
      case 'match':
        return this.match(step)
      case 'join':
        return this.join(step)
      case 'union':
        return this.union(step, wanted)
      case 'limit':
        return this.limit(id, step)
    }
  }

  private project(step: ProjectStep, wanted: ReadonlySet<string>): Block {
    let block = this.open(step.input)
    const chunks = chunksOf(neededColumns(step, wanted), (id) => block.slots.get(id)?.size ?? 1)
    const isGiven = readLater(chunks, wanted)
    for (const [index, chunk] of chunks.entries()) {
      if (index > 0) block = this.fence(block, step.name, chunks, index, isGiven)
      for (const item of chunk) {
        const { slot, expression } = item
        const reads = slotsOfPlanExpression(expression)
        const size = reads.reduce((sum, id) => sum + (block.slots.get(id)?.size ?? 1) - 1, sizeOf(expression))
        let made = this.expressions.plan(expression, block)
        if ((block.groupBy || block.hasWindows) && needsColumns(made)) {
          // In a nested SELECT an aggregate or window would run over other rows, and a session variable would be read before they are
          // known.
          const here = [...(this.uses[step.input]?.slots ?? []), ...step.columns.map((column) => column.slot.id)]
          block = this.ctes.derive(
            block,
            step.name,
            here.filter((id) => block.slots.has(id)),
          )
          made = this.expressions.plan(expression, block)
        }
        block.slots.set(slot.id, { expression: made, name: slot.name, size })
      }
    }
    if (step.keep === null) return block
    const kept = new BlockSlots()
    for (const id of new Set([...step.keep, ...step.columns.map(({ slot }) => slot.id)])) {
      const slot = block.slots.get(id)
      if (slot) kept.set(id, slot)
    }
    return { ...block, slots: kept }
  }

  /** The columns so far as a CTE. The first CTE defines its own columns; later ones pass on everything and add their own. */
  private fence(
    block: Block,
    name: string,
    chunks: readonly ProjectStep['columns'][],
    index: number,
    isGiven: ReadonlySet<string>,
  ): Block {
    const made = (chunks[index - 1] ?? []).map(({ slot }) => slot.id)
    if (index > 1)
      return this.ctes.extend(
        block,
        name,
        made.filter((id) => isGiven.has(id)),
      )
    return this.ctes.derive(
      block,
      name,
      [...isGiven].filter((id) => block.slots.has(id)),
      true,
    )
  }

  private filter(step: FilterStep): Block {
    let block = this.open(step.input)
    const isApart = block.hasWindows || (block.groupBy !== null && dialectOf(this.dialect).hasNarrowHaving)
    if (isApart) block = this.ctes.derive(block, step.name, [...(this.uses[step.input]?.slots ?? [])])
    const conditions = step.conditions.map((condition) => alsoOnColumns(this.expressions.condition(condition, block)))
    if (block.groupBy) return { ...block, having: [...block.having, ...conditions] }
    return { ...block, where: [...block.where, ...conditions] }
  }

  private aggregate(step: AggregateStep, wanted: ReadonlySet<string>): Block {
    const block = this.toGroup(step)
    const slots = new BlockSlots()
    let count = 0
    for (const key of step.keys) slots.set(key.id, { expression: expressionOf(block, key.id), name: key.name, size: 1 })
    for (const { slot, expression } of step.measures) {
      if (!wanted.has(slot.id)) continue
      count += 1
      slots.set(slot.id, {
        expression: this.expressions.plan(expression, block),
        name: slot.name,
        size: 1 + sizeOf(expression),
      })
    }
    // A total without any aggregate that is read would return one row for each row of its input.
    const isBareTotal = step.keys.length === 0 && count === 0
    const having = isBareTotal ? [sql`COUNT(*) >= 0`] : []
    return { ...block, having, groupBy: step.keys.map((key) => this.groupKey(block, key)), slots }
  }

  private groupKey(block: Block, { id, type }: AggregateStep['keys'][number]): SqlExpression {
    const key = expressionOf(block, id)
    return type.kind === 'float64' && dialectOf(this.dialect).separatesZeros ? sql`${key} + 0e0` : key
  }

  /**
   * The rows to group. A key that is not a plain column is computed in a relation before: GROUP BY would not recognize a bound value inside
   * it.
   */
  private toGroup({ input, keys, name }: AggregateStep | GroupingSetsStep): Block {
    const block = this.open(input)
    const isPlain = keys.every((key) => block.slots.get(key.id)?.expression.kind === 'column')
    if (!block.groupBy && !block.hasWindows && isPlain) return block
    return this.ctes.derive(block, `${name} rows`, [...(this.uses[input]?.slots ?? [])])
  }

  private groupingSets(step: GroupingSetsStep, wanted: ReadonlySet<string>): Block {
    const block = this.apart(this.toGroup(step), step)
    const slots = new BlockSlots()
    for (const { id, name } of step.keys) slots.set(id, { expression: expressionOf(block, id), name, size: 1 })
    for (const { key, slot } of step.marks) {
      const expression = sql`GROUPING(${expressionOf(block, key)})`
      slots.set(slot.id, { expression, name: slot.name, size: 1 })
    }
    for (const { slot, expression } of step.measures) {
      if (!wanted.has(slot.id)) continue
      slots.set(slot.id, { expression: this.expressions.plan(expression, block), name: slot.name, size: 1 })
    }
    const groupingSets = step.sets.map((keys) => keys.map((key) => expressionOf(block, key)))
    return { ...block, having: [], groupBy: [], groupingSets, slots }
  }

  /**
   * If two grouping keys compile to the same SQL expression, aliases them apart; otherwise GROUPING() could not distinguish sets that
   * contain only one of them.
   */
  private apart(block: Block, { input, keys, name }: GroupingSetsStep): Block {
    const present = new Set<string>()
    const twice = keys.filter(({ id }) => {
      const column = JSON.stringify(expressionOf(block, id))
      return present.size === present.add(column).size
    })
    if (twice.length === 0) return block
    for (const { id } of twice) {
      const slot = slotOf(block, id)
      block.slots.set(id, { ...slot, expression: { ...slot.expression } })
    }
    return this.ctes.derive(block, `${name} rows`, [...(this.uses[input]?.slots ?? [])])
  }

  private groupsOfSet(step: GroupsOfSetStep): Block {
    const block = this.open(step.input)
    const isSet = step.marks.map(({ slot, isGrouped }) => eq(expressionOf(block, slot), isGrouped ? sql`0` : sql`1`))
    const slots = new BlockSlots()
    for (const { slot, from } of step.columns) {
      const read = block.slots.get(from)
      if (read) slots.set(slot.id, { ...read, name: slot.name })
    }
    return { ...block, where: [...block.where, ...isSet], slots }
  }

  private window(step: WindowStep, wanted: ReadonlySet<string>): Block {
    let block = this.open(step.input)
    if (!step.columns.some(({ slot }) => wanted.has(slot.id))) return block
    if (block.hasWindows || block.groupBy) {
      block = this.ctes.derive(block, step.name, [...(this.uses[step.input]?.slots ?? [])])
    }
    const made: (readonly [string, BlockSlot])[] = []
    for (const { slot, call, partitionBy, orderBy } of step.columns) {
      if (!wanted.has(slot.id)) continue
      const args = call.args.map((arg) => this.expressions.formula(arg, block))
      const place = {
        partitionBy: partitionBy.map((id) => expressionOf(block, id)),
        orderBy: orderBy.map((order) => ({ ...order, expression: expressionOf(block, order.slot) })),
      }
      const expression = emitWindow(call, args, place, this.expressions.context(block))
      made.push([slot.id, { expression, name: slot.name, size: WINDOW_SIZE }])
    }
    for (const [id, slot] of made) block.slots.set(id, slot)
    return { ...block, hasWindows: true }
  }

  private broadcast(step: BroadcastStep, wanted: ReadonlySet<string>): Block {
    let left = this.open(step.input)
    if (!isJoinNeeded(step, wanted)) return left
    if (left.groupBy || left.hasWindows || !left.from) {
      left = this.ctes.derive(left, step.name, [...(this.uses[step.input]?.slots ?? [])])
    }
    let right = this.open(step.from)
    if (right.from?.kind !== 'relation' || !isBare(right)) {
      const fromName = this.plan.steps[step.from]?.name ?? step.name
      right = this.ctes.derive(right, fromName, [...(this.uses[step.from]?.slots ?? [])])
    }
    if (!left.from || !right.from) throw new Error('A level without rows cannot be joined.')
    const on = step.keys.map((key) => {
      const sides = [expressionOf(left, key.left), expressionOf(right, key.right)] as const
      // Uses plain equality for keys that are never null: not every engine uses a hash join for null-safe equality.
      return key.isNullable ? nullSafeEqual(...sides) : eq(...sides)
    })
    const join = on.length === 0 ? 'cross' : step.onlyMatches ? 'inner' : 'left'
    const from: SqlFrom = {
      kind: 'join',
      join,
      left: left.from,
      right: right.from,
      ...(on.length === 0 ? {} : { on: and(...on) }),
    }
    for (const { slot, from: source } of step.columns) {
      if (!wanted.has(slot.id)) continue
      left.slots.set(slot.id, { expression: expressionOf(right, source), name: slot.name, size: 1 })
    }
    return { ...left, from }
  }

  private match(step: MatchStep): Block {
    let left = this.open(step.input)
    if (left.groupBy || left.hasWindows) {
      left = this.ctes.derive(left, step.name, [...(this.uses[step.input]?.slots ?? [])])
    }
    let right = this.open(step.from)
    if (right.groupBy || right.hasWindows || !right.from) {
      right = this.ctes.derive(right, this.plan.steps[step.from]?.name ?? step.name, [
        ...(this.uses[step.from]?.slots ?? []),
      ])
    }
    const on = step.keys.map((key) => eq(expressionOf(left, key.left), expressionOf(right, key.right)))
    const one = { expression: sql`1`, alias: 'row_1' }
    const query = selectOf({ ...right, where: [...right.where, ...on] }, [one])
    return { ...left, where: [...left.where, { kind: 'exists', query, isNot: !step.isKept }] }
  }

  private join(step: JoinStep): Block {
    const left = this.side(step.left)
    const right = this.side(step.right)
    if (!left.from || !right.from) throw new Error('A join needs rows on both sides.')
    const on = step.on.map((condition) => this.expressions.keys(condition, left, right))
    const from: SqlFrom = { kind: 'join', join: step.join, left: left.from, right: right.from, on: and(...on) }
    const slots = new BlockSlots()
    for (const side of [left, right]) for (const id of side.slots.ids()) slots.set(id, slotOf(side, id))
    return plainBlock(from, slots)
  }

  /**
   * One side of a join as a plain relation. Otherwise its conditions would apply after the join, and its computed columns would not be null
   * for rows without a partner.
   */
  private side(id: StepId): Block {
    const block = this.open(id)
    if (isBare(block)) return block
    const wanted = [...(this.uses[id]?.slots ?? [])].filter((slot) => block.slots.has(slot))
    return this.ctes.derive(block, this.plan.steps[id]?.name ?? 'rows', wanted)
  }

  private union(step: UnionStep, wanted: ReadonlySet<string>): Block {
    const columns = step.columns.flatMap((slot, index) => (wanted.has(slot.id) ? [{ slot, index }] : []))
    const aliases = createAliases()
    const slots: ClosedRelation['slots'] = new Map(
      columns.map(({ slot }) => [slot.id, { alias: aliases(slot.name), name: slot.name }]),
    )
    const selects = step.inputs.map((input) => {
      const block = this.open(input.step)
      const selected = columns.map(({ slot, index }) => {
        const from = input.slots[index]
        const expression = from ? this.asColumn(expressionOf(block, from), slot, step) : value(null, slot.type)
        return { expression, alias: slots.get(slot.id)?.alias ?? aliases(slot.name) }
      })
      return selectOf(block, selected.length > 0 ? selected : [{ expression: sql`1`, alias: 'row_1' }])
    })
    const name = this.ctes.alias(step.name)
    this.ctes.written.push({ name, query: { kind: 'union', all: true, selects } })
    return this.ctes.read({ name, slots, alias: aliases })
  }

  /** The value of an input in the type of a column of the union. */
  private asColumn(expression: SqlExpression, { id, type }: Slot, { withoutRoom }: UnionStep): SqlExpression {
    return withoutRoom?.includes(id) ? fittedNumber(expression, type, this.dialect) : cast(expression, type)
  }

  private limit(id: StepId, step: LimitStep): Block {
    let block = this.open(step.input)
    if (block.groupBy || block.hasWindows)
      block = this.ctes.derive(block, step.name, [...(this.uses[step.input]?.slots ?? [])])
    const closed = emptyRelation(this.ctes.alias(step.name))
    const wanted = [...(this.uses[id]?.slots ?? [])].filter((slot) => block.slots.has(slot))
    const columns = this.ctes.addColumns(closed, block, wanted)
    if (columns.length === 0) columns.push({ expression: sql`1`, alias: closed.alias('row') })
    const orderBy = step.orderBy.map((order) => ({ ...order, expression: expressionOf(block, order.slot) }))
    const { limit, offset } = step
    this.ctes.written.push({ name: closed.name, query: { ...selectOf(block, columns), orderBy, limit, offset } })
    return this.ctes.read(closed)
  }

  private close(id: StepId, block: Block): Block {
    const name = this.plan.steps[id]?.name ?? 'rows'
    const wanted = [...(this.uses[id]?.slots ?? [])].filter((slot) => block.slots.has(slot))
    const closed = this.ctes.push(block, name, wanted)
    this.relations.set(id, closed.name)
    this.closed.set(id, closed)
    return this.ctes.read(closed)
  }
}

/** Slots that the result reads of its step. */
export function wantedOf(result: ResultShape): string[] {
  return [...result.columns.map(({ slot }) => slot), ...result.orderBy.map(({ slot }) => slot)]
}
