import type { Action, Diagnostic as EditorDiagnostic } from '@codemirror/lint'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type Diagnostic, diagnose } from '@octavo/core/formula'
import { formulaContext } from './formula-context.ts'
import { type FormulaPart, formulaParts } from './formula-parts.ts'

/**
 * The problems of the open text; an empty text has none. A name whose type is not known in the browser, such as a control or a column of
 * another element, is no problem: the server checks its type.
 */
export function problemsOf(state: EditorState): Diagnostic[] {
  return formulaParts(state).flatMap((part) => problemsOfPart(state, part))
}

function problemsOfPart(state: EditorState, { formula, from }: FormulaPart): Diagnostic[] {
  const { scope, options, check } = state.facet(formulaContext)
  if (formula.trim() === '') return []
  const found = diagnose(formula, scope, options).filter(({ code }) => code !== 'invalid_reference')
  const isUsable = !found.some(({ severity }) => severity === 'error')
  const problems = isUsable && check ? [...found, ...check(formula)] : found
  return from === 0 ? problems : problems.map((problem) => movedBy(problem, from))
}

function movedBy({ fix, ...problem }: Diagnostic, offset: number): Diagnostic {
  const moved = ({ start, end }: Diagnostic['span']) => ({ start: start + offset, end: end + offset })
  return { ...problem, span: moved(problem.span), ...(fix ? { fix: { ...fix, span: moved(fix.span) } } : {}) }
}

/** The fix nearest to the caret; undefined when no problem has one. */
export function nearestFix(problems: readonly Diagnostic[], caret: number): Diagnostic['fix'] {
  const distance = ({ span }: Diagnostic) => Math.max(span.start - caret, caret - span.end, 0)
  const fixable = problems.filter(({ fix }) => fix !== undefined)
  return fixable.sort((a, b) => distance(a) - distance(b))[0]?.fix
}

export function applyFix({ span, text }: NonNullable<Diagnostic['fix']>): TransactionSpec {
  return {
    changes: { from: span.start, to: span.end, insert: text },
    selection: { anchor: span.start + text.length },
    userEvent: 'input.fix',
  }
}

/** Applies the nearest fix; false when there is none, so that the key reaches the next command. */
export function takeNearestFix(view: EditorView): boolean {
  const fix = nearestFix(problemsOf(view.state), view.state.selection.main.head)
  if (!fix) return false
  view.dispatch(applyFix(fix))
  return true
}

/** A problem as the editor underlines it. A problem at the end of the text underlines the last character. */
export function underlineOf(problem: Diagnostic, length: number): EditorDiagnostic {
  const { span, fix, severity, message, hint } = problem
  const from = Math.min(span.start, Math.max(0, length - 1))
  const actions: Action[] = fix ? [{ name: fix.title, apply: (view) => view.dispatch(applyFix(fix)) }] : []
  return {
    from,
    to: Math.min(Math.max(span.end, from + 1), length),
    severity,
    message: hint === undefined ? message : `${message} ${hint}`,
    actions,
  }
}
