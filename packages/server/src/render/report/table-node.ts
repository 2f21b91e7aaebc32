import {
  type ElementRows,
  type ShownCell,
  type ShownColumn,
  tableCells,
  tableLook,
  tableShape,
  tableView,
} from '@octavo/core/display'
import type { TableElement } from '@octavo/core/document'
import { type DrawContext, fitted, nameOf, words } from './draw-context.ts'
import type { TableCell, TableNode } from './report-model.ts'

/** Maximum rows of a table in a report. */
export const mostRows = 1000
const textSize = 13
const headSize = 12
const headHeight = 30
const headLine = 21
const cellPadding = 18
const leastWidth = 48
const mostWidth = 300
/** Smallest scale of the texts of a wide table. */
const smallest = 0.78
const leastText = 76
const sampledRows = 100
/** Maximum characters of one cell. */
const mostLetters = 600

/** Room of a table: the height of its tile, or as many sheets as it needs. */
export type TableRoom = { width: number; height: number } | { width: number; height: null }

export interface DrawnTable {
  node: TableNode
  note: string
}

/** A table as the screen first shows it: groups are collapsed. */
export function tableNode(context: DrawContext, element: TableElement, data: ElementRows, room: TableRoom): DrawnTable {
  const view = tableView(tableShape(element), data, new Set())
  const cells = tableCells(element, data, view, { locale: context.locale, words })
  const look = tableLook(element)
  const needed = neededWidths(context, cells, view.rowCount)
  const { widths, count, share } = fittedWidths(needed, room.width)
  const inCell = (width: number) => width / share - cellPadding + 2
  const isTall = widths.some((width, at) => isCut(context, cells.columns[at]?.column.name ?? '', inCell(width)))
  const { rowHeight } = look.rows
  const head = { height: isTall ? 2 * headLine : headHeight }
  const hasMore = hasMoreRows(data)
  const columns = needed.length - count
  const all = { rowCount: view.rowCount, hasMore, columns }
  const shownRows = fittingRows(context, all, room, { head: head.height, row: rowHeight })
  context.counted.rows += shownRows
  const rows = Array.from({ length: shownRows }, (_, row) =>
    widths.map((width, at): TableCell => {
      const cell = cells.cell(row, at)
      const text = room.height === null ? wrappable(cell.text) : fitted(context, cell.text, inCell(width), textSize)
      const banding = look.rows.banding !== undefined && row % 2 === 1 ? look.rows.banding : undefined
      return {
        ...drawnCell(context, cell, text),
        ...(banding !== undefined && cell.style?.backgroundColor === undefined
          ? { f: banding === true ? context.colors.banding : banding }
          : {}),
        a: alignOf(cells.columns[at]),
      }
    }),
  )
  const note = leftOutOf(context, element, {
    rows: shownRows,
    more: hasMore ? null : view.rowCount - shownRows,
    columns,
  })
  const headCells = headOf(context, cells.columns, widths, {
    color: look.header.color,
    fill: look.header.backgroundColor,
    share,
    lines: isTall ? 1.7 : 1,
  })
  const common = {
    kind: 'table' as const,
    widths,
    head: [headCells],
    rows,
    headHeight: head.height,
    lines: look.rows.lines,
    size: textSize * share,
  }
  return { node: room.height === null ? common : { ...common, rowHeight }, note }
}

function neededWidths(context: DrawContext, cells: ReturnType<typeof tableCells>, rowCount: number): NeededWidth[] {
  const sample = Math.min(rowCount, sampledRows)
  return cells.columns.map(({ column: { name, type }, width: chosen }, at) => {
    let width = 0
    for (let row = 0; row < sample; row++) {
      const { text } = cells.cell(row, at)
      width = Math.max(width, context.fonts.textWidth(text.slice(0, 80), textSize))
    }
    return neededWidth(context, { name, width, isText: type.kind === 'text', chosen })
  })
}

interface HeadLook {
  color: string | undefined
  fill: string | undefined
  /** Scale of the texts. */
  share: number
  /** Maximum lines of a name. */
  lines: number
}

function headOf(
  context: DrawContext,
  columns: readonly ShownColumn[],
  widths: readonly number[],
  { color = context.colors.muted, fill = context.colors.sunken, share, lines }: HeadLook,
): TableCell[] {
  return widths.map((width, at) => ({
    t: fitted(context, columns[at]?.column.name ?? '', (width / share - cellPadding + 2) * lines, headSize, true),
    a: alignOf(columns[at]),
    c: color,
    f: fill,
    b: true,
    s: headSize * share,
  }))
}

const alignOf = (column: ShownColumn | undefined) =>
  column?.align === 'end' ? 'right' : column?.align === 'center' ? 'center' : 'left'

interface ColumnContent {
  name: string
  /** Width in pixels of the longest text among the first rows. */
  width: number
  isText: boolean
  chosen: number | undefined
}

/** A name may take two lines, but its words are not cut. */
function neededWidth({ fonts }: DrawContext, { name, width, isText, chosen }: ColumnContent): NeededWidth {
  const word = Math.max(0, ...name.split(/\s+/).map((each) => fonts.textWidth(each, headSize, true)))
  const head = Math.max(word, fonts.textWidth(name, headSize, true) / 1.7)
  const content = Math.min(mostWidth, Math.max(leastWidth, width + cellPadding, Math.min(160, head + cellPadding)))
  const whole = chosen === undefined ? content : Math.max(isText ? 0 : content, Math.min(600, chosen))
  const least = isText ? Math.min(whole, Math.max(leastText, Math.min(160, word + cellPadding))) : whole
  return { whole, least }
}

const isCut = ({ fonts }: DrawContext, name: string, width: number) => fonts.textWidth(name, headSize, true) > width

const noteSize = 11
const noteLine = 14
const notePadding = { x: 32, y: 8 }

/** Height in pixels of the note about what a tile of this width does not show; 0 without one. */
export function noteHeight({ fonts }: Pick<DrawContext, 'fonts'>, note: string, width: number): number {
  if (note === '') return 0
  const room = width - notePadding.x
  let lines = 1
  let line = ''
  for (const word of note.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    const isFull = line !== '' && fonts.textWidth(longer, noteSize) > room
    if (isFull) lines++
    line = isFull ? word : longer
  }
  return lines * noteLine + notePadding.y
}

interface AllOf {
  rowCount: number
  /** The result has further rows. */
  hasMore: boolean
  /** Columns that do not fit. */
  columns: number
}

/** How many rows fit below the head of a table and above its note. */
export function fittingRows(
  context: Pick<DrawContext, 'fonts' | 'localeName'>,
  { rowCount, hasMore, columns }: AllOf,
  { width, height }: TableRoom,
  heights: { head: number; row: number },
): number {
  if (height === null) return Math.min(rowCount, mostRows)
  const roomWith = (more: number | null) => {
    const note = leftOutText(context.localeName, { rows: rowCount, more, columns })
    return height - heights.head - noteHeight(context, note, width)
  }
  if (!hasMore && rowCount * heights.row <= roomWith(0)) return rowCount
  const fitting = Math.floor(roomWith(hasMore ? null : rowCount) / heights.row)
  return Math.max(0, Math.min(rowCount, fitting, mostRows))
}

const hasMoreRows = ({ levels }: ElementRows): boolean =>
  [...levels].some(([level, { hasMore }]) => level !== 'summary' && hasMore)

interface LeftOut {
  /** Rows that are shown. */
  rows: number
  /** Further rows; null for an unknown number of them. */
  more: number | null
  /** Columns that are not shown. */
  columns: number
}

/** A note of what is not shown, also added to the report. Empty when everything is shown. */
export function leftOutOf(context: DrawContext, element: TableElement, leftOut: LeftOut): string {
  const text = leftOutText(context.localeName, leftOut)
  if (text === '') return ''
  context.leftOut.push(`"${nameOf(context, element)}" ${text}.`)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

export function leftOutText(localeName: string | undefined, { rows, more, columns }: LeftOut): string {
  const number = (value: number) => value.toLocaleString(localeName)
  const texts: string[] = []
  if (more === null) texts.push(`shows the first ${rows === 1 ? 'row' : `${number(rows)} rows`}; more were left out`)
  else if (more === 1) texts.push(`shows ${number(rows)} of ${number(rows + more)} rows; the other one was left out`)
  else if (more > 0) texts.push(`shows ${number(rows)} of ${number(rows + more)} rows; the others were left out`)
  if (columns > 0) {
    const many = columns === 1 ? '1 column does not fit and was' : `${number(columns)} columns do not fit and were`
    texts.push(`${many} left out: take a larger sheet or landscape`)
  }
  return texts.join('; ')
}

/** Widths of a column: of its whole content, and the smallest that is still meaningful. */
export interface NeededWidth {
  whole: number
  least: number
}

/**
 * Widths that fill the room, the scale of the texts, and how many columns fit. First text columns shrink, because a cut number would be
 * wrong; then everything is scaled down; then the last columns are dropped.
 */
export function fittedWidths(
  needed: readonly NeededWidth[],
  room: number,
): { widths: number[]; count: number; share: number } {
  let count = needed.length
  const sum = (of: keyof NeededWidth) => needed.slice(0, count).reduce((total, width) => total + width[of], 0)
  while (count > 1 && sum('least') * smallest > room) count--
  const kept = needed.slice(0, count)
  const share = Math.min(1, Math.max(smallest, room / Math.max(1, sum('least'))))
  const space = room / share
  if (sum('whole') <= space) {
    const stretch = Math.min(space / Math.max(1, sum('whole')), 1.6)
    return { widths: kept.map(({ whole }) => rounded(whole * stretch * share)), count, share }
  }
  const giving = Math.max(1, sum('whole') - sum('least'))
  const missing = sum('whole') - space
  const widths = kept.map(({ whole, least }) => rounded((whole - ((whole - least) / giving) * missing) * share))
  return { widths, count, share }
}

const rounded = (value: number) => Math.floor(value * 100) / 100

export function drawnCell({ colors }: DrawContext, { look, style, bar, link }: ShownCell, text: string): TableCell {
  const color =
    look === 'null' || look === 'restricted' ? colors.faint : look === 'error' ? colors.danger : style?.color
  const address = typeof link === 'string' && /^https?:\/\/\S+$/i.test(link) ? link : undefined
  return {
    t: bar?.hidesText ? '' : text,
    ...(color === undefined ? {} : { c: color }),
    ...(style?.backgroundColor === undefined ? {} : { f: style.backgroundColor }),
    ...(style?.fontWeight !== undefined && style.fontWeight >= 600 ? { b: true } : {}),
    ...(style?.fontStyle === 'italic' ? { i: true } : {}),
    ...(style?.textDecoration === 'underline' ? { u: true } : {}),
    ...(style?.fontSize === undefined ? {} : { s: style.fontSize }),
    ...(bar ? { bar: { from: bar.from, to: bar.to, color: bar.color } } : {}),
    ...(address === undefined ? {} : { link: address, c: color ?? colors.accentText }),
  }
}

/** Long texts are cut with an ellipsis, and may break inside words that do not fit. */
function wrappable(text: string): string {
  const kept = text.length > mostLetters ? `${[...text.slice(0, mostLetters)].slice(0, -1).join('')}…` : text
  return kept.replace(/[^\s\u200b]{24}(?=[^\s])/gu, '$&\u200b')
}
