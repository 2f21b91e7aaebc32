import type { Cell } from '../types/index.ts'
import type { CartesianPlan } from './cartesian-plan.ts'
import { toNumber } from './chart-data.ts'
import { ruleColor } from './chart-element.ts'
import { mix } from './color.ts'
import { colorAt, shareOf } from './color-scale.ts'
import type { DrawContext } from './drawing.ts'
import type { Series } from './series.ts'

export interface SeriesColors {
  of(series: Series): string
  /** The colour of one mark, when a measure or a rule determines it. */
  at(series: Series, place: number): string | undefined
}

/** A value of the colour column has the same colour in every chart; measures take colours in order. */
export function seriesColors(context: DrawContext, plan: CartesianPlan): SeriesColors {
  const { channels, theme } = context
  const scheme = channels.color?.by === 'category' ? channels.color.scheme : undefined
  const byValue = plan.byCategory && context.colorsOf(plan.byCategory, scheme)
  const scale = plan.byCategory ? undefined : scaleOf(context)
  const orderOf = (series: Series) => plan.measures.findIndex(({ id }) => id === series.measure.id)
  return {
    of(series) {
      const order = orderOf(series)
      // Measures of one value of the colour column are shades of its colour.
      if (byValue)
        return order > 0
          ? mix(byValue(series.group ?? null), theme.surface, Math.min(0.6, 0.35 * order))
          : byValue(series.group ?? null)
      if (channels.singleColor && plan.measures.length === 1) return channels.singleColor
      return (
        (order === 0 ? channels.singleColor : undefined) ?? theme.palette[order % theme.palette.length] ?? theme.ink
      )
    },
    at(series, place) {
      const ruled =
        channels.colorRules.length > 0 ? ruleColor(channels.colorRules, series.values[place] ?? null) : undefined
      const row = series.rows[place] ?? -1
      return ruled ?? (scale && row >= 0 ? scale(row) : undefined)
    },
  }
}

/** The colour of a row, when a measure determines it; a row without a value is grey. */
export function scaleOf(context: DrawContext): ((row: number) => string) | undefined {
  const { channels, theme, rowCount } = context
  const column = channels.color?.by === 'scale' ? context.column(channels.color.columnId) : undefined
  if (!column || !channels.color) return undefined
  const { domain, scheme } = channels.color
  const sizes = column.cells.slice(0, rowCount).map((cell: Cell) => toNumber(cell))
  const known = sizes.filter((size) => size !== null)
  const low = domain.min ?? known.reduce((least, size) => Math.min(least, size), Number.POSITIVE_INFINITY)
  const high = domain.max ?? known.reduce((most, size) => Math.max(most, size), Number.NEGATIVE_INFINITY)
  const colors = scheme ?? (domain.mid === undefined ? theme.sequential.blue.slice(1) : theme.diverging['blue-orange'])
  return (row) => {
    const size = sizes[row] ?? null
    return size === null ? theme.line : colorAt(colors, shareOf(size, low, high, domain.mid))
  }
}
