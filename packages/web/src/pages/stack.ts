import type { LayoutNode } from '@octavo/core/document'

export interface StackedNode {
  node: LayoutNode
  /** Of two columns. */
  span: 1 | 2
}

/**
 * The order on a narrow screen: from top to bottom, then from left to right. Single numbers that follow each other
 * stand in pairs, everything else takes the whole width.
 */
export function stack(nodes: readonly LayoutNode[], kindOf: (elementId: string) => string | undefined): StackedNode[] {
  const ordered = [...nodes].sort(
    (left, right) => left.row.start - right.row.start || left.column.start - right.column.start,
  )
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
