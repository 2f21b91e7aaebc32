import { toNumber } from './chart-data.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { list, number, pointer, record } from './fields.ts'
import { detailColumns, detailRows, labelText, landBelow, mapColors } from './map-frame.ts'
import { plainText } from './rich-text.ts'
import { marksOf } from './tooltip.ts'

const pointsId = '0:points'

interface MapPoint {
  row: number
  at: [longitude: number, latitude: number]
}

/** Points by latitude and longitude. Rows with an invalid position are omitted. */
export function pointMapDrawing(context: DrawContext): KindDrawing {
  const points = pointsOf(context)
  const colors = mapColors(context)
  const size = pointer(context.element.size)
  const labels = list(context.element.label).map(pointer)
  const details = detailColumns(context, ...labels, size)
  return {
    series: [pointsSeries(context, points, colors.of)],
    geo: landBelow(
      context,
      points.map(({ at }) => at),
    ),
    ...(colors.legend ? { visualMap: colors.legend } : {}),
    legend: [],
    trigger: 'item',
    points: points.length,
    targets: () => marksOf(pointsId, points.length),
    rowsOf: (target) => {
      const point = target.kind === 'mark' ? points[target.index] : undefined
      return point ? [point.row] : []
    },
    tooltip: (target) => {
      const point = target.kind === 'mark' ? points[target.index] : undefined
      if (!point) return undefined
      const [longitude, latitude] = point.at
      const title = labelText(context, point.row) || `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`
      return { title, rows: detailRows(context, details, point.row, colors.of(point.row)), more: 0 }
    },
  }
}

function pointsOf(context: DrawContext): MapPoint[] {
  const latitudes = context.column(pointer(context.element.latitude))?.cells ?? []
  const longitudes = context.column(pointer(context.element.longitude))?.cells ?? []
  return Array.from({ length: context.rowCount }, (_, row) => row).flatMap((row): MapPoint[] => {
    const latitude = toNumber(latitudes[row])
    const longitude = toNumber(longitudes[row])
    if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return []
    return [{ row, at: [longitude, latitude] }]
  })
}

function pointsSeries(
  context: DrawContext,
  points: readonly MapPoint[],
  colorOf: (row: number) => string | undefined,
): Record<string, unknown> {
  const { element, theme, isTiny } = context
  const style = record(element.pointStyle)
  const radiusOf = radii(context, style?.pointSize)
  return {
    id: pointsId,
    type: 'scatter',
    coordinateSystem: 'geo',
    large: false,
    itemStyle: { opacity: number(style?.opacity) ?? 0.85, borderColor: theme.surface, borderWidth: 0.5 },
    labelLayout: { hideOverlap: true },
    label: { show: false, position: 'right', fontSize: 11, color: theme.ink2 },
    emphasis: { focus: 'none' },
    data: points.map(({ row, at }) => {
      const label = isTiny ? '' : plainText(labelText(context, row))
      return {
        value: at,
        symbolSize: 2 * radiusOf(row),
        itemStyle: { color: colorOf(row) ?? theme.line },
        ...(label === '' ? {} : { label: { show: true, formatter: label } }),
      }
    }),
  }
}

/** Radii in pixels: the same for all points, or between two limits by the size column, with areas in proportion to the values. */
function radii({ element, column, rowCount }: DrawContext, given: unknown): (row: number) => number {
  const sizes = column(pointer(element.size))?.cells.slice(0, rowCount).map(toNumber)
  if (!sizes) return () => number(given) ?? 5
  const [least = 3, most = 15] = list(given).flatMap((entry) => number(entry) ?? [])
  const largest = Math.max(0, ...sizes.flatMap((size) => size ?? []))
  return (row) => {
    const size = sizes[row] ?? 0
    return size <= 0 || largest === 0 ? least : least + (most - least) * Math.sqrt(size / largest)
  }
}
