import { axisLabeller } from './axis-label.ts'
import { type ChartColumn, toNumber } from './chart-data.ts'
import { textOn } from './color.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { pointer, record } from './fields.ts'
import { plainText } from './rich-text.ts'
import { fitText, textWidth } from './text-width.ts'
import { marksOf, type TooltipContent } from './tooltip.ts'

interface Stage {
  name: string
  size: number
  text: string
}

/** The stages of a funnel and the positions of its parts, in pixels. */
interface Funnel {
  context: DrawContext
  value: ChartColumn | undefined
  stages: readonly Stage[]
  largest: number
  color: string
  /** Width for the names on the left. */
  nameRoom: number
  /** Width for the percentages on the right. */
  shareRoom: number
  hasShares: boolean
}

/**
 * Stages from top to bottom as centred bars, in the order of the result, with the percentage of the previous stage that each keeps. Bars
 * are used because the areas of trapezoids mislead.
 */
export function funnelDrawing(context: DrawContext): KindDrawing {
  const funnel = funnelOf(context)
  const { stages, largest, nameRoom, shareRoom } = funnel
  return {
    series: [spaceSeries(funnel), stageSeries(funnel)],
    grid: [{ left: nameRoom, right: shareRoom, top: 4, bottom: 4, containLabel: false }],
    xAxis: [{ type: 'value', show: false, min: 0, max: largest }],
    yAxis: [nameAxis(funnel), shareAxis(funnel)],
    legend: [],
    trigger: 'item',
    points: stages.length,
    targets: () => marksOf('0:stages', stages.length),
    rowsOf: (target) => [target.kind === 'mark' ? target.index : target.at],
    tooltip: (target) => tooltipOf(funnel, target.kind === 'mark' ? target.index : target.at),
  }
}

function funnelOf(context: DrawContext): Funnel {
  const { element, theme, words, width, channels } = context
  const stage = context.column(pointer(element.stage))
  const value = context.column(pointer(element.series) ?? pointer(element.value))
  const stages = Array.from({ length: value ? context.rowCount : 0 }, (_, row): Stage => {
    const cell = stage?.cells[row] ?? null
    return {
      name: cell === null ? words.null : (stage?.label(cell) ?? ''),
      size: Math.max(0, toNumber(value?.cells[row]) ?? 0),
      text: value?.label(value.cells[row] ?? null) ?? '',
    }
  })
  const hasShares = record(element.dataLabel)?.labels !== 'hidden' && !context.isTiny
  return {
    context,
    value,
    stages,
    largest: Math.max(1, ...stages.map(({ size }) => size)),
    color: channels.singleColor ?? theme.palette[0] ?? theme.ink,
    nameRoom: Math.min(width * 0.35, Math.max(0, ...stages.map(({ name }) => textWidth(name, 12))) + 12),
    shareRoom: hasShares ? 56 : 8,
    hasShares,
  }
}

/** The fraction of the previous stage that a stage keeps. */
function shareOf({ stages }: Funnel, index: number): number | undefined {
  const before = stages[index - 1]?.size
  return before === undefined || before === 0 ? undefined : (stages[index]?.size ?? 0) / before
}

const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`

/** The empty space before each bar, which centres it. */
function spaceSeries({ stages, largest }: Funnel) {
  return {
    id: '0:base',
    name: '',
    type: 'bar',
    stack: 'funnel',
    silent: true,
    itemStyle: { color: 'transparent' },
    data: stages.map(({ size }) => (largest - size) / 2),
  }
}

function stageSeries({ context, value, stages, largest, color, nameRoom, shareRoom }: Funnel) {
  const { theme, width, locale } = context
  const write = axisLabeller(value?.format, largest, locale)
  const barWidth = width - nameRoom - shareRoom
  return {
    id: '0:stages',
    name: plainText(value?.name ?? ''),
    type: 'bar',
    stack: 'funnel',
    barCategoryGap: '24%',
    barMaxWidth: 64,
    data: stages.map(({ size }, index) => {
      const isNarrow = (size / largest) * barWidth < textWidth(write(size), 12) + 12
      return {
        value: size,
        itemStyle: { color, opacity: 1 - 0.5 * (index / Math.max(1, stages.length)), borderRadius: 2 },
        label: { position: isNarrow ? 'right' : 'inside', color: isNarrow ? theme.ink : textOn(color) },
      }
    }),
    label: {
      show: !context.isTiny,
      fontSize: 12,
      fontWeight: 500,
      formatter: ({ dataIndex }: { dataIndex: number }) => plainText(write(stages[dataIndex]?.size ?? 0)),
    },
    emphasis: { focus: 'none' },
  }
}

function nameAxis({ context, stages, nameRoom }: Funnel) {
  return {
    type: 'category',
    inverse: true,
    data: stages.map(({ name }) => plainText(name)),
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      show: !context.isTiny,
      interval: 0,
      color: context.theme.ink,
      fontSize: 12,
      margin: 8,
      formatter: (name: string) => fitText(name, 12, nameRoom - 12),
    },
  }
}

function shareAxis(funnel: Funnel) {
  return {
    type: 'category',
    inverse: true,
    position: 'right',
    data: funnel.stages.map((_, index) => {
      const share = shareOf(funnel, index)
      return share === undefined ? '' : percent(share)
    }),
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { show: funnel.hasShares, interval: 0, color: funnel.context.theme.muted, fontSize: 11, margin: 8 },
  }
}

function tooltipOf(funnel: Funnel, index: number): TooltipContent | undefined {
  const { context, value, stages, color } = funnel
  const { words } = context
  const stage = stages[index]
  if (!stage || !value) return undefined
  const share = shareOf(funnel, index)
  const first = stages[0]?.size ?? 0
  const rows = [
    { key: '0:stages', color, name: value.name, value: stage.text },
    ...(share === undefined ? [] : [{ key: 'kept', color: undefined, name: words.ofPrevious, value: percent(share) }]),
    ...(index === 0 || first === 0
      ? []
      : [{ key: 'first', color: undefined, name: words.ofFirst, value: percent(stage.size / first) }]),
  ]
  return { title: stage.name, rows, more: 0 }
}
