import { formulaTypeOf } from '../../types/index.ts'
import type { FormulaScope, Span } from '../api.ts'
import { type CheckOptions, checkFormula } from '../check.ts'
import { functions as builtIn } from '../functions/index.ts'
import { tokenize } from '../lexer.ts'
import { printReference } from '../print.ts'
import { signatureOf } from '../signature.ts'
import { describeType } from '../value-types.ts'

export interface Hover {
  span: Span
  /** A signature or a name. */
  title: string
  /** Markdown. */
  text: string
}

/** Describes the function or reference at a position, with its type; null for everything else. */
export function hover(text: string, position: number, scope: FormulaScope, options: CheckOptions = {}): Hover | null {
  const { tokens } = tokenize(text)
  const token = tokens.find(({ span }) => span.start <= position && position < span.end)
  if (token?.kind === 'name') {
    const definition = (options.functions ?? builtIn).find(token.text)
    if (!definition) return null
    const problem = checkFormula(text, scope, options).problems.find(
      ({ code, span }) => isAbsence(code) && span.start <= position && position < span.end,
    )
    const absence = problem ? `\n\n${problem.message} ${problem.hint ?? ''}`.trimEnd() : ''
    return {
      span: token.span,
      title: signatureOf(definition).label,
      text: `${definition.summary}${absence}`,
    }
  }
  if (token?.kind === 'reference') {
    const resolved = scope.resolve(token.segments, undefined, token.span)
    if (!resolved) return null
    const type = resolved.type ? describeType(formulaTypeOf(resolved.type)) : 'of a type that is not known yet'
    return {
      span: token.span,
      title: printReference(token.segments),
      text: `${capital(whatOf(resolved.target.kind))}, ${type}.`,
    }
  }
  return null
}

function isAbsence(code: string): boolean {
  return code === 'function_not_available' || code === 'passthrough_not_allowed'
}

function whatOf(kind: string): string {
  switch (kind) {
    case 'metric':
      return 'a metric'
    case 'control':
      return 'the value of a control'
    case 'column':
      return 'a column of this element'
    default:
      return 'a column'
  }
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
