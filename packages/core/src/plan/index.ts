export { columnsHiddenFrom } from './analyse/security.ts'
export { applyCellStates } from './cell-states.ts'
export {
  assistElementFormula,
  type CheckedElementFormula,
  type CheckedReference,
  checkElementFormula,
  type FormulaAssistance,
  type FormulaPlace,
} from './check-element-formula.ts'
export { compileControlValues } from './compile-control-values.ts'
export {
  compileColumns,
  compileElement,
  DocumentCompiler,
  explainElement,
  requiredSources,
} from './document-compiler.ts'
export { type ElementProblem, problemsOfElement, queriesOfElement } from './document-problems.ts'
export { acrossConnections, acrossDialect } from './model/across-connections.ts'
export type * from './model/api.ts'
export type { Unavailable } from './model/failure.ts'
export { onLine } from './stage/flat-pivot.ts'
