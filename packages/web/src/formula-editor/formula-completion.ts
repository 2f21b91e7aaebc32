import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import { type CompletionItem, complete, placeAt } from '@octavo/core/formula'
import { formulaContext } from './formula-context.ts'
import { formulaPartAt } from './formula-parts.ts'

/**
 * How many characters after the caret a choice may replace: those with which the inserted text ends anyway, such as the
 * rest of the same name or the closing bracket. Everything else to the right of the caret stays.
 */
export function replacedAfterCaret(inserted: string, rest: string): number {
  for (let length = rest.length; length > 0; length -= 1) if (inserted.endsWith(rest.slice(0, length))) return length
  return 0
}

/** The change that inserts a choice at the caret, with the caret after it. */
export function applyChoice(state: EditorState, item: CompletionItem): TransactionSpec {
  const caret = state.selection.main.head
  const rest = state.sliceDoc(caret, Math.max(caret, item.span.end))
  const to = caret + replacedAfterCaret(item.insertText, rest)
  const from = Math.min(item.span.start, caret)
  return {
    changes: { from, to, insert: item.insertText },
    selection: { anchor: from + item.caret },
    scrollIntoView: true,
    userEvent: 'input.complete',
  }
}

/** What can be written at a position of the text that is open, best first. */
export function choicesAt(state: EditorState, position: number): CompletionItem[] {
  const { scope, options } = state.facet(formulaContext)
  const part = formulaPartAt(state, position)
  if (!part) return []
  const { from, formula } = part
  return complete(formula, position - from, scope, options).map((item) => ({ ...item, span: shifted(item.span, from) }))
}

const shifted = ({ start, end }: CompletionItem['span'], by: number) => ({ start: start + by, end: end + by })

/** Completion of formulas as the editor asks for it: from the first letter and after `[`, or whenever it is called. */
export function formulaCompletions(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context
  const part = formulaPartAt(state, pos)
  if (!part) return null
  const place = placeAt(part.formula, pos - part.from)
  if (!explicit && (place.kind === 'none' || place.kind === 'empty')) return null
  const items = choicesAt(state, pos)
  if (items.length === 0) return null
  return { from: Math.min(place.span.start + part.from, pos), filter: false, options: items.map(completionOf) }
}

function completionOf(item: CompletionItem): Completion {
  return {
    label: item.label,
    type: item.kind,
    ...(item.kind === 'reference' && item.detail ? { detail: item.detail } : {}),
    ...(item.documentation ? { info: item.documentation } : {}),
    apply(view, completion) {
      view.dispatch({ ...applyChoice(view.state, item), annotations: pickedCompletion.of(completion) })
    },
  }
}
