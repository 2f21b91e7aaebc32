import type { EditorState } from '@codemirror/state'
import { isTemplateHole, parseTemplate } from '@octavo/core/document'
import { formulaContext } from './formula-context.ts'

/** A part of the open text that is a formula. */
export interface FormulaPart {
  from: number
  to: number
  formula: string
}

/** The formulas of the open text: the whole text, or what is in the braces of a text with formulas. */
export function formulaParts(state: EditorState): FormulaPart[] {
  const text = state.doc.toString()
  if (!state.facet(formulaContext).isTemplate) return [{ from: 0, to: text.length, formula: text }]
  return parseTemplate(text)
    .filter(isTemplateHole)
    .map(({ start, end, formula }) => ({ from: start, to: end, formula }))
}

/**
 * The formula in which a position is. Braces that are not closed yet hold a formula up to the position. Null in the words of a text, and in the
 * format that follows a formula.
 */
export function formulaPartAt(state: EditorState, position: number): FormulaPart | null {
  const text = state.doc.toString()
  if (!state.facet(formulaContext).isTemplate) return { from: 0, to: text.length, formula: text }
  const closed = formulaParts(state).find(({ from, to }) => from <= position && position <= to)
  if (closed) return closed
  const open = position < 2 ? -1 : text.lastIndexOf('{{', position - 2)
  const from = open + 2
  if (open < 0 || /\}\}|\|/.test(withoutQuoted(text.slice(from, position)))) return null
  return { from, to: position, formula: text.slice(from, position) }
}

/** Quoted texts and names may contain the signs that end a formula. */
const withoutQuoted = (text: string): string => text.replaceAll(/"(?:\\.|[^"\\])*"?|\[(?:\\.|[^\]\\])*\]?/g, '')
