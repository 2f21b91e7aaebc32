import type { Cell } from '@octavo/core/types'

/** A value of a measure at a key of the axis, and at a value of the column that divides it. */
export interface Point {
  key: Cell
  split: Cell
  value: number | null
}

export interface KeyValue {
  key: Cell
  value: number | null
}

export function numberOf(cell: Cell): number | null {
  const number = cell === null || cell === '' || typeof cell === 'boolean' ? Number.NaN : Number(cell)
  return Number.isFinite(number) ? number : null
}

/** Null when no value is present. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null)
  return present.length === 0 ? null : tidy(present.reduce((sum, value) => sum + value, 0))
}

/** Removes the error of binary fractions, such as 0.1 + 0.2. */
export const tidy = (value: number): number => Number(value.toPrecision(14))

/** The points by one of their keys, in the order of their first occurrence. */
export function grouped(points: readonly Point[], by: 'key' | 'split'): Map<Cell, Point[]> {
  const found = new Map<Cell, Point[]>()
  for (const point of points) {
    const known = found.get(point[by])
    if (known) known.push(point)
    else found.set(point[by], [point])
  }
  return found
}

/**
 * The value of each key of the axis. Undefined where several points of one key cannot be added: then only the data
 * platform can compute the value of the key.
 */
export function valuesByKey(points: readonly Point[], isAdditive: boolean): KeyValue[] | undefined {
  const groups = [...grouped(points, 'key')]
  if (!isAdditive && groups.some(([, members]) => members.length > 1)) return undefined
  return groups.map(([key, members]) => ({ key, value: sumOf(members.map(({ value }) => value)) }))
}
