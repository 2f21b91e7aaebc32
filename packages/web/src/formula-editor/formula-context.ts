import { Facet } from '@codemirror/state'
import type { CheckOptions, FormulaScope } from '@octavo/core/formula'

/** The names that a formula may use in its place, and the functions of its connection. */
export interface FormulaContext {
  scope: FormulaScope
  options: CheckOptions
}

const nothing: FormulaContext = { scope: { resolve: () => null, candidates: () => [] }, options: {} }

export const formulaContext = Facet.define<FormulaContext, FormulaContext>({
  combine: ([first]) => first ?? nothing,
})
