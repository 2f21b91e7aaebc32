import type { Cell } from '../types/index.ts'
import { axisLabeller } from './axis-label.ts'
import { withComputed } from './cartesian.ts'
import { scaleOf } from './cartesian-colors.ts'
import { axisTitle, categoryAxis, labelRoom, numberAxis, placeLook, timeAxis } from './chart-axes.ts'
import { type ChartColumn, isNumeric, isTemporal, toNumber, toTime } from './chart-data.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { pointer } from './fields.ts'
import { legendRoomOf } from './legend.ts'
import { type Panel, type PanelBox, panelBoxes, panelsOf, panelTitles } from './panels.ts'
import { markOptions, placeMarks } from './reference-marks.ts'
import { plainText } from './rich-text.ts'
import { placesOf } from './series.ts'
import type { HoverTarget, TooltipContent } from './tooltip.ts'
import { marksOf } from './tooltip.ts'
import { trendOf } from './trend-line.ts'
import { intervalsFor, valueScale, withLook } from './value-scale.ts'

const smallestSymbol = 4
const largestSymbol = 32

interface Point {
  row: number
  at: number
  value: number
}

interface Cloud {
  id: string
  panel: number
  name: string
  measure: ChartColumn
  group: Cell | undefined
  points: Point[]
}

/** The columns of the chart, its panels and the points in them. */
function readScatter(context: DrawContext) {
  const { channels } = context
  const x = context.column(channels.x)
  const measures = channels.y.flatMap((id) => context.column(id) ?? [])
  const byCategory = channels.color?.by === 'category' ? context.column(channels.color.columnId) : undefined
  const trellis = panelsOf(context, measures)
  const isContinuous = x !== undefined && (isTemporal(x.column) || isNumeric(x.column))
  const rows = Array.from({ length: context.rowCount }, (_, row) => row)
  const names = x && !isContinuous ? placesOf(x, rows) : undefined
  const groups = byCategory ? placesOf(byCategory, rows) : [undefined]
  const clouds = trellis.panels.flatMap((panel, index) =>
    cloudsOf(context, panel, index, { x, byCategory, groups, names }),
  )
  return { x, measures, byCategory, trellis, rows, names, groups, clouds }
}

/** A point for each row and measure; a row without a position is omitted. */
export function scatterDrawing(context: DrawContext): KindDrawing {
  const { x, measures, byCategory, trellis, rows, names, groups, clouds } = readScatter(context)
  const size = context.column(pointer(context.element.size))
  const extent = extents(clouds)
  const colors = colorsOf(context, byCategory, measures)
  const yScale = yScaleOf(context, extent, trellis.rowCount)
  const yLabel = axisLabeller(measures[0]?.format, Math.max(Math.abs(yScale.min), Math.abs(yScale.max)), context.locale)
  const hasLegend = (byCategory ? groups.length : measures.length) > 1
  const legend = hasLegend ? legendOf(clouds, colors) : []
  const top = hasLegend ? legendRoomOf(context, legend) + 12 : 24
  const margins = { left: labelRoom(yScale, yLabel), right: 12, top, bottom: 44 }
  const { boxes, height } = panelBoxes(trellis, context, margins)
  const symbol = symbolSizes(context, size, clouds)
  const drawing = { series: [], grid: [], xAxis: [], yAxis: [] } as Record<
    'series' | 'grid' | 'xAxis' | 'yAxis',
    Record<string, unknown>[]
  >
  const isSized = size !== undefined
  const shared = { context, x, names, measures, rows, extent, symbol, isSized, colors, yScale, yLabel }
  for (const [index, panel] of trellis.panels.entries()) {
    const box = boxes[index]
    if (!box) continue
    const isLeft = panel.column === 0
    const isBottom = !trellis.panels.some((other) => other.column === panel.column && other.row > panel.row)
    const own = clouds.filter((cloud) => cloud.panel === index)
    const { xAxis, yAxis, series } = panelDrawing(shared, { index, clouds: own, box, isLeft, isBottom })
    drawing.grid.push({ ...box, containLabel: false })
    drawing.xAxis.push(xAxis)
    drawing.yAxis.push(yAxis)
    drawing.series.push(...series)
  }
  return {
    ...drawing,
    title: panelTitles(trellis, boxes, context),
    legend,
    trigger: 'item',
    points: clouds.reduce((sum, { points }) => sum + points.length, 0),
    height,
    panelsLeftOut: trellis.leftOut,
    targets: () => clouds.flatMap(({ id, points }) => marksOf(id, points.length)),
    rowsOf: (target) => pointAt(clouds, target).map(([, { row }]) => row),
    tooltip: (target) => {
      const [found] = pointAt(clouds, target)
      if (!found) return undefined
      const [cloud, point] = found
      return pointTooltip(context, cloud, point, [x, cloud.measure, size, byCategory], colors(cloud))
    },
  }
}

/** The settings that the panels of a chart share. */
interface Shared {
  context: DrawContext
  x: ChartColumn | undefined
  names: readonly Cell[] | undefined
  measures: readonly ChartColumn[]
  rows: readonly number[]
  extent: ReturnType<typeof extents>
  symbol: ReturnType<typeof symbolSizes>
  isSized: boolean
  colors: ReturnType<typeof colorsOf>
  yScale: ReturnType<typeof valueScale>
  yLabel: (value: number) => string
}

/** The axes of one panel, and its point clouds with their trends and reference marks. */
function panelDrawing(
  { context, x, names, measures, rows, extent, symbol, isSized, colors, yScale, yLabel }: Shared,
  panel: { index: number; clouds: readonly Cloud[]; box: PanelBox; isLeft: boolean; isBottom: boolean },
) {
  const { channels, theme } = context
  const { index, clouds, box, isLeft, isBottom } = panel
  const yAxis = {
    ...numberAxis({
      look: channels.yAxis,
      theme,
      locale: context.locale,
      length: box.height,
      hasLabels: isLeft,
      scale: yScale,
      label: yLabel,
      hasGrid: true,
    }),
    gridIndex: index,
    ...(isLeft ? axisTitle(channels.yAxis, 'left', theme, measures.length === 1 ? measures[0]?.name : undefined) : {}),
  }
  const clouded = clouds.map((cloud) => cloudSeries(context, cloud, { color: colors(cloud), symbol, isSized }))
  const marks = placeMarks(channels.refMarks, {
    column: context.column,
    computed: context.computed,
    rows,
    write: (_, value) => yLabel(value),
  })
  const [first, ...others] = [...clouded, ...trends(context, clouds, index, colors)]
  return {
    xAxis: { ...placeAxis(context, x, names, extent, box.width, isBottom), gridIndex: index },
    yAxis,
    series: first
      ? [
          { ...first, ...markOptions(marks, { hasHorizontalBars: false, isDown: channels.yAxis.isReversed }, theme) },
          ...others,
        ]
      : [],
  }
}

/** The value scale of all panels, with the ends from the axis settings. */
function yScaleOf(context: DrawContext, { low, high }: ReturnType<typeof extents>, panelRows: number) {
  const { yAxis } = context.channels
  const scale = valueScale(low, high, intervalsFor(context.height / panelRows), yAxis.hasZero ?? false)
  return withLook(scale, withComputed(yAxis, context, 'yAxis'))
}

/** The point of a hovered mark, with the cloud of points of the same color and measure; empty for any other target. */
function pointAt(clouds: readonly Cloud[], target: HoverTarget): [Cloud, Point][] {
  if (target.kind !== 'mark') return []
  const cloud = clouds.find(({ id }) => id === target.seriesId)
  const point = cloud?.points[target.index]
  return cloud && point ? [[cloud, point]] : []
}

function cloudsOf(
  context: DrawContext,
  panel: Panel,
  index: number,
  {
    x,
    byCategory,
    groups,
    names,
  }: {
    x: ChartColumn | undefined
    byCategory: ChartColumn | undefined
    groups: readonly (Cell | undefined)[]
    names: readonly Cell[] | undefined
  },
): Cloud[] {
  const placeOf = new Map(names?.map((name, place) => [name, place]))
  const position = (row: number) => {
    if (!x) return 0
    if (names) return placeOf.get(x.cells[row] ?? null) ?? null
    return isTemporal(x.column) ? toTime(x.cells[row]) : toNumber(x.cells[row])
  }
  return groups.flatMap((group) =>
    panel.measures.map((measure): Cloud => {
      const rows = byCategory ? panel.rows.filter((row) => (byCategory.cells[row] ?? null) === group) : panel.rows
      const groupName = !byCategory
        ? undefined
        : group === null || group === undefined
          ? context.words.null
          : byCategory.label(group)
      const parts = [groupName, groupName === undefined || panel.measures.length > 1 ? measure.name : undefined]
      return {
        id: `${index}:${group === undefined ? '' : `${group === null ? 'null' : `=${group}`} `}${measure.id}`,
        panel: index,
        name: parts.filter((part) => part !== undefined).join(' · '),
        measure,
        group,
        points: rows.flatMap((row) => {
          const at = position(row)
          const value = toNumber(measure.cells[row])
          return at === null || value === null ? [] : [{ row, at, value }]
        }),
      }
    }),
  )
}

function extents(clouds: readonly Cloud[]) {
  const extent = {
    from: Number.POSITIVE_INFINITY,
    to: Number.NEGATIVE_INFINITY,
    low: Number.POSITIVE_INFINITY,
    high: Number.NEGATIVE_INFINITY,
  }
  for (const { points } of clouds) {
    for (const { at, value } of points) {
      extent.from = Math.min(extent.from, at)
      extent.to = Math.max(extent.to, at)
      extent.low = Math.min(extent.low, value)
      extent.high = Math.max(extent.high, value)
    }
  }
  return extent
}

function colorsOf(context: DrawContext, byCategory: ChartColumn | undefined, measures: readonly ChartColumn[]) {
  const { channels, theme } = context
  const byValue = byCategory && context.colorsOf(byCategory, channels.color?.scheme)
  return ({ group, measure }: Cloud): string => {
    if (byValue) return byValue(group ?? null)
    const order = measures.findIndex(({ id }) => id === measure.id)
    return (order === 0 ? channels.singleColor : undefined) ?? theme.palette[order % theme.palette.length] ?? theme.ink
  }
}

function legendOf(clouds: readonly Cloud[], colors: (cloud: Cloud) => string) {
  const entries = new Map(clouds.map((cloud) => [cloud.name, { name: cloud.name, color: colors(cloud) }]))
  return [...entries.values()]
}

function placeAxis(
  context: DrawContext,
  x: ChartColumn | undefined,
  names: readonly Cell[] | undefined,
  { from, to }: { from: number; to: number },
  length: number,
  hasLabels: boolean,
) {
  const { channels, theme, locale } = context
  const look = withComputed(placeLook(channels), context, 'xAxis')
  const setting = { look, theme, locale, length, hasLabels }
  const title = hasLabels ? axisTitle(channels.xAxis, 'bottom', theme, x?.name) : {}
  const show = !channels.xAxis.isHidden && x !== undefined
  if (names) {
    const labels = names.map((name) => plainText(name === null ? context.words.null : (x?.label(name) ?? '')))
    return { ...categoryAxis({ ...setting, labels, hasGap: true, hasHorizontalBars: false }), ...title, show }
  }
  if (x && isTemporal(x.column)) return { ...timeAxis({ ...setting, x, from, to, times: [] }), ...title, show }
  const scale = withLook(
    valueScale(from, to, Math.max(2, Math.min(8, Math.floor(length / 80))), look.hasZero ?? false),
    look,
  )
  const label = axisLabeller(
    x?.format ?? { kind: 'number', formatString: ',' },
    Math.max(Math.abs(scale.min), Math.abs(scale.max)),
    locale,
  )
  const axis = numberAxis({ ...setting, scale, label, hasGrid: true })
  return {
    ...axis,
    axisLine: { show: !look.hidesZeroLine, onZero: false, lineStyle: { color: theme.line } },
    ...title,
    show,
  }
}

/** The area of a point is proportional to its value; points are small when there are many. */
function symbolSizes(
  context: DrawContext,
  size: ChartColumn | undefined,
  clouds: readonly Cloud[],
): (row: number) => number {
  const count = clouds.reduce((sum, { points }) => sum + points.length, 0)
  const given = context.channels.lines.points ?? pointStyle(context)
  const plain = given ? given.size : count > 1000 ? 4 : 8
  if (!size) return () => plain
  let largest = 0
  for (let row = 0; row < context.rowCount; row++) largest = Math.max(largest, toNumber(size.cells[row]) ?? 0)
  return (row) => {
    const value = Math.max(0, toNumber(size.cells[row]) ?? 0)
    return largest === 0 ? plain : smallestSymbol + (largestSymbol - smallestSymbol) * Math.sqrt(value / largest)
  }
}

function pointStyle({ element }: DrawContext): { size: number } | undefined {
  const style = element.pointStyle
  if (typeof style !== 'object' || style === null || !('size' in style) || typeof style.size !== 'number')
    return undefined
  return { size: 2 * Math.sqrt(style.size) }
}

function cloudSeries(
  context: DrawContext,
  cloud: Cloud,
  { color, symbol, isSized }: { color: string; symbol: (row: number) => number; isSized: boolean },
): Record<string, unknown> {
  const { theme, channels } = context
  const { points } = cloud
  const isMany = points.length > 1000
  const scale = scaleOf(context)
  const { labels } = channels
  const total = points.reduce((sum, { value }) => sum + Math.abs(value), 0)
  const shareText = (value: number) =>
    `${(total === 0 ? 0 : (Math.abs(value) / total) * 100).toFixed(labels.precision ?? 0)}%`
  return {
    id: cloud.id,
    name: plainText(cloud.name),
    type: 'scatter',
    xAxisIndex: cloud.panel,
    yAxisIndex: cloud.panel,
    data: points.map(({ row, at, value }) =>
      scale ? { value: [at, value], itemStyle: { color: scale(row) } } : [at, value],
    ),
    symbolSize: isSized
      ? (_: unknown, { dataIndex }: { dataIndex: number }) => symbol(points[dataIndex]?.row ?? 0)
      : symbol(0),
    ...(points.length > 2000 && !scale && !isSized ? { large: true } : {}),
    itemStyle: {
      color,
      opacity: isMany ? 0.4 : 0.65,
      ...(isMany ? {} : { borderColor: theme.surface, borderWidth: 1 }),
    },
    label: labels.isShown
      ? {
          show: true,
          position: 'top',
          color: labels.color ?? theme.muted,
          fontSize: labels.fontSize,
          fontWeight: labels.fontWeight === 'bold' ? 600 : 400,
          ...(labels.hasOutline ? { textBorderColor: theme.surface, textBorderWidth: 3 } : {}),
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const cell = cloud.measure.cells[points[dataIndex]?.row ?? -1] ?? null
            if (cell === null) return '\u2013'
            if (labels.valueFormat === 'percent') return shareText(points[dataIndex]?.value ?? 0)
            return plainText(
              labels.precision === undefined
                ? cloud.measure.label(cell)
                : context.precise(cloud.measure, cell, labels.precision),
            )
          },
        }
      : { show: false },
    labelLayout: { hideOverlap: true },
    emphasis: { focus: 'none', itemStyle: { opacity: 1 } },
    blur: { itemStyle: { opacity: 0.2 } },
  }
}

/** Curves fitted to the points of a measure; not with colours or panels. */
function trends(context: DrawContext, clouds: readonly Cloud[], index: number, colors: (cloud: Cloud) => string) {
  const { channels, theme, element } = context
  if (channels.color?.by === 'category' || element.trellis !== undefined) return []
  return channels.trendLines.flatMap((line, order) => {
    const cloud = clouds.find(({ measure }) => measure.id === line.columnId)
    const trend =
      cloud &&
      trendOf(
        line,
        cloud.points.map(({ at, value }) => [at, value]),
      )
    if (!cloud || !trend) return []
    const { from, to } = extents([cloud])
    const data = Array.from({ length: 61 }, (_, step) => from + ((to - from) * step) / 60).map((at) => [
      at,
      trend.at(at),
    ])
    const words = [line.label || undefined, line.hasFit ? `R\u00b2 ${trend.fit.toFixed(3)}` : undefined].filter(
      (word) => word,
    )
    return [
      {
        id: `${index}:trend ${order}`,
        name: '',
        type: 'line',
        xAxisIndex: index,
        yAxisIndex: index,
        silent: true,
        symbol: 'none',
        data,
        lineStyle: {
          color: line.color ?? colors(cloud),
          width: line.width,
          type: line.dash === 'dashed' ? [5, 4] : line.dash,
        },
        endLabel: {
          show: words.length > 0,
          formatter: plainText(words.join('  ')),
          color: theme.ink2,
          fontSize: 11,
          offset: [-8, -10],
          align: 'right',
        },
      },
    ]
  })
}

function pointTooltip(
  { channels, column, words }: DrawContext,
  cloud: Cloud,
  { row }: Point,
  columns: (ChartColumn | undefined)[],
  color: string,
): TooltipContent {
  const further = channels.tooltip.columns.map((id) => column(id))
  const rows = [...columns, ...further].flatMap((entry, index) => {
    if (!entry) return []
    const cell = entry.cells[row] ?? null
    const value = cell === null ? words.null : entry.label(cell)
    return [{ key: index === 1 ? cloud.id : entry.id, color: index === 1 ? color : undefined, name: entry.name, value }]
  })
  return { title: undefined, rows, more: 0 }
}
