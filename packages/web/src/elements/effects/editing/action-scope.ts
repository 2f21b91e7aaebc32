import {
  aggregatesSelection,
  type BaseElement,
  columnNames,
  inputColumnOrigin,
  namedColumns,
  rowFormulaProblems,
  type WorkbookDocument,
} from '@octavo/core/document'
import { checkFormula, type Diagnostic, type FormulaScope } from '@octavo/core/formula'
import { formulaTypeOf } from '@octavo/core/types'
import { controlNames, elementNames } from '../../../formula-editor/document-names.ts'
import { namedScope, type ScopeName } from '../../../formula-editor/named-scope.ts'
import type { NamedColumn } from './effect-editor.ts'

/** The names of a sequence that a formula can use beside those of the document. */
export interface SequenceNames {
  /** Results of earlier steps. */
  results: readonly string[]
  /** True in the steps that run after a failure. */
  hasError: boolean
}

/**
 * The names that a formula of an action can use: controls, the selection, results of earlier steps, the error, and columns of all elements.
 * `table`: the formula is a condition over its rows, so its columns come first.
 */
export function actionScope(
  document: WorkbookDocument,
  columns: readonly NamedColumn[],
  { results, hasError }: SequenceNames,
  table?: BaseElement,
): FormulaScope {
  return namedScope([
    ...(table ? rowNames(document, table) : []),
    ...controlNames(document),
    ...columns.map(({ name }) => own(['Selection', name])),
    ...results.map((name) => own([name])),
    ...(hasError ? error : []),
    ...elementNames(document),
  ])
}

const own = (segments: readonly string[], type: ScopeName['type'] = null): ScopeName => ({
  segments,
  target: { kind: 'column', columnId: segments.join(' ') },
  type,
})

function rowNames(document: WorkbookDocument, table: BaseElement): ScopeName[] {
  const columns = namedColumns(document, table)
  const names = columnNames(columns)
  return columns.map((column) => {
    const origin = inputColumnOrigin(column)
    return {
      segments: [names.get(column.id) ?? column.id],
      target: { kind: 'column', columnId: column.id },
      type: origin.kind === 'entered' ? origin.type : null,
    }
  })
}

/** What is wrong with a condition over rows that is a valid formula otherwise. A type that only the server knows is no problem here. */
export function rowProblems(formula: string, scope: FormulaScope): Diagnostic[] {
  const problem = (wrong: { code: string; message: string; hint?: string }): Diagnostic[] => [
    { ...wrong, severity: 'error', span: { start: 0, end: formula.length } } as Diagnostic,
  ]
  if (aggregatesSelection(formula)) return problem(rowFormulaProblems.oneSelectedRow)
  const { type } = checkFormula(formula, scope)
  if (type === null || type.kind === 'logical') return []
  return problem(rowFormulaProblems.notLogical(formulaTypeOf(type)))
}

const error = [
  own(['Error', 'Message'], { kind: 'text' }),
  own(['Error', 'Code'], { kind: 'text' }),
  own(['Error', 'Step'], { kind: 'float64' }),
]
