import type { FormulaProblem, FormulaScope, Span } from '../api.ts'
import { type CheckOptions, checkFormula } from '../check.ts'
import { functions as builtIn } from '../functions/index.ts'
import { nearestName } from '../nearest.ts'
import { printReference } from '../print.ts'

export interface Diagnostic extends FormulaProblem {
  /** A change that fixes the problem, when one is most likely. */
  fix?: { title: string; span: Span; text: string }
}

const FOREIGN_SIGNS: Record<string, string> = { '<>': '!=', '==': '=', '&&': ' and ', '||': ' or ', ';': ',' }

/** The problems of a formula in text order, each with a fix if there is an obvious one. */
export function diagnose(text: string, scope: FormulaScope, options: CheckOptions = {}): Diagnostic[] {
  return checkFormula(text, scope, options).problems.map((problem) => {
    const replacement = replacementFor(problem, text.slice(problem.span.start, problem.span.end), scope, options)
    if (replacement === null) return problem
    const fix = { title: `Change to ${replacement.trim()}`, span: problem.span, text: replacement }
    return { ...problem, fix }
  })
}

function replacementFor(
  { code, hint }: FormulaProblem,
  written: string,
  scope: FormulaScope,
  options: CheckOptions,
): string | null {
  switch (code) {
    case 'unknown_function': {
      // "Use Len." is a replacement, "Use a grouping, ..." is advice.
      const named = /^Use ([A-Z]\w*)\.$/.exec(hint ?? '')?.[1]
      return named ?? nearestName(written, (options.functions ?? builtIn).names)
    }
    case 'other_capitals':
      return /^Write (\[.*\])\.$/s.exec(hint ?? '')?.[1] ?? null
    case 'unknown_column':
    case 'unknown_metric': {
      const near = nearestName(written.replace(/^\[|\]$/g, ''), scope.candidates())
      return near ? printReference(near.split('/')) : null
    }
    case 'unknown_constant': {
      const values = [...(hint ?? '').matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '')
      const near = nearestName(written.replace(/^["']|["']$/g, ''), values)
      return near ? `"${near}"` : null
    }
    case 'wrong_type': {
      // "Convert it: Text(x)." and similar hints contain the change; a hint with several alternatives leaves the choice to the author.
      const way = /^(?:Convert it|Write|Read the text as JSON):? (\w+\(x(?:, \d+)*\))/.exec(hint ?? '')?.[1]
      return way ? way.replace('(x', () => `(${written}`) : null
    }
    case 'unknown_operator':
      return Object.hasOwn(FOREIGN_SIGNS, written) ? (FOREIGN_SIGNS[written] ?? null) : null
    default:
      return null
  }
}
