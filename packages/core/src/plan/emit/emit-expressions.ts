import type { EmitContext, Expression, FormulaViewer, ReferenceTarget } from '../../formula/index.ts'
import { comparableNumbers, emitCall, toSql } from '../../formula/index.ts'
import {
  and,
  caseWhen,
  cast,
  inList,
  isNull,
  not,
  nullSafeEqual,
  or,
  type SqlExpression,
  sql,
  value,
} from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { JoinCondition, PlanCondition, PlanExpression, PlanValue } from '../model/logical.ts'
import { slotsOfPlanExpression } from '../model/logical.ts'
import type { PassName } from '../passes/improve-plan.ts'
import { type Block, expressionOf } from './emit-block.ts'

export interface EmitOptions {
  dialect: string
  zone: string
  now: string
  viewer: FormulaViewer
  /** Passes to skip, for tests that compare rows with and without them. */
  leftOut?: readonly PassName[]
  /** Value of a control that a formula reads. */
  control(target: Extract<ReferenceTarget, { kind: 'control' }>): PlanValue
}

/** Expressions and conditions of the plan as SQL over the slots of a block. */
export class ExpressionEmitter {
  private readonly options: EmitOptions

  constructor(options: EmitOptions) {
    this.options = options
  }

  plan(expression: PlanExpression, block: Block): SqlExpression {
    switch (expression.kind) {
      case 'formula':
        return this.formula(expression.expression, block)
      case 'slot':
        return expressionOf(block, expression.slot)
      case 'null':
        return value(null, expression.type)
      case 'pick':
        return pick(expressionOf(block, expression.slot), expression.type)
      case 'pick-first':
        return pickFirst(expressionOf(block, expression.slot), expressionOf(block, expression.number), expression.type)
      case 'only':
        return caseWhen([
          { when: sql`COUNT(*) = 1`, value: single(expressionOf(block, expression.slot), expression.type) },
        ])
      case 'many':
        return sql`COUNT(*) > 1`
      case 'several':
        return several(expressionOf(block, expression.slot), expression.type)
      case 'any':
        return or(...expression.slots.map((slot) => expressionOf(block, slot)))
    }
  }

  formula(expression: Expression, block: Block): SqlExpression {
    return toSql(expression, this.context(block))
  }

  /** A pair of join keys, each over the slots of its side. */
  keys({ left, operator, right }: JoinCondition, leftBlock: Block, rightBlock: Block): SqlExpression {
    const [a, b] = [this.formula(left, leftBlock), this.formula(right, rightBlock)]
    if (operator !== 'within' && operator !== 'intersects') {
      const [x = a, y = b] = comparableNumbers([a, b], [left.type, right.type], this.options.dialect)
      return compareKeys(x, operator, y)
    }
    const name = operator === 'within' ? 'Within' : 'Intersects'
    const call = { kind: 'call', name, class: 'row', args: [left, right], type: { kind: 'logical' } } as const
    return emitCall({ ...call, args: [...call.args], span: left.span }, [a, b], this.context(leftBlock))
  }

  context(block: Block): EmitContext {
    const { dialect, zone, now, viewer, control } = this.options
    return {
      dialect,
      zone,
      now,
      viewer,
      isGrouped: block.groupBy !== null,
      reference(target) {
        if (target.kind === 'column') return expressionOf(block, target.columnId)
        if (target.kind !== 'control') throw new Error(`A lowered expression still reads a ${target.kind}.`)
        const bound = control(target)
        return value(bound.value, bound.type)
      },
      constant: (target) => (target.kind === 'control' ? control(target).value : undefined),
    }
  }

  condition(condition: PlanCondition, block: Block): SqlExpression {
    switch (condition.kind) {
      case 'in': {
        const [left, ...values] = this.comparable(condition, condition.values, block)
        return inList(left, values)
      }
      case 'compare': {
        const { value: wanted, operator } = condition
        const [left, right = value(wanted.value, wanted.type)] = this.comparable(condition, [wanted], block)
        return compare(left, operator, right)
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

  /** A slot and values in a form in which the engine compares them exactly. */
  private comparable(
    { slot, type }: { slot: string; type: ValueType },
    values: readonly PlanValue[],
    block: Block,
  ): [SqlExpression, ...SqlExpression[]] {
    const own = expressionOf(block, slot)
    const given = [own, ...values.map((item) => value(item.value, item.type))]
    const [left = own, ...others] = comparableNumbers(
      given,
      [type, ...values.map((item) => item.type)],
      this.options.dialect,
    )
    return [left, ...others]
  }
}

export function sizeOf(expression: PlanExpression): number {
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

function compareKeys(
  left: SqlExpression,
  operator: Exclude<JoinCondition['operator'], 'within' | 'intersects'>,
  right: SqlExpression,
): SqlExpression {
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

/** The only value that is not null among the rows; null when there is none. */
function single(item: SqlExpression, type: ValueType): SqlExpression {
  const [low] = ends(item, type)
  return type.kind === 'logical' ? sql`${low} = 1` : low
}

function pickFirst(item: SqlExpression, number: SqlExpression, type: ValueType): SqlExpression {
  return single(caseWhen([{ when: sql`${number} = 1`, value: item }]), type)
}

/** The value that all rows share, else null: either all are null, or none is and the minimum equals the maximum. */
function pick(item: SqlExpression, type: ValueType): SqlExpression {
  const [low, high] = ends(item, type)
  return caseWhen([{ when: sql`${low} = ${high} AND COUNT(${item}) = COUNT(*)`, value: single(item, type) }])
}

function several(item: SqlExpression, type: ValueType): SqlExpression {
  const [low, high] = ends(item, type)
  return sql`COUNT(${item}) > 0 AND (${low} <> ${high} OR COUNT(${item}) < COUNT(*))`
}

/** MIN and MAX of the item, in a form that every type supports. */
function ends(item: SqlExpression, type: ValueType): [SqlExpression, SqlExpression] {
  const ordered =
    type.kind === 'logical'
      ? caseWhen([
          { when: item, value: sql`1` },
          { when: not(item), value: sql`0` },
        ])
      : type.kind === 'variant' || type.kind === 'array'
        ? cast(item, { kind: 'text' })
        : item
  return [sql`MIN(${ordered})`, sql`MAX(${ordered})`]
}
