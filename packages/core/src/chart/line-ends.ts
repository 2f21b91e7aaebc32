import { type CartesianPlan, markOf } from './cartesian-plan.ts'
import type { DrawContext } from './drawing.ts'
import { plainText } from './rich-text.ts'
import type { Series } from './series.ts'
import { fitText, textWidth } from './text-width.ts'
import type { ValueScale } from './value-scale.ts'

const lineHeight = 16
const widestRoom = 96
const narrowestPlot = 420

/**
 * Whether the names of lines are shown at their ends, and the width that they need: for two to six lines in one wide panel whose last
 * values are far enough apart. Undefined: a legend is used instead.
 */
export function lineEnds(
  context: DrawContext,
  plan: CartesianPlan,
  scale: ValueScale | undefined,
  { width, height }: { width: number; height: number },
): { room: number; keys: ReadonlySet<string> } | undefined {
  const { channels, kind, isTiny } = context
  const [plot, ...others] = plan.plots
  const lines = plot?.places.series ?? []
  const isPlain = kind === 'line-chart' && channels.legend.position === 'auto' && !isTiny
  if (!isPlain || !plot || !scale || others.length > 0 || lines.length < 2 || lines.length > 6) return undefined
  if (width < narrowestPlot || lines.some(({ measure }) => markOf(context, measure.id) !== 'line')) return undefined
  const places = plot.positions?.order ?? plot.names.map((_, place) => place)
  const last = places.at(-1)
  const ends = lines.map(({ values }) => (last === undefined ? null : (values[last] ?? null)))
  if (ends.some((value) => value === null)) return undefined
  const tops = ends.map((value) => ((scale.max - (value ?? 0)) / (scale.max - scale.min)) * height)
  if (largestShift(tops) > 24) return undefined
  const room = Math.max(...lines.map(({ name }) => textWidth(name, 12))) + 28
  return { room: Math.min(widestRoom, room), keys: new Set(lines.map(({ key }) => key)) }
}

/** How far labels at these heights must move so that they do not overlap. */
function largestShift(tops: readonly number[]): number {
  const sorted = [...tops].sort((left, right) => left - right)
  let free = Number.NEGATIVE_INFINITY
  let largest = 0
  for (const top of sorted) {
    const placed = Math.max(top, free)
    largest = Math.max(largest, placed - top)
    free = placed + lineHeight
  }
  return largest
}

/** The name of a line at its end: a dot in its colour, the name in the text colour. */
export function endLabel({ theme }: DrawContext, { name }: Series, color: string) {
  return {
    endLabel: {
      show: true,
      distance: 6,
      formatter: `{dot|\u25cf} {name|${plainText(fitText(name, 12, widestRoom - 26))}}`,
      rich: {
        dot: { color, fontSize: 9 },
        name: { color: theme.ink, fontSize: 12, fontWeight: 500, textBorderColor: theme.surface, textBorderWidth: 3 },
      },
    },
  }
}
