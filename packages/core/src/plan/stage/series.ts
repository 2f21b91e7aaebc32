import type { Expression } from '../../formula/index.ts'
import { baseLevel, keysOf, type ModelColumn } from '../model/element-model.ts'
import type { Slot } from '../model/logical.ts'
import type { JoinedRelation, Stage } from './stage.ts'

type Call = Extract<Expression, { kind: 'call' }>

/**
 * SparklineAgg: the rows are grouped by the keys of the level and the category, the aggregate is evaluated for each of these groups, and
 * its values are collected for each group of the level. Returns the slot of the series at the level.
 */
export function seriesSlot(stage: Stage, call: Call, home: number, name: string): string {
  const { model, slots, builder } = stage
  const [category, aggregate] = call.args
  if (!category || !aggregate) throw new Error(`${call.name} needs a category and an aggregate.`)
  const keys = keysOf(model, home)
  const key = categoryColumn(category, name, baseLevel(model))
  const points = stage.totalsBy([...keys, key.id], key)
  const value = points.slots.ofExpression(points.lowering.lower(aggregate, 1, 1, name), 1, name)
  const groups = points.slots.ofKeys(1, 1)
  const x = groups.at(-1) ?? key.id
  const series: Slot = { id: `${x}/${value}`, name, type: call.type, nullable: true }
  const gathered: Call = {
    ...call,
    args: [points.slots.read(x, 1, category.span), points.slots.read(value, 1, aggregate.span)],
  }
  const relation: JoinedRelation = {
    id: builder.newId('series'),
    keys: keys.map((columnId, index) => {
      const left = slots.ofColumn(columnId, home)
      return { left, right: groups[index] ?? columnId, isNullable: slots.at(home, left).slot.nullable }
    }),
    below: null,
    relation: () =>
      builder.add({
        kind: 'aggregate',
        name: `${name} series`,
        input: points.relations.relation(1, [...groups, value]),
        keys: groups.slice(0, -1).map((slot) => points.slots.at(1, slot).slot),
        measures: [{ slot: series, expression: { kind: 'formula', expression: gathered } }],
      }),
  }
  return slots.joined(home, relation, series)
}

/** The category as a column of the rows. */
function categoryColumn(expression: Expression, name: string, level: number): ModelColumn {
  return {
    id: `category/${JSON.stringify(expression, (field, value) => (field === 'span' ? undefined : value))}`,
    name: `${name} category`,
    formula: '',
    isHidden: true,
    level,
    isKey: false,
    expression,
    type: expression.type ?? { kind: 'text' },
    nullable: true,
    problems: [],
    isRestricted: false,
    reads: [],
    isRowLevel: true,
    hasWindow: false,
  }
}
