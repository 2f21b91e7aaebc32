import { type ChartColumn, toNumber } from './chart-data.ts'
import type { Channels } from './chart-element.ts'
import { plainText } from './rich-text.ts'
import type { ChartTheme } from './theme.ts'

/** More slices than these cannot be told apart; the smallest ones are drawn together. */
const maxSlices = 24

export interface PieInput {
  isDonut: boolean
  innerRadius: number
  value: ChartColumn
  color: ChartColumn | undefined
  rowCount: number
  hasLabels: boolean
  /** What the labels say: color, value, percent, or two or three of them; absent: name and share. */
  labelDisplay: string
  legend: Channels['legend']
  theme: ChartTheme
  nullLabel: string
  othersLabel: string
}

/** Slices in the order of the result. Only values above zero have a slice. */
export function pieOption(input: PieInput) {
  const { value, color, theme } = input
  const slices = Array.from({ length: input.rowCount }, (_, row) => {
    const cell = color?.cells[row] ?? null
    const name = color ? (cell === null ? input.nullLabel : color.label(cell)) : value.name
    const shown = value.cells[row] ?? null
    return { name: plainText(name), value: toNumber(shown) ?? 0, text: plainText(value.label(shown)) }
  }).filter((slice) => slice.value > 0)
  const kept = keepLargest(slices, input, value)
  const outer = input.legend === 'left' || input.legend === 'right' ? 64 : 74
  return {
    color: theme.palette,
    series: [
      {
        id: 's0',
        type: 'pie',
        name: plainText(value.name),
        radius: input.isDonut ? [`${Math.round(input.innerRadius * outer)}%`, `${outer}%`] : [0, `${outer}%`],
        center: centers[input.legend],
        data: kept.map(({ name, value: size }) => ({ name, value: size })),
        itemStyle: { borderColor: theme.surface, borderWidth: 1.5 },
        tooltip: { valueFormatter: (_: unknown, at: unknown) => kept[Number(at)]?.text ?? '' },
        label: input.hasLabels
          ? {
              show: true,
              color: theme.text,
              fontSize: 11,
              formatter: ({ name, percent, dataIndex }: { name: string; percent: number; dataIndex: number }) =>
                sliceLabel(input.labelDisplay, name, kept[dataIndex]?.text ?? '', `${percent.toFixed(1)}%`),
            }
          : { show: false },
        labelLine: { show: input.hasLabels, length: 8, length2: 8, lineStyle: { color: theme.line } },
      },
    ],
    seriesCount: kept.length,
    trigger: 'item' as const,
  }
}

/** The middle of the room that the legend leaves. */
const centers: Record<Channels['legend'], [string, string]> = {
  hidden: ['50%', '50%'],
  top: ['50%', '55%'],
  bottom: ['50%', '45%'],
  right: ['40%', '50%'],
  left: ['60%', '50%'],
}

function sliceLabel(display: string, name: string, value: string, percent: string): string {
  const parts = { color: [name], value: [value], percent: [percent], 'color-value': [name, value] }
  const more = { 'value-percent': [value, percent], all: [name, value, percent] }
  const known: Record<string, string[]> = { ...parts, ...more }
  return (known[display] ?? [name, percent]).join('  ')
}

function keepLargest<S extends { name: string; value: number; text: string }>(
  slices: S[],
  input: PieInput,
  value: ChartColumn,
) {
  if (slices.length <= maxSlices) return slices
  const limit = [...slices].sort((left, right) => right.value - left.value)[maxSlices - 2]?.value ?? 0
  const kept = slices.filter((slice) => slice.value >= limit).slice(0, maxSlices - 1)
  const rest = slices.filter((slice) => !kept.includes(slice))
  const sum = rest.reduce((total, slice) => total + slice.value, 0)
  return [...kept, { name: `${input.othersLabel} (${rest.length})`, value: sum, text: plainText(value.label(sum)) }]
}
