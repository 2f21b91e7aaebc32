import type { DrawContext } from './drawing.ts'
import { number, record } from './fields.ts'
import { canZoom, landOf } from './map-frame.ts'
import { type MapShapes, mapName } from './map-regions.ts'
import { boxOf, type ChartAreas, centreOf, isInside, type RegionOutlines, type Ring } from './region-outlines.ts'

/** The library's interface for functions that trace a path. */
interface PathPen {
  moveTo: (x: number, y: number) => void
  lineTo: (x: number, y: number) => void
  closePath: () => void
}

/** A shape of many rings, to be registered in the drawing library under its name. */
export const areasShape = {
  name: 'octavo-areas',
  definition: {
    shape: { rings: [] as readonly Ring[] },
    buildPath(pen: PathPen, { rings }: { rings: readonly Ring[] }) {
      for (const ring of rings) {
        pen.moveTo(ring[0] as number, ring[1] as number)
        for (let at = 2; at < ring.length; at += 2) pen.lineTo(ring[at] as number, ring[at + 1] as number)
        pen.closePath()
      }
    },
  },
}

interface FilledArea {
  id: string
  row: number
}

/** How the region of a row is filled and labelled. An empty label is not drawn. */
interface AreaLook {
  colorOf: (row: number) => string | undefined
  labelOf: (row: number) => string
}

/**
 * Regions as one path for each color. The library takes most of a second for 3,000 regions of their own: it makes a path with four states
 * for each. The coordinates are the library's, so that zooming works as on other maps.
 */
export function regionAreas(
  context: DrawContext,
  seriesId: string,
  filled: readonly FilledArea[],
  look: AreaLook,
  type: MapShapes['type'],
  outlines: RegionOutlines,
) {
  const labels = labelsOf(context, filled, look, outlines)
  const paths = pathsOf(context, filled, look, outlines)
  const { west, south, east, north } = outlines.box
  return {
    geo: {
      map: mapName(type),
      roam: canZoom(context),
      silent: true,
      ...{ left: 0, right: 0, top: 0, bottom: 0 },
      preserveAspect: 'contain',
      aspectScale: 1,
      scaleLimit: { min: 0.5, max: 40 },
      itemStyle: { areaColor: 'transparent', borderWidth: 0 },
      emphasis: { disabled: true },
      label: { show: false },
    },
    series: {
      id: seriesId,
      type: 'custom',
      coordinateSystem: 'geo',
      silent: true,
      animation: false,
      data: [{ value: [west, north] }],
      renderItem: (_: unknown, { coord }: { coord: (at: [number, number]) => [number, number] }) => {
        const [left, top] = coord([west, north])
        const [right, bottom] = coord([east, south])
        const [scaleX, scaleY] = [(right - left) / (east - west), (bottom - top) / (south - north)]
        const [x, y] = [left - west * scaleX, top - north * scaleY]
        const texts = labels.map(({ at, text }) => ({ ...text, x: x + at[0] * scaleX, y: y + at[1] * scaleY }))
        return { type: 'group', children: [{ type: 'group', x, y, scaleX, scaleY, children: paths }, ...texts] }
      },
    },
    areas: areasOf(context.theme.ink2, seriesId, filled, outlines),
  }
}

/** The land without rows first, then the regions of each color, then those without a value. */
function pathsOf(
  context: DrawContext,
  filled: readonly FilledArea[],
  { colorOf }: AreaLook,
  { rings }: RegionOutlines,
): Record<string, unknown>[] {
  const { element, theme } = context
  const land = landOf(context)
  const opacity = number(record(element.regionStyle)?.opacity) ?? 1
  const known = new Set(filled.map(({ id }) => id))
  const byColor = new Map<string | undefined, Ring[]>()
  for (const { id, row } of filled) {
    const color = colorOf(row)
    const own = byColor.get(color)
    const more = rings.get(id) ?? []
    if (own) own.push(...more)
    else byColor.set(color, [...more])
  }
  const empty = byColor.get(undefined) ?? []
  byColor.delete(undefined)
  const rest = [...rings].flatMap(([id, own]) => (known.has(id) ? [] : own))
  const border = { stroke: land.border, lineWidth: 0.5, strokeNoScale: true }
  const dashes = { stroke: theme.muted, lineDash: [4, 4] }
  return [
    { rings: rest, style: { ...border, fill: land.area } },
    ...[...byColor].map(([fill, own]) => ({ rings: own, style: { ...border, fill, opacity } })),
    { rings: empty, style: { ...border, ...dashes, fill: land.empty } },
  ]
    .filter((path) => path.rings.length > 0)
    .map((path) => ({ type: areasShape.name, shape: { rings: path.rings }, style: path.style }))
}

function labelsOf(
  { theme }: DrawContext,
  filled: readonly FilledArea[],
  { labelOf }: AreaLook,
  { rings }: RegionOutlines,
) {
  return filled.flatMap(({ id, row }) => {
    const text = labelOf(row)
    if (text === '') return []
    const font = `11px ${theme.fontFamily}`
    const style = { text, font, fill: theme.ink, align: 'center', verticalAlign: 'middle' }
    return [{ at: centreOf(rings.get(id) ?? []), text: { type: 'text', style } }]
  })
}

function areasOf(
  color: string,
  seriesId: string,
  filled: readonly FilledArea[],
  { rings }: RegionOutlines,
): ChartAreas {
  const ringsAt = (index: number) => rings.get(filled[index]?.id ?? '') ?? []
  /** Made when the pointer first moves over the map. */
  let boxes: ReturnType<typeof boxOf>[] | undefined
  return {
    color,
    at(x, y) {
      boxes ??= filled.map((_, index) => boxOf(ringsAt(index)))
      const index = boxes.findIndex(
        ({ west, south, east, north }, at) =>
          x >= west && x <= east && y >= south && y <= north && isInside(ringsAt(at), x, y),
      )
      return index < 0 ? undefined : { kind: 'mark', seriesId, index }
    },
    outline: (target) => (target.kind === 'mark' && target.seriesId === seriesId ? ringsAt(target.index) : []),
  }
}
