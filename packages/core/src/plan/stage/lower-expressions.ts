import { type Expression, isMadeInSteps } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import { aggregateOfOneRow } from '../analyse/aggregate-of-one-row.ts'
import { isPickOfRows, levelOfArgument, subtotalLevel } from '../analyse/assign-levels.ts'
import { keysOf, type ModelColumn } from '../model/element-model.ts'
import type { PlanOrder, Slot } from '../model/logical.ts'
import { slotsOfExpression } from '../model/logical.ts'
import { sourceSlot } from '../model/source-slots.ts'
import { UNORDERED } from './level-order.ts'
import { isOrdered, withOrder } from './ordered-aggregate.ts'
import { seriesSlot } from './series.ts'
import type { JoinedRelation, Lowering, Stage } from './stage.ts'

type Call = Extract<Expression, { kind: 'call' }>

/** Formulas of columns as expressions over slots of one level. */
export class ExpressionLowering implements Lowering {
  private readonly stage: Stage
  private readonly totals = new Map<string, JoinedRelation>()
  private readonly seriesSlots = new Map<string, string>()
  /** The key that is being lowered; null for a column that groups nothing. */
  private key: ModelColumn | null = null

  constructor(stage: Stage) {
    this.stage = stage
  }

  /** The expression over slots of `level`. Aggregates in it are values of `home`, the level of the column. */
  lower(expression: Expression, level: number, home: number, name: string): Expression {
    switch (expression.kind) {
      case 'literal':
        return expression
      case 'reference':
        return this.reference(expression, level)
      case 'call':
        break
    }
    switch (expression.class) {
      case 'aggregate':
        return this.aggregate(expression, level, home, name)
      case 'level-shift':
        return this.levelShift(expression, level, home, name)
      case 'window':
        return this.window(expression, level, home, name)
      case 'lookup':
        return this.stage.lookups.lower(expression, level, home, name)
      case 'display':
        return this.stage.limits.lower(expression, level, home, name, this.key)
      default:
        return { ...expression, args: expression.args.map((arg) => this.lower(arg, level, home, name)) }
    }
  }

  /** The formula of a column at its own level. */
  lowerColumn(column: ModelColumn, expression: Expression, level: number): Expression {
    const outer = this.key
    this.key = column.isKey ? column : null
    const lowered = this.lower(expression, level, level, column.name)
    this.key = outer
    return lowered
  }

  /** The column as a total over only these keys, repeated on every row of the level. */
  total(columnId: string, keys: readonly string[], level: number): string {
    const totals = this.stage.totalsBy(keys)
    const slot = totals.slots.at(1, totals.slots.ofColumn(columnId, 1)).slot
    return this.stage.slots.joined(level, this.joinedTotals(keys, level), slot)
  }

  private reference(expression: Extract<Expression, { kind: 'reference' }>, level: number): Expression {
    const { slots, base } = this.stage
    const { target, type, span } = expression
    switch (target.kind) {
      case 'column':
        return slots.read(slots.ofColumn(target.columnId, level), level, span)
      case 'source-column': {
        const slot = sourceSlot(target.columnId)
        return slots.read(level === base ? slot : slots.pick(base, slot, level), level, span)
      }
      case 'control':
        return { kind: 'reference', target, type, nullable: true, span }
      default:
        throw new Error('Columns of other elements are read in Lookup and Rollup only.')
    }
  }

  private aggregate(call: Call, level: number, home: number, name: string): Expression {
    const { slots, model } = this.stage
    const from = levelOfArgument(model, call, home)
    const value =
      call.name === 'SparklineAgg'
        ? this.series(call, home, name)
        : from > home
          ? slots.define(home, name, call.type, true, {
              kind: 'measure',
              from,
              expression: {
                kind: 'formula',
                expression: this.inOrder(
                  { ...call, args: call.args.map((arg) => this.lower(arg, from, home, name)) },
                  call,
                  from,
                  home,
                  name,
                ),
              },
            })
          : slots.ofExpression(
              aggregateOfOneRow({ ...call, args: call.args.map((arg) => this.lower(arg, home, home, name)) }),
              home,
              name,
            )
    return slots.read(level > home ? slots.broadcast(home, value, level) : value, level, call.span)
  }

  /** An aggregate that depends on the order of its rows, with that order as an argument. */
  private inOrder(lowered: Call, call: Call, from: number, home: number, name: string): Call {
    const { slots, order, model, base } = this.stage
    const { span } = call
    if (call.name === 'ArrayAggDistinct' && call.args.length === 1) {
      const [item] = call.args
      const sorts = from === base ? model.sort : (model.groupings[from - 1]?.sort ?? [])
      const isSort = ({ columnId }: { columnId: string }) =>
        item?.kind === 'reference' && item.target.kind === 'column' && item.target.columnId === columnId
      if (sorts.find(isSort)?.direction !== 'descending') return lowered
      const descending: Expression = { kind: 'literal', value: 'desc', type: { kind: 'text' }, span }
      return { ...lowered, args: [...lowered.args, descending] }
    }
    if (!isOrdered(call)) return lowered
    const orderBy = order.ofPick(from)
    if (orderBy.length === 0) return lowered
    const number = this.rowNumber(from, slots.ofKeys(home, from), orderBy, `${name} number`, span)
    return withOrder(lowered, slots.read(number, from, span))
  }

  private rowNumber(
    level: number,
    partitionBy: readonly string[],
    orderBy: readonly PlanOrder[],
    name: string,
    span: Call['span'],
  ): string {
    const call: Call = { kind: 'call', name: 'RowNumber', class: 'window', args: [], type: { kind: 'int64' }, span }
    return this.stage.slots.define(level, name, call.type, false, {
      kind: 'window',
      window: { call, partitionBy, orderBy },
      needs: [...partitionBy, ...orderBy.map(({ slot }) => slot)],
    })
  }

  private series(call: Call, home: number, name: string): string {
    const key = `${home}:${JSON.stringify(call, (field, value) => (field === 'span' ? undefined : value))}`
    const known = this.seriesSlots.get(key)
    if (known !== undefined) return known
    const made = seriesSlot(this.stage, call, home, name)
    this.seriesSlots.set(key, made)
    return made
  }

  /** Subtotal: the argument as a value over fewer keys, repeated on every row. */
  private levelShift(call: Call, level: number, home: number, name: string): Expression {
    const [argument] = call.args
    if (!argument) throw new Error(`${call.name} cannot be placed.`)
    // Modes that do not fit the element were refused before; a total by other keys may have no key on that shelf. A key has a value for
    // each row; the totals of a key are over the groups above its own grouping.
    const own = this.key ? Math.min(home, this.key.level) : home
    const target = subtotalLevel(this.stage.model, call, own) ?? 0
    const total = this.subtotal(argument, target, level, home, name)
    if (call.name !== 'PercentOfTotal') return total
    const part = this.lower(argument, level, home, name)
    return { kind: 'call', name: '/', class: 'row', args: [part, total], type: call.type, span: call.span }
  }

  private subtotal(
    argument: Expression,
    target: number | { keys: readonly string[] },
    level: number,
    home: number,
    name: string,
  ): Expression {
    const { slots, model } = this.stage
    const { span } = argument
    if (typeof target === 'number') {
      const whole = slots.ofExpression(this.lower(argument, target, target, name), target, name)
      return slots.read(level > target ? slots.broadcast(target, whole, level) : whole, level, span)
    }
    if (home > 0 && target.keys.length === keysOf(model, home).length) return this.lower(argument, level, home, name)
    const totals = this.stage.totalsBy(target.keys)
    const value = totals.slots.ofExpression(totals.lowering.lower(argument, 1, 1, name), 1, name)
    const total: Slot = totals.slots.at(1, value).slot
    return slots.read(slots.joined(level, this.joinedTotals(target.keys, level), total), level, span)
  }

  /** The relation of the totals by these keys, joined to the rows of the level. */
  joinedTotals(keys: readonly string[], level: number): JoinedRelation {
    const id = `${level}:${JSON.stringify(keys)}`
    const known = this.totals.get(id)
    if (known) return known
    const { slots, builder } = this.stage
    const totals = this.stage.totalsBy(keys)
    const right = totals.slots.ofKeys(1, 1)
    const made: JoinedRelation = {
      id: builder.newId('total'),
      keys: keys.map((key, index) => {
        const left = slots.ofColumn(key, level)
        return { left, right: right[index] ?? key, isNullable: slots.at(level, left).slot.nullable }
      }),
      below: null,
      relation: (wanted) => totals.relations.relation(1, [...right, ...wanted]),
    }
    this.totals.set(id, made)
    return made
  }

  private window(call: Call, level: number, home: number, name: string): Expression {
    const { slots, order, model } = this.stage
    if (isPickOfRows(model, call, home)) return this.pickOfRows(call, level, home, name)
    const lowered = { ...call, args: call.args.map((arg) => this.lower(arg, level, home, name)) }
    const partitionBy = order.partition(level, this.key?.level ?? null)
    const orderBy = order.ofWindow(level)
    if (isMadeInSteps(call.name, model.source.dialect)) return this.filled(lowered, level, name, partitionBy, orderBy)
    const needs = [...slotsOfExpression(lowered), ...partitionBy, ...orderBy.map(({ slot }) => slot)]
    const slot = slots.define(level, name, call.type, true, {
      kind: 'window',
      window: { call: lowered, partitionBy, orderBy },
      needs,
    })
    return slots.read(slot, level, call.span)
  }

  /** Fills nulls from above: rows with the same number of values up to them share the last of these values. */
  private filled(
    { args, type, span }: Call,
    level: number,
    name: string,
    partitionBy: readonly string[],
    orderBy: readonly PlanOrder[],
  ): Expression {
    const { slots } = this.stage
    const [argument] = args
    if (!argument) throw new Error('FillDown needs a column.')
    const value = slots.ofExpression(argument, level, name)
    const read = slots.read(value, level, span)
    const windowOf = (of: string, returns: ValueType, keys: readonly string[], sorted: readonly PlanOrder[]): string =>
      slots.define(level, `${name} ${of === 'CumulativeCount' ? 'count' : ''}`.trim(), returns, true, {
        kind: 'window',
        window: {
          call: { kind: 'call', name: of, class: 'window', args: [read], type: returns, span },
          partitionBy: keys,
          orderBy: sorted,
        },
        needs: [value, ...keys, ...sorted.map(({ slot }) => slot)],
      })
    const count = windowOf('CumulativeCount', { kind: 'int64' }, partitionBy, orderBy)
    return slots.read(windowOf('FirstNonNull', type, [...partitionBy, count], []), level, span)
  }

  /** First or Last over a group: its rows are numbered in order, and the value of row 1 is taken. */
  private pickOfRows(call: Call, level: number, home: number, name: string): Expression {
    const { slots, order, model } = this.stage
    const [argument] = call.args
    if (!argument) throw new Error(`${call.name} needs a column.`)
    const from = levelOfArgument(model, call, home)
    const value = slots.ofExpression(this.lower(argument, from, home, name), from, name)
    const isLast = call.name.startsWith('Last')
    const skipsNulls = call.name.endsWith('NonNull')
    // Without a sort, as in charts, the value itself makes the pick deterministic.
    const own = { slot: value, direction: 'ascending' as const, nulls: 'last' as const }
    const asked = order.ofPick(from)
    const sorted = (asked.length > 0 || UNORDERED.has(call.type.kind) ? asked : [own]).map((entry) =>
      isLast
        ? {
            slot: entry.slot,
            direction: entry.direction === 'ascending' ? ('descending' as const) : ('ascending' as const),
            nulls: entry.nulls === 'first' ? ('last' as const) : ('first' as const),
          }
        : entry,
    )
    const partitionBy = slots.ofKeys(home, from)
    const nullsLast = {
      kind: 'call',
      name: 'IsNull',
      class: 'row',
      type: { kind: 'logical' },
      span: call.span,
    } as const
    const known = skipsNulls
      ? [slots.ofExpression({ ...nullsLast, args: [slots.read(value, from, call.span)] }, from, `${name} missing`)]
      : []
    const orderBy = [
      ...known.map((slot) => ({ slot, direction: 'ascending' as const, nulls: 'last' as const })),
      ...sorted,
    ]
    const numbered = this.rowNumber(from, partitionBy, orderBy, `${name} number`, call.span)
    const picked = slots.define(home, name, call.type, true, {
      kind: 'measure',
      from,
      expression: { kind: 'pick-first', slot: value, number: numbered, type: call.type },
    })
    return slots.read(level > home ? slots.broadcast(home, picked, level) : picked, level, call.span)
  }
}
