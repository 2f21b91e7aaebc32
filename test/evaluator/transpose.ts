import { groupFunctions } from './group-functions.ts'
import { prefixed, type SourceRow, type Transpose, type TransposeAggregate } from './model.ts'
import { rowFunctions } from './row-functions.ts'
import type { Leg } from './sources.ts'
import { keyOf, type Value } from './values.ts'

const AGGREGATES: Record<TransposeAggregate, string> = {
  min: 'Min',
  max: 'Max',
  count: 'Count',
  'count-if': 'CountIf',
  'count-distinct': 'CountDistinct',
  sum: 'Sum',
  avg: 'Avg',
  median: 'Median',
}

/** The transposed rows of a source; formulas use the name of that source. */
export function transposed(turn: Transpose, { name, fields, rows }: Leg): SourceRow[] {
  if (turn.direction === 'column-to-row') {
    const kept = fields.filter((field) => !turn.merged.includes(field))
    return rows.flatMap((row) =>
      turn.merged.map((field) =>
        prefixed(name, { ...picked(row, kept), [turn.label]: field, [turn.value]: row[field] ?? null }),
      ),
    )
  }
  const { names, values, outputs, aggregate } = turn
  const kept = fields.filter((field) => field !== names && field !== values)
  const groups = Map.groupBy(rows, (row) => JSON.stringify(kept.map((field) => keyOf(row[field] ?? null))))
  // Without other columns all rows are one combination, even when there are none.
  const combinations = kept.length === 0 ? [rows] : [...groups.values()]
  return combinations.map((group) => {
    const made = outputs.map((output): [string, Value] => {
      const own = group.filter((row) => textOf(row[names] ?? null) === output)
      return [output, groupFunctions[AGGREGATES[aggregate]]?.(own.map((row) => [row[values] ?? null])) ?? null]
    })
    return prefixed(name, { ...picked(group[0] ?? {}, kept), ...Object.fromEntries(made) })
  })
}

const picked = (row: Record<string, Value>, kept: string[]) =>
  Object.fromEntries(kept.map((field) => [field, row[field] ?? null]))

const textOf = (value: Value) => (typeof value === 'string' ? value : (rowFunctions.Text?.([value]) ?? null))
