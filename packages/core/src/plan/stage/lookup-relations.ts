/**
 * Lookup, Rollup and similar functions: the other rows are first aggregated by the external keys and then joined to the local rows, so that
 * no row is ever repeated. DateLookback looks up rows of its own level.
 */
import { containsAggregate, type Expression, functions, mapExpression, type Span } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import { targetLevel, targetOfLookup } from '../analyse/lookup-targets.ts'
import { keysOf } from '../model/element-model.ts'
import type { PlanColumn, PlanExpression, Slot, StepId } from '../model/logical.ts'
import { slotsOfExpression } from '../model/logical.ts'
import { comparableKeys } from './comparable-keys.ts'
import { fenced } from './fence.ts'
import { isOrdered, withOrder } from './ordered-aggregate.ts'
import { fromPlace } from './read-source.ts'
import type { JoinedRelation, Lookups, Stage } from './stage.ts'

type Call = Extract<Expression, { kind: 'call' }>

/** The rows that are looked up, and how formulas name them. */
interface Target {
  key: string
  name: string
  level: number
  /** Null for rows of another element. */
  ownLevel: number | null
  lower(expression: Expression): Expression
  relation(slots: readonly string[]): StepId
  slot(id: string): Slot
}

interface Lookup extends JoinedRelation {
  target: Target
  values: PlanColumn[]
  measures: PlanColumn[]
  known: Map<string, Slot>
}

export class LookupRelations implements Lookups {
  private readonly stage: Stage
  private readonly lookups = new Map<string, Lookup>()

  constructor(stage: Stage) {
    this.stage = stage
  }

  /** The call over slots of the level. */
  lower(call: Call, level: number, home: number, name: string): Expression {
    const { slots } = this.stage
    const lookup = this.lookupOf(call, level, home, name)
    const [find] = call.args
    if (!find) throw new Error(`${call.name} needs a value to find.`)
    const read = (slot: Slot, span: Span) => slots.read(slots.joined(level, lookup, slot), level, span)
    if (call.name === 'DateLookback' || !containsAggregate(find)) {
      return read(this.found(lookup, find, 'only', name, call.type), call.span)
    }
    return mapExpression(find, (node) => {
      if (node.kind !== 'call' || node.class !== 'aggregate') return null
      const lowered = { ...node, args: node.args.map((arg) => lookup.target.lower(arg)) }
      // The looked-up rows have no order of their own here: lists are sorted by their values.
      const [value] = lowered.args
      const expression = isOrdered(node) && value && !isUnordered(value) ? withOrder(lowered, value) : lowered
      return read(measureOf(lookup, name, node.type, { kind: 'formula', expression }), node.span)
    })
  }

  /** Slots that are true where a lookup found several rows. */
  marksOf(call: Call, level: number, home: number, name: string): string[] {
    const [find] = call.args
    if (!find || call.name === 'DateLookback' || containsAggregate(find)) return []
    const lookup = this.lookupOf(call, level, home, name)
    const many = this.found(lookup, find, 'many', `${name} several`, { kind: 'logical' })
    return [this.stage.slots.joined(level, lookup, many)]
  }

  private found(lookup: Lookup, find: Expression, kind: 'only' | 'many', name: string, type: ValueType): Slot {
    const expression = lookup.target.lower(find)
    const key = JSON.stringify(expression, withoutSpans)
    let slot = lookup.known.get(key)
    if (!slot) {
      slot = { id: `${lookup.id}/v${lookup.values.length}`, name, type: expression.type ?? type, nullable: true }
      lookup.known.set(key, slot)
      lookup.values.push({ slot, expression: { kind: 'formula', expression } })
    }
    return measureOf(lookup, name, type, { kind, slot: slot.id, type: slot.type })
  }

  private lookupOf(call: Call, level: number, home: number, name: string): Lookup {
    return call.name === 'DateLookback' ? this.lookback(call, level, home, name) : this.keyed(call, level, home, name)
  }

  private keyed(call: Call, level: number, home: number, name: string): Lookup {
    const { slots, lowering } = this.stage
    const target = this.targetOf(call, name)
    const pairs = call.args.slice(1)
    const local = pairs.filter((_, index) => index % 2 === 0).map((key) => lowering.lower(key, level, home, name))
    const external = pairs.filter((_, index) => index % 2 === 1).map((key) => target.lower(key))
    const { dialect } = this.stage.model.source
    const keys = local.map((key, index) => comparableKeys(key, external[index] ?? key, dialect))
    const left = keys.map(([key]) => slots.ofExpression(key, level, `${name} key`))
    const isNullable = call.name === 'LookupMatchNulls'
    return this.lookup(
      call,
      target,
      left.map((slot, index) => ({ left: slot, right: external[index] && keys[index]?.[1], isNullable })),
      level,
    )
  }

  /** Joins rows of the same level whose date is the given number of periods earlier and whose other keys are equal. */
  private lookback(call: Call, level: number, home: number, name: string): Lookup {
    const { slots, lowering, model } = this.stage
    const [, date, amount, period] = call.args
    if (!date || !amount || !period) throw new Error(`${call.name} needs a date, an amount and a period.`)
    const lower = (expression: Expression) => lowering.lower(expression, level, home, name)
    const target: Target = {
      key: `level ${level}`,
      name: this.stage.relations.stepName(level),
      level,
      ownLevel: level,
      lower,
      relation: (wanted) => this.stage.relations.relation(level, wanted),
      slot: (id) => slots.at(level, id).slot,
    }
    const lowered = lower(date)
    const dateSlot = slots.ofExpression(lowered, level, `${name} date`)
    const others = keysOf(model, level)
      .map((key) => slots.ofColumn(key, level))
      .filter((slot) => slot !== dateSlot)
    const earlier = slots.ofExpression(movedBack(lowered, lower(amount), lower(period)), level, `${name} date`)
    return this.lookup(
      call,
      target,
      [
        ...others.map((slot) => ({
          left: slot,
          right: slots.read(slot, level, call.span),
          isNullable: slots.at(level, slot).slot.nullable,
        })),
        { left: earlier, right: lowered, isNullable: false },
      ],
      level,
    )
  }

  private lookup(
    call: Call,
    target: Target,
    pairs: { left: string; right: Expression | undefined; isNullable: boolean }[],
    level: number,
  ): Lookup {
    // A value that is looked up in the element's own rows may read another such lookup, which must be computed first.
    const found = target.ownLevel === null ? null : call.args[0]
    const key = JSON.stringify([target.key, target.level, level, pairs, found], withoutSpans)
    const known = this.lookups.get(key)
    if (known) return known
    const { builder } = this.stage
    const id = builder.newId('lookup')
    const keys = pairs.flatMap(({ right }, index) => (right ? [keyColumn(`${id}/k${index}`, target, right)] : []))
    const values: PlanColumn[] = []
    const measures: PlanColumn[] = []
    const reads = () => [
      ...new Set(
        [...keys, ...values, ...measures].flatMap(({ expression }) =>
          expression.kind === 'formula' ? slotsOfExpression(expression.expression) : [],
        ),
      ),
    ]
    let made: { step: StepId; count: number } | null = null
    const lookup: Lookup = {
      id,
      target,
      values,
      measures,
      known: new Map(),
      keys: pairs.map(({ left, isNullable }, index) => ({ left, right: `${id}/k${index}`, isNullable })),
      get below() {
        return target.ownLevel === null ? null : { level: target.ownLevel, slots: reads() }
      },
      relation: () => {
        if (made?.count === measures.length) return made.step
        const name = `${target.name} lookup`
        const input = builder.add({
          kind: 'project',
          name,
          input: target.relation(reads()),
          keep: null,
          columns: [...keys, ...values],
        })
        const step = builder.add({
          kind: 'aggregate',
          name,
          input,
          keys: keys.map(({ slot }) => slot),
          measures: [...measures],
        })
        made = { step, count: measures.length }
        return step
      },
    }
    this.lookups.set(key, lookup)
    return lookup
  }

  private targetOf(call: Call, name: string): Target {
    const { model, base, slots, lowering, relations, builder } = this.stage
    const elementId = targetOfLookup(call)
    if (elementId === null) {
      return {
        key: 'self',
        name: model.name,
        level: base,
        ownLevel: base,
        lower: (expression) => lowering.lower(expression, base, base, name),
        relation: (wanted) => relations.relation(base, wanted),
        slot: (id) => slots.at(base, id).slot,
      }
    }
    const other = model.targets.get(elementId)
    if (!other) throw new Error(`The element ${elementId} is not known here.`)
    const stager = this.stage.stagerOf(other)
    const level = targetLevel(other, call)
    return {
      key: elementId,
      name: other.name,
      level,
      ownLevel: null,
      lower: (expression) =>
        mapExpression(expression, (node) => {
          if (node.kind !== 'reference' || node.target.kind !== 'element-column') return null
          const { id, type, nullable } = stager.slotOfColumn(node.target.columnId, level)
          return { ...node, target: { kind: 'column', columnId: id }, type, nullable }
        }),
      relation: (wanted) => {
        const rows = fenced(builder, other, stager.relation(level, wanted))
        return fromPlace(builder, other.source, model.source, other.name, rows)
      },
      slot: (id) => stager.slot(level, id),
    }
  }
}

function keyColumn(id: string, { name }: Target, expression: Expression): PlanColumn {
  const type = expression.type ?? { kind: 'text' }
  return { slot: { id, name: `${name} key`, type, nullable: true }, expression: { kind: 'formula', expression } }
}

function isUnordered({ type }: Expression): boolean {
  return ['variant', 'array', 'geography'].includes(type?.kind ?? '')
}

function measureOf(lookup: Lookup, name: string, type: ValueType, expression: PlanExpression): Slot {
  const key = JSON.stringify(expression, withoutSpans)
  const known = lookup.known.get(key)
  if (known) return known
  const slot: Slot = { id: `${lookup.id}/m${lookup.measures.length}`, name, type, nullable: true }
  lookup.known.set(key, slot)
  lookup.measures.push({ slot, expression })
  return slot
}

function movedBack(date: Expression, amount: Expression, period: Expression): Expression {
  const definition = functions.find('DateAdd')
  const { span } = date
  const back: Expression = {
    kind: 'call',
    name: '-',
    class: 'row',
    args: [amount],
    type: amount.type ?? { kind: 'int64' },
    span,
  }
  const args = [period, back, date]
  const unit = period.kind === 'literal' ? period.value : undefined
  const returns = definition?.returns
  const type =
    typeof returns === 'function'
      ? returns(
          args.map((arg) => arg.type),
          [unit],
        )
      : (date.type ?? { kind: 'timestamp' as const })
  return { kind: 'call', name: 'DateAdd', class: 'row', args, type, span }
}

function withoutSpans(field: string, value: unknown): unknown {
  return field === 'span' ? undefined : value
}
