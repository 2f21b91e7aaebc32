import type { Cell } from '../types/index.ts'
import { isRecord } from './check-schema.ts'
import { joinPath } from './problems.ts'
import { selectsAllRows } from './row-effects.ts'

type Fields = Readonly<Record<string, unknown>>

/** A formula whose value a step or a condition uses. */
export interface StepFormula {
  /** Path in the step: `values.c1`, `branches[0].condition`, `value.min`. */
  path: string
  formula: string
  /** Set if the formula is a condition over the rows of this table; its values are then the ids of the rows for which it is true. */
  tableId?: string
}

/** Fields with other steps, whose formulas are not formulas of this step. */
const otherSteps: ReadonlySet<string> = new Set(['effects', 'else', 'onFailure', 'x'])

/**
 * Whether the formulas of a field are skipped. A condition that selects all rows needs no value, since the change itself finds the rows.
 */
const isApart = (name: string, field: unknown): boolean =>
  otherSteps.has(name) || (name === 'whichRows' && selectsAllRows(field))

/** The formulas of a step, or of a condition, whose values it uses. */
export function stepFormulas(step: Fields): StepFormula[] {
  const found: StepFormula[] = []
  replaceFormulas(step, '', (formula) => {
    found.push(formula)
    return { type: 'given', cells: [] }
  })
  return found
}

/** The value of a formula of a step. */
export interface StepValue {
  values: readonly Cell[]
  /** For rows: the revision of their table when they were selected. */
  revision?: number
}

/**
 * The step with `{ type: 'given', cells }` in place of each formula, for rows with the revision of their table. Throws if a formula has no
 * value, so that no step runs with some of them missing.
 */
export function withStepValues(step: Fields, values: ReadonlyMap<string, StepValue>): Fields {
  return replaceFormulas(step, '', ({ path }) => {
    const value = values.get(path)
    if (!value) throw new Error(`The formula at ${path} has no value`)
    const { values: cells, revision } = value
    return { type: 'given', cells, ...(revision === undefined ? {} : { revision }) }
  })
}

interface Given {
  type: 'given'
  cells: readonly Cell[]
  revision?: number
}
type Compute = (formula: StepFormula) => Given

function replaceFormulas(node: Fields, at: string, compute: Compute): Fields {
  if (node.type === 'formula' && typeof node.formula === 'string') {
    return { ...compute({ path: at, formula: node.formula }) }
  }
  if (node.type === 'formula-range') {
    const [min = null] = endOf(node.min, joinPath(at, 'min'), compute)
    const [max = null] = endOf(node.max, joinPath(at, 'max'), compute)
    return { type: 'given', cells: [min, max] }
  }
  // Names in a formula that selects rows refer to the table that the step changes.
  const ofRows: Compute = (formula) => compute({ ...formula, tableId: String(node.table) })
  let isSame = true
  const entries = Object.entries(node).map(([name, field]): [string, unknown] => {
    const isOfRows = name === 'whichRows' && isRecord(field) && field.type === 'formula'
    const next = isApart(name, field) ? field : replaceIn(field, joinPath(at, name), isOfRows ? ofRows : compute)
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

/** The value of one end of a range; none (open) if it has no formula. */
const endOf = (formula: unknown, at: string, compute: Compute): readonly Cell[] =>
  typeof formula === 'string' && formula.trim() !== '' ? compute({ path: at, formula }).cells : []
