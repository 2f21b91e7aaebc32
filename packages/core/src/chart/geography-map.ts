import type { DrawContext, KindDrawing } from './drawing.ts'
import { number, pointer, record } from './fields.ts'
import { type GeometryPart, type Position, positionsOf, readGeometry } from './geometry.ts'
import { detailColumns, detailRows, landBelow, mapColors } from './map-frame.ts'
import { marksOf } from './tooltip.ts'

const featuresId = '0:features'

interface Feature {
  row: number
  parts: GeometryPart[]
}

/** Points, lines and areas of a geography column. Rows without a valid geography are omitted and reported. */
export function geographyMapDrawing(context: DrawContext): KindDrawing {
  const column = context.column(pointer(context.element.geography))
  const features: Feature[] = []
  const unmatched: string[] = []
  for (let row = 0; column && row < context.rowCount; row++) {
    const cell = column.cells[row] ?? null
    const parts = typeof cell === 'string' ? readGeometry(cell) : undefined
    if (parts) features.push({ row, parts })
    else if (cell !== null) unmatched.push(String(cell).slice(0, 60))
  }
  const colors = mapColors(context)
  const details = detailColumns(context)
  return {
    series: [featuresSeries(context, features, colors.of)],
    geo: landBelow(
      context,
      features.flatMap(({ parts }) => positionsOf(parts)),
    ),
    ...(colors.legend ? { visualMap: colors.legend } : {}),
    legend: [],
    trigger: 'item',
    points: features.length,
    unmatched,
    targets: () => marksOf(featuresId, features.length),
    rowsOf: (target) => {
      const feature = target.kind === 'mark' ? features[target.index] : undefined
      return feature ? [feature.row] : []
    },
    tooltip: (target) => {
      const feature = target.kind === 'mark' ? features[target.index] : undefined
      if (!feature) return undefined
      const rows = detailRows(context, details, feature.row, colors.of(feature.row))
      return rows.length > 0 ? { title: undefined, rows, more: 0 } : undefined
    },
  }
}

/** The library's interface for functions that draw one mark. */
interface MarkApi {
  coord: (at: Position) => [number, number]
}

function featuresSeries(
  context: DrawContext,
  features: readonly Feature[],
  colorOf: (row: number) => string | undefined,
): Record<string, unknown> {
  const style = record(context.element.featureStyle)
  const opacity = number(style?.opacity) ?? 0.7
  const radius = number(style?.pointSize) ?? 5
  return {
    id: featuresId,
    type: 'custom',
    coordinateSystem: 'geo',
    // The first position places the mark; the shape uses all of them.
    data: features.map(({ parts }) => ({ value: positionsOf(parts)[0] ?? [0, 0] })),
    renderItem: ({ dataIndex }: { dataIndex: number }, { coord }: MarkApi) => {
      const feature = features[dataIndex]
      const color = (feature && colorOf(feature.row)) ?? context.theme.line
      const shapes = (feature?.parts ?? []).map((part) => shapeOf(part, coord, { color, opacity, radius }))
      return { type: 'group', children: shapes }
    },
  }
}

interface Look {
  color: string
  opacity: number
  radius: number
}

function shapeOf(part: GeometryPart, coord: MarkApi['coord'], { color, opacity, radius }: Look) {
  if (part.kind === 'point') {
    const [cx, cy] = coord(part.at)
    return { type: 'circle', shape: { cx, cy, r: radius }, style: { fill: color, opacity } }
  }
  if (part.kind === 'line') {
    const points = part.line.map(coord)
    return { type: 'polyline', shape: { points }, style: { stroke: color, lineWidth: 2, opacity, fill: 'none' } }
  }
  // The outline runs in one direction and holes in the other, so that holes remain empty.
  const outlines = part.rings.map((ring, index) => turned(ring.map(coord), index === 0))
  const pathData = outlines.map((points) => `M${points.map(([x, y]) => `${x},${y}`).join('L')}Z`).join('')
  return { type: 'path', shape: { pathData }, style: { fill: color, opacity, stroke: color, lineWidth: 1 } }
}

function turned(points: [number, number][], isEdge: boolean): [number, number][] {
  const twice = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y]
    return sum + (x * nextY - nextX * y)
  }, 0)
  return twice > 0 === isEdge ? points : points.toReversed()
}
