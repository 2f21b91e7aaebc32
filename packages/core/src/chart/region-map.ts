import { type ChartColumn, toNumber } from './chart-data.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { number, pointer, record } from './fields.ts'
import { canZoom, detailColumns, detailRows, labelText, landOf, mapColors } from './map-frame.ts'
import { type IncludedRegionType, mapName, regionFinder } from './map-regions.ts'
import { regionAreas } from './region-areas.ts'
import { plainText } from './rich-text.ts'
import { marksOf } from './tooltip.ts'

const regionsId = '0:regions'

/** A shape with the rows for it; the row with the largest value determines its color. */
interface FilledRegion {
  id: string
  /** Name of the shape. */
  name: string
  row: number
  rows: number[]
}

/** Length of a degree of longitude relative to a degree of latitude; states and counties are already projected. */
const aspects: Readonly<Record<IncludedRegionType, number>> = {
  country: 0.75,
  'us-state': 1,
  'us-county': 1,
  'ca-province': 0.55,
}

/** Regions filled by a measure or a category. Values that are not regions are reported. */
export function regionMapDrawing(context: DrawContext): KindDrawing {
  const column = context.column(pointer(context.element.region))
  const { filled, unmatched } = filledRegions(context, column)
  const colors = mapColors(context)
  const details = detailColumns(context)
  const { shapes } = context
  const labelOf = (row: number) => (context.isTiny ? '' : plainText(labelText(context, row)))
  const drawn = shapes?.outlines
    ? regionAreas(context, regionsId, filled, { colorOf: colors.of, labelOf }, shapes.type, shapes.outlines)
    : undefined
  return {
    series: [drawn?.series ?? regionsSeries(context, filled, colors.of, labelOf)],
    ...(drawn ? { geo: drawn.geo, areas: drawn.areas } : {}),
    ...(colors.legend ? { visualMap: colors.legend } : {}),
    legend: [],
    trigger: 'item',
    points: filled.length,
    unmatched,
    targets: () => marksOf(regionsId, filled.length),
    rowsOf: (target) => (target.kind === 'mark' ? (filled[target.index]?.rows ?? []) : []),
    tooltip: (target) => {
      const region = target.kind === 'mark' ? filled[target.index] : undefined
      if (!region) return undefined
      const rows = detailRows(context, details, region.row, colors.of(region.row))
      return { title: titleOf(column, region), rows, more: region.rows.length - 1 }
    },
  }
}

/** The value as it is in the data; after a number the name of its region. */
function titleOf(column: ChartColumn | undefined, { id, name, row }: FilledRegion): string {
  const cell = column?.cells[row] ?? null
  const value = column && cell !== null ? column.label(cell) : ''
  return /^\d+$/.test(value) && name !== id ? `${value} · ${name}` : value
}

function filledRegions(context: DrawContext, column: ChartColumn | undefined) {
  const { shapes, languages } = context
  const found = new Map<string, FilledRegion>()
  const unmatched = new Set<string>()
  const measure = context.column(context.channels.color?.columnId)
  const sizeOf = (row: number) => toNumber(measure?.cells[row]) ?? Number.NEGATIVE_INFINITY
  const regionOf = shapes ? regionFinder(shapes.type, shapes.regions, languages) : () => undefined
  for (let row = 0; column && row < context.rowCount; row++) {
    const cell = column.cells[row] ?? null
    const region = regionOf(cell)
    if (!region) {
      unmatched.add(cell === null ? context.words.null : column.label(cell))
      continue
    }
    const known = found.get(region.id)
    if (!known) found.set(region.id, { id: region.id, name: region.name, row, rows: [row] })
    else {
      known.rows.push(row)
      if (sizeOf(row) > sizeOf(known.row)) known.row = row
    }
  }
  return { filled: [...found.values()], unmatched: [...unmatched] }
}

function regionsSeries(
  context: DrawContext,
  filled: readonly FilledRegion[],
  colorOf: (row: number) => string | undefined,
  labelOf: (row: number) => string,
): Record<string, unknown> {
  const { element, theme, shapes } = context
  const land = landOf(context)
  const opacity = number(record(element.regionStyle)?.opacity) ?? 1
  const type = shapes?.type ?? 'country'
  return {
    id: regionsId,
    type: 'map',
    map: mapName(type),
    left: 0,
    right: 0,
    top: 0,
    bottom: 0,
    preserveAspect: 'contain',
    aspectScale: aspects[type],
    roam: canZoom(context),
    scaleLimit: { min: 0.5, max: 40 },
    selectedMode: false,
    showLegendSymbol: false,
    itemStyle: { areaColor: land.area, borderColor: land.border, borderWidth: 0.5 },
    label: { show: false },
    // One look for the region under the pointer, in its own color: an own one for each of 3,000 regions doubles what the library reads.
    emphasis: { label: { show: false }, itemStyle: { areaColor: 'inherit', borderColor: theme.ink2, borderWidth: 1 } },
    data: filled.map(({ id, row }) => {
      const color = colorOf(row)
      const look = color
        ? { areaColor: color, opacity }
        : { areaColor: land.empty, borderType: 'dashed', borderColor: theme.muted }
      const label = labelOf(row)
      return {
        name: id,
        value: row,
        itemStyle: look,
        ...(label === '' ? {} : { label: { show: true, fontSize: 11, color: theme.ink, formatter: label } }),
      }
    }),
  }
}
