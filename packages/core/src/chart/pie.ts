import type { Cell } from '../types/index.ts'
import { type ChartColumn, toNumber } from './chart-data.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { number, pointer } from './fields.ts'
import { holeLabel } from './hole-label.ts'
import { legendRoomOf } from './legend.ts'
import { type PanelBox, panelBoxes, panelsOf, panelTitles } from './panels.ts'
import { plainText } from './rich-text.ts'
import { textWidth } from './text-width.ts'
import { marksOf } from './tooltip.ts'

/** More slices than this are hard to distinguish; the smallest ones are combined. */
const maxSlices = 6
const smallestShare = 0.03
/** When small slices are more than this together, only the slices beyond the largest five are combined. */
const mostOfOthers = 0.15

interface Slice {
  name: string
  value: number
  color: string
  text: string
  rows: number[]
}

/**
 * Slices from twelve o'clock, largest first unless the document sorts them. Shares below three percent and slices beyond the sixth are
 * combined. Only positive values have a slice; negative ones cannot be drawn as a part of a whole, which `hasNegative` reports.
 */
export function pieDrawing(context: DrawContext): KindDrawing & { hasNegative: boolean } {
  const { element, channels } = context
  const value = context.column(pointer(element.value))
  const color = context.column(pointer(element.color))
  const measures = value ? [value] : []
  const trellis = panelsOf(context, measures)
  const isTrellis = trellis.panels.length > 1
  const { position } = channels.legend
  const hasLegend =
    position !== 'hidden' &&
    !context.isTiny &&
    (position !== 'auto' || isTrellis || channels.labels.isShown === false || channels.labels.isOnLegend)
  const slices = trellis.panels.map((panel) => (value ? slicesOf(context, value, color, panel.rows) : []))
  const { boxes, height } = panelBoxes(trellis, context, hasLegend ? legendRoom(context, slices.flat()) : noRoom)
  const isDonut = context.kind === 'donut-chart'
  const series = slices.flatMap((own, index) => {
    const box = boxes[index]
    if (!box || !value) return []
    const rows = trellis.panels[index]?.rows ?? []
    return [
      ring(context, own, { id: `${index}:${value.id}`, name: value.name, box, isDonut }),
      ...(isDonut ? holeLabel(context, { index, box, value, rows, isTrellis, radius: innerRadius(context, box) }) : []),
    ]
  })
  const entries = new Map(slices.flat().map((slice) => [slice.name, { name: slice.name, color: slice.color }]))
  return {
    series,
    title: panelTitles(trellis, boxes, context),
    legend: hasLegend ? [...entries.values()] : [],
    trigger: 'item',
    points: slices.reduce((sum, own) => sum + own.length, 0),
    height,
    panelsLeftOut: trellis.leftOut,
    hasNegative: value?.cells.slice(0, context.rowCount).some((cell) => (toNumber(cell) ?? 0) < 0) ?? false,
    targets: () => slices.flatMap((own, panel) => (value ? marksOf(`${panel}:${value.id}`, own.length) : [])),
    rowsOf: (target) =>
      target.kind === 'mark' ? (slices[Number(target.seriesId.split(':')[0])]?.[target.index]?.rows ?? []) : [],
    tooltip: (target) => {
      if (target.kind !== 'mark' || !value) return undefined
      const own = slices[Number(target.seriesId.split(':')[0])]
      const slice = own?.[target.index]
      if (!own || !slice) return undefined
      const total = own.reduce((sum, entry) => sum + entry.value, 0)
      const share = `${((slice.value / total) * 100).toFixed(1)}%`
      const rows = [{ key: target.seriesId, color: slice.color, name: value.name, value: `${slice.text} (${share})` }]
      return { title: slice.name, rows, more: 0 }
    },
  }
}

const noRoom = { left: 0, right: 0, top: 0, bottom: 0 }

/** The width of the legend, in which no slice is drawn; beside the slices it is at most half of the width. */
function legendRoom(context: DrawContext, slices: readonly Slice[]) {
  const { channels, width } = context
  const { position, fontSize } = channels.legend
  if (position === 'top' || position === 'auto') return { ...noRoom, top: legendRoomOf(context, slices) }
  if (position === 'bottom') return { ...noRoom, bottom: legendRoomOf(context, slices) }
  const names = slices.map(({ name }) => textWidth(name, fontSize ?? 12))
  const beside = Math.min(width / 2, Math.min(120, Math.max(0, ...names)) + 28)
  return { ...noRoom, [position]: beside }
}

function slicesOf(
  context: DrawContext,
  value: ChartColumn,
  color: ChartColumn | undefined,
  rows: readonly number[],
): Slice[] {
  const { words, theme } = context
  const colors = color && context.colorsOf(color)
  const sums = new Map<Cell, { value: number; cell: Cell; rows: number[] }>()
  for (const row of rows) {
    const key = color ? (color.cells[row] ?? null) : value.name
    const cell = value.cells[row] ?? null
    const size = toNumber(cell) ?? 0
    const known = sums.get(key)
    if (!known) sums.set(key, { value: size, cell, rows: [row] })
    else {
      known.value += size
      known.cell = known.value
      known.rows.push(row)
    }
  }
  const all = [...sums].flatMap(([key, { value: size, cell, rows: own }]): Slice[] => {
    if (size <= 0) return []
    const name = !color ? value.name : key === null ? words.null : color.label(key)
    const sliceColor = colors?.(key) ?? theme.palette[0] ?? theme.ink
    return [{ name, value: size, color: sliceColor, text: value.label(cell), rows: own }]
  })
  const ordered = context.channels.hasSort ? all : [...all].sort((left, right) => right.value - left.value)
  return joinSmall(ordered, context, value)
}

function joinSmall(slices: Slice[], { words, theme }: DrawContext, value: ChartColumn): Slice[] {
  const total = slices.reduce((sum, slice) => sum + slice.value, 0)
  const bySize = [...slices].sort((left, right) => right.value - left.value)
  const isBeyond = (rank: number) => slices.length > maxSlices && rank >= maxSlices - 1
  const tiny = bySize.filter((slice) => slice.value / total < smallestShare)
  const tinyShare = tiny.reduce((part, slice) => part + slice.value, 0) / total
  const small = bySize.filter((slice, rank) => isBeyond(rank) || (tinyShare <= mostOfOthers && tiny.includes(slice)))
  if (small.length < 2) return slices
  const sum = small.reduce((part, slice) => part + slice.value, 0)
  const others = {
    name: `${words.others} (${small.length})`,
    value: sum,
    color: theme.line,
    text: value.label(sum),
    rows: small.flatMap(({ rows }) => rows),
  }
  return [...slices.filter((slice) => !small.includes(slice)), others]
}

function ring(
  context: DrawContext,
  slices: readonly Slice[],
  { id, name, box, isDonut }: { id: string; name: string; box: PanelBox; isDonut: boolean },
) {
  const { theme } = context
  const outside = hasOutsideLabels(context, box)
  const outer = outerRadius(box, outside)
  const inner = isDonut ? innerRadius(context, box) : 0
  return {
    id,
    name: plainText(name),
    type: 'pie',
    center: [box.left + box.width / 2, box.top + box.height / 2],
    radius: [inner, outer],
    startAngle: 90,
    clockwise: true,
    data: slices.map((slice) => ({
      name: plainText(slice.name),
      value: slice.value,
      itemStyle: { color: slice.color },
    })),
    itemStyle: { borderColor: theme.surface, borderWidth: 2 },
    label: outside ? sliceLabels(context, slices) : { show: false },
    labelLine: { show: outside, length: 8, length2: 8, lineStyle: { color: theme.line } },
    labelLayout: { hideOverlap: true },
    emphasis: { focus: 'none', scaleSize: 3 },
    blur: { itemStyle: { opacity: 0.2 } },
  }
}

/** Whether names are beside the ring, when there is room; small panels use a legend. */
function hasOutsideLabels({ channels, isTiny }: DrawContext, box: PanelBox): boolean {
  const { labels } = channels
  return labels.isShown !== false && !isTiny && !labels.isOnLegend && box.width >= 260 && box.height >= 120
}

/** Names beside the ring need room on both sides, so the ring is smaller in a narrow box. */
function outerRadius(box: PanelBox, hasLabels: boolean): number {
  const half = Math.min(box.width, box.height) / 2
  return hasLabels ? Math.min(half * 0.84, Math.max(half * 0.44, box.width / 2 - 110)) : half * 0.94
}

function innerRadius(context: DrawContext, box: PanelBox): number {
  return outerRadius(box, hasOutsideLabels(context, box)) * (number(context.element.innerRadius) ?? 0.69)
}

function sliceLabels({ channels, theme }: DrawContext, slices: readonly Slice[]) {
  const { labels } = channels
  return {
    show: true,
    color: labels.color ?? theme.ink,
    fontSize: labels.fontSize,
    fontWeight: labels.fontWeight === 'bold' ? 600 : 400,
    minMargin: 4,
    edgeDistance: 4,
    width: 104,
    overflow: 'truncate',
    formatter: ({ percent, dataIndex }: { percent: number; dataIndex: number }) => {
      const slice = slices[dataIndex]
      return slice ? plainText(sliceLabel(labels.display, slice, `${percent.toFixed(labels.precision ?? 0)}%`)) : ''
    },
  }
}

function sliceLabel(display: string, { name, text: value }: Slice, percent: string): string {
  const known: Record<string, string[]> = {
    color: [name],
    value: [value],
    percent: [percent],
    'color-value': [name, value],
    'color-percent': [name, percent],
    'value-percent': [value, percent],
    all: [name, value, percent],
  }
  return (known[display] ?? [name, percent]).join(' ')
}
