import { type ChartColumn, isNumeric, toNumber } from './chart-data.ts'
import { columnIds } from './chart-element.ts'
import { textOn } from './color.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { pointer } from './fields.ts'
import { plainText } from './rich-text.ts'
import { marksOf } from './tooltip.ts'

/** Areas of a whole, largest first. Only positive values have one. */
export function treemapDrawing(context: DrawContext): KindDrawing & { hasNegative: boolean } {
  const category = context.column(pointer(context.element.category))
  const measure = sizeColumn(context, category)
  const all = allAreas(context, category, measure)
  const areas = all.filter(({ size }) => size > 0).sort((left, right) => right.size - left.size)
  const total = areas.reduce((sum, { size }) => sum + size, 0)
  return {
    series: [areasSeries(context, plainText(measure?.name ?? ''), areas)],
    legend: [],
    trigger: 'item',
    points: areas.length,
    hasNegative: all.some(({ size }) => size < 0),
    targets: () => marksOf('0:areas', areas.length),
    rowsOf: (target) => {
      const area = target.kind === 'mark' ? areas[target.index] : undefined
      return area ? [area.row] : []
    },
    tooltip: (target) => {
      const area = target.kind === 'mark' ? areas[target.index] : undefined
      if (!area || !measure) return undefined
      const value = `${area.text} (${((area.size / total) * 100).toFixed(1)}%)`
      return { title: area.name, rows: [{ key: '0:areas', color: area.color, name: measure.name, value }], more: 0 }
    },
  }
}

function areasSeries({ theme, isTiny }: DrawContext, name: string, areas: ReturnType<typeof allAreas>) {
  return {
    id: '0:areas',
    name,
    type: 'treemap',
    left: 0,
    right: 0,
    top: 0,
    bottom: 0,
    roam: false,
    nodeClick: false,
    breadcrumb: { show: false },
    sort: false,
    itemStyle: { borderColor: theme.surface, borderWidth: 0, gapWidth: 2 },
    label: {
      show: !isTiny,
      fontSize: 12,
      lineHeight: 16,
      overflow: 'truncate',
      position: 'insideTopLeft',
      padding: 2,
    },
    data: areas.map(({ name, size, color, text }) => ({
      name: plainText(name),
      value: size,
      itemStyle: { color },
      label: { color: textOn(color), formatter: `${plainText(name)}\n${plainText(text)}` },
    })),
    emphasis: { focus: 'none', label: { show: true } },
  }
}

function allAreas(context: DrawContext, category: ChartColumn | undefined, measure: ChartColumn | undefined) {
  const colors = category && context.colorsOf(category)
  return Array.from({ length: measure ? context.rowCount : 0 }, (_, row) => {
    const cell = category?.cells[row] ?? null
    const size = toNumber(measure?.cells[row]) ?? 0
    return {
      row,
      name: cell === null ? context.words.null : (category?.label(cell) ?? ''),
      size,
      color: colors?.(cell) ?? context.theme.ink,
      text: measure?.label(measure.cells[row] ?? null) ?? '',
    }
  })
}

/** Sizes come from the measure columns: the first number besides the category. */
export function sizeColumn(context: DrawContext, category: ChartColumn | undefined): ChartColumn | undefined {
  const named = context.column(columnIds(context.element.yAxis)[0] ?? pointer(context.element.value))
  if (named) return named
  const ids = context.result.columns.map(({ id }) => id).filter((id) => id !== category?.id)
  return ids.flatMap((id) => context.column(id) ?? []).find(({ column }) => isNumeric(column))
}
