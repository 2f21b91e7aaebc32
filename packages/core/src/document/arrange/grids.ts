import type { LayoutGrid, LayoutNode, LayoutRoot } from '../api.ts'
import { settle } from './settle.ts'

/** Identifies one grid of a layout: the grid of a page, overlay or panel, of a container, or of one tab. */
export type GridAddress = { root: string } | { container: string; tab?: number }

export function sameGrid(a: GridAddress, b: GridAddress): boolean {
  if ('root' in a) return 'root' in b && a.root === b.root
  return 'container' in b && a.container === b.container && a.tab === b.tab
}

export interface FoundGrid {
  grid: LayoutGrid
  rootId: string
  /** Containers around the grid, outermost first. */
  containers: readonly string[]
}

/** Visits every grid with its address and the containers around it, outermost first. */
export function* gridsOf(layout: readonly LayoutRoot[]): Generator<{ address: GridAddress } & FoundGrid> {
  for (const root of layout) {
    yield { address: { root: root.id }, grid: root, rootId: root.id, containers: [] }
    yield* innerGridsOf(root, root.id, [])
  }
}

function* innerGridsOf(
  grid: LayoutGrid,
  rootId: string,
  around: readonly string[],
): Generator<{ address: GridAddress } & FoundGrid> {
  for (const node of grid.children) {
    const containers = [...around, node.elementId]
    for (const [tab, inner] of gridsIn(node).entries()) {
      const address =
        node.tag === 'TabbedContainer' ? { container: node.elementId, tab } : { container: node.elementId }
      yield { address, grid: inner, rootId, containers }
      yield* innerGridsOf(inner, rootId, containers)
    }
  }
}

/** The grids inside a node: one for a container, one for each tab, none for other elements. */
export function gridsIn(node: LayoutNode): readonly LayoutGrid[] {
  if (node.tag === 'Container') return [node]
  return node.tag === 'TabbedContainer' ? node.tabs : []
}

export function findGrid(layout: readonly LayoutRoot[], address: GridAddress): FoundGrid | undefined {
  for (const found of gridsOf(layout)) if (sameGrid(found.address, address)) return found
  return undefined
}

/** The node of an element and the grid that contains it. */
export function findNode(
  layout: readonly LayoutRoot[],
  elementId: string,
): (FoundGrid & { address: GridAddress; node: LayoutNode }) | undefined {
  for (const found of gridsOf(layout)) {
    const node = found.grid.children.find((child) => child.elementId === elementId)
    if (node) return { ...found, node }
  }
  return undefined
}

/** The layout with some of its grids changed. Unchanged grids remain the same objects. */
export function mapGrids(
  layout: readonly LayoutRoot[],
  change: (grid: LayoutGrid, address: GridAddress) => LayoutGrid,
): LayoutRoot[] {
  return layout.map((root) => ({ ...root, ...mapGrid(root, { root: root.id }, change) }))
}

function mapGrid(
  grid: LayoutGrid,
  address: GridAddress,
  change: (grid: LayoutGrid, address: GridAddress) => LayoutGrid,
): LayoutGrid {
  const { columns, children } = change(grid, address)
  return {
    columns,
    children: children.map((node): LayoutNode => {
      if (node.tag === 'Container') return { ...node, ...mapGrid(node, { container: node.elementId }, change) }
      if (node.tag !== 'TabbedContainer') return node
      const tabs = node.tabs.map((tab, index) => mapGrid(tab, { container: node.elementId, tab: index }, change))
      return { ...node, tabs }
    }),
  }
}

/** Rows that the tab bar of a tabbed container occupies in its grid. */
const tabBarRows = 2

/**
 * Makes every container at least as high as its content; elements below it move down. Nodes of `fixed` keep their place when siblings
 * collide.
 */
export function growContainers(layout: readonly LayoutRoot[], fixed: ReadonlySet<string> = new Set()): LayoutRoot[] {
  return layout.map((root) => ({ ...root, children: grown(root, fixed) }))
}

function grown(grid: LayoutGrid, fixed: ReadonlySet<string>): LayoutNode[] {
  const children = grid.children.map((node): LayoutNode => {
    if (node.tag === 'Element') return node
    const inner: LayoutNode =
      node.tag === 'Container'
        ? { ...node, children: grown(node, fixed) }
        : { ...node, tabs: node.tabs.map((tab) => ({ ...tab, children: grown(tab, fixed) })) }
    const end = inner.row.start + rowsInside(inner)
    return end > inner.row.end ? { ...inner, row: { start: inner.row.start, end } } : inner
  })
  return settle(children, fixed)
}

/** Rows that a container needs for its content. */
export function rowsInside(node: LayoutNode): number {
  const lines = gridsIn(node).flatMap(({ children }) => children.map(({ row }) => row.end - 1))
  const rows = Math.max(0, ...lines)
  return node.tag === 'TabbedContainer' && rows > 0 ? rows + tabBarRows : rows
}
