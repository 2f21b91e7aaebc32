import {
  type ControlElement,
  controlsAmong,
  controlsOf,
  elementsOfPage,
  findGrid,
  layoutNodes,
  type WorkbookDocument,
  withContents,
} from '@octavo/core/document'
import type { PlaceOfControls } from './effect.ts'

/**
 * The controls of a place, in document order: a synced copy in the place stands for its primary, which may be elsewhere. A tab that does
 * not exist has none.
 */
export function controlsIn(
  document: WorkbookDocument,
  { containerId, tab, pageId }: PlaceOfControls,
): readonly ControlElement[] {
  if (containerId === undefined && pageId === undefined) return controlsOf(document)
  const inside =
    containerId === undefined
      ? elementsOfPage(document, pageId ?? '').map(({ id }) => id)
      : tab === undefined
        ? withContents(document, [containerId])
        : elementsOfTab(document, containerId, tab)
  return controlsAmong(document, new Set(inside))
}

function elementsOfTab(document: WorkbookDocument, container: string, tab: number): string[] {
  const grid = findGrid(document.layout, { container, tab })?.grid
  return grid ? layoutNodes(grid).map(({ elementId }) => elementId) : []
}
