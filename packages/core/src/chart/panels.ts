import type { Cell } from '../types/index.ts'
import type { ChartColumn } from './chart-data.ts'
import type { DrawContext } from './drawing.ts'
import { type Fields, hex, list, number, oneOf, pointer, record, text } from './fields.ts'
import { placesOf } from './series.ts'
import { fitText } from './text-width.ts'

/** One panel of a trellis, or the only panel. */
export interface Panel {
  rows: number[]
  measures: readonly ChartColumn[]
  /** Undefined for the only panel. */
  title: string | undefined
  row: number
  column: number
}

export interface PanelBox {
  left: number
  top: number
  width: number
  height: number
}

export interface Trellis {
  panels: Panel[]
  rowCount: number
  columnCount: number
  leftOut: number
  isShared(axis: 'x-axis' | 'y-axis' | 'y-axis-2'): boolean
  hasTitles: boolean
  titleStyle: { fontSize: number; color: string | undefined }
  hasBorder: boolean
  isCompact: boolean
}

/** Further panels are not drawn, and the drawing reports that. */
const maxPanels = 30
const gap = 16
const titleHeight = 20

/** Rows of the result by panel. Without a trellis, or when its column does not exist, there is one panel. */
export function panelsOf(context: DrawContext, measures: readonly ChartColumn[]): Trellis {
  const trellis = record(context.element.trellis)
  const rows = Array.from({ length: context.rowCount }, (_, row) => row)
  const by = (side: 'rowsBy' | 'columnsBy') => context.column(pointer(record(list(trellis?.[side])[0])))
  const series = oneOf(trellis?.series, ['row', 'column'])
  const share = record(trellis?.share)
  const look = labelsOf(trellis)
  const shared = {
    isShared: (axis: string) => share?.[axis] !== 'separate',
    ...look,
    isCompact: trellis?.tileSize === 'compact',
  }
  if (series !== undefined && measures.length > 1) {
    const panels = measures.map((measure, index) => ({
      rows,
      measures: [measure],
      title: measure.name,
      row: series === 'row' ? index : 0,
      column: series === 'column' ? index : 0,
    }))
    // Panels with different measures do not share a scale.
    const isShared = (axis: string) => axis === 'x-axis' && shared.isShared(axis)
    return cut({ ...shared, panels, isShared, ...sizeOf(panels), leftOut: 0 })
  }
  const rowBy = by('rowsBy')
  const columnBy = by('columnsBy')
  if (!rowBy && !columnBy) {
    const only = { rows, measures, title: undefined, row: 0, column: 0 }
    return { ...shared, panels: [only], rowCount: 1, columnCount: 1, leftOut: 0 }
  }
  const panels = panelsBy(rows, measures, rowBy, columnBy, context)
  const wrapped = rowBy && columnBy ? panels : wrap(panels, columnBy !== undefined, context)
  return cut({ ...shared, panels: wrapped, ...sizeOf(wrapped), leftOut: 0 })
}

function panelsBy(
  rows: readonly number[],
  measures: readonly ChartColumn[],
  rowBy: ChartColumn | undefined,
  columnBy: ChartColumn | undefined,
  context: DrawContext,
): Panel[] {
  const name = (column: ChartColumn | undefined, value: Cell) =>
    column === undefined ? [] : [value === null ? context.words.null : column.label(value)]
  const inPanel = new Map<string, number[]>()
  const key = (row: Cell, column: Cell) => JSON.stringify([row, column])
  for (const row of rows) {
    const at = key(rowBy?.cells[row] ?? null, columnBy?.cells[row] ?? null)
    const known = inPanel.get(at)
    if (known) known.push(row)
    else inPanel.set(at, [row])
  }
  return placesOf(rowBy, rows).flatMap((rowValue, row) =>
    placesOf(columnBy, rows).map((columnValue, column) => ({
      rows: inPanel.get(key(rowValue, columnValue)) ?? [],
      measures,
      title: [...name(rowBy, rowValue), ...name(columnBy, columnValue)].join(' · '),
      row,
      column,
    })),
  )
}

/** Panels in one direction are wrapped into several rows of the full width, each panel at least 160 wide. */
function wrap(panels: Panel[], isAcross: boolean, { width, height }: DrawContext): Panel[] {
  const fit = Math.max(1, Math.floor((width + gap) / (160 + gap)))
  if (!isAcross && panels.length * (120 + gap) <= height) return panels
  const columns = bestColumns(panels.length, fit, width / Math.max(1, height))
  return panels.map((panel, index) => ({ ...panel, row: Math.floor(index / columns), column: index % columns }))
}

/** The number of columns that makes panels half as wide again as high, with few empty places. */
function bestColumns(count: number, fit: number, aspect: number): number {
  const penalty = (columns: number) => {
    const rowsOfPanels = Math.ceil(count / columns)
    const empty = columns * rowsOfPanels - count
    return Math.abs(Math.log((aspect * rowsOfPanels) / columns / 1.5)) + (0.5 * empty) / columns
  }
  const choices = Array.from({ length: Math.min(fit, count) }, (_, index) => index + 1)
  return choices.reduce((best, columns) => (penalty(columns) < penalty(best) ? columns : best), 1)
}

function sizeOf(panels: readonly Panel[]) {
  return {
    rowCount: Math.max(...panels.map(({ row }) => row)) + 1,
    columnCount: Math.max(...panels.map(({ column }) => column)) + 1,
  }
}

function cut(trellis: Trellis): Trellis {
  const panels = trellis.panels.slice(0, maxPanels)
  return { ...trellis, panels, ...sizeOf(panels), leftOut: trellis.panels.length - panels.length }
}

function labelsOf(trellis: Fields | undefined) {
  const side = record(trellis?.column) ?? record(trellis?.row)
  const labels = record(side?.labels)
  return {
    hasTitles: side?.labels !== 'hidden',
    titleStyle: { fontSize: number(labels?.fontSize) ?? 12, color: hex(labels?.color) },
    hasBorder: side?.border !== 'hidden' && text(side?.border) !== undefined,
  }
}

/** The plot of each panel, below its title; `margins` is the space for the axes around all of them. */
export function panelBoxes(
  trellis: Trellis,
  { width, height }: { width: number; height: number },
  margins: { left: number; right: number; top: number; bottom: number },
): { boxes: PanelBox[]; height: number } {
  const top = trellis.hasTitles ? titleHeight : 0
  const step = trellis.isCompact ? gap / 2 : gap
  const plotWidth = (width - margins.left - margins.right - step * (trellis.columnCount - 1)) / trellis.columnCount
  const room = (height - margins.top - margins.bottom - step * (trellis.rowCount - 1)) / trellis.rowCount - top
  // Several panels may make a drawing higher than its box; a single one must fit.
  const least = trellis.panels.length < 2 ? 24 : trellis.isCompact ? 56 : 92
  const plotHeight = Math.max(room, least)
  const boxes = trellis.panels.map(({ row, column }) => ({
    left: margins.left + column * (plotWidth + step),
    top: margins.top + row * (plotHeight + top + step) + top,
    width: Math.max(24, plotWidth),
    height: plotHeight,
  }))
  const needed = margins.top + margins.bottom + trellis.rowCount * (plotHeight + top + step) - step
  return { boxes, height: Math.max(height, Math.ceil(needed)) }
}

/** The names of the panels, at the top left of each. */
export function panelTitles(trellis: Trellis, boxes: readonly PanelBox[], context: DrawContext) {
  if (!trellis.hasTitles) return []
  return trellis.panels.flatMap((panel, index) => {
    const box = boxes[index]
    if (!box || panel.title === undefined) return []
    const { fontSize, color } = trellis.titleStyle
    return [
      {
        text: fitText(panel.title, fontSize, box.width),
        left: box.left,
        top: box.top - titleHeight,
        padding: 0,
        textStyle: { fontSize, lineHeight: 16, fontWeight: 600, color: color ?? context.theme.ink },
      },
    ]
  })
}
