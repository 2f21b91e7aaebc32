import type { BaseElement, LayoutGrid, LayoutNode, LayoutRoot } from './api.ts'
import { nestingProblems } from './check-nesting.ts'
import { elementKinds } from './elements/index.ts'
import { layoutNodes } from './layout.ts'
import { isContainerKind } from './place-elements.ts'
import { type Findings, noFindings } from './problems.ts'

export interface LayoutContext {
  /** Elements of a page, overlay or panel; null when no such id exists. In forms D and C any element may be on any page. */
  elementsOf(rootId: string): ReadonlyMap<string, BaseElement> | null
  path: string
}

/**
 * Checks that every element has one place, inside its grid and in a block that fits its kind. The codec places elements that the layout
 * omits.
 */
export function checkLayout(roots: readonly LayoutRoot[], context: LayoutContext): Findings {
  const findings = noFindings()
  const { path } = context
  const report: Report = {
    problem: (message, hint) => findings.problems.push({ path, message, ...(hint === undefined ? {} : { hint }) }),
    warn: (message) => findings.warnings.push({ path, message }),
  }
  const rootIds = new Set<string>()
  const placed = new Set<string>()
  for (const root of roots) {
    if (rootIds.has(root.id)) report.problem(`Duplicate layout page id '${root.id}'`)
    rootIds.add(root.id)
    checkRoot(root, context.elementsOf(root.id), placed, report)
  }
  return findings
}

interface Report {
  problem(message: string, hint?: string): void
  warn(message: string): void
}

function checkRoot(
  root: LayoutRoot,
  elements: ReadonlyMap<string, BaseElement> | null,
  placed: Set<string>,
  report: Report,
): void {
  if (!elements) {
    const hint = `The layout has a ${root.tag} block for a page that does not exist.`
    report.problem(`Dependency not found: '${root.id}'`, hint)
    return
  }
  for (const node of layoutNodes(root)) {
    const id = node.elementId
    const element = elements.get(id)
    if (!element) {
      const hint = `The layout of '${root.id}' places an element that is not on that page.`
      report.problem(`Dependency not found: '${id}'`, hint)
      continue
    }
    if (placed.has(id)) report.problem(`Duplicate layout element id '${id}'`, 'Every element has exactly one place.')
    placed.add(id)
    checkBlock(node, element, report)
    checkSize(node, element, report)
  }
  for (const { message, hint } of nestingProblems(root)) report.problem(message, hint)
  for (const grid of gridsOf(root)) checkSiblings(grid, report.warn)
}

/** Checks that the tag of a block fits the kind of its element. */
function checkBlock(node: LayoutNode, element: BaseElement, { problem, warn }: Report): void {
  const id = node.elementId
  const { kind } = element
  const isKnown = elementKinds.has(kind)
  if (node.tag === 'Container' && isKnown && !isContainerKind(kind)) {
    problem(`'${id}' is not a container`, `It is of kind ${kind} and cannot hold other elements.`)
  }
  if (node.tag === 'TabbedContainer' && isKnown && kind !== 'tabbed-container') {
    problem(`'${id}' is not a tabbed container`, `It is of kind ${kind}.`)
  }
  if (node.tag !== 'Container' && isContainerKind(kind)) {
    problem(`The container '${id}' has no container block`, 'Place it with a GridContainer (Container) tag.')
  }
  if (node.tag !== 'TabbedContainer' && kind === 'tabbed-container') {
    problem(`The container '${id}' has no container block`, 'Place it with a TabbedContainer tag.')
  }
  if (node.tag === 'TabbedContainer' && Array.isArray(element.tabs) && element.tabs.length !== node.tabs.length) {
    warn(`The tabbed container '${id}' has ${element.tabs.length} tabs but ${node.tabs.length} Tab blocks`)
  }
}

/** Checks that the rows of a block fit its content. */
function checkSize(node: LayoutNode, { kind }: BaseElement, { problem, warn }: Report): void {
  const id = node.elementId
  const rows = node.row.end - node.row.start
  if (kind === 'page-break' && rows !== 1) problem(`page-break '${id}' must span exactly one grid row`)
  if (node.tag !== 'Container') return
  const needed = Math.max(1, ...node.children.map((child) => child.row.end)) - 1
  if (needed > rows) warn(`The container '${id}' is lower than what it holds: ${rows} rows for ${needed}`)
}

function gridsOf(grid: LayoutGrid): LayoutGrid[] {
  const inner = grid.children.flatMap((node) =>
    node.tag === 'Container' ? gridsOf(node) : node.tag === 'TabbedContainer' ? node.tabs.flatMap(gridsOf) : [],
  )
  return [grid, ...inner]
}

function checkSiblings(grid: LayoutGrid, warn: (message: string) => void): void {
  const byRow = [...grid.children].sort((a, b) => a.row.start - b.row.start)
  for (const [index, a] of byRow.entries()) {
    if (a.column.end > grid.columns + 1) {
      warn(`'${a.elementId}' reaches beyond the last of ${grid.columns} columns`)
    }
    for (let next = index + 1; next < byRow.length; next++) {
      const b = byRow[next]
      if (!b || b.row.start >= a.row.end) break
      if (b.column.start < a.column.end && a.column.start < b.column.end) {
        warn(`Element collisions found: '${a.elementId}' and '${b.elementId}' overlap`)
      }
    }
  }
}
