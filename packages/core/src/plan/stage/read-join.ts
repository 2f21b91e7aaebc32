import type { Expression } from '../../formula/index.ts'
import { dialectOf } from '../../sql/index.ts'
import type { JoinedRows, JoinLeg, SourceModel } from '../model/element-model.ts'
import { legSlot, rowKeyOfLeg, severalOf } from '../model/join-slots.ts'
import type { JoinCondition, JoinStep, PlanColumn, Slot, StepId } from '../model/logical.ts'
import { sourceSlot } from '../model/source-slots.ts'
import type { PlanBuilder } from './plan-builder.ts'

type ReadRows = (builder: PlanBuilder, source: SourceModel) => StepId

/** The joined rows of several sources. */
export function readJoin(builder: PlanBuilder, { first, joins }: JoinedRows, dialect: string, read: ReadRows): StepId {
  const { name } = first
  let step = readLeg(builder, first, read)
  const there = [first]
  for (const { right, type, isLookup, on } of joins) {
    const rows = readLeg(builder, right, read)
    const { step: other, conditions } = isLookup
      ? oneForEachKey(builder, right, rows, on)
      : { step: rows, conditions: on }
    const join: JoinStep = { kind: 'join', name, left: step, right: other, join: type, on: [...conditions] }
    step =
      join.join === 'full' && !joinsFully(dialect, conditions)
        ? inTwoHalves(builder, join, there, right)
        : builder.add(join)
    there.push(right)
  }
  return step
}

/** Engines support full joins only for plain equality; MySQL and MariaDB do not support them at all. */
function joinsFully(dialect: string, on: readonly JoinCondition[]): boolean {
  return !dialectOf(dialect).families.includes('mysqlFamily') && on.every(({ operator }) => operator === '=')
}

/** A full join as the rows of the left side with their matches, and below them the right rows without a match. */
function inTwoHalves(builder: PlanBuilder, join: JoinStep, lefts: readonly JoinLeg[], right: JoinLeg): StepId {
  const marker = { id: `met/${right.index}`, name: 'Met', type: { kind: 'logical' as const }, nullable: true }
  const met = builder.add({
    kind: 'project',
    name: join.name,
    input: join.left,
    keep: null,
    columns: [
      {
        slot: marker,
        expression: {
          kind: 'formula',
          expression: { kind: 'literal', value: true, type: marker.type, span: { start: 0, end: 0 } },
        },
      },
    ],
  })
  const beside = builder.add({ ...join, left: met, join: 'right' })
  const alone = builder.add({
    kind: 'filter',
    name: right.name,
    input: beside,
    conditions: [{ kind: 'is-null', slot: marker.id }],
  })
  const columns = [...lefts, right].flatMap((leg) => leg.source.columns.map((column) => legSlot(leg, column)))
  const ids = columns.map(({ id }) => id)
  const inputs = [
    { step: builder.add({ ...join, join: 'left' }), slots: ids },
    { step: alone, slots: ids },
  ]
  return builder.add({ kind: 'union', name: join.name, inputs, columns })
}

function readLeg(builder: PlanBuilder, leg: JoinLeg, read: ReadRows): StepId {
  const input = read(builder, leg.source)
  const renamed = (slot: Slot, from: string): PlanColumn => ({ slot, expression: { kind: 'slot', slot: from } })
  const columns = leg.source.columns.map((column) => renamed(legSlot(leg, column), sourceSlot(column.id)))
  const rowKey = rowKeyOfLeg(leg).map((slot, at) => renamed(slot, leg.source.rowKey[at]?.id ?? slot.id))
  return builder.add({ kind: 'project', name: leg.name, input, keep: [], columns: [...columns, ...rowKey] })
}

/**
 * The right side of a lookup with one row for each key: the single value of each column, or null and a mark when there are several.
 */
function oneForEachKey(builder: PlanBuilder, leg: JoinLeg, rows: StepId, on: readonly JoinCondition[]) {
  const keys = on.map(({ right }, index) => ({
    slot: {
      id: `key/${leg.index}.${index}`,
      name: `${leg.name} key`,
      type: right.type ?? { kind: 'text' as const },
      nullable: true,
    },
    expression: { kind: 'formula' as const, expression: right },
  }))
  const input = builder.add({ kind: 'project', name: leg.name, input: rows, keep: null, columns: keys })
  const measures = leg.source.columns.flatMap((column): PlanColumn[] => {
    const slot = legSlot(leg, column)
    return [
      { slot, expression: { kind: 'pick', slot: slot.id, type: slot.type } },
      { slot: severalOf(leg, column), expression: { kind: 'several', slot: slot.id, type: slot.type } },
    ]
  })
  const step = builder.add({ kind: 'aggregate', name: leg.name, input, keys: keys.map((key) => key.slot), measures })
  const conditions = on.map((condition, index): JoinCondition => {
    const { id, type } = keys[index]?.slot ?? { id: '', type: { kind: 'text' as const } }
    const right: Expression = {
      kind: 'reference',
      target: { kind: 'column', columnId: id },
      type,
      nullable: true,
      span: condition.right.span,
    }
    return { ...condition, right }
  })
  return { step, conditions }
}
