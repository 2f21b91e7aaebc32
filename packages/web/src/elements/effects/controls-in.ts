import {
  type ControlElement,
  controlsOf,
  elementsOfPage,
  findGrid,
  layoutNodes,
  type WorkbookDocument,
  withContents,
} from '@octavo/core/document'
import type { PlaceOfControls } from './effect.ts'

/** The controls of a place, in document order. A tab that does not exist has none. */
export function controlsIn(
  document: WorkbookDocument,
  { containerId, tab, pageId }: PlaceOfControls,
): readonly ControlElement[] {
  const all = controlsOf(document)
  if (containerId === undefined && pageId === undefined) return all
  const inside = new Set(
    containerId === undefined
      ? elementsOfPage(document, pageId ?? '').map(({ id }) => id)
      : tab === undefined
        ? withContents(document, [containerId])
        : elementsOfTab(document, containerId, tab),
  )
  return all.filter(({ id }) => inside.has(id))
}

function elementsOfTab(document: WorkbookDocument, container: string, tab: number): string[] {
  const grid = findGrid(document.layout, { container, tab })?.grid
  return grid ? layoutNodes(grid).map(({ elementId }) => elementId) : []
}
