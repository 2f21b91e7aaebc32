import type { Cell } from '@octavo/core/types'
import { grouped, type Point, sumOf, tidy } from './points.ts'

/** The change of one value of a column between two periods. */
export interface Contribution {
  key: Cell
  before: number | null
  value: number | null
  /** Null where one of the periods has no value and the values cannot be added. */
  change: number | null
  /** The part of the whole change; null where the changes do not add up or this one goes the other way. */
  share: number | null
}

export interface Contributions {
  /** The changes of all values add up to the change of the whole. */
  isAdditive: boolean
  /** The largest changes, largest first. */
  top: Contribution[]
  /** All other values together; undefined where there are none or they cannot be added. */
  rest: { count: number; change: number } | undefined
  /** How many values have no place among the largest. */
  restCount: number
}

/** How many values of a column are named. */
const named = 3

/**
 * Which values of a column changed most between two periods. `total` is the change of the whole: changes that do not add
 * up to it are compared and not added, whatever the formula promises.
 */
export function contributionsOf(
  points: readonly Point[],
  { before, last }: { before: Cell; last: Cell },
  { isAdditive, total }: { isAdditive: boolean; total: number | null },
): Contributions {
  const entries = [...grouped(points, 'split')].map(([key, members]) => {
    const at = (period: Cell) => members.filter((point) => point.key === period).map(({ value }) => value)
    const [then, now] = [at(before), at(last)]
    return { key, before: sumFor(then, isAdditive), value: sumFor(now, isAdditive) }
  })
  const adds = isAdditive && total !== null && isSame(entries.map(addedChange), total)
  const changes = entries.map((entry): Contribution => {
    const change = adds ? addedChange(entry) : plainChange(entry)
    const share = adds && change !== null && total !== null && total !== 0 ? change / total : null
    return { ...entry, change, share: share !== null && share > 0 && share <= 1 ? share : null }
  })
  const sizeOf = ({ change }: Contribution) => (change === null ? -1 : Math.abs(change))
  const sorted = changes.filter(({ before, value }) => before !== null || value !== null)
  sorted.sort((one, other) => sizeOf(other) - sizeOf(one) || compareKeys(one.key, other.key))
  const others = sorted.slice(named)
  const rest =
    adds && others.length > 0 ? { count: others.length, change: sumOf(others.map(changeOf)) ?? 0 } : undefined
  return { isAdditive: adds, top: sorted.slice(0, named), rest, restCount: others.length }
}

/** The size of the largest change, to show the columns that explain most first. */
export const strengthOf = ({ top }: Contributions): number => Math.abs(top[0]?.change ?? 0)

type Values = Pick<Contribution, 'before' | 'value'>

const changeOf = ({ change }: Contribution) => change

/** Without rows in a period a value contributes nothing to it. */
const addedChange = ({ before, value }: Values): number => tidy((value ?? 0) - (before ?? 0))

const plainChange = ({ before, value }: Values): number | null =>
  before === null || value === null ? null : tidy(value - before)

/** Several points of one value can only be added. */
function sumFor(values: readonly (number | null)[], isAdditive: boolean): number | null {
  if (values.length > 1 && !isAdditive) return null
  return sumOf(values)
}

function isSame(changes: readonly number[], total: number): boolean {
  const sum = changes.reduce((all, change) => all + change, 0)
  const size = changes.reduce((all, change) => Math.max(all, Math.abs(change)), Math.abs(total))
  return Math.abs(sum - total) <= size * 1e-9
}

const compareKeys = (one: Cell, other: Cell) => String(one).localeCompare(String(other))
