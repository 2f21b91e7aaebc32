import { controlHole, layoutOfPage, rowsInBox } from '@octavo/core/display'
import {
  controlsOf,
  type DataElement,
  type DocumentElement,
  elementsOfPage,
  findControl,
  findElement,
  isControl,
  isDataElement,
  isRepeated,
  type LayoutNode,
  type WorkbookDocument,
} from '@octavo/core/document'
import { type DrawContext, frameOf, insideOf, nameOf } from './draw-context.ts'
import { elementNode, flowingTable, type Size } from './element-node.ts'
import { type Canvas, cardCanvas, elementCanvas, pageCanvas } from './page-sizes.ts'
import type { Band, Item, ModelPage } from './report-model.ts'
import type { PicturePaper } from './report-order.ts'

const rowHeight = 24
const gap = 6
const tabBar = 36

/** One page of the workbook: its filters, and its layout from top to bottom. */
export function reportPage(context: DrawContext, pageId: string, canvas: Size): ModelPage {
  const { document } = context.order
  const page = document.pages.find(({ id }) => id === pageId)
  if (!page) return { name: '', filters: [], bands: [] }
  const { columns, children } = layoutOfPage(document, page)
  const shown = children.filter((node) => hasContent(document, node))
  return {
    name: page.name,
    filters: filtersOf(context, elementsOfPage(document, pageId)),
    bands: bandsOf(shown).map((nodes) => bandOf(context, nodes, columns, canvas)),
  }
}

/** One element: a table over as many sheets as it needs, any other element as large as a sheet. */
export function reportOfElement(context: DrawContext, elementId: string, canvas: Size): ModelPage {
  const element = findElement(context.order.document, elementId)
  if (!element) return { name: '', filters: [], bands: [] }
  const size = { width: canvas.width, height: Math.min(canvas.height - 80, canvas.width * 0.7) }
  const height = element.kind === 'kpi-chart' ? 180 : size.height
  const band: Band = isTabular(element)
    ? { kind: 'flow', node: flowingTable(context, element, canvas.width) }
    : {
        kind: 'grid',
        height,
        shrink: 1,
        items: [{ x: 0, y: 0, w: canvas.width, h: height, node: elementNode(context, element, { ...size, height }) }],
      }
  return {
    name: nameOf(context, element),
    filters: filtersOf(context, controlsOf(context.order.document)),
    bands: [band],
  }
}

/** A page as the screen shows it: in one piece, with tables as high as their place. */
export function pagePicture(context: DrawContext, pageId: string): { canvas: Canvas; pages: ModelPage[] } {
  const page = reportPage(context, pageId, pageCanvas)
  return { canvas: pageCanvas, pages: [{ ...page, bands: page.bands.filter(({ kind }) => kind !== 'break') }] }
}

/** The top of a page: anything below the card is cut off. */
export function cardPicture(context: DrawContext, pageId: string): { canvas: Canvas; pages: ModelPage[] } {
  const { bands } = reportPage(context, pageId, { ...cardCanvas, height: Number.POSITIVE_INFINITY })
  const items: Item[] = []
  let top = 0
  for (const band of bands) {
    if (band.kind !== 'grid' || top >= cardCanvas.height) continue
    for (const item of band.items) items.push({ ...item, y: item.y + top })
    top += band.height
  }
  const band: Band = { kind: 'grid', height: cardCanvas.height, shrink: 1, items }
  return { canvas: cardCanvas, pages: [{ name: '', filters: [], bands: [band] }] }
}

/** The elements of the page that its card shows, including those in containers: only their rows are requested. */
export function cardElementIds(document: WorkbookDocument, pageId: string): string[] {
  const page = document.pages.find(({ id }) => id === pageId)
  if (!page) return []
  const shown = layoutOfPage(document, page).children.filter((node) => hasContent(document, node))
  let top = 0
  return bandsOf(shown).flatMap((nodes) => {
    if (top >= cardCanvas.height) return []
    top += heightOf(nodes)
    return nodes.flatMap(idsIn)
  })
}

const idsIn = (node: LayoutNode): string[] => [
  node.elementId,
  ...(innerGrids(node)[0]?.children ?? []).flatMap((child) => idsIn(child)),
]

/** An element as the screen shows it. */
export function elementPicture(
  context: DrawContext,
  elementId: string,
  paper: PicturePaper,
): { canvas: Canvas; pages: ModelPage[] } {
  const { document } = context.order
  const element = findElement(document, elementId)
  const place = document.pages
    .map((page) => layoutOfPage(document, page))
    .map(({ columns, children }) => placeIn(children, elementId, trackOf(pageCanvas.width, columns)))
    .find((size) => size !== undefined)
  const canvas = elementCanvas(paper, place)
  const { width: w, height: h } = canvas
  const items = element ? [{ x: 0, y: 0, w, h, node: elementNode(context, element, { width: w, height: h }) }] : []
  return { canvas, pages: [{ name: '', filters: [], bands: [{ kind: 'grid', height: h, shrink: 1, items }] }] }
}

/** The size of an element's place among these nodes and their contents. */
function placeIn(nodes: readonly LayoutNode[], elementId: string, track: Size): Size | undefined {
  for (const node of nodes) {
    const size = sizeOf(node, track)
    if (node.elementId === elementId) return size
    const found = innerGrids(node).map((grid) => placeIn(grid.children, elementId, innerTrack(node, grid, size)))
    const place = found.find((each) => each !== undefined)
    if (place) return place
  }
  return undefined
}

const isTabular = (element: DocumentElement): element is DataElement =>
  isDataElement(element) && (element.kind === 'table' || element.kind === 'pivot-table')

/** Controls are listed above the page and have no place on it. */
function hasContent(document: WorkbookDocument, node: LayoutNode): boolean {
  const element = findElement(document, node.elementId)
  if (!element || isControl(element)) return false
  if (node.tag === 'Container')
    return node.children.length === 0 || node.children.some((child) => hasContent(document, child))
  if (node.tag === 'TabbedContainer') return (node.tabs[0]?.children ?? []).some((child) => hasContent(document, child))
  return true
}

/** Values set by controls, each control once. */
function filtersOf(context: DrawContext, elements: readonly DocumentElement[]): ModelPage['filters'] {
  const { document } = context.order
  const shown = new Set<string>()
  return elements.flatMap((element) => {
    if (!isControl(element)) return []
    const control = element.controlType === 'synced' ? (findControl(document, element.controlId) ?? element) : element
    if (shown.has(control.controlId)) return []
    shown.add(control.controlId)
    const value = controlHole(`[${control.controlId}]`, undefined, context.present) ?? ''
    const text = value.replace(/^ – | – $/g, '').trim()
    if (text === '' || text === '–') return []
    const label = typeof control.name === 'string' && control.name !== '' ? control.name : control.controlId
    return [{ label, value: text.length > 300 ? `${text.slice(0, 299)}…` : text }]
  })
}

/** Groups of adjacent nodes that cannot be split between two sheets, from top to bottom. */
function bandsOf(nodes: readonly LayoutNode[]): LayoutNode[][] {
  const bands: { nodes: LayoutNode[]; end: number }[] = []
  for (const node of [...nodes].sort((a, b) => a.row.start - b.row.start || a.column.start - b.column.start)) {
    const last = bands.at(-1)
    if (last && node.row.start < last.end) {
      last.nodes.push(node)
      last.end = Math.max(last.end, node.row.end)
    } else bands.push({ nodes: [node], end: node.row.end })
  }
  return bands.map((band) => band.nodes)
}

const heightOf = (nodes: readonly LayoutNode[]): number =>
  (Math.max(...nodes.map(({ row }) => row.end)) - Math.min(...nodes.map(({ row }) => row.start))) * rowHeight

function bandOf(context: DrawContext, nodes: readonly LayoutNode[], columns: number, canvas: Size): Band {
  const elements = nodes.map(({ elementId }) => findElement(context.order.document, elementId))
  if (elements.every((element) => element?.kind === 'page-break')) return { kind: 'break' }
  const [only] = elements
  const goesOn = canvas.height !== Number.POSITIVE_INFINITY
  if (nodes.length === 1 && only && goesOn && isTabular(only) && expandsRows(only)) {
    return { kind: 'flow', node: flowingTable(context, only, canvas.width) }
  }
  const top = Math.min(...nodes.map(({ row }) => row.start))
  const height = heightOf(nodes)
  // Content higher than a sheet is scaled down as a whole.
  const shrink = Math.min(1, (canvas.height - 60) / height)
  const items = itemsOf(context, nodes, trackOf(canvas.width, columns), { x: -gap, y: 0 }, top)
  return { kind: 'grid', height, shrink: Math.round(shrink * 1000) / 1000, items }
}

/** Whether files include the first 1,000 rows; the published forms have no field for it, so documents store it in `x`. */
function expandsRows({ x }: DocumentElement): boolean {
  return typeof x === 'object' && x !== null && 'expandRows' in x && x.expandRows === true
}

/** Size of one column and one row of a page's grid. */
const trackOf = (width: number, columns: number): Size => ({ width: (width + 2 * gap) / columns, height: rowHeight })

const sizeOf = ({ column, row }: LayoutNode, track: Size): Size => ({
  width: (column.end - column.start) * track.width - 2 * gap,
  height: (row.end - row.start) * track.height - 2 * gap,
})

type Box = Exclude<LayoutNode, { tag: 'Element' }>
type InnerGrid = Pick<Extract<Box, { tag: 'Container' }>, 'columns' | 'children'>

/** The grids in a box: one of a container, one for each tab. */
const innerGrids = (node: LayoutNode): readonly InnerGrid[] =>
  node.tag === 'Element' ? [] : node.tag === 'Container' ? [node] : node.tabs

const barOf = (node: LayoutNode): number => (node.tag === 'TabbedContainer' ? tabBar : 0)

/** Size of one column and one row of a grid inside a box of this size. */
function innerTrack(node: LayoutNode, grid: InnerGrid | undefined, size: Size): Size {
  const rows = grid && node.tag !== 'Element' ? rowsInBox(node, grid.children) : 1
  return {
    width: (size.width - 2 * gap) / (grid?.columns ?? 1),
    height: (size.height - 2 * gap - barOf(node)) / rows,
  }
}

function itemsOf(
  context: DrawContext,
  nodes: readonly LayoutNode[],
  track: Size,
  origin: { x: number; y: number },
  firstRow: number,
): Item[] {
  return nodes.flatMap((node): Item[] => {
    const element = findElement(context.order.document, node.elementId)
    if (!element || element.kind === 'page-break' || !hasContent(context.order.document, node)) return []
    const x = origin.x + (node.column.start - 1) * track.width + gap
    const y = origin.y + (node.row.start - firstRow) * track.height + gap
    const { width: w, height: h } = sizeOf(node, track)
    if (w <= 4 || h <= 4) return []
    return [
      {
        x,
        y,
        w,
        h,
        node:
          node.tag === 'Element'
            ? elementNode(context, element, { width: w, height: h })
            : boxNode(context, node, element, { width: w, height: h }),
      },
    ]
  })
}

/** A container with its grid; with tabs the first one is shown, as on the screen. */
function boxNode(context: DrawContext, node: Box, element: DocumentElement, size: Size): Item['node'] {
  const [grid] = innerGrids(node)
  if (node.tag === 'TabbedContainer' && node.tabs.length > 1) {
    context.leftOut.push(`"${nameOf(context, element)}" shows the first of ${node.tabs.length} tabs.`)
  }
  if (isRepeated(element)) context.leftOut.push(`"${nameOf(context, element)}" shows its first card only.`)
  const bar = barOf(node)
  const track = innerTrack(node, grid, size)
  const inside = insideOf(context, element.style)
  const tab = bar === 0 ? [] : [tabItem(element, size.width)]
  return {
    kind: 'box',
    frame: frameOf(context, element.style, {
      line: element.style ? undefined : context.colors.line,
      lineWidth: 1,
      radius: 8,
    }),
    items: [...tab, ...itemsOf(inside, grid?.children ?? [], track, { x: gap, y: gap + bar }, 1)],
    ...(inside === context ? {} : { ink: inside.colors.ink }),
  }
}

function tabItem(element: DocumentElement, width: number): Item {
  const [first] = Array.isArray(element.tabs) ? (element.tabs as unknown[]) : []
  const name =
    typeof first === 'object' && first !== null && 'name' in first && typeof first.name === 'string'
      ? first.name
      : 'Tab 1'
  return {
    x: 12,
    y: 0,
    w: width - 24,
    h: tabBar,
    node: {
      kind: 'words',
      valign: 'middle',
      blocks: [{ kind: 'paragraph', runs: [{ t: name, b: true }], align: 'left', size: 13, bold: false }],
    },
  }
}
