import type { Cell } from '../types/index.ts'
import { isRecord } from './check-schema.ts'
import { joinPath } from './problems.ts'

type Fields = Readonly<Record<string, unknown>>

/** A formula whose value a step or a condition uses. */
export interface StepFormula {
  /** Where it stands in the step: `values.c1`, `branches[0].condition`, `value.min`. */
  path: string
  formula: string
}

/** Steps inside a step have formulas of their own. */
const otherSteps: ReadonlySet<string> = new Set(['effects', 'else', 'onFailure', 'x'])

/** A formula that selects rows is another matter: it is over each of them. */
const isApart = (name: string, field: unknown): boolean =>
  otherSteps.has(name) || (name === 'whichRows' && isRecord(field) && field.type === 'formula')

/** The formulas of a step, or of a condition, whose values it uses. */
export function stepFormulas(step: Fields): StepFormula[] {
  const found: StepFormula[] = []
  replaceFormulas(step, '', (path, formula) => {
    found.push({ path, formula })
    return []
  })
  return found
}

/**
 * The step with the values of its formulas: `{ type: 'given', cells }` instead of each. Throws for a path that has no value, so that no step
 * runs with half of them.
 */
export function withStepValues(step: Fields, values: ReadonlyMap<string, readonly Cell[]>): Fields {
  return replaceFormulas(step, '', (path) => {
    const cells = values.get(path)
    if (!cells) throw new Error(`The formula at ${path} has no value`)
    return cells
  })
}

type Compute = (path: string, formula: string) => readonly Cell[]

function replaceFormulas(node: Fields, at: string, compute: Compute): Fields {
  if (node.type === 'formula' && typeof node.formula === 'string') {
    return { type: 'given', cells: compute(at, node.formula) }
  }
  if (node.type === 'formula-range') {
    const [min = null] = endOf(node.min, joinPath(at, 'min'), compute)
    const [max = null] = endOf(node.max, joinPath(at, 'max'), compute)
    return { type: 'given', cells: [min, max] }
  }
  let isSame = true
  const entries = Object.entries(node).map(([name, field]): [string, unknown] => {
    const next = isApart(name, field) ? field : replaceIn(field, joinPath(at, name), compute)
    if (next !== field) isSame = false
    return [name, next]
  })
  return isSame ? node : Object.fromEntries(entries)
}

function replaceIn(value: unknown, at: string, compute: Compute): unknown {
  if (isRecord(value)) return replaceFormulas(value, at, compute)
  if (!Array.isArray(value)) return value
  const before: unknown[] = value
  const items = before.map((item, index) => replaceIn(item, joinPath(at, index), compute))
  return items.every((item, index) => item === before[index]) ? value : items
}

/** An end of a range that is left out is open. */
const endOf = (formula: unknown, at: string, compute: Compute): readonly Cell[] =>
  typeof formula === 'string' && formula.trim() !== '' ? compute(at, formula) : []
