import type { BaseElement, LayoutGrid, WorkbookDocument } from '../api.ts'
import { findNode, growContainers } from '../arrange/index.ts'
import { isRecord } from '../check-schema.ts'
import { applyEdits, type DocumentEdit, layoutEdits } from '../edits/index.ts'
import { layoutNodes, pageColumns } from '../layout.ts'
import { findElement } from '../lookups.ts'
import { editsBetween } from './change-element.ts'
import { removeElements } from './remove-elements.ts'
import { type TabChange, withTabTargets } from './tab-targets.ts'

/** Names of the tabs of an element; empty when it has none. */
export function tabNames(element: BaseElement | undefined): string[] {
  const tabs: unknown[] = Array.isArray(element?.tabs) ? element.tabs : []
  return tabs.map((tab) => (isRecord(tab) && typeof tab.name === 'string' ? tab.name : ''))
}

/**
 * Sets the tabs of a tabbed container; each existing tab keeps its content, and actions that name a tab follow it. The content of removed
 * tabs is removed.
 */
export function setTabs(document: WorkbookDocument, elementId: string, tabs: readonly TabChange[]): DocumentEdit[] {
  const element = findElement(document, elementId)
  const node = findNode(document.layout, elementId)?.node
  if (!element || node?.tag !== 'TabbedContainer' || tabs.length === 0) return []
  const kept = new Set(tabs.map(({ from }) => from))
  const going = node.tabs.flatMap((tab, index) => (kept.has(index) ? [] : layoutNodes(tab)))
  const emptied = applyEdits(
    document,
    removeElements(
      document,
      going.map((child) => child.elementId),
    ),
  ).document
  const present = findNode(emptied.layout, elementId)?.node
  const grids = present?.tag === 'TabbedContainer' ? present.tabs : []
  const columns = grids[0]?.columns ?? pageColumns
  const next: LayoutGrid[] = tabs.map(
    ({ from }) => (from === undefined ? undefined : grids[from]) ?? { columns, children: [] },
  )
  const named = applyEdits(withTabTargets(emptied, elementId, tabs), [
    { op: 'set', at: ['elements', { id: elementId }, 'tabs'], value: tabs.map(({ name }) => ({ name })) },
  ]).document
  const layout = growContainers(
    named.layout.map((root) => ({ ...root, children: withTabs(root.children, elementId, next) })),
  )
  return editsBetween(document, applyEdits(named, layoutEdits(named, layout)).document)
}

function withTabs(children: LayoutGrid['children'], elementId: string, tabs: LayoutGrid[]): LayoutGrid['children'] {
  return children.map((node) => {
    if (node.tag === 'TabbedContainer' && node.elementId === elementId) return { ...node, tabs }
    if (node.tag === 'Container') return { ...node, children: withTabs(node.children, elementId, tabs) }
    return node
  })
}
