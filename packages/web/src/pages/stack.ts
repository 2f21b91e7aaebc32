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
