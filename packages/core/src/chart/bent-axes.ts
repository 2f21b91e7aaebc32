/** Scales that the chart library does not have: its axis is linear, and the drawn values are transformed. */
export type Bend = 'pow' | 'sqrt'

interface Ends {
  min: number
  max: number
  interval: number
}

/** Squares and roots keep the sign, so that the axis continues below zero. */
const bends: Record<Bend, { to: (value: number) => number; from: (place: number) => number }> = {
  pow: { to: (value) => Math.sign(value) * value ** 2, from: (place) => Math.sign(place) * Math.sqrt(Math.abs(place)) },
  sqrt: {
    to: (value) => Math.sign(value) * Math.sqrt(Math.abs(value)),
    from: (place) => Math.sign(place) * place ** 2,
  },
}

/** Ends, ticks and labels of a transformed axis. `withBentAxes` reads `bend`, which is not an option of the library. */
export function bentScale(bend: Bend, { min, max, interval }: Ends) {
  const { to } = bends[bend]
  const count = Math.max(1, Math.round((max - min) / interval))
  const ticks = Array.from({ length: count + 1 }, (_, index) => to(Math.min(max, min + index * interval)))
  return { bend, min: to(min), max: to(max), ticks }
}

/** The value at a position of a transformed axis, without the rounding errors of both transformations. */
export function valueAt(bend: Bend, place: number): number {
  return Number(bends[bend].from(place).toPrecision(12))
}

type Options = Record<string, unknown>

interface Axes {
  series: Options[]
  xAxis?: Options[] | undefined
  yAxis?: Options[] | undefined
}

/** Transforms everything that is drawn on such axes: bars and lines, also in stacks, points, boxes and reference marks. */
export function withBentAxes({ series, xAxis, yAxis }: Axes): Axes {
  const bendOf = (axes: Options[] | undefined, index: unknown) =>
    axes?.[typeof index === 'number' ? index : 0]?.bend as Bend | undefined
  if (![...(xAxis ?? []), ...(yAxis ?? [])].some(({ bend }) => bend)) return { series, xAxis, yAxis }
  const sums = new Map<string, Map<string, number>>()
  const moved = series.map((entry) => {
    const x = bendOf(xAxis, entry.xAxisIndex)
    const y = bendOf(yAxis, entry.yAxisIndex)
    if (!x && !y) return entry
    const stack = entry.stack === undefined ? undefined : `${entry.xAxisIndex} ${entry.yAxisIndex} ${entry.stack}`
    const below = stack === undefined ? undefined : (sums.get(stack) ?? new Map<string, number>())
    if (stack !== undefined && below) sums.set(stack, below)
    return withMarks({ ...entry, data: movedData(entry, x, y, below) }, x, y)
  })
  return { series: moved, xAxis: xAxis?.map(withoutBend), yAxis: yAxis?.map(withoutBend) }
}

function withoutBend({ bend: _, ...axis }: Options): Options {
  return axis
}

function movedData({ data, type }: Options, x: Bend | undefined, y: Bend | undefined, below?: Map<string, number>) {
  if (!Array.isArray(data)) return data
  return data.map((item: unknown, index) => {
    const isItem = typeof item === 'object' && item !== null && !Array.isArray(item) && 'value' in item
    const value: unknown = isItem ? (item as { value: unknown }).value : item
    const moved =
      type === 'boxplot' && Array.isArray(value)
        ? value.map((part: unknown) => place(part, y ?? x))
        : Array.isArray(value)
          ? value.map((part: unknown, at) =>
              at === 0 ? place(part, x) : at === 1 ? stacked(part, y, below, String(value[0])) : part,
            )
          : stacked(value, y ?? x, below, String(index))
    return isItem ? { ...item, value: moved } : moved
  })
}

function place(value: unknown, bend: Bend | undefined): unknown {
  return bend && typeof value === 'number' ? bends[bend].to(value) : value
}

/**
 * In a stack each part is the difference of the transformed sums with and without it; positive and negative values are stacked separately.
 */
function stacked(value: unknown, bend: Bend | undefined, below: Map<string, number> | undefined, at: string): unknown {
  if (!bend || typeof value !== 'number' || !below) return place(value, bend)
  const key = `${value < 0 ? '-' : '+'}${at}`
  const from = below.get(key) ?? 0
  below.set(key, from + value)
  return bends[bend].to(from + value) - bends[bend].to(from)
}

function withMarks(entry: Options, x: Bend | undefined, y: Bend | undefined): Options {
  const move = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(move)
    if (typeof item !== 'object' || item === null) return item
    const { xAxis, yAxis } = item as Options
    return {
      ...item,
      ...(typeof xAxis === 'number' ? { xAxis: place(xAxis, x) } : {}),
      ...(typeof yAxis === 'number' ? { yAxis: place(yAxis, y) } : {}),
    }
  }
  const moved = (name: string) => {
    const marks = entry[name] as { data?: unknown } | undefined
    return marks && Array.isArray(marks.data) ? { [name]: { ...marks, data: marks.data.map(move) } } : {}
  }
  return { ...entry, ...moved('markLine'), ...moved('markArea') }
}
