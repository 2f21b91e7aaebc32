import type { Cell } from '../types/index.ts'
import { type ChartColumn, toNumber } from './chart-data.ts'
import { colorAt } from './color-scale.ts'
import type { DrawContext } from './drawing.ts'
import { hex, list, number, pointer, record, text } from './fields.ts'
import { mapName } from './map-regions.ts'
import { plainText } from './rich-text.ts'
import type { TooltipRow } from './tooltip.ts'

interface Land {
  area: string
  border: string
  /** Label for regions without a value in the data. */
  empty: string
}

/** Land is neutral and has no labels. A base map that needs an external service is ignored, and the theme is used. */
export function landOf({ element, theme }: DrawContext): Land {
  const style = text(record(element.mapStyle)?.baseStyle)?.toLowerCase()
  const mode = style === 'light' || style === 'dark' ? style : theme.mode
  return mode === 'dark'
    ? { area: '#22282a', border: theme.surface, empty: '#2c3235' }
    : { area: '#eaedef', border: theme.surface, empty: '#d5dadc' }
}

/** Whether the reader may zoom and move the map. */
export function canZoom({ element }: DrawContext): boolean {
  const allowed = record(element.mapStyle)?.allowZoom
  return allowed !== false && allowed !== 'hidden'
}

export interface MapColors {
  /** Undefined when the color column has no value. */
  of: (row: number) => string | undefined
  /** The legend of the colors, as an option of the library. */
  legend: Record<string, unknown> | undefined
}

/** Colors of rows: one color for all, one for each value, or five classes of a measure with equally many rows. */
export function mapColors(context: DrawContext): MapColors {
  const { channels, theme } = context
  const { color, singleColor } = channels
  const column = context.column(color?.columnId)
  if (!color || !column) return { of: () => singleColor ?? theme.palette[0] ?? theme.ink, legend: undefined }
  return color.by === 'category'
    ? categoryColors(context, column, color.scheme)
    : classColors(context, column, color.scheme ?? theme.sequential.blue, color.domain)
}

function categoryColors(context: DrawContext, column: ChartColumn, scheme: readonly string[] | undefined): MapColors {
  const colorOf = context.colorsOf(column, scheme)
  const cells = [...new Set(column.cells.slice(0, context.rowCount))]
  const pieces = cells
    .slice(0, 12)
    .map((cell, value) => ({ value, label: nameOf(context, column, cell), color: colorOf(cell) }))
  return { of: (row) => colorOf(column.cells[row] ?? null), legend: legendOf(context, pieces) }
}

function nameOf(context: DrawContext, column: ChartColumn, cell: Cell): string {
  return plainText(cell === null ? context.words.null : column.label(cell))
}

const classes = 5

function classColors(
  context: DrawContext,
  column: ChartColumn,
  scheme: readonly string[],
  { min, max }: { min: number | undefined; max: number | undefined },
): MapColors {
  const cells = column.cells.slice(0, context.rowCount).filter((cell) => toNumber(cell) !== null)
  const sorted = [...new Set(cells)].sort((left, right) => (toNumber(left) ?? 0) - (toNumber(right) ?? 0))
  const sizes = sorted.map((cell) => toNumber(cell) ?? 0)
  const count = Math.min(classes, sizes.length)
  const [low = 0, high = 0] = [min ?? sizes[0], max ?? sizes.at(-1)]
  const isEven = min !== undefined || max !== undefined
  /** The lower bounds of all classes except the first. */
  const starts = Array.from({ length: Math.max(0, count - 1) }, (_, index) =>
    isEven
      ? low + ((high - low) * (index + 1)) / count
      : (sizes[Math.floor(((index + 1) * sizes.length) / count)] ?? 0),
  )
  const classOf = (size: number) => starts.filter((start) => size >= start).length
  const colors = Array.from({ length: count }, (_, index) =>
    colorAt(scheme, count === 1 ? 0.7 : 0.15 + (0.85 * index) / (count - 1)),
  )
  // Decimals are omitted when values are far apart.
  const textOf = (cell: Cell) => (high - low >= 50 ? context.precise(column, cell, 0) : column.label(cell))
  const pieces = colors.flatMap((color, index) => {
    const own = sorted.filter((cell) => classOf(toNumber(cell) ?? 0) === index)
    const [first = null] = own
    const last = own.at(-1) ?? null
    if (own.length === 0) return []
    const label = first === last ? textOf(first) : `${textOf(first)} – ${textOf(last)}`
    return [{ value: index, label: plainText(label), color }]
  })
  return {
    of: (row) => {
      const size = toNumber(column.cells[row])
      return size === null ? undefined : colors[classOf(size)]
    },
    legend: legendOf(context, pieces.reverse()),
  }
}

const corners: Readonly<Record<string, Record<string, unknown>>> = {
  'top-left': { left: 8, top: 8 },
  'top-right': { right: 8, top: 8 },
  'bottom-right': { right: 8, bottom: 8 },
  'bottom-left': { left: 8, bottom: 8 },
}

/** The marks already have colors: the library only draws the legend. */
function legendOf(context: DrawContext, pieces: { value: number; label: string; color: string }[]) {
  const { element, theme, isTiny, width, height } = context
  const legend = record(element.legend)
  if (pieces.length < 2 || isTiny || width < 280 || height < 160 || legend?.visibility === 'hidden') return undefined
  return {
    type: 'piecewise',
    seriesIndex: [],
    pieces,
    selectedMode: false,
    hoverLink: false,
    showLabel: true,
    itemWidth: 8,
    itemHeight: 8,
    itemGap: 4,
    itemSymbol: 'roundRect',
    orient: 'vertical',
    align: 'left',
    padding: [6, 8],
    backgroundColor: theme.surface,
    borderColor: theme.grid,
    borderWidth: 1,
    borderRadius: 4,
    ...(corners[text(legend?.position) ?? ''] ?? corners['bottom-left']),
    textStyle: { color: hex(legend?.color) ?? theme.muted, fontSize: number(legend?.fontSize) ?? 11 },
  }
}

/** Columns of the tooltip besides the place: the color, then the columns that the document lists. */
export function detailColumns(context: DrawContext, ...more: (string | undefined)[]): ChartColumn[] {
  const ids = [...more, context.channels.color?.columnId, ...list(context.element.tooltip).map(pointer)]
  return [...new Set(ids)].flatMap((id) => context.column(id) ?? [])
}

export function detailRows(
  context: DrawContext,
  columns: readonly ChartColumn[],
  row: number,
  color: string | undefined,
): TooltipRow[] {
  const hasNames = record(context.element.tooltipFormat)?.columnNames !== 'hidden'
  return columns.map((column, index) => ({
    key: column.id,
    color: index === 0 ? color : undefined,
    name: hasNames ? column.name : '',
    value: nameOf(context, column, column.cells[row] ?? null),
  }))
}

/** The label of a mark on the map: the columns that the document lists as labels. */
export function labelText(context: DrawContext, row: number): string {
  return list(context.element.label)
    .flatMap((entry) => context.column(pointer(entry)) ?? [])
    .map((column) => nameOf(context, column, column.cells[row] ?? null))
    .join(', ')
}

/** The land below the marks, cropped to their extent with a margin. */
export function landBelow(context: DrawContext, points: readonly (readonly [number, number])[]) {
  const { area, border } = landOf(context)
  const box = boundsOf(points)
  const middle = (box.north + box.south) / 2
  return {
    map: mapName('country'),
    roam: canZoom(context),
    silent: true,
    left: 0,
    right: 0,
    top: 0,
    bottom: 0,
    preserveAspect: 'contain',
    aspectScale: Math.max(0.3, Math.cos((middle * Math.PI) / 180)),
    boundingCoords: [
      [box.west, box.north],
      [box.east, box.south],
    ],
    scaleLimit: { min: 0.5, max: 40 },
    itemStyle: { areaColor: area, borderColor: border, borderWidth: 0.5 },
    emphasis: { disabled: true },
    label: { show: false },
    regions: [],
  }
}

function boundsOf(points: readonly (readonly [number, number])[]) {
  if (points.length === 0) return { west: -180, east: 180, south: -58, north: 84 }
  let [west, east, south, north] = [180, -180, 90, -90]
  for (const [longitude, latitude] of points) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  const margin = Math.max(1, (east - west) * 0.08, (north - south) * 0.08)
  return {
    west: Math.max(-180, west - margin),
    east: Math.min(180, east + margin),
    south: Math.max(-85, south - margin),
    north: Math.min(85, north + margin),
  }
}
