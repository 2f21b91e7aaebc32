import { boxColumnId, boxEnds, boxParts } from '../document/index.ts'
import type { Cell } from '../types/index.ts'
import { axisLabeller } from './axis-label.ts'
import { withComputed } from './cartesian.ts'
import { axisTitle, categoryAxis, labelRoom, numberAxis, placeLook } from './chart-axes.ts'
import { type ChartColumn, toNumber } from './chart-data.ts'
import { mix } from './color.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { pointer } from './fields.ts'
import { legendRoomOf } from './legend.ts'
import { plainText } from './rich-text.ts'
import { placesOf } from './series.ts'
import { marksOf } from './tooltip.ts'
import { intervalsFor, valueScale, withLook } from './value-scale.ts'

interface Box {
  place: number
  parts: number[]
  texts: string[]
  outliers: { value: number; text: string }[]
}

/** The boxes of one measure, or of one value of the splitting column. */
interface BoxSet {
  name: string
  measureId: string
  group: Cell | undefined
  boxes: Box[]
}

/** The distribution of values: a box with the middle half for each place and measure, or for each value of the splitting column. */
export function boxDrawing(context: DrawContext): KindDrawing {
  const { channels, theme, words } = context
  const x = context.column(channels.x)
  const splitBy = context.column(pointer(context.element.splitBy))
  const rows = Array.from({ length: context.rowCount }, (_, row) => row)
  const places = placesOf(x, rows)
  const sets = setsOf(context, splitBy, rows, x, places)
  const colors = splitBy && context.colorsOf(splitBy)
  const colorOf = (set: BoxSet, index: number) =>
    colors?.(set.group ?? null) ?? channels.singleColor ?? theme.palette[index % theme.palette.length] ?? theme.ink
  const names = places.map((place) =>
    plainText(place === null ? (x ? words.null : (sets[0]?.name ?? '')) : (x?.label(place) ?? '')),
  )
  return {
    series: sets.flatMap((set, index) => boxSeries(set, index, colorOf(set, index), context, places.length)),
    ...axesOf(context, sets, names),
    legend: sets.map((set, index) => ({ name: set.name, color: colorOf(set, index) })),
    trigger: 'item',
    points: sets.reduce((sum, { boxes }) => sum + boxes.length, 0),
    targets: () => sets.flatMap(({ boxes }, index) => marksOf(`${index}:box`, boxes.length)),
    rowsOf: (target) => {
      if (target.kind !== 'mark') return []
      const set = sets[Number(target.seriesId.split(':')[0])]
      const box = set?.boxes[target.index]
      if (!set || !box) return []
      return rows.filter(
        (row) =>
          (!x || (x.cells[row] ?? null) === places[box.place]) &&
          (!splitBy || (splitBy.cells[row] ?? null) === set.group),
      )
    },
    tooltip: (target) => {
      if (target.kind !== 'mark') return undefined
      const index = Number(target.seriesId.split(':')[0])
      const set = sets[index]
      const box = set?.boxes[target.index]
      if (!set || !box) return undefined
      const title = [names[box.place], sets.length > 1 ? set.name : ''].filter((word) => word).join(' · ')
      return { title, rows: tooltipRows(box, colorOf(set, index), context), more: 0 }
    },
  }
}

function setsOf(
  context: DrawContext,
  splitBy: ChartColumn | undefined,
  rows: readonly number[],
  x: ChartColumn | undefined,
  places: readonly Cell[],
): BoxSet[] {
  const groups = splitBy ? placesOf(splitBy, rows) : [undefined]
  return groups.flatMap((group) =>
    context.channels.y.map((measureId) => {
      const own = splitBy ? rows.filter((row) => (splitBy.cells[row] ?? null) === group) : rows
      const name = nameOf(context, splitBy, group, measureId)
      return { name, measureId, group, boxes: boxesOf(context, measureId, own, x, places) }
    }),
  )
}

function axesOf(context: DrawContext, sets: readonly BoxSet[], names: readonly string[]) {
  const { channels, theme, locale, width, height } = context
  const values = sets.flatMap(({ boxes }) =>
    boxes.flatMap(({ parts, outliers }) => [...parts, ...outliers.map(({ value }) => value)]),
  )
  const scale = withLook(
    valueScale(Math.min(...values), Math.max(...values), intervalsFor(height - 40), channels.yAxis.hasZero ?? false),
    withComputed(channels.yAxis, context, 'yAxis'),
  )
  const format = context.element.columns.find(({ id }) => id === channels.y[0])?.format
  const label = axisLabeller(format, Math.max(Math.abs(scale.min), Math.abs(scale.max)), locale)
  const shared = { theme, locale, length: width - labelRoom(scale, label) - 8, hasLabels: !context.isTiny }
  const top = sets.length > 1 ? legendRoomOf(context, sets) : 16
  return {
    grid: [{ left: 0, right: 8, top, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' }],
    xAxis: [
      {
        ...categoryAxis({
          ...shared,
          look: placeLook(channels),
          labels: [...names],
          hasGap: true,
          hasHorizontalBars: false,
        }),
        ...axisTitle(channels.xAxis, 'bottom', theme),
      },
    ],
    yAxis: [
      {
        ...numberAxis({ ...shared, look: channels.yAxis, scale, label, hasGrid: true }),
        ...axisTitle(channels.yAxis, 'left', theme),
      },
    ],
  }
}

function tooltipRows({ texts, outliers }: Box, color: string, { words }: DrawContext) {
  const parts = [...boxParts].reverse().map((part) => ({
    key: part,
    color: undefined,
    name: words.boxParts[part],
    value: texts[boxParts.indexOf(part)] ?? '',
  }))
  const apart = outliers.map(({ text }, at) => ({
    key: `outlier ${at}`,
    color,
    name: words.boxParts.outlier,
    value: text,
  }))
  return [...parts, ...apart]
}

function nameOf(
  context: DrawContext,
  splitBy: ChartColumn | undefined,
  group: Cell | undefined,
  measureId: string,
): string {
  const column = context.element.columns.find(({ id }) => id === measureId)
  const measure = column?.name ?? measureId
  if (!splitBy || group === undefined) return measure
  return group === null ? context.words.null : splitBy.label(group)
}

function boxesOf(
  context: DrawContext,
  measureId: string,
  rows: readonly number[],
  x: ChartColumn | undefined,
  places: readonly Cell[],
): Box[] {
  const column = (part: Parameters<typeof boxColumnId>[1]) => context.column(boxColumnId(measureId, part))
  const columns = boxParts.map(column)
  const [least, most] = boxEnds.map(column)
  return rows.flatMap((row): Box[] => {
    const place = x ? places.indexOf(x.cells[row] ?? null) : 0
    const parts = columns.map((part) => toNumber(part?.cells[row]))
    if (place < 0 || parts.some((part) => part === null)) return []
    const known = parts.map((part) => part ?? 0)
    const texts = columns.map((part) => part?.label(part.cells[row] ?? null) ?? '')
    const outlier = (end: ChartColumn | undefined, isOut: (value: number) => boolean) => {
      const value = toNumber(end?.cells[row])
      return end && value !== null && isOut(value) ? [{ value, text: end.label(end.cells[row] ?? null) }] : []
    }
    const hasPoints = context.element.points !== 'none'
    const outliers = [
      ...outlier(least, (value) => value < (known[0] ?? 0)),
      ...outlier(most, (value) => value > (known[4] ?? 0)),
    ]
    return [{ place, parts: known, texts, outliers: hasPoints ? outliers : [] }]
  })
}

function boxSeries(
  set: { name: string; boxes: Box[] },
  index: number,
  color: string,
  { theme }: DrawContext,
  count: number,
): Record<string, unknown>[] {
  const outliers = set.boxes.flatMap(({ place, outliers: own }) => own.map(({ value }) => [place, value]))
  return [
    {
      id: `${index}:box`,
      name: plainText(set.name),
      type: 'boxplot',
      boxWidth: [24, 48],
      data: set.boxes.map(({ place, parts }) => [place, ...parts]),
      encode: { x: 0, y: [1, 2, 3, 4, 5] },
      itemStyle: { color: mix(theme.surface, color, 0.2), borderColor: color, borderWidth: 1.5 },
      emphasis: { focus: 'none' },
    },
    ...(outliers.length > 0 && count > 0
      ? [
          {
            id: `${index}:outliers`,
            name: plainText(set.name),
            type: 'scatter',
            silent: true,
            symbolSize: 4,
            itemStyle: { color },
            data: outliers,
          },
        ]
      : []),
  ]
}
