import { float, number } from './row-functions.ts'
import { add, compare, int, keyOf, multiply, type Value } from './values.ts'

/** The rows of one group: the values of the arguments in each. */
export type GroupFunction = (rows: Value[][]) => Value

const first = (rows: Value[][]) => rows.flatMap(([value = null]) => (value === null ? [] : [value]))
const matching = (rows: Value[][]) => rows.filter(([, ...conditions]) => conditions.every((value) => value === true))

const sum: GroupFunction = (rows) => {
  const values = first(rows)
  if (values.length === 0) return null
  return values.map(number).reduce(add)
}
const floats = (rows: Value[][]) => first(rows).map(float)
const mean = (values: number[]) => values.reduce((total, value) => total + value, 0) / values.length
const avg: GroupFunction = (rows) => {
  const total = sum(rows)
  return total === null ? null : float(total) / first(rows).length
}
const extreme =
  (sign: number): GroupFunction =>
  (rows) =>
    first(rows).reduce<Value>((best, value) => (best === null || compare(value, best) * sign > 0 ? value : best), null)
const count: GroupFunction = (rows) => int(first(rows).length)
const countDistinct: GroupFunction = (rows) => int(new Set(first(rows).map(keyOf)).size)

function squares(rows: Value[][]): { n: number; total: number } {
  const values = floats(rows)
  const middle = mean(values)
  return { n: values.length, total: values.reduce((total, value) => total + (value - middle) ** 2, 0) }
}
const variance: GroupFunction = (rows) => {
  const { n, total } = squares(rows)
  return n < 2 ? null : total / (n - 1)
}
const sorted = (rows: Value[][]) => floats(rows).sort((a, b) => a - b)

function percentileCont(rows: Value[][], share: number): Value {
  const values = sorted(rows)
  if (values.length === 0) return null
  const position = share * (values.length - 1)
  const below = values[Math.floor(position)] ?? 0
  const above = values[Math.ceil(position)] ?? 0
  return below + (above - below) * (position - Math.floor(position))
}

const joined = (rows: Value[][], values: Value[]): Value =>
  values.length === 0 ? null : values.join(String(rows[0]?.[1] ?? ','))

/** Aggregates that depend on the order of the rows. */
export const inOrder = new Set(['ListAgg', 'ArrayAgg'])

export const groupFunctions: Record<string, GroupFunction> = {
  Sum: sum,
  SumIf: (rows) => sum(matching(rows)),
  Avg: avg,
  AvgIf: (rows) => avg(matching(rows)),
  Min: extreme(-1),
  MinIf: (rows) => extreme(-1)(matching(rows)),
  Max: extreme(1),
  MaxIf: (rows) => extreme(1)(matching(rows)),
  Count: (rows) => (rows.every((row) => row.length === 0) ? int(rows.length) : count(rows)),
  CountIf: (rows) => int(rows.filter((conditions) => conditions.every((value) => value === true)).length),
  CountDistinct: countDistinct,
  CountDistinctIf: (rows) => countDistinct(matching(rows)),
  Median: (rows) => percentileCont(rows, 0.5),
  PercentileCont: (rows) => percentileCont(rows, float(rows[0]?.[1] ?? int(0))),
  PercentileDisc: (rows) => {
    const values = first(rows).sort(compare)
    const share = float(rows[0]?.[1] ?? int(0))
    return values[Math.max(Math.ceil(share * values.length - 1e-9) - 1, 0)] ?? null
  },
  Variance: variance,
  VariancePop: (rows) => {
    const { n, total } = squares(rows)
    return n < 1 ? null : total / n
  },
  StdDev: (rows) => {
    const value = variance(rows)
    return value === null ? null : Math.sqrt(float(value))
  },
  ListAgg: (rows) => joined(rows, first(rows)),
  ListAggDistinct: (rows) => {
    const values = [...new Set(first(rows))].sort(compare)
    return joined(rows, rows[0]?.[2] === 'desc' ? values.reverse() : values)
  },
  ArrayAgg: (rows) => (first(rows).length === 0 ? null : { items: first(rows) }),
  ArrayAggDistinct: (rows) => {
    const values = [...new Set(first(rows))].sort(compare)
    return values.length === 0 ? null : { items: rows[0]?.[1] === 'desc' ? values.reverse() : values }
  },
  SumProduct: (rows) =>
    sum(rows.map((row) => [row.includes(null) ? null : row.map((value) => number(value)).reduce(multiply)])),
}

/** An aggregate over a finer level, a window function at the own level. */
export const dualFunctions: Record<string, (values: Value[]) => Value> = {
  First: (values) => values[0] ?? null,
  Last: (values) => values.at(-1) ?? null,
  FirstNonNull: (values) => values.find((value) => value !== null) ?? null,
  LastNonNull: (values) => values.findLast((value) => value !== null) ?? null,
}

/** Order of values with nulls last, whatever the direction. */
export function compareWithNulls(a: Value, b: Value, descending: boolean, nullsFirst = false): number {
  if (a === null || b === null) return (Number(a === null) - Number(b === null)) * (nullsFirst ? -1 : 1)
  return descending ? compare(b, a) : compare(a, b)
}

export interface WindowRow {
  args: Value[]
}

/** Window values, one for each row, over the rows of a partition in order. `byOrder` compares two rows by the level's sort. */
export type WindowFunction = (rows: WindowRow[], byOrder: (a: number, b: number) => number) => Value[]

const running =
  (name: string): WindowFunction =>
  (rows) =>
    rows.map((_, index) => aggregate(name, rows.slice(0, index + 1)))
const moving =
  (name: string): WindowFunction =>
  (rows) =>
    rows.map(({ args }, index) => {
      const above = float(args[1] ?? int(0))
      const below = float(args[2] ?? int(0))
      const frame = rows.slice(Math.max(index - above, 0), Math.max(index + below + 1, 0))
      return aggregate(name, frame)
    })
const aggregate = (name: string, rows: WindowRow[]) =>
  groupFunctions[name]?.(rows.map(({ args }) => [args[0] ?? null])) ?? null

interface Ranked {
  value: Value
  index: number
  descending: boolean
}

/** Rows in the order of a ranking function; without arguments in the order of the level. */
function ranking(place: (sorted: { tied: boolean }[], total: number) => Value[], argument = 0): WindowFunction {
  return (rows, byOrder) => {
    const own = rows[0]?.args[argument] !== undefined
    const entries: Ranked[] = rows.map(({ args }, index) => ({
      value: args[argument] ?? null,
      index,
      descending: args[argument + 1] === 'desc',
    }))
    const order = (a: Ranked, b: Ranked) =>
      own ? compareWithNulls(a.value, b.value, a.descending) : byOrder(a.index, b.index)
    const sorted = [...entries].sort((a, b) => order(a, b) || a.index - b.index)
    const places = place(
      sorted.map((entry, index) => {
        const before = sorted[index - 1]
        return { tied: before !== undefined && order(before, entry) === 0 }
      }),
      rows.length,
    )
    const result: Value[] = rows.map(() => null)
    sorted.forEach(({ index }, position) => {
      result[index] = places[position] ?? null
    })
    return result
  }
}

function ranks(rows: { tied: boolean }[], dense: boolean): number[] {
  let rank = 0
  return rows.map(({ tied }, index) => {
    if (!tied) rank = dense ? rank + 1 : index + 1
    return rank
  })
}

const shift =
  (way: number): WindowFunction =>
  (rows) =>
    rows.map(({ args }, index) => {
      const row = rows[index + way * float(args[1] ?? int(1))]
      return row ? (row.args[0] ?? null) : (args[2] ?? null)
    })

/** From the third on, arguments are partition keys. */
const byKeys =
  (of: WindowFunction): WindowFunction =>
  (rows, byOrder) => {
    const result: Value[] = rows.map(() => null)
    const parts = Map.groupBy(
      rows.map((row, index) => ({ ...row, index })),
      ({ args }) => JSON.stringify(args.slice(2).map(keyOf)),
    )
    for (const part of parts.values()) {
      const place = (at: number) => part[at]?.index ?? 0
      of(part, (a, b) => byOrder(place(a), place(b))).forEach((value, at) => {
        result[place(at)] = value
      })
    }
    return result
  }

export const windowFunctions: Record<string, WindowFunction> = {
  CumulativeSum: running('Sum'),
  CumulativeAvg: running('Avg'),
  CumulativeCount: running('Count'),
  CumulativeMin: running('Min'),
  CumulativeMax: running('Max'),
  CumulativeStdDev: running('StdDev'),
  CumulativeVariance: running('Variance'),
  MovingSum: moving('Sum'),
  MovingAvg: moving('Avg'),
  MovingCount: moving('Count'),
  MovingMin: moving('Min'),
  MovingMax: moving('Max'),
  MovingStdDev: moving('StdDev'),
  MovingVariance: moving('Variance'),
  Lag: shift(-1),
  Lead: shift(1),
  Nth: (rows) => rows.map(({ args }) => rows[float(args[1] ?? int(1)) - 1]?.args[0] ?? null),
  FillDown: (rows) =>
    rows.map(
      (_, index) => rows.slice(0, index + 1).findLast(({ args }) => (args[0] ?? null) !== null)?.args[0] ?? null,
    ),
  Rank: byKeys(ranking((rows) => ranks(rows, false).map(int))),
  RankDense: byKeys(ranking((rows) => ranks(rows, true).map(int))),
  RowNumber: ranking((rows) => rows.map((_, index) => int(index + 1))),
  RankPercentile: ranking((rows, total) =>
    ranks(rows, false).map((rank) => (total < 2 ? 0 : (rank - 1) / (total - 1))),
  ),
  CumeDist: ranking((rows, total) =>
    rows.map((_, index) => {
      let end = index + 1
      while (rows[end]?.tied) end += 1
      return end / total
    }),
  ),
  Ntile: (rows, byOrder) => {
    const buckets = float(rows[0]?.args[0] ?? int(1))
    return ranking(
      (sorted) =>
        sorted.map((_, index) => {
          const small = Math.floor(sorted.length / buckets)
          const large = sorted.length % buckets
          const edge = large * (small + 1)
          return int(
            index < edge ? Math.floor(index / (small + 1)) + 1 : large + Math.floor((index - edge) / small) + 1,
          )
        }),
      1,
    )(rows, byOrder)
  },
}
