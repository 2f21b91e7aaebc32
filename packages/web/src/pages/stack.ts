import { inMobileOrder, type LayoutNode } from '@octavo/core/document'

export interface StackedNode {
  node: LayoutNode
  /** Of two columns. */
  span: 1 | 2
}

/**
 * The order on a narrow screen: the page's own, otherwise top to bottom and left to right. Consecutive single numbers are paired,
 * everything else takes the whole width.
 */
export function stack(
  nodes: readonly LayoutNode[],
  kindOf: (elementId: string) => string | undefined,
  order?: readonly string[],
): StackedNode[] {
  const ordered = inMobileOrder(nodes, order)
  const isSmall = (node: LayoutNode | undefined) => node !== undefined && kindOf(node.elementId) === 'kpi-chart'
  let run = 0
  return ordered.map((node, index) => {
    if (!isSmall(node)) {
      run = 0
      return { node, span: 2 }
    }
    run++
    const isOddLast = run % 2 === 1 && !isSmall(ordered[index + 1])
    return { node, span: isOddLast ? 2 : 1 }
  })
}

/** Consecutive controls that readers open together; a control among other elements stands alone. */
export interface FoldedControls {
  controls: readonly StackedNode[]
}

/** From this number on, controls in a row would push the first number of a page below the fold of a phone. */
const fewestFolded = 3

/** The stacked elements, with rows of controls folded. */
export function foldControls(
  places: readonly StackedNode[],
  kindOf: (elementId: string) => string | undefined,
): (StackedNode | FoldedControls)[] {
  const folded: (StackedNode | FoldedControls)[] = []
  let run: StackedNode[] = []
  const endRun = () => {
    if (run.length >= fewestFolded) folded.push({ controls: run })
    else folded.push(...run)
    run = []
  }
  for (const place of places) {
    if (kindOf(place.node.elementId) === 'control') run.push(place)
    else {
      endRun()
      folded.push(place)
    }
  }
  endRun()
  return folded
}
