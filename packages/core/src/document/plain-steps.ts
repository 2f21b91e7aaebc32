import { parseFormula } from '../formula/index.ts'
import type { BaseElement } from './api.ts'
import { drillSteps } from './drill-steps.ts'
import { columnsOf } from './lookups.ts'

/**
 * Whether the drill steps only show existing columns: each column that a step added is a column of the source or the element, or such a
 * date truncated to a unit.
 */
export function hasPlainSteps(element: BaseElement): boolean {
  const columns = columnsOf(element)
  return drillSteps(element).every(({ to, isAdded }) => {
    const formula = columns.find(({ id }) => id === to)?.formula
    return !isAdded || (formula !== undefined && isPlain(formula))
  })
}

function isPlain(formula: string): boolean {
  const { tree } = parseFormula(formula)
  if (tree?.kind === 'reference') return true
  return (
    tree?.kind === 'call' &&
    tree.name.toLowerCase() === 'datetrunc' &&
    tree.args[0]?.kind === 'text' &&
    tree.args[1]?.kind === 'reference'
  )
}
