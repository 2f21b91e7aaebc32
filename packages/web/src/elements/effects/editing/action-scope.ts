import type { WorkbookDocument } from '@octavo/core/document'
import type { FormulaScope } from '@octavo/core/formula'
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

/** The names that a formula of an action can use: controls, the selection, results of earlier steps, the error, and columns of all elements. */
export function actionScope(
  document: WorkbookDocument,
  columns: readonly NamedColumn[],
  { results, hasError }: SequenceNames,
): FormulaScope {
  return namedScope([
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

const error = [
  own(['Error', 'Message'], { kind: 'text' }),
  own(['Error', 'Code'], { kind: 'text' }),
  own(['Error', 'Step'], { kind: 'float64' }),
]
