import { axisLabeller } from './axis-label.ts'
import { toNumber } from './chart-data.ts'
import { textOn } from './color.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { pointer, record } from './fields.ts'
import { plainText } from './rich-text.ts'
import { fitText, textWidth } from './text-width.ts'
import { marksOf } from './tooltip.ts'

/**
 * Stages from top to bottom as centred bars, in the order of the result, with the share that each stage keeps of the
 * one before it. Bars and not trapezoids, whose areas would lie.
 */
export function funnelDrawing(context: DrawContext): KindDrawing {
  const { element, theme, words, width, channels, locale } = context
  const stage = context.column(pointer(element.stage))
  const value = context.column(pointer(element.series) ?? pointer(element.value))
  const stages = Array.from({ length: value ? context.rowCount : 0 }, (_, row) => {
    const cell = stage?.cells[row] ?? null
    const size = Math.max(0, toNumber(value?.cells[row]) ?? 0)
    return {
      name: cell === null ? words.null : (stage?.label(cell) ?? ''),
      size,
      text: value?.label(value.cells[row] ?? null) ?? '',
    }
  })
  const largest = Math.max(1, ...stages.map(({ size }) => size))
  const write = axisLabeller(value?.format, largest, locale)
  const first = stages[0]?.size ?? 0
  const kept = (index: number) => {
    const before = stages[index - 1]?.size
    return before === undefined || before === 0 ? undefined : (stages[index]?.size ?? 0) / before
  }
  const color = channels.singleColor ?? theme.palette[0] ?? theme.ink
  const nameRoom = Math.min(width * 0.35, Math.max(0, ...stages.map(({ name }) => textWidth(name, 12))) + 12)
  const hasConversion = record(element.dataLabel)?.labels !== 'hidden' && !context.isTiny
  const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`
  const room = hasConversion ? 56 : 8
  const barWidth = width - nameRoom - room
  return {
    series: [
      {
        id: '0:base',
        name: '',
        type: 'bar',
        stack: 'funnel',
        silent: true,
        itemStyle: { color: 'transparent' },
        data: stages.map(({ size }) => (largest - size) / 2),
      },
      {
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
      },
    ],
    grid: [{ left: nameRoom, right: room, top: 4, bottom: 4, containLabel: false }],
    xAxis: [{ type: 'value', show: false, min: 0, max: largest }],
    yAxis: [
      {
        type: 'category',
        inverse: true,
        data: stages.map(({ name }) => plainText(name)),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: {
          show: !context.isTiny,
          interval: 0,
          color: theme.ink,
          fontSize: 12,
          margin: 8,
          formatter: (name: string) => fitText(name, 12, nameRoom - 12),
        },
      },
      {
        type: 'category',
        inverse: true,
        position: 'right',
        data: stages.map((_, index) => {
          const share = kept(index)
          return share === undefined ? '' : percent(share)
        }),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: {
          show: hasConversion,
          interval: 0,
          color: theme.muted,
          fontSize: 11,
          margin: 8,
        },
      },
    ],
    legend: [],
    trigger: 'item',
    points: stages.length,
    targets: () => marksOf('0:stages', stages.length),
    tooltip: (target) => {
      const index = target.kind === 'mark' ? target.index : target.at
      const entry = stages[index]
      if (!entry || !value) return undefined
      const share = kept(index)
      const rows = [
        { key: '0:stages', color, name: value.name, value: entry.text },
        ...(share === undefined
          ? []
          : [{ key: 'kept', color: undefined, name: words.ofPrevious, value: percent(share) }]),
        ...(index === 0 || first === 0
          ? []
          : [{ key: 'first', color: undefined, name: words.ofFirst, value: percent(entry.size / first) }]),
      ]
      return { title: entry.name, rows, more: 0 }
    },
  }
}
