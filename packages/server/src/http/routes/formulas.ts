import { assistFormula, checkFormulaOfElement } from '@octavo/core/contract'
import type { Formulas } from '../../services/formulas/formulas.ts'
import { handle, type Route } from '../handle.ts'

export const formulaRoutes = ({ formulas }: { formulas: Formulas }): Route[] => [
  handle(checkFormulaOfElement, ({ viewer, body, request }) => formulas.check(viewer, body, request.signal)),
  handle(assistFormula, ({ viewer, body, request }) => formulas.assist(viewer, body, request.signal)),
]
