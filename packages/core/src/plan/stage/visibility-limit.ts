import type { Expression, Span } from '../../formula/index.ts'
import { limitedColumn, sortsOfKey } from '../analyse/limited-columns.ts'
import { keysOf, type ModelColumn, type ModelSort } from '../model/element-model.ts'
import type { PlanOrder } from '../model/logical.ts'
import type { Limits, Stage } from './stage.ts'

type Call = Extract<Expression, { kind: 'call' }>

export const OTHERS = 'Others'

const RANKS: Readonly<Record<string, string>> = { rankdense: 'RankDense', rownumber: 'RowNumber' }

/**
 * VisibilityLimit: keeps the first values of a column in the order of its level's sort and combines all others into one. For a key the
 * values are ranked before the key groups anything, by the sort of the key, computed for each value: inside the outer groups of a table, or
 * over a whole chart or pivot table.
 */
export class VisibilityLimits implements Limits {
  private readonly stage: Stage

  constructor(stage: Stage) {
    this.stage = stage
  }

  lower(call: Call, level: number, home: number, name: string, key: ModelColumn | null): Expression {
    const { lowering } = this.stage
    const [output, limit, kind] = call.args
    if (!output || !limit) throw new Error(`${call.name} needs a column and a limit.`)
    const rankName = RANKS[textOf(kind)] ?? 'Rank'
    const rank = key
      ? this.rankOfKey(call, key, level, rankName)
      : this.rankAtLevel(output, level, home, name, rankName)
    const { span } = call
    const value = lowering.lower(output, level, home, name)
    const isFirst = row(
      '<=',
      [this.stage.slots.read(rank, level, span), lowering.lower(limit, level, home, name)],
      span,
    )
    const others: Expression = { kind: 'literal', value: OTHERS, type: call.type, span }
    return {
      ...row('If', [row('IsNull', [value], span), value, isFirst, value, others], span),
      type: call.type,
    }
  }

  private rankAtLevel(output: Expression, level: number, home: number, name: string, rankName: string): string {
    const { slots, order, lowering } = this.stage
    const sorted = rankName === 'RowNumber' ? order.ofWindow(level) : order.ofSort(level)
    const own = slots.ofExpression(lowering.lower(output, level, home, name), level, name)
    const orderBy = sorted.length > 0 ? sorted : [ascending(own)]
    return this.rank(this.stage, level, name, rankName, order.partition(level), orderBy)
  }

  /** Slot of the rows with the rank of their value among all values. */
  private rankOfKey(call: Call, key: ModelColumn, level: number, rankName: string): string {
    const { model, slots, lowering } = this.stage
    const columnId = limitedColumn(call)
    if (columnId === null) throw new Error(`${call.name} limits a column of the element.`)
    const outer = model.shape === 'table' ? keysOf(model, key.level - 1) : []
    const keys = [...outer, columnId]
    const totals = this.stage.totalsBy(keys)
    const sorts = sortsOfKey(model, key, columnId)
    const orderBy = sorts.map((sort): PlanOrder => ({ ...wayOf(sort), slot: totals.slots.ofColumn(sort.columnId, 1) }))
    const own = totals.slots.ofColumn(columnId, 1)
    const partitionBy = outer.map((id) => totals.slots.ofColumn(id, 1))
    const isWhole = orderBy.length === 0 || rankName === 'RowNumber'
    const rank = this.rank(totals, 1, key.name, rankName, partitionBy, isWhole ? [...orderBy, ascending(own)] : orderBy)
    return slots.joined(level, lowering.joinedTotals(keys, level), totals.slots.at(1, rank).slot)
  }

  private rank(
    { slots }: Stage,
    level: number,
    name: string,
    rankName: string,
    partitionBy: readonly string[],
    orderBy: readonly PlanOrder[],
  ): string {
    const type = { kind: 'int64' } as const
    const call: Call = { kind: 'call', name: rankName, class: 'window', args: [], type, span: { start: 0, end: 0 } }
    return slots.define(level, `${name} rank`, type, false, {
      kind: 'window',
      window: { call, partitionBy, orderBy },
      needs: [...partitionBy, ...orderBy.map(({ slot }) => slot)],
    })
  }
}

function wayOf({ direction, nulls }: ModelSort): Omit<PlanOrder, 'slot'> {
  return { direction, nulls }
}

function ascending(slot: string): PlanOrder {
  return { slot, direction: 'ascending', nulls: 'last' }
}

function row(name: string, args: Expression[], span: Span): Call {
  return { kind: 'call', name, class: 'row', args, type: { kind: 'logical' }, span }
}

function textOf(expression: Expression | undefined): string {
  return expression?.kind === 'literal' ? String(expression.value).toLowerCase() : ''
}
