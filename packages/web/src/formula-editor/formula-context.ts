import { Facet } from '@codemirror/state'
import type { CheckOptions, Diagnostic, FormulaScope } from '@octavo/core/formula'

/** The names that a formula may use in its place, and the functions of its connection. */
export interface FormulaContext {
  scope: FormulaScope
  options: CheckOptions
  /** The text is prose with formulas in double braces; only these are completed, explained and checked. */
  isTemplate?: true
  /** What else is wrong in this place with a formula that has no problem of its own. */
  check?: (formula: string) => readonly Diagnostic[]
}

const nothing: FormulaContext = { scope: { resolve: () => null, candidates: () => [] }, options: {} }

export const formulaContext = Facet.define<FormulaContext, FormulaContext>({
  combine: ([first]) => first ?? nothing,
})
