import type { Cell } from '../types/index.ts'
import { axisLabeller } from './axis-label.ts'
import { withComputed } from './cartesian.ts'
import { axisTitle, categoryAxis, labelRoom, numberAxis, placeLook } from './chart-axes.ts'
import { type ChartColumn, toNumber } from './chart-data.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { hex, number, pointer, record, text } from './fields.ts'
import { plainText } from './rich-text.ts'
import { placesOf } from './series.ts'
import { intervalsFor, valueScale, withLook } from './value-scale.ts'

type Role = 'start' | 'up' | 'down' | 'subtotal' | 'end'

/** A bar of a waterfall: it floats between two running totals, or starts at zero. */
interface Step {
  name: string
  role: Role
  from: number
  to: number
  text: string
  /** Rows of a step; a total has none. */
  rows?: readonly number[]
}

/** The composition of a total: from a start through signed steps to an end. */
export function waterfallDrawing(context: DrawContext): KindDrawing {
  const { channels, theme, locale, width, height } = context
  const steps = stepsOf(context)
  const measure = context.column(channels.y[0])
  const ends = steps.flatMap(({ from, to }) => [from, to])
  const scale = withLook(
    valueScale(Math.min(...ends, 0), Math.max(...ends, 0), intervalsFor(height - 40), true),
    withComputed(channels.yAxis, context, 'yAxis'),
  )
  const label = axisLabeller(measure?.format, Math.max(Math.abs(scale.min), Math.abs(scale.max)), locale)
  const colors = colorsOf(context)
  const room = labelRoom(scale, label)
  const hasLabels = channels.labels.isShown ?? ((width - room) / Math.max(1, steps.length) >= 40 && !context.isTiny)
  const shared = { theme, locale, length: width - room - 8, hasLabels: !context.isTiny }
  return {
    series: [base(steps), bars(context, steps, colors, hasLabels), ...connectors(context, steps)],
    grid: [{ left: 0, right: 8, top: 16, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' }],
    xAxis: [
      {
        ...categoryAxis({
          ...shared,
          look: placeLook(channels),
          labels: steps.map(({ name }) => plainText(name)),
          hasGap: true,
          hasHorizontalBars: false,
        }),
        show: !channels.xAxis.isHidden && !context.isTiny,
        ...axisTitle(channels.xAxis, 'bottom', theme),
      },
    ],
    yAxis: [
      {
        ...numberAxis({ ...shared, look: channels.yAxis, scale, label, hasGrid: true }),
        ...axisTitle(channels.yAxis, 'left', theme),
      },
    ],
    legend: [],
    trigger: 'axis',
    points: steps.length,
    targets: () => steps.map((_, at) => ({ kind: 'place', panel: 0, at })),
    rowsOf: (target) => steps[target.kind === 'place' ? target.at : target.index]?.rows ?? [],
    tooltip: (target) => {
      const at = target.kind === 'place' ? target.at : target.index
      const step = steps[at]
      if (!step || !measure) return undefined
      const rows = [{ key: '0:steps', color: colors[step.role], name: measure.name, value: step.text }]
      const isStep = step.role === 'up' || step.role === 'down'
      return {
        title: step.name,
        rows,
        more: 0,
        ...(isStep ? { total: { name: context.words.total, value: measure.label(step.to) } } : {}),
      }
    },
  }
}

/** Bars by place; several measures or a splitting column add several steps at each place, with a subtotal if requested. */
function stepsOf(context: DrawContext): Step[] {
  const { channels, element, words } = context
  const measures = channels.y.flatMap((id) => context.column(id) ?? [])
  const x = context.column(channels.x)
  const splitBy = context.column(pointer(element.splitBy))
  const shape = record(element.waterfallShape)
  const rows = Array.from({ length: context.rowCount }, (_, row) => row)
  const difference = shape?.calculation === 'difference' && measures.length === 1 && !splitBy
  const steps: Step[] = []
  let total = 0
  const add = (name: string, value: number, write: string, own: readonly number[]) => {
    steps.push({ name, role: value < 0 ? 'down' : 'up', from: total, to: total + value, text: write, rows: own })
    total += value
  }
  const start = startOf(context, measures)
  if (start !== undefined && measures[0]) {
    steps.push({ name: start.label, role: 'start', from: 0, to: start.value, text: measures[0].label(start.value) })
    total = start.value
  }
  const subtotal = record(shape?.subtotal)
  const hasSubtotals = subtotal?.visibility === 'shown' && (measures.length > 1 || splitBy !== undefined)
  let before: number | undefined
  for (const place of placesOf(x, rows)) {
    const name = x ? (place === null ? words.null : x.label(place)) : ''
    for (const part of partsOf(rows, { x, place, splitBy, measures, nullLabel: words.null })) {
      if (part.value === null) continue
      if (!difference) add([name, part.name].filter((word) => word).join(' · '), part.value, part.text, part.rows)
      else if (before === undefined) {
        steps.push({ name, role: 'start', from: 0, to: part.value, text: part.text, rows: part.rows })
        total = part.value
      } else add(name, part.value - before, measures[0]?.label(part.value - before) ?? '', part.rows)
      before = part.value
    }
    if (hasSubtotals && measures[0]) {
      steps.push({
        name: text(subtotal?.label) ?? `${words.total} ${name}`.trim(),
        role: 'subtotal',
        from: 0,
        to: total,
        text: measures[0].label(total),
      })
    }
  }
  const end = record(shape?.endTotal)
  if (end?.visibility !== 'hidden' && measures[0]) {
    steps.push({ name: text(end?.label) ?? words.end, role: 'end', from: 0, to: total, text: measures[0].label(total) })
  }
  return steps
}

function partsOf(
  rows: readonly number[],
  {
    x,
    place,
    splitBy,
    measures,
    nullLabel,
  }: {
    x: ChartColumn | undefined
    place: Cell
    splitBy: ChartColumn | undefined
    measures: readonly ChartColumn[]
    nullLabel: string
  },
) {
  const own = x ? rows.filter((row) => (x.cells[row] ?? null) === place) : rows
  return placesOf(splitBy, own).flatMap((part) => {
    const inPart = splitBy ? own.filter((row) => (splitBy.cells[row] ?? null) === part) : own
    const partName = !splitBy ? undefined : part === null ? nullLabel : splitBy.label(part)
    return measures.map((measure) => {
      const numbers = inPart.flatMap((row) => toNumber(measure.cells[row]) ?? [])
      const value = numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0)
      const only = inPart.length === 1 ? (measure.cells[inPart[0] ?? -1] ?? null) : value
      const name = [partName, measures.length > 1 ? measure.name : undefined]
        .filter((word) => word !== undefined)
        .join(' · ')
      return { name, value, text: measure.label(only), rows: inPart }
    })
  })
}

/** Where the steps start: nowhere, at a fixed value, or at an aggregate of a column. */
function startOf(context: DrawContext, measures: readonly ChartColumn[]): { value: number; label: string } | undefined {
  const start = record(context.element.startPoint)
  const value = record(start?.value)
  if (!start || start.visibility === 'hidden' || measures.length === 0) return undefined
  const label = text(start.label) ?? context.words.start
  if (value?.type === 'constant') return { value: number(value.value) ?? 0, label }
  if (value?.type !== 'column') return undefined
  const cells = context.column(text(value.columnId))?.cells.slice(0, context.rowCount) ?? []
  const numbers = cells.flatMap((cell) => toNumber(cell) ?? [])
  const known = startAggregates[text(value.func) ?? '']?.(numbers, cells)
  return known === undefined || !Number.isFinite(known) ? undefined : { value: known, label }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const startAggregates: Record<string, (numbers: readonly number[], cells: readonly Cell[]) => number> = {
  sum,
  avg: (numbers) => sum(numbers) / numbers.length,
  min: (numbers) => Math.min(...numbers),
  max: (numbers) => Math.max(...numbers),
  count: (_, cells) => cells.filter((cell) => cell !== null).length,
  countDistinct: (_, cells) => new Set(cells.filter((cell) => cell !== null)).size,
}

function colorsOf({ element, theme }: DrawContext): Record<Role, string> {
  const given = record(element.waterfallColors)
  const total = hex(given?.total) ?? theme.neutral
  return {
    start: total,
    subtotal: total,
    end: total,
    up: hex(given?.increase) ?? theme.palette[0] ?? theme.ink,
    down: hex(given?.decrease) ?? theme.palette[1] ?? theme.ink,
  }
}

/** Transparent bars that lift the steps. A step across zero consists of two parts that both start at zero. */
function base(steps: readonly Step[]) {
  return {
    id: '0:base',
    name: '',
    type: 'bar',
    stack: 'steps',
    stackStrategy: 'all',
    silent: true,
    itemStyle: { color: 'transparent' },
    data: steps.map(({ from, to }) => (from * to < 0 ? 0 : Math.abs(from) < Math.abs(to) ? from : to)),
  }
}

function bars(
  { theme, channels }: DrawContext,
  steps: readonly Step[],
  colors: Record<Role, string>,
  hasLabels: boolean,
) {
  const isStep = (role: Role) => role === 'up' || role === 'down'
  return {
    id: '0:steps',
    name: '',
    type: 'bar',
    stack: 'steps',
    stackStrategy: 'all',
    barMaxWidth: 48,
    barCategoryGap: '30%',
    data: steps.map(({ role, from, to }) => {
      const lower = from * to < 0 ? 0 : Math.abs(from) < Math.abs(to) ? from : to
      const upper = lower === from ? to : from
      return { value: from * to < 0 ? to : upper - lower, itemStyle: { color: colors[role], borderRadius: 2 } }
    }),
    label: {
      show: hasLabels,
      position: 'top',
      distance: 4,
      color: channels.labels.color ?? theme.muted,
      fontSize: channels.labels.fontSize,
      textBorderColor: theme.surface,
      textBorderWidth: 3,
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const step = steps[dataIndex]
        return step ? plainText(step.role === 'up' && isStep(step.role) ? `+${step.text}` : step.text) : ''
      },
    },
    labelLayout: { hideOverlap: true },
    emphasis: { focus: 'none' },
  }
}

/** Thin lines from the end of each step to the start of the next one. */
function connectors({ element, theme }: DrawContext, steps: readonly Step[]) {
  const shape = record(element.waterfallShape)
  if (shape?.connectorLine === 'hidden') return []
  return [
    {
      id: '0:connectors',
      name: '',
      type: 'line',
      silent: true,
      symbol: 'none',
      z: 1,
      data: [],
      markLine: {
        symbol: 'none',
        silent: true,
        animation: false,
        label: { show: false },
        lineStyle: { color: hex(shape?.connectorLineColor) ?? theme.line, width: 1, type: 'solid' },
        data: steps.slice(0, -1).map(({ to }, index) => [
          { xAxis: index, yAxis: to },
          { xAxis: index + 1, yAxis: to },
        ]),
      },
    },
  ]
}
