import type { EmitContext, Expression, FormulaViewer, ReferenceTarget } from '../../formula/index.ts'
import { emitWindow, toSql } from '../../formula/index.ts'
import {
  and,
  caseWhen,
  cast,
  column,
  createAliases,
  eq,
  inList,
  isNull,
  not,
  nullSafeEqual,
  or,
  type SqlCte,
  type SqlExpression,
  type SqlFrom,
  type SqlOrder,
  type SqlQuery,
  type SqlSelect,
  sql,
  value,
} from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import type {
  AggregateStep,
  BroadcastStep,
  CustomSqlStep,
  FilterStep,
  JoinCondition,
  JoinStep,
  LogicalPlan,
  PlanCondition,
  PlanExpression,
  PlanOrder,
  PlanValue,
  ProjectStep,
  ScanColumn,
  ScanStep,
  StepId,
  UnionStep,
  WindowStep,
} from '../logical.ts'
import { slotsOfPlanExpression } from '../logical.ts'
import { isJoinNeeded, pruneColumns, type StepUse } from './prune-columns.ts'

export interface EmitOptions {
  dialect: string
  zone: string
  now: string
  viewer: FormulaViewer
  /** Value of a control that a formula reads. */
  control(target: Extract<ReferenceTarget, { kind: 'control' }>): PlanValue
}

export interface ResultShape {
  step: StepId
  /** Columns of the statement in order: slot and the name its alias is made from. */
  columns: { slot: string; name: string }[]
  orderBy: readonly PlanOrder[]
  distinct?: boolean
  limit?: number
  offset?: number
}

/** Above this many nodes an expression is not repeated where it is read: its relation becomes a CTE. */
const LARGEST_INLINED = 120

/**
 * Turns a logical plan into one SQL query. Steps that fit in one SELECT share it; a step that several others read, or
 * that SQL cannot write in place, becomes a CTE named after it.
 */
export function emitSql(plan: LogicalPlan, result: ResultShape, options: EmitOptions): SqlQuery {
  const wanted = [...result.columns.map(({ slot }) => slot), ...result.orderBy.map(({ slot }) => slot)]
  const emitter = new Emitter(plan, pruneColumns(plan, result.step, wanted), options)
  return emitter.query(result)
}

/** A SELECT under construction: which expression each slot is, over one FROM. */
interface Block {
  from: SqlFrom | undefined
  where: SqlExpression[]
  having: SqlExpression[]
  /** Null while not grouped; empty for a total over all rows. */
  groupBy: SqlExpression[] | null
  hasWindows: boolean
  slots: Map<string, BlockSlot>
}
interface BlockSlot {
  expression: SqlExpression
  name: string
  /** Nodes of the expression; 1 for a plain column. */
  size: number
}

class Emitter {
  private readonly ctes: SqlCte[] = []
  private readonly closed = new Map<StepId, { name: string; slots: Map<string, { alias: string; name: string }> }>()
  private readonly plan: LogicalPlan
  private readonly uses: StepUse[]
  private readonly options: EmitOptions
  private readonly alias: (name: string) => string
  private readonly customSqlNames = new Map<StepId, string>()
  private readonly namesRead = new Set<string>()

  constructor(plan: LogicalPlan, uses: StepUse[], options: EmitOptions) {
    this.plan = plan
    this.uses = uses
    this.options = options
    const aliases = createAliases()
    // A CTE with the name of a real table would hide it.
    const taken = new Set(
      plan.steps.flatMap((step) => (step.kind === 'scan' && step.path.length === 1 ? step.path : [])),
    )
    this.alias = (name) => {
      let alias = aliases(name)
      while (taken.has(alias)) alias = aliases(name)
      return alias
    }
  }

  query(result: ResultShape): SqlQuery {
    let block = this.open(result.step)
    if (result.distinct && (block.groupBy || block.hasWindows)) block = this.derive(block, 'rows', wantedOf(result))
    const names = new Map<string, string>()
    const columns = result.columns.map(({ slot, name }) => {
      // Apart from the aliases of relations: ORDER BY names it alone.
      const alias = this.alias(name)
      if (!names.has(slot)) names.set(slot, alias)
      return { expression: expressionOf(block, slot), alias }
    })
    const orderBy = result.orderBy.map(({ slot, direction, nulls }): SqlOrder => {
      const alias = names.get(slot)
      return { expression: alias ? { kind: 'column', name: alias } : expressionOf(block, slot), direction, nulls }
    })
    const body: SqlSelect = { ...selectOf(block, columns), orderBy, limit: result.limit, offset: result.offset }
    return { kind: 'query', ctes: this.ctes, body: result.distinct ? { ...body, distinct: true } : body }
  }

  /** The step as a block that the caller may go on building. */
  private open(id: StepId): Block {
    const closed = this.closed.get(id)
    if (closed) return this.read(closed)
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
        return this.scan(step, step.name, wanted)
      case 'custom-sql':
        return this.customSql(id, step, wanted)
      case 'single-row':
        return { from: undefined, where: [], having: [], groupBy: null, hasWindows: false, slots: new Map() }
      case 'project':
        return this.project(step, wanted)
      case 'filter':
        return this.filter(step)
      case 'aggregate':
        return this.aggregate(step, wanted)
      case 'window':
        return this.window(step, wanted)
      case 'broadcast':
        return this.broadcast(step, wanted)
      case 'join':
        return this.join(step)
      case 'union':
        return this.union(step, wanted)
    }
  }

  private scan(step: ScanStep, name: string, wanted: ReadonlySet<string>): Block {
    const alias = this.alias(name)
    return plainBlock({ kind: 'table', path: step.path, alias }, this.entry(step.columns, alias, wanted))
  }

  private customSql(id: StepId, step: CustomSqlStep, wanted: ReadonlySet<string>): Block {
    const known = this.customSqlNames.get(id)
    if (known) {
      const again = this.alias(step.name)
      return plainBlock({ kind: 'relation', name: known, alias: again }, this.entry(step.columns, again, wanted))
    }
    const alias = this.alias(step.name)
    this.customSqlNames.set(id, alias)
    const values = step.values.map(
      (items): SqlExpression => ({
        kind: 'list',
        items: items.map((item) => value(item.value, item.type)),
        separator: ', ',
      }),
    )
    this.ctes.push({ name: alias, query: { kind: 'raw', strings: step.strings, values } })
    return plainBlock({ kind: 'relation', name: alias, alias }, this.entry(step.columns, alias, wanted))
  }

  private entry(columns: readonly ScanColumn[], alias: string, wanted: ReadonlySet<string>): Map<string, BlockSlot> {
    const slots = new Map<string, BlockSlot>()
    for (const { slot, column: name, isInstant } of columns) {
      if (!wanted.has(slot.id)) continue
      const read = column(alias, name)
      const expression = isInstant ? this.local(read) : read
      slots.set(slot.id, { expression, name: slot.name, size: isInstant ? 3 : 1 })
    }
    return slots
  }

  /** An instant as the local time of the organization's zone. */
  private local(instant: SqlExpression): SqlExpression {
    return sql`${instant} AT TIME ZONE ${value(this.options.zone, { kind: 'text' })}`
  }

  private project(step: ProjectStep, wanted: ReadonlySet<string>): Block {
    let block = this.open(step.input)
    const kept = step.keep === null ? null : new Set(step.keep)
    const needed = neededColumns(step, wanted)
    const slots = new Map(block.slots)
    const result = new Map<string, BlockSlot>()
    for (const [id, slot] of block.slots) if (kept === null || kept.has(id)) result.set(id, slot)
    block = { ...block, slots }
    step.columns.forEach((item, index) => {
      if (!needed.has(item.slot.id)) return
      const reads = slotsOfPlanExpression(item.expression)
      const size = sizeOf(item.expression) + reads.reduce((sum, id) => sum + (block.slots.get(id)?.size ?? 1), 0)
      if (size > LARGEST_INLINED && reads.some((id) => (block.slots.get(id)?.size ?? 1) > 1)) {
        const later = new Set([...result.keys()].filter((id) => wanted.has(id)))
        for (const next of step.columns.slice(index))
          for (const id of slotsOfPlanExpression(next.expression)) later.add(id)
        block = this.derive(
          block,
          step.name,
          [...later].filter((id) => block.slots.has(id)),
          true,
        )
        for (const id of result.keys()) {
          const moved = block.slots.get(id)
          if (moved) result.set(id, moved)
        }
      }
      const slot = {
        expression: this.expression(item.expression, block),
        name: item.slot.name,
        size:
          sizeOf(item.expression) + reads.reduce((sum, id) => sum + (block.slots.get(id)?.size ?? 1), 0) - reads.length,
      }
      block.slots.set(item.slot.id, slot)
      result.set(item.slot.id, slot)
    })
    return { ...block, slots: result }
  }

  private filter(step: FilterStep): Block {
    let block = this.open(step.input)
    if (block.hasWindows) block = this.derive(block, step.name, [...(this.uses[step.input]?.slots ?? [])])
    const conditions = step.conditions.map((condition) => this.condition(condition, block))
    if (block.groupBy) return { ...block, having: [...block.having, ...conditions] }
    return { ...block, where: [...block.where, ...conditions] }
  }

  private aggregate(step: AggregateStep, wanted: ReadonlySet<string>): Block {
    let block = this.open(step.input)
    // A key that is more than a column is computed first: a value inside it would not be known again in GROUP BY.
    const isPlain = step.keys.every((key) => block.slots.get(key.id)?.expression.kind === 'column')
    if (block.groupBy || block.hasWindows || !isPlain) {
      block = this.derive(block, `${step.name} rows`, [...(this.uses[step.input]?.slots ?? [])])
    }
    const slots = new Map<string, BlockSlot>()
    for (const key of step.keys) slots.set(key.id, { expression: expressionOf(block, key.id), name: key.name, size: 1 })
    for (const { slot, expression } of step.measures) {
      if (!wanted.has(slot.id)) continue
      slots.set(slot.id, {
        expression: this.expression(expression, block),
        name: slot.name,
        size: 1 + sizeOf(expression),
      })
    }
    // A total of which nobody reads an aggregate would have one row for each row of its input.
    const isBareTotal = step.keys.length === 0 && slots.size === 0
    const having = isBareTotal ? [sql`COUNT(*) >= 0`] : []
    return { ...block, having, groupBy: step.keys.map((key) => expressionOf(block, key.id)), slots }
  }

  private window(step: WindowStep, wanted: ReadonlySet<string>): Block {
    let block = this.open(step.input)
    if (!step.columns.some(({ slot }) => wanted.has(slot.id))) return block
    if (block.hasWindows || block.groupBy) {
      block = this.derive(block, step.name, [...(this.uses[step.input]?.slots ?? [])])
    }
    const slots = new Map(block.slots)
    for (const { slot, call, partitionBy, orderBy } of step.columns) {
      if (!wanted.has(slot.id)) continue
      const args = call.args.map((arg) => this.formula(arg, block))
      const place = {
        partitionBy: partitionBy.map((id) => expressionOf(block, id)),
        orderBy: orderBy.map((order) => ({ ...order, expression: expressionOf(block, order.slot) })),
      }
      const expression = emitWindow(call, args, place, this.formulaContext(block))
      slots.set(slot.id, { expression, name: slot.name, size: 10 })
    }
    return { ...block, hasWindows: true, slots }
  }

  private broadcast(step: BroadcastStep, wanted: ReadonlySet<string>): Block {
    let left = this.open(step.input)
    if (!isJoinNeeded(step, wanted)) return left
    if (left.groupBy || left.hasWindows || !left.from) {
      left = this.derive(left, step.name, [...(this.uses[step.input]?.slots ?? [])])
    }
    let right = this.open(step.from)
    const isBare = right.from?.kind === 'relation' && right.where.length === 0 && !right.groupBy && !right.hasWindows
    const isRenamed = [...right.slots.values()].every((slot) => slot.expression.kind === 'column')
    if (!isBare || !isRenamed) {
      const fromName = this.plan.steps[step.from]?.name ?? step.name
      right = this.derive(right, fromName, [...(this.uses[step.from]?.slots ?? [])])
    }
    if (!left.from || !right.from) throw new Error('A level without rows cannot be joined.')
    const on = step.keys.map((key) => {
      const sides = [expressionOf(left, key.left), expressionOf(right, key.right)] as const
      // Plain equality where it will do: not every engine joins by hash on the other.
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
    const slots = new Map(left.slots)
    for (const { slot, from: source } of step.columns) {
      if (!wanted.has(slot.id)) continue
      slots.set(slot.id, { expression: expressionOf(right, source), name: slot.name, size: 1 })
    }
    return { ...left, from, slots }
  }

  private join(step: JoinStep): Block {
    const left = this.side(step.left)
    const right = this.side(step.right)
    if (!left.from || !right.from) throw new Error('A join needs rows on both sides.')
    const on = step.on.map(({ left: a, right: b, operator }) =>
      compareKeys(this.formula(a, left), operator, this.formula(b, right)),
    )
    const from: SqlFrom = { kind: 'join', join: step.join, left: left.from, right: right.from, on: and(...on) }
    return plainBlock(from, new Map([...left.slots, ...right.slots]))
  }

  /**
   * One side of a join as a bare relation: its conditions would otherwise apply after the join, and what it computes
   * would not become null where it has no partner.
   */
  private side(id: StepId): Block {
    const block = this.open(id)
    const isBare = block.where.length === 0 && !block.groupBy && !block.hasWindows
    if (isBare && [...block.slots.values()].every((slot) => slot.expression.kind === 'column')) return block
    const wanted = [...(this.uses[id]?.slots ?? [])].filter((slot) => block.slots.has(slot))
    return this.derive(block, this.plan.steps[id]?.name ?? 'rows', wanted)
  }

  private union(step: UnionStep, wanted: ReadonlySet<string>): Block {
    const columns = step.columns.flatMap((slot, index) => (wanted.has(slot.id) ? [{ slot, index }] : []))
    const aliases = createAliases()
    const slots = new Map(columns.map(({ slot }) => [slot.id, { alias: aliases(slot.name), name: slot.name }]))
    const selects = step.inputs.map((input) => {
      const block = this.open(input.step)
      const selected = columns.map(({ slot, index }) => {
        const from = input.slots[index]
        const expression = from ? cast(expressionOf(block, from), slot.type) : value(null, slot.type)
        return { expression, alias: slots.get(slot.id)?.alias ?? aliases(slot.name) }
      })
      return selectOf(block, selected.length > 0 ? selected : [{ expression: sql`1`, alias: 'row_1' }])
    })
    const name = this.alias(step.name)
    this.ctes.push({ name, query: { kind: 'union', all: true, selects } })
    return this.read({ name, slots })
  }

  /** Makes the block a CTE and gives a block that reads it. */
  private derive(block: Block, name: string, wanted: readonly string[], isFence = false): Block {
    return this.read(this.pushCte(block, name, wanted, isFence))
  }

  private close(id: StepId, block: Block): Block {
    const name = this.plan.steps[id]?.name ?? 'rows'
    const wanted = [...(this.uses[id]?.slots ?? [])].filter((slot) => block.slots.has(slot))
    const closed = this.pushCte(block, name, wanted)
    this.closed.set(id, closed)
    return this.read(closed)
  }

  private pushCte(block: Block, name: string, wanted: readonly string[], isFence = false) {
    const cteName = this.alias(name)
    const aliases = createAliases()
    const slots = new Map<string, { alias: string; name: string }>()
    const columns = [...new Set(wanted)].map((id) => {
      const slot = slotOf(block, id)
      const alias = aliases(slot.name)
      slots.set(id, { alias, name: slot.name })
      return { expression: slot.expression, alias }
    })
    // SQL has no relation without columns.
    if (columns.length === 0) columns.push({ expression: sql`1`, alias: aliases('row') })
    this.ctes.push({ name: cteName, query: selectOf(block, columns), ...(isFence ? { isFence } : {}) })
    return { name: cteName, slots }
  }

  private read(closed: { name: string; slots: Map<string, { alias: string; name: string }> }): Block {
    const isFirst = !this.namesRead.has(closed.name)
    this.namesRead.add(closed.name)
    const alias = isFirst ? closed.name : this.alias(closed.name.replace(/_\d+$/, ''))
    const slots = new Map<string, BlockSlot>()
    for (const [id, slot] of closed.slots) {
      slots.set(id, { expression: column(alias, slot.alias), name: slot.name, size: 1 })
    }
    return plainBlock({ kind: 'relation', name: closed.name, alias }, slots)
  }

  private expression(expression: PlanExpression, block: Block): SqlExpression {
    switch (expression.kind) {
      case 'formula':
        return this.formula(expression.expression, block)
      case 'slot':
        return expressionOf(block, expression.slot)
      case 'null':
        return value(null, expression.type)
      case 'pick':
        return pick(expressionOf(block, expression.slot), expression.type)
      case 'several':
        return several(expressionOf(block, expression.slot), expression.type)
      case 'any':
        return or(...expression.slots.map((slot) => expressionOf(block, slot)))
    }
  }

  private formula(expression: Expression, block: Block): SqlExpression {
    return toSql(expression, this.formulaContext(block))
  }

  private formulaContext(block: Block): EmitContext {
    const { dialect, zone, now, viewer, control } = this.options
    return {
      dialect,
      zone,
      now,
      viewer,
      reference(target) {
        if (target.kind === 'column') return expressionOf(block, target.columnId)
        if (target.kind !== 'control') throw new Error(`A lowered expression still reads a ${target.kind}.`)
        const bound = control(target)
        return value(bound.value, bound.type)
      },
      constant: (target) => (target.kind === 'control' ? control(target).value : undefined),
    }
  }

  private condition(condition: PlanCondition, block: Block): SqlExpression {
    switch (condition.kind) {
      case 'in':
        return inList(
          expressionOf(block, condition.slot),
          condition.values.map((item) => value(item.value, item.type)),
        )
      case 'compare': {
        const left = expressionOf(block, condition.slot)
        const right = value(condition.value.value, condition.value.type)
        return compare(left, condition.operator, right)
      }
      case 'same': {
        const operand = expressionOf(block, condition.slot)
        if (condition.value.value === null) return isNull(operand)
        return sql`${operand} = ${value(condition.value.value, condition.value.type)}`
      }
      case 'is-null':
        return isNull(expressionOf(block, condition.slot))
      case 'formula':
        return this.formula(condition.expression, block)
      case 'true':
        return sql`TRUE`
      case 'false':
        return sql`FALSE`
      case 'not':
        return not(this.condition(condition.item, block))
      case 'and':
        return and(...condition.items.map((item) => this.condition(item, block)))
      case 'or':
        return or(...condition.items.map((item) => this.condition(item, block)))
    }
  }
}

function plainBlock(from: SqlFrom, slots: Map<string, BlockSlot>): Block {
  return { from, where: [], having: [], groupBy: null, hasWindows: false, slots }
}

function selectOf(block: Block, columns: { expression: SqlExpression; alias: string }[]): SqlSelect {
  const { groupBy } = block
  return {
    kind: 'select',
    columns,
    ...(block.from ? { from: block.from } : {}),
    where: block.where,
    ...(groupBy && groupBy.length > 0 ? { groupBy } : {}),
    having: block.having,
  }
}

function slotOf(block: Block, id: string): BlockSlot {
  const slot = block.slots.get(id)
  if (!slot) throw new Error(`No relation in scope has the slot ${id}.`)
  return slot
}

function expressionOf(block: Block, id: string): SqlExpression {
  return slotOf(block, id).expression
}

function wantedOf(result: ResultShape): string[] {
  return [...result.columns.map(({ slot }) => slot), ...result.orderBy.map(({ slot }) => slot)]
}

function neededColumns(step: ProjectStep, wanted: ReadonlySet<string>): Set<string> {
  const needed = new Set(wanted)
  for (const item of [...step.columns].reverse()) {
    if (needed.has(item.slot.id)) for (const id of slotsOfPlanExpression(item.expression)) needed.add(id)
  }
  return needed
}

function sizeOf(expression: PlanExpression): number {
  return expression.kind === 'formula'
    ? sizeOfFormula(expression.expression)
    : 1 + slotsOfPlanExpression(expression).length
}

function sizeOfFormula(expression: Expression): number {
  return expression.kind === 'call' ? expression.args.reduce((sum, arg) => sum + sizeOfFormula(arg), 1) : 1
}

function compare(left: SqlExpression, operator: '=' | '<' | '<=' | '>' | '>=', right: SqlExpression): SqlExpression {
  switch (operator) {
    case '=':
      return sql`${left} = ${right}`
    case '<':
      return sql`${left} < ${right}`
    case '<=':
      return sql`${left} <= ${right}`
    case '>':
      return sql`${left} > ${right}`
    case '>=':
      return sql`${left} >= ${right}`
  }
}

function compareKeys(left: SqlExpression, operator: JoinCondition['operator'], right: SqlExpression): SqlExpression {
  switch (operator) {
    case '!=':
      return sql`${left} <> ${right}`
    case 'is-not-distinct-from':
      return nullSafeEqual(left, right)
    case 'is-distinct-from':
      return not(nullSafeEqual(left, right))
    default:
      return compare(left, operator, right)
  }
}

/** The rows agree when all are null, or none is and the smallest is the largest. */
function pick(item: SqlExpression, type: ValueType): SqlExpression {
  const [low, high] = ends(item, type)
  const only = type.kind === 'logical' ? sql`BOOL_AND(${item})` : low
  return caseWhen([{ when: sql`${low} = ${high} AND COUNT(${item}) = COUNT(*)`, value: only }])
}

function several(item: SqlExpression, type: ValueType): SqlExpression {
  const [low, high] = ends(item, type)
  return sql`COUNT(${item}) > 0 AND (${low} <> ${high} OR COUNT(${item}) < COUNT(*))`
}

/** MIN and MAX of the item, in a form that every type has. */
function ends(item: SqlExpression, type: ValueType): [SqlExpression, SqlExpression] {
  const ordered =
    type.kind === 'logical'
      ? cast(item, { kind: 'int64' })
      : type.kind === 'variant' || type.kind === 'array'
        ? cast(item, { kind: 'text' })
        : item
  return [sql`MIN(${ordered})`, sql`MAX(${ordered})`]
}
