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

it('orders from top to bottom, then from left to right, with KPIs in pairs', () => {
  const nodes = [node('t1', 1, 20), node('k2', 7, 1), node('k1', 1, 1), node('k3', 13, 1), node('k4', 1, 30)]
  expect(stack(nodes, kindOf).map((entry) => [entry.node.elementId, entry.span])).toEqual([
    ['k1', 1],
    ['k2', 1],
    ['k3', 2],
    ['t1', 2],
    ['k4', 2],
  ])
})

it('uses the order of the page, and puts new elements after their neighbour', () => {
  const nodes = [node('t1', 1, 1), node('t2', 1, 10), node('new', 1, 15), node('t3', 1, 20), node('first', 1, 0)]
  const ids = (order?: string[]) => stack(nodes, kindOf, order).map((entry) => entry.node.elementId)
  expect(ids(['t3', 't2', 'gone', 't1'])).toEqual(['first', 't3', 't2', 'new', 't1'])
  expect(ids([])).toEqual(ids())
})
