import { isChartKind, isMapKind } from '@octavo/core/chart'
import { dynamicAddress, dynamicText, hexColor, titleLines } from '@octavo/core/display'
import {
  type BaseElement,
  type DataElement,
  elementName,
  isDataElement,
  type KpiElement,
  type TableElement,
  type TextElement,
  titleText,
} from '@octavo/core/document'
import { chartNode, noRowsText } from './chart-node.ts'
import { type DrawContext, fitted, frameOf, horizontal, insideOf, nameOf, record, titleOf } from './draw-context.ts'
import { mapNode } from './map-node.ts'
import { pivotNode } from './pivot-node.ts'
import type { Node, PictureNode, Run, TileNode } from './report-model.ts'
import { mostRows, noteHeight, tableNode } from './table-node.ts'
import { kpiNode, message, progressNode, textNode } from './words-nodes.ts'

export interface Size {
  width: number
  height: number
}

const cardOf = ({ colors }: DrawContext) => ({ fill: colors.surface, line: colors.line, lineWidth: 1, radius: 8 })

/** An element in a place of this size. What reports cannot show is named in its place and in the notes. */
export function elementNode(outside: DrawContext, given: BaseElement, size: Size): Node {
  const element = outside.drilled(given)
  const context = insideOf(outside, element.style)
  const node = contentNode(context, element, size)
  return context === outside ? node : { ...node, ink: context.colors.ink }
}

function contentNode(context: DrawContext, element: BaseElement, size: Size): Node {
  switch (element.kind) {
    case 'text':
      return textNode(context, element as TextElement)
    case 'image':
      return imageNode(context, element)
    case 'embed':
      return embedNode(context, element)
    case 'divider':
      return dividerNode(context, element)
    case 'button':
      return buttonNode(context, element, size)
    case 'progress':
      return progressTile(context, element, size)
    default:
      return isDataElement(element) && isDrawn(element.kind)
        ? dataTile(context, element, size)
        : tile(context, element, size, { node: unknownNode(context, element), note: '' })
  }
}

/** Whether a report shows the rows of this kind. */
export function isDrawn(kind: string): boolean {
  return kind === 'table' || kind === 'pivot-table' || kind === 'kpi-chart' || isChartKind(kind)
}

function unknownNode(context: DrawContext, element: BaseElement): Node {
  context.leftOut.push(
    `"${nameOf(context, element)}" is not in the report: it does not show elements of the kind ${element.kind}.`,
  )
  return message(context, `Reports do not show elements of the kind ${element.kind}.`)
}

function dataTile(context: DrawContext, element: DataElement, size: Size): TileNode {
  const inner = tileRoom(context, element, size)
  const { width, height } = inner
  if (element.kind === 'kpi-chart') {
    const node = kpiNode(context, element as KpiElement, width - 32)
    return tile(context, element, size, { node, note: '' })
  }
  if (isEmpty(context, element))
    return tile(context, element, size, { node: message(context, noRowsText(element)), note: '' })
  if (element.kind === 'table')
    return tile(
      context,
      element,
      size,
      tableNode(context, element as TableElement, context.rows(element.id), { width, height }),
    )
  if (element.kind === 'pivot-table')
    return tile(context, element, size, pivotNode(context, element, { width, height }))
  const room = { width: width - 32, height: height - 12 }
  return tile(
    context,
    element,
    size,
    isMapKind(element.kind) ? mapNode(context, element, room) : chartNode(context, element, room),
  )
}

function isEmpty(context: DrawContext, { id, kind, groupings }: DataElement): boolean {
  const isGrouped = kind === 'table' && Array.isArray(groupings) && groupings.length > 0
  return (context.rows(id).levels.get(isGrouped ? 'g1' : 'base')?.rowCount ?? 0) === 0
}

/** A table that may continue over several sheets: its title, all rows up to the limit, and what was left out. */
export function flowingTable(context: DrawContext, given: DataElement, width: number): TileNode {
  const element = context.drilled(given)
  if (isEmpty(context, element))
    return tile(context, element, { width, height: 120 }, { node: message(context, noRowsText(element)), note: '' })
  const room = { width, height: null }
  const drawn =
    element.kind === 'table'
      ? tableNode(context, element as TableElement, context.rows(element.id), room)
      : pivotNode(context, element, room)
  return { ...tile(context, element, { width, height: mostRows }, drawn), body: drawn.node }
}

const compactTitle = 34
const usualTitle = 36
/** Height of a line of a title of the usual size; other sizes have 1.3 times their size. */
const compactLine = 16
const usualLine = 20

interface TileTitle {
  runs: Run[]
  height: number
}

/** The title of an element in a tile of this width: on two lines where one is too short. */
function titleIn(context: DrawContext, element: BaseElement, width: number): TileTitle {
  const isCompact = element.kind === 'kpi-chart'
  const title = titleOf(context, element)
  if (title === '') return { runs: [], height: isCompact ? 8 : 10 }
  const { color, fontSize, fontWeight } = record(element.name)
  const ownSize = typeof fontSize === 'number' ? Math.min(60, fontSize) : undefined
  const size = ownSize ?? (isCompact ? 12 : 13)
  const line = ownSize === undefined ? (isCompact ? compactLine : usualLine) : 1.3 * ownSize
  const isBold = fontWeight === undefined ? !isCompact : fontWeight === 'bold'
  const lines = wrapped(context, title, width, size, isBold)
  const usualColor = isCompact ? context.colors.muted : context.colors.ink
  return {
    runs: [{ t: lines.join('\n'), s: size, b: isBold, c: hexColor(color) ?? usualColor }],
    height: Math.max(isCompact ? compactTitle : usualTitle, lines.length * line + 8),
  }
}

function wrapped({ fonts }: DrawContext, title: string, width: number, size: number, isBold: boolean): string[] {
  return titleLines(title, width - 34, (part) => fonts.textWidth(part, size, isBold))
}

/** The size inside the frame below the title. */
function tileRoom(context: DrawContext, element: BaseElement, { width, height }: Size): Size {
  return { width: width - 2, height: Math.max(10, height - titleIn(context, element, width).height - 2) }
}

/** The frame of an element with data: its title, its content, and a note of what is missing. */
function tile(
  context: DrawContext,
  element: BaseElement,
  size: Size,
  { node, note }: { node: Node; note: string },
): TileNode {
  const isCompact = element.kind === 'kpi-chart'
  const title = titleIn(context, element, size.width)
  const room = size.height - title.height - 2 - noteHeight(context, note, size.width)
  const isTable = node.kind === 'table'
  return {
    kind: 'tile',
    frame: frameOf(context, element.style, cardOf(context)),
    title: title.runs,
    titleHeight: title.height,
    titleAlign: horizontal(record(element.name).align),
    isTitleBelow: isCompact && record(record(element).layout).titleOrient === 'bottom',
    body: node,
    bodyHeight: Math.max(10, room),
    padding: isTable ? { x: 0, bottom: 0 } : { x: 16, bottom: 10 },
    note,
  }
}

function progressTile(context: DrawContext, element: BaseElement, size: Size): TileNode {
  const title = dynamicText(titleText(element.name) ?? '', context.present, context.values(element))
  const titleHeight = title === '' ? 8 : compactTitle
  return {
    kind: 'tile',
    frame: cardOf(context),
    title:
      title === ''
        ? []
        : [{ t: wrapped(context, title, size.width, 12, false).join('\n'), s: 12, c: context.colors.muted }],
    titleHeight,
    titleAlign: 'left',
    isTitleBelow: false,
    body: progressNode(context, element),
    bodyHeight: Math.max(10, size.height - titleHeight - 2),
    padding: { x: 16, bottom: 10 },
    note: '',
  }
}

/** A picture stored on this server; one of another host is only named, because reports fetch nothing. */
function imageNode(context: DrawContext, element: BaseElement): Node {
  const { kind, key } = record(element.source)
  const alt = typeof element.alt === 'string' && element.alt !== '' ? element.alt : 'Picture'
  if (kind === 'upload' && typeof key === 'string' && context.order.pictures.has(key)) {
    const { fit } = record(element.style)
    const node: PictureNode = {
      kind: 'picture',
      file: key,
      alt,
      fit: fit === 'cover' ? 'cover' : fit === 'stretch' ? 'stretch' : 'contain',
    }
    return node
  }
  const host = hostOf(linkOf(context, element, record(element.source).url))
  context.leftOut.push(
    `The picture "${alt}" is not in the report: ${host ? `it lies at ${host}, and reports fetch nothing from other servers` : 'it is not on this server'}.`,
  )
  return message(context, host ? `${alt} (${host})` : alt)
}

/** The page that an embed shows on the screen is only named on paper, with a link to it. */
function embedNode(context: DrawContext, element: BaseElement): Node {
  const address = linkOf(context, element, element.url)
  const name = elementName(element) ?? hostOf(address) ?? 'Embed'
  context.leftOut.push(
    `The page in "${name}" is not in the report: ${address === undefined ? 'it has no address' : 'reports fetch nothing from other servers'}.`,
  )
  const link =
    address === undefined ? { c: context.colors.muted } : { link: address, c: context.colors.accentText, u: true }
  return {
    kind: 'words',
    valign: 'middle',
    blocks: [{ kind: 'paragraph', runs: [{ t: name, ...link }], align: 'center', size: 13, bold: false }],
  }
}

/** An address of the web with its formulas computed; undefined without one. */
function linkOf(context: DrawContext, element: BaseElement, url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined
  const written = dynamicAddress(url, context.present, context.values(element))
  const address = written.status === 'ready' ? written.address.trim() : ''
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).href : undefined
}

const hostOf = (address: string | undefined) => (address === undefined ? undefined : new URL(address).host)

function dividerNode({ colors }: DrawContext, element: BaseElement): Node {
  const { color, width, strokeStyle } = record(element.style)
  return {
    kind: 'line',
    isUpright: element.direction === 'vertical',
    width: typeof width === 'number' && width > 0 ? Math.min(12, width) : 1,
    color: hexColor(color) ?? colors.lineStrong,
    dash: strokeStyle === 'dashed' || strokeStyle === 'dotted' ? strokeStyle : 'solid',
    align: element.align === 'start' || element.align === 'end' ? element.align : 'center',
  }
}

/** A button cannot be pressed on paper; one that opens an address remains a link. */
function buttonNode(context: DrawContext, element: BaseElement, { width }: Size): Node {
  const text = dynamicText(String(element.text ?? elementName(element) ?? ''), context.present, context.values(element))
  const actions: unknown[] = Array.isArray(element.actions) ? element.actions : []
  const [effect] = actions.flatMap((action) => {
    const { trigger, effects } = record(action)
    return trigger === 'on-click' && Array.isArray(effects) ? effects.map(record) : []
  })
  const address = effect?.effect === 'open-url' ? linkOf(context, element, effect.url) : undefined
  const link = address === undefined ? {} : { link: address, u: true }
  const run = { t: fitted(context, text, width - 8, 13, true), b: true, c: context.colors.accentText, ...link }
  return {
    kind: 'words',
    valign: 'middle',
    blocks: [{ kind: 'paragraph', runs: [run], align: horizontal(element.align ?? 'center'), size: 13, bold: false }],
  }
}
