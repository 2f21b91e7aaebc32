import type { LayoutNode } from '@octavo/core/document'
import { expect, it } from 'vitest'
import { stack } from './stack.ts'

const node = (elementId: string, column: number, row: number): LayoutNode => ({
  tag: 'Element',
  elementId,
  column: { start: column, end: column + 6 },
  row: { start: row, end: row + 5 },
})
const kindOf = (id: string) => (id.startsWith('k') ? 'kpi-chart' : 'table')

it('goes from top to bottom, then from left to right, with single numbers in pairs', () => {
  const nodes = [node('t1', 1, 20), node('k2', 7, 1), node('k1', 1, 1), node('k3', 13, 1), node('k4', 1, 30)]
  expect(stack(nodes, kindOf).map((entry) => [entry.node.elementId, entry.span])).toEqual([
    ['k1', 1],
    ['k2', 1],
    ['k3', 2],
    ['t1', 2],
    ['k4', 2],
  ])
})
