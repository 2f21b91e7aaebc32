import type { LayoutNode } from '@octavo/core/document'
import { expect, it } from 'vitest'
import { foldControls, stack } from './stack.ts'

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

it('folds three or more controls in a row, and no other elements', () => {
  const kinds = (id: string) => (id.startsWith('c') ? 'control' : 'table')
  const folded = (...ids: string[]) =>
    foldControls(
      stack(
        ids.map((id, index) => node(id, 1, index * 10)),
        kinds,
      ),
      kinds,
    ).map((entry) => ('controls' in entry ? entry.controls.map((each) => each.node.elementId) : entry.node.elementId))
  expect(folded('t1', 'c1', 'c2', 'c3', 't2')).toEqual(['t1', ['c1', 'c2', 'c3'], 't2'])
  expect(folded('c1', 'c2', 't1', 'c3')).toEqual(['c1', 'c2', 't1', 'c3'])
  expect(folded('t1', 'c1', 'c2', 'c3', 'c4')).toEqual(['t1', ['c1', 'c2', 'c3', 'c4']])
})
