export { FormulaEditor, type FormulaEditorHandle } from './FormulaEditor.tsx'
export type { FormulaContext } from './formula-context.ts'
export { formulaTheme } from './formula-theme.ts'
