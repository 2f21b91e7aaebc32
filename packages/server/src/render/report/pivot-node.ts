import {
  columnStyle,
  conditionalFormats,
  isTotal,
  type PivotHead,
  type PivotLine,
  type PivotView,
  pivotHeads,
  pivotShape,
  pivotView,
  rangesOfCells,
  scopeOf,
  tableLook,
} from '@octavo/core/display'
import type { DataElement, TableElement } from '@octavo/core/document'
import { cellFormatter } from '@octavo/core/format'
import { type DrawContext, fitted, horizontal, type ReportColors, words } from './draw-context.ts'
import type { TableCell, TableNode } from './report-model.ts'
import {
  type DrawnTable,
  fittedWidths,
  fittingRows,
  leftOutOf,
  type NeededWidth,
  type TableRoom,
} from './table-node.ts'

const textSize = 13
const headSize = 12
const padding = 18

/** A pivot table as the screen first shows it: every group is expanded. */
export function pivotNode(context: DrawContext, element: DataElement, room: TableRoom): DrawnTable {
  const data = context.rows(element.id)
  const view = pivotView(element, data, { words: words.pivot, locale: context.locale })
  const shape = pivotShape(element)
  const look = tableLook(element as TableElement)
  const { rowHeight } = look.rows
  const columnLevels = Math.max(1, view.columnTitles.length)
  const rowTitles = view.rowTitles.length > 0 ? view.rowTitles : ['']
  const bodyOf = bodyCells(context, element, view)
  const needed = neededWidths(context, view, rowTitles, bodyOf)
  const { widths, count, share } = fittedWidths(needed, room.width)
  const columns = view.columns.slice(0, Math.max(0, count - rowTitles.length))
  const all = {
    rowCount: view.rows.length,
    hasMore: view.isPartial,
    columns: view.columns.length - columns.length,
  }
  const heights = { head: columnLevels * rowHeight, row: rowHeight }
  const rows = view.rows.slice(0, fittingRows(context, all, room, heights))
  context.counted.rows += rows.length
  const rowHeads = pivotHeads(rows, rowTitles.length, shape.repeatsLabels)
  const one = (text: string, at: number, isBold = false) =>
    fitted(context, text, (widths[at] ?? 0) / share - padding + 2, textSize, isBold)
  const body = rows.map((row, index): TableCell[] => [
    ...(view.rowTitles.length === 0 ? [{ t: words.pivot.total, b: true }] : []),
    ...rowHeaderCells(row, rowHeads[index] ?? [], {
      isSingleColumn: shape.isSingleColumn,
      one,
      colors: context.colors,
    }),
    ...columns.map((column, at) => {
      const cell = bodyOf(row, column)
      return { ...cell, t: one(cell.t, rowTitles.length + at, cell.b) }
    }),
  ])
  const note = leftOutOf(context, element as TableElement, {
    rows: rows.length,
    more: view.isPartial ? null : view.rows.length - rows.length,
    columns: all.columns,
  })
  const node: TableNode = {
    kind: 'table',
    widths,
    head: headRows(view, columns, rowTitles, columnLevels, { one, size: headSize * share, colors: context.colors }),
    rows: body,
    rowHeight,
    headHeight: rowHeight,
    lines: look.rows.lines,
    size: textSize * share,
  }
  return { node, note }
}

type OneLine = (text: string, at: number, isBold?: boolean) => string
type CellOf = (row: PivotLine, column: PivotLine) => TableCell & { t: string; b?: boolean }

function bodyCells(context: DrawContext, element: DataElement, view: PivotView): CellOf {
  const data = context.rows(element.id)
  const shape = pivotShape(element)
  const look = tableLook(element as TableElement)
  const formatOf = conditionalFormats(element as TableElement, rangesOfCells(data))
  const styles = new Map(element.columns.map((column) => [column.id, columnStyle(column)]))
  const types = new Map((data.levels.get('base')?.columns ?? []).map(({ id, type }) => [id, type]))
  return (row, column) => {
    const cell = view.cell(row, column)
    const scope = scopeOf(row, column)
    const style = styles.get(cell.columnId)
    const rule = cell.cell === undefined || cell.state ? undefined : formatOf(cell.columnId, cell.cell, scope)
    const type = types.get(cell.columnId)
    const written =
      rule?.format && type && cell.cell !== undefined
        ? cellFormatter(type, rule.format, context.locale)(cell.cell)
        : cell.text
    const merged = { ...look.cell, ...style?.cell, ...shape.looks[scope], ...cell.look?.style, ...rule?.style }
    const isNumber = type !== undefined && ['int64', 'decimal', 'float64'].includes(type.kind)
    const isStrong = merged.fontWeight === undefined ? scope !== 'values' : merged.fontWeight >= 600
    const fill = merged.backgroundColor ?? (scope === 'values' ? undefined : context.colors.sunken)
    const align = cell.look?.align ?? style?.align
    return {
      t: { restricted: '•••', several: '*', error: '#', none: rule?.bar?.hidesText ? '' : written }[
        cell.state ?? 'none'
      ],
      a: align === undefined ? (isNumber ? 'right' : 'left') : horizontal(align),
      ...(isStrong ? { b: true } : {}),
      ...(fill === undefined ? {} : { f: fill }),
      ...(merged.color === undefined ? {} : { c: merged.color }),
      ...(merged.fontSize === undefined ? {} : { s: merged.fontSize }),
      ...(rule?.bar ? { bar: { from: rule.bar.from, to: rule.bar.to, color: rule.bar.color } } : {}),
    }
  }
}

const sampledRows = 100

function neededWidths(
  context: DrawContext,
  view: PivotView,
  rowTitles: readonly string[],
  bodyOf: CellOf,
): NeededWidth[] {
  const { fonts } = context
  const sample = view.rows.slice(0, sampledRows)
  const titles = rowTitles.map((title, level) => {
    const texts = sample.flatMap((row) => {
      const header = row.headers[level]
      return header && header.span === 1 ? [fonts.textWidth(header.text, textSize, true) + row.depth * 16] : []
    })
    const whole = Math.min(280, Math.max(72, fonts.textWidth(title, headSize, true), ...texts) + padding)
    return { whole, least: Math.min(whole, 110) }
  })
  const values = view.columns.map((column) => {
    const last = column.headers.findLast((header) => header !== null)
    const head = fonts.textWidth(last?.text ?? '', headSize, true)
    const cells = sample.map((row) => fonts.textWidth(bodyOf(row, column).t, textSize, true))
    const least = Math.min(240, Math.max(56, ...cells) + padding)
    return { whole: Math.max(least, Math.min(240, head + padding)), least }
  })
  return [...titles, ...values]
}

function headRows(
  view: PivotView,
  columns: readonly PivotLine[],
  rowTitles: readonly string[],
  levels: number,
  { one, size, colors }: { one: OneLine; size: number; colors: ReportColors },
): TableCell[][] {
  const heads = pivotHeads(columns, levels, false)
  const usual = { f: colors.sunken, c: colors.muted, s: size, b: true } as const
  return Array.from({ length: levels }, (_, level): TableCell[] => {
    const corner: TableCell[] =
      level === 0 && levels > 1
        ? [{ ...usual, t: view.columnTitles.slice(0, -1).join(' / '), columns: rowTitles.length, rows: levels - 1 }]
        : []
    const titles = level === levels - 1 ? rowTitles.map((title, at) => ({ ...usual, t: one(title, at, true) })) : []
    const headers = columns.flatMap((line, at): TableCell[] => {
      const head = heads[at]?.[level]
      if (!head) return []
      const { header, count } = head
      return [
        {
          ...usual,
          ...(line.scope === 'values' ? {} : { c: colors.ink }),
          t: count > 1 ? header.text : one(header.text, rowTitles.length + at, true),
          a: count > 1 ? 'left' : 'right',
          ...(count > 1 ? { columns: count } : {}),
          ...(header.span > 1 ? { rows: header.span } : {}),
        },
      ]
    })
    return [...corner, ...titles, ...headers]
  })
}

function rowHeaderCells(
  row: PivotLine,
  heads: readonly (PivotHead | null)[],
  { isSingleColumn, one, colors }: { isSingleColumn: boolean; one: OneLine; colors: ReportColors },
): TableCell[] {
  return heads.flatMap((head, level): TableCell[] => {
    if (!head) return []
    const { header, count } = head
    const isStrong = isTotal(row, header) || (isSingleColumn && row.scope !== 'values')
    return [
      {
        t: header.span > 1 ? header.text : one(header.text, level, isStrong),
        ...(isStrong ? { b: true, f: colors.sunken } : {}),
        ...(header.isCalculation ? { i: true } : {}),
        ...(count > 1 ? { rows: count } : {}),
        ...(header.span > 1 ? { columns: header.span } : {}),
        ...(isSingleColumn && level === 0 && row.depth > 0 ? { indent: row.depth * 16 } : {}),
      },
    ]
  })
}
