import type { BaseElement, LayoutGrid, LayoutNode, LayoutRoot, LayoutSpan, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { layoutNodes, pageColumns } from '../layout.ts'
import { findElement } from '../lookups.ts'
import { emptyRoot, isContainerKind, placeBelow } from '../place-elements.ts'
import type { ElementPlace } from './api.ts'
import { placedAfter } from './values.ts'

/** The layout as edits see it: one place for each element. All functions here return copies; nothing is changed in place. */

export interface FoundPlace {
  place: ElementPlace
  node: LayoutNode
  /** The page, overlay or panel that contains it, at any depth. */
  rootId: string
  siblings: readonly string[]
}

export function findPlace(layout: readonly LayoutRoot[], elementId: string): FoundPlace | null {
  for (const root of layout) {
    const found = findInGrid(root, { root: root.id }, root.id, elementId)
    if (found) return found
  }
  return null
}

type Holder = Pick<ElementPlace, 'root' | 'container' | 'tab'>

/** The place of each element of a layout, as `findPlace` finds it, with its position among its siblings. */
export function placesOf(
  layout: readonly LayoutRoot[],
): ReadonlyMap<string, { place: ElementPlace; position: number }> {
  const places = new Map<string, { place: ElementPlace; position: number }>()
  const add = (grid: LayoutGrid, holder: Holder): void => {
    for (const [position, node] of grid.children.entries()) {
      if (!places.has(node.elementId)) places.set(node.elementId, { place: placeOf(node, holder), position })
      for (const { grid: inner, holder: within } of innerGrids(node)) add(inner, within)
    }
  }
  for (const root of layout) add(root, { root: root.id })
  return places
}

function placeOf(node: LayoutNode, holder: Holder): ElementPlace {
  const place: ElementPlace = { ...holder, column: node.column, row: node.row }
  if (node.tag === 'Container') place.columns = node.columns
  if (node.tag === 'TabbedContainer') place.tabs = node.tabs.map(({ columns }) => columns)
  return place
}

function findInGrid(grid: LayoutGrid, holder: Holder, rootId: string, elementId: string): FoundPlace | null {
  for (const node of grid.children) {
    if (node.elementId === elementId) {
      return { place: placeOf(node, holder), node, rootId, siblings: grid.children.map((child) => child.elementId) }
    }
    for (const { grid: inner, holder: within } of innerGrids(node)) {
      const found = findInGrid(inner, within, rootId, elementId)
      if (found) return found
    }
  }
  return null
}

/** The grids that a node contains, each with the fields that identify it. */
export function innerGrids(node: LayoutNode): { grid: LayoutGrid; holder: Holder }[] {
  const container = node.elementId
  if (node.tag === 'Container') return [{ grid: node, holder: { container } }]
  if (node.tag === 'TabbedContainer') return node.tabs.map((grid, tab) => ({ grid, holder: { container, tab } }))
  return []
}

/** Ids of the element of a node and of all its content. */
export function idsWithin(node: LayoutNode): string[] {
  return [node.elementId, ...innerGrids(node).flatMap(({ grid }) => layoutNodes(grid).map((inner) => inner.elementId))]
}

/** Rebuilds every grid of the layout from its children; unchanged grids remain the same objects. */
function mapGrids<G extends LayoutGrid>(
  grid: G,
  holder: Holder,
  change: (grid: LayoutGrid, holder: Holder) => LayoutNode[],
): G {
  const children = change(grid, holder).map((node): LayoutNode => {
    if (node.tag === 'Container') return mapGrids(node, { container: node.elementId }, change)
    if (node.tag !== 'TabbedContainer') return node
    const tabs = node.tabs.map((tab, index) => mapGrids(tab, { container: node.elementId, tab: index }, change))
    return tabs.every((tab, index) => tab === node.tabs[index]) ? node : { ...node, tabs }
  })
  const isSame = children.length === grid.children.length && children.every((node, at) => node === grid.children[at])
  return isSame ? grid : { ...grid, children }
}

function mapLayout(
  layout: readonly LayoutRoot[],
  change: (grid: LayoutGrid, holder: Holder) => LayoutNode[],
): LayoutRoot[] {
  return layout.map((root) => mapGrids(root, { root: root.id }, change))
}

function withoutNode(layout: readonly LayoutRoot[], elementId: string): LayoutRoot[] {
  return mapLayout(layout, (grid) => grid.children.filter((node) => node.elementId !== elementId))
}

/** Removes an element from the layout. Its content moves below the rest of its page, at full width. */
export function removePlace(layout: readonly LayoutRoot[], elementId: string): LayoutRoot[] {
  const found = findPlace(layout, elementId)
  if (!found) return [...layout]
  const inner = innerGrids(found.node).flatMap(({ grid }) => grid.children)
  return putBelow(withoutNode(layout, elementId), found.rootId, inner)
}

function putBelow(layout: readonly LayoutRoot[], rootId: string, nodes: readonly LayoutNode[]): LayoutRoot[] {
  if (nodes.length === 0) return [...layout]
  return layout.map((root) => {
    if (root.id !== rootId) return root
    let line = Math.max(1, ...root.children.map((node) => node.row.end))
    const added = nodes.map((node): LayoutNode => {
      const start = line
      line += node.row.end - node.row.start
      return { ...node, column: { start: 1, end: root.columns + 1 }, row: { start, end: line } }
    })
    return { ...root, children: [...root.children, ...added] }
  })
}

/** Places a new element below the rest of its page. */
export function placeNew(document: WorkbookDocument, holderId: string, element: BaseElement): LayoutRoot[] {
  const layout = withRoot(document, holderId)
  return layout.map((root) => (root.id === holderId ? placeBelow(root, [element]) : root))
}

/** The layout with a block for a page, overlay or panel. */
export function withRoot(document: WorkbookDocument, holderId: string): LayoutRoot[] {
  if (document.layout.some(({ id }) => id === holderId)) return document.layout
  const tag = document.panels.some(({ id }) => id === holderId) ? 'Panel' : 'Page'
  return [...document.layout, emptyRoot(tag, holderId)]
}

/** Moves a block with all its content below the rest of another page. */
export function moveToRoot(document: WorkbookDocument, elementId: string, holderId: string): LayoutRoot[] {
  const found = findPlace(document.layout, elementId)
  if (!found || found.rootId === holderId) return document.layout
  const layout = withRoot({ ...document, layout: withoutNode(document.layout, elementId) }, holderId)
  return putBelow(layout, holderId, [found.node])
}

/**
 * Moves an element to a place. `after` is a sibling (null: first); absent: unchanged among its siblings, else last. Returns null when the
 * place is impossible: no such page or container, or inside itself.
 */
export function setPlace(
  document: WorkbookDocument,
  elementId: string,
  place: ElementPlace,
  after?: string | null,
): LayoutRoot[] | null {
  const element = findElement(document, elementId)
  if (!element) return null
  const found = findPlace(document.layout, elementId)
  if (found && place.container !== undefined && idsWithin(found.node).includes(place.container)) return null
  const node = nodeOf(element, place, found?.node)
  const index = found && sameHolder(found.place, place) ? found.siblings.indexOf(elementId) : -1
  let isPlaced = false
  let layout = mapLayout(withoutNode(document.layout, elementId), (grid, holder) => {
    if (!sameHolder(holder, place)) return grid.children
    isPlaced = true
    if (after === undefined && index >= 0) {
      return [...grid.children.slice(0, index), node, ...grid.children.slice(index)]
    }
    const end = grid.children.at(-1)?.elementId ?? null
    return placedAfter(grid.children, node, after === undefined ? end : after, (child) => child.elementId)
  })
  if (!isPlaced) return null
  const kept = new Set(idsWithin(node))
  const lost = (found ? innerGrids(found.node).flatMap(({ grid }) => grid.children) : []).filter(
    (child) => !kept.has(child.elementId),
  )
  const rootId = findPlace(layout, elementId)?.rootId
  if (rootId !== undefined) layout = putBelow(layout, rootId, lost)
  return layout
}

function sameHolder(a: Holder, b: Holder): boolean {
  return a.root === b.root && a.container === b.container && a.tab === b.tab
}

/** The block at a place; its previous content is kept as far as there are grids for it. Fields are in the parser's order. */
function nodeOf(element: BaseElement, place: ElementPlace, before: LayoutNode | undefined): LayoutNode {
  const at = { elementId: element.id, column: place.column, row: place.row }
  const grids = before ? innerGrids(before).map(({ grid }) => grid) : []
  if (place.tabs !== undefined || (place.columns === undefined && element.kind === 'tabbed-container')) {
    const count = Array.isArray(element.tabs) ? element.tabs.length : 1
    const tabs = place.tabs ?? (grids.length > 0 ? grids.map((grid) => grid.columns) : Array(count).fill(pageColumns))
    return {
      ...at,
      tag: 'TabbedContainer',
      tabs: tabs.map((columns, index) => ({ columns, children: grids[index]?.children ?? [] })),
    }
  }
  if (place.columns !== undefined || isContainerKind(element.kind)) {
    const columns = place.columns ?? grids[0]?.columns ?? pageColumns
    return { ...at, tag: 'Container', columns, children: grids[0]?.children ?? [] }
  }
  return { ...at, tag: 'Element' }
}

/** Reads a place; null when the layout cannot express it. */
export function readPlace(value: unknown): ElementPlace | null {
  if (!isRecord(value)) return null
  const { root, container, tab, columns, tabs } = value
  const column = readSpan(value.column)
  const row = readSpan(value.row)
  if (!column || !row || (typeof root === 'string') === (typeof container === 'string')) return null
  if (tab !== undefined && (typeof container !== 'string' || !isCount(tab, 0))) return null
  if (columns !== undefined && !isCount(columns, 1, 999)) return null
  if (tabs !== undefined && !(Array.isArray(tabs) && tabs.every((count) => isCount(count, 1, 999)))) return null
  return {
    ...(typeof root === 'string' ? { root } : {}),
    ...(typeof container === 'string' ? { container } : {}),
    ...(isCount(tab, 0) ? { tab } : {}),
    column,
    row,
    ...(isCount(columns, 1) ? { columns } : {}),
    ...(Array.isArray(tabs) ? { tabs: tabs.map(Number) } : {}),
  }
}

function readSpan(value: unknown): LayoutSpan | null {
  if (!isRecord(value) || !isCount(value.start, 1) || !isCount(value.end, 1) || value.end <= value.start) return null
  return value.end > 999_999 ? null : { start: value.start, end: value.end }
}

function isCount(value: unknown, least: number, most = 999_999): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

/** Reads a whole layout; null when it is not valid. Fields are in the parser's order. */
export function readRoots(value: unknown): LayoutRoot[] | null {
  if (!Array.isArray(value)) return null
  const roots = value.map((root: unknown): LayoutRoot | null => {
    if (!isRecord(root) || typeof root.id !== 'string' || (root.tag !== 'Page' && root.tag !== 'Panel')) return null
    const grid = readGrid(root)
    return grid && { tag: root.tag, id: root.id, ...grid }
  })
  return roots.every((root) => root !== null) ? roots : null
}

function readGrid(value: unknown): LayoutGrid | null {
  if (!isRecord(value) || !isCount(value.columns, 1, 999) || !Array.isArray(value.children)) return null
  const children = value.children.map(readNode)
  return children.every((node) => node !== null) ? { columns: value.columns, children } : null
}

function readNode(value: unknown): LayoutNode | null {
  if (!isRecord(value) || typeof value.elementId !== 'string') return null
  const column = readSpan(value.column)
  const row = readSpan(value.row)
  if (!column || !row) return null
  const at = { elementId: value.elementId, column, row }
  if (value.tag === 'Element') return { ...at, tag: 'Element' }
  if (value.tag === 'Container') {
    const grid = readGrid(value)
    return grid && { ...at, tag: 'Container', ...grid }
  }
  if (value.tag !== 'TabbedContainer' || !Array.isArray(value.tabs)) return null
  const tabs = value.tabs.map(readGrid)
  return tabs.every((tab) => tab !== null) ? { ...at, tag: 'TabbedContainer', tabs } : null
}
