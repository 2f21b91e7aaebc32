import type { Expression } from '../../formula/index.ts'
import type { PlanColumn, PlanOrder, Slot, StepId } from '../model/logical.ts'
import type { PlanBuilder } from './plan-builder.ts'

/** Rows of a level: its columns and their companions. */
export interface LevelRelation {
  step: StepId
  /** `of`: the column, or its companion; equal for the same column of another level. */
  columns: readonly (Slot & { of: string })[]
  orderBy: readonly PlanOrder[]
  /** An order for windows of unsorted rows; no two different rows are equal in it. */
  ties?: readonly PlanOrder[]
}

const INT64 = { kind: 'int64' } as const
const nowhere = { start: 0, end: 0 }
/** The number of the level of a row, and the position of the row in its level. */
export const part: Slot = { id: 'part', name: 'part', type: INT64, nullable: false }
export const place: Slot = { id: 'place', name: 'place', type: INT64, nullable: false }

/**
 * Appends the first rows of several levels. The first column is the number of the level, from 0; then every column of any level, null for
 * levels without it. `parts` lists for each level the positions of its own columns, in order.
 */
export function levelsTogether(
  builder: PlanBuilder,
  name: string,
  levels: readonly { relation(builder: PlanBuilder): LevelRelation }[],
  limit: number,
): { relation: LevelRelation; parts: number[][] } {
  const relations = levels.map((level) => level.relation(builder))
  const columns: Slot[] = [part, place]
  const known = new Map<string, number>()
  const parts = relations.map((relation) =>
    relation.columns.map(({ of, name: columnName, type }) => {
      // The value of a total may have a formula of its own, and therefore another type.
      const key = JSON.stringify([of, type])
      const index = known.get(key) ?? columns.length
      if (index === columns.length) columns.push({ id: `together/${index}`, name: columnName, type, nullable: true })
      known.set(key, index)
      return index
    }),
  )
  const inputs = relations.map((relation, index) => {
    const slots: (string | null)[] = columns.map(() => null)
    slots[0] = part.id
    slots[1] = place.id
    parts[index]?.forEach((at, column) => {
      slots[at] = relation.columns[column]?.id ?? null
    })
    return { step: numbered(builder, relation, index, limit), slots }
  })
  const step = builder.add({ kind: 'union', name, inputs, columns })
  const orderBy = [part, place].map(({ id }): PlanOrder => ({ slot: id, direction: 'ascending', nulls: 'last' }))
  const shown = columns.filter(({ id }) => id !== place.id).map((slot) => ({ ...slot, of: slot.id }))
  // The position is only used for sorting.
  return { relation: { step, columns: shown, orderBy }, parts: parts.map((own) => own.map((at) => at - 1)) }
}

/** The rows of a level, or the first of them, with the number of the level and their positions. */
export function numbered(
  builder: PlanBuilder,
  { step, orderBy }: LevelRelation,
  index: number,
  limit: number | null,
): StepId {
  const name = builder.plan.steps[step]?.name ?? ''
  const number = (slot: Slot, value: number): PlanColumn => {
    const literal: Expression = { kind: 'literal', value: String(value), type: INT64, span: nowhere }
    return { slot, expression: { kind: 'formula', expression: literal } }
  }
  const project = (input: StepId, columns: PlanColumn[]) =>
    builder.add({ kind: 'project', name, input, keep: null, columns })
  // A relation without an order has one row.
  if (orderBy.length === 0) return project(step, [number(part, index), number(place, 1)])
  const input =
    limit === null ? step : builder.add({ kind: 'limit', name, input: step, orderBy: [...orderBy], limit, offset: 0 })
  const call = { kind: 'call', name: 'RowNumber', class: 'window', args: [], type: INT64, span: nowhere } as const
  const columns = [{ slot: place, call: { ...call, args: [] }, partitionBy: [], orderBy }]
  return project(builder.add({ kind: 'window', name, input, columns }), [number(part, index)])
}
