import type { Cell } from '../types/index.ts'
import { categoryColor, categorySlots } from './category-colors.ts'
import { type ChartColumn, toNumber } from './chart-data.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { list, pointer } from './fields.ts'
import { plainText } from './rich-text.ts'
import { fitText, textWidth } from './text-width.ts'
import { marksOf, type TooltipContent } from './tooltip.ts'

const nodesId = '0:nodes'
/** Id for the links of a series, which the library distinguishes from its nodes. */
export const linksOf = (seriesId: string): string => `${seriesId}:links`
const linksId = linksOf(nodesId)
const nodeWidth = 8
const labelSize = 11
const labelGap = 6

/** A value of one stage; `rows` are the rows of the result that pass through it. */
interface Node {
  stage: number
  cell: Cell
  name: string
  color: string
  size: number
  rows: number[]
}

interface Link {
  from: number
  to: number
  size: number
  rows: number[]
}

interface Flow {
  nodes: Node[]
  links: Link[]
  total: number
  hasNegative: boolean
}

/** The flow from the values of each stage to the values of the next one. Only positive values flow. */
export function sankeyDrawing(context: DrawContext): KindDrawing & { hasNegative: boolean } {
  const measure = context.column(pointer(context.element.value))
  const stages = stageColumns(context)
  const flow = flowOf(context, stages, measure)
  const rowsOf = (seriesId: string, index: number) =>
    (seriesId === linksId ? flow.links[index]?.rows : flow.nodes[index]?.rows) ?? []
  return {
    series: [nodesSeries(context, stages.length, flow)],
    legend: [],
    trigger: 'item',
    points: flow.nodes.length + flow.links.length,
    hasNegative: flow.hasNegative,
    targets: () => [...marksOf(nodesId, flow.nodes.length), ...marksOf(linksId, flow.links.length)],
    rowsOf: (target) => (target.kind === 'mark' ? rowsOf(target.seriesId, target.index) : []),
    tooltip: (target) => (target.kind === 'mark' ? tooltipOf(measure, flow, target) : undefined),
  }
}

/** The columns of the stages in their order, each once. */
export function stageColumns({ element, column }: Pick<DrawContext, 'element' | 'column'>): ChartColumn[] {
  const ids = list(element.stages).flatMap((entry) => pointer(entry) ?? [])
  return [...new Set(ids)].flatMap((id) => column(id) ?? [])
}

function flowOf(context: DrawContext, stages: readonly ChartColumn[], measure: ChartColumn | undefined): Flow {
  const nodes: Node[] = []
  const links: Link[] = []
  const places = new Map<string, number>()
  const placesOfLinks = new Map<string, number>()
  const colorOf = colorsOfStages(context, stages)
  const flow: Flow = { nodes, links, total: 0, hasNegative: false }
  for (let row = 0; row < context.rowCount; row++) {
    const size = toNumber(measure?.cells[row]) ?? 0
    if (size < 0) flow.hasNegative = true
    if (size <= 0) continue
    flow.total += size
    let before: number | undefined
    for (const [stage, column] of stages.entries()) {
      const cell = column.cells[row] ?? null
      const name = cell === null ? context.words.null : column.label(cell)
      const at = placeOf(places, JSON.stringify([stage, cell]), () =>
        nodes.push({ stage, cell, name, color: colorOf(cell), size: 0, rows: [] }),
      )
      grow(nodes[at], size, row)
      if (before !== undefined) {
        const from = before
        const link = placeOf(placesOfLinks, `${from} ${at}`, () => links.push({ from, to: at, size: 0, rows: [] }))
        grow(links[link], size, row)
      }
      before = at
    }
  }
  return flow
}

/** The index of an entry in its list; `add` adds it and returns the new length. */
function placeOf(places: Map<string, number>, key: string, add: () => number): number {
  const known = places.get(key)
  if (known !== undefined) return known
  const place = add() - 1
  places.set(key, place)
  return place
}

function grow(part: { size: number; rows: number[] } | undefined, size: number, row: number) {
  if (!part) return
  part.size += size
  part.rows.push(row)
}

/** A value has the same color in every stage; the values of the first stage come first. */
function colorsOfStages({ theme, rowCount }: DrawContext, stages: readonly ChartColumn[]): (cell: Cell) => string {
  const slots = new Map<string, number>()
  for (const { cells } of stages) {
    for (const name of categorySlots(cells.slice(0, rowCount)).keys()) if (!slots.has(name)) slots.set(name, slots.size)
  }
  return categoryColor(slots, theme)
}

function nodesSeries(context: DrawContext, stageCount: number, { nodes, links }: Flow): Record<string, unknown> {
  const { theme, width, height, isTiny } = context
  const last = stageCount - 1
  const room = isTiny ? 0 : Math.floor(width * 0.22)
  const widthOf = (stage: number) =>
    isTiny
      ? 0
      : Math.min(
          room,
          labelGap +
            Math.max(0, ...nodes.filter((node) => node.stage === stage).map(({ name }) => textWidth(name, labelSize))),
        )
  const most = Math.max(1, ...Array.from({ length: stageCount }, (_, stage) => countOf(nodes, stage)))
  return {
    id: nodesId,
    type: 'sankey',
    left: last > 0 ? widthOf(0) : 0,
    right: widthOf(last),
    top: 4,
    bottom: 4,
    nodeWidth,
    // Gaps use at most a third of the height, however many values a stage has.
    nodeGap: Math.max(1, Math.min(12, Math.floor(height / 3 / most))),
    nodeAlign: 'left',
    draggable: false,
    itemStyle: { borderWidth: 0 },
    lineStyle: { color: 'source', opacity: 0.3, curveness: 0.5 },
    emphasis: { focus: 'adjacency', lineStyle: { opacity: 0.5 } },
    blur: { itemStyle: { opacity: 0.3 }, lineStyle: { opacity: 0.1 } },
    label: { show: !isTiny, fontSize: labelSize, color: theme.ink2, distance: labelGap },
    labelLayout: { hideOverlap: true },
    data: nodes.map(({ stage, name, color, size }, index) => ({
      name: String(index),
      depth: stage,
      value: size,
      itemStyle: { color },
      label: {
        position: stage === 0 && last > 0 ? 'left' : 'right',
        formatter: fitText(plainText(name), labelSize, stage === 0 || stage === last ? room - labelGap : width / 3),
      },
    })),
    links: links.map(({ from, to, size }) => ({ source: String(from), target: String(to), value: size })),
  }
}

function countOf(nodes: readonly Node[], stage: number): number {
  return nodes.filter((node) => node.stage === stage).length
}

function tooltipOf(
  measure: ChartColumn | undefined,
  { nodes, links, total }: Flow,
  { seriesId, index }: { seriesId: string; index: number },
): TooltipContent | undefined {
  const link = seriesId === linksId ? links[index] : undefined
  const node = nodes[link ? link.from : index]
  const part = link ?? node
  if (!measure || !node || !part) return undefined
  const title = link ? `${node.name} → ${nodes[link.to]?.name ?? ''}` : node.name
  const value = `${sumText(measure, part.size, part.rows)} (${((part.size / total) * 100).toFixed(1)}%)`
  return { title, rows: [{ key: seriesId, color: node.color, name: measure.name, value }], more: 0 }
}

/** The value of a single row keeps its exact digits; a sum uses the format of the column. */
function sumText(measure: ChartColumn, sum: number, [row = 0, ...others]: readonly number[]): string {
  return measure.label(others.length === 0 ? (measure.cells[row] ?? null) : sum)
}
