import type { ExplainNode } from '@octavo/core/plan'
import { expect, it } from 'vitest'
import { costliestOf, stepsOf } from './explain-element.ts'

const node = (id: string, operations: string[], more: Partial<ExplainNode> = {}): ExplainNode => ({
  id,
  name: `Step ${id}`,
  operations,
  columns: [],
  relations: [],
  isShared: false,
  estimatedRows: null,
  inputs: [],
  ...more,
})
const read = node('t', ['read'], { table: ['shop', 'SALES'] })
const groups = node('g', ['group'], { relations: ['sales_by_store_1'], inputs: [read] })
const root = node('r', ['join', 'compute'], { inputs: [node('f', ['filter'], { inputs: [read] }), groups] })
const plan = {
  estimatedRows: 500,
  inputs: [
    { relation: 'sales_by_store_1', estimatedRows: 12, inputs: [{ table: 'sales', estimatedRows: 9000, inputs: [] }] },
  ],
}

it('steps have the rows of the relation or table that the engine names, as do steps that keep their rows', () => {
  const rows = (of: ExplainNode) => stepsOf(of, plan).map(({ id, estimatedRows }) => [id, estimatedRows])
  expect(rows(root)).toEqual([
    ['r', 500],
    ['f', null],
    ['t', 9000],
    ['g', 12],
    ['t', 9000],
  ])
  const computed = node('c', ['compute', 'window'], { inputs: [groups] })
  expect(rows(node('x', ['limit'], { inputs: [computed] }))).toContainEqual(['c', 12])
})

it('custom SQL has the rows of the largest table that no other step reads', () => {
  const custom = node('c', ['group'], { inputs: [node('s', ['custom SQL'])] })
  expect(stepsOf(custom, { estimatedRows: 1, inputs: plan.inputs }).map((step) => step.estimatedRows)).toEqual([
    1, 9000,
  ])
})

it('the costliest step is the one that processes most rows, not the table itself', () => {
  const levels = [{ level: 'g1', sql: '', estimatedRows: 12, steps: stepsOf(groups, plan) }]
  expect(costliestOf(levels)).toEqual({ level: 'g1', stepId: 'g', name: 'Step g', rows: 9000 })
})

it('without estimates there is no costliest step', () => {
  expect(costliestOf([{ level: 'base', sql: '', estimatedRows: null, steps: stepsOf(root, null) }])).toBeNull()
})
