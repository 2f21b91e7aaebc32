import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import {
  defaultKeymap,
  deleteLine,
  history,
  historyKeymap,
  insertNewline,
  moveLineDown,
  moveLineUp,
  toggleBlockComment,
} from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'
import { parseFormula, printFormula } from '@octavo/core/formula'
import { formulaColors } from './formula-colors.ts'
import { formulaCompletions } from './formula-completion.ts'
import { formulaContext } from './formula-context.ts'
import { problemsOf, takeNearestFix, underlineOf } from './formula-fixes.ts'
import { formulaTheme } from './formula-theme.ts'
import { formulaTips } from './formula-tips.ts'

/** Milliseconds after the last key until problems are underlined. */
const problemsAfterMs = 400

export interface FormulaCommands {
  /** Enter, and control with Enter. */
  onSave: (text: string) => void
  /** Escape, once no list is open. */
  onCancel: () => void
  /** Enter starts a new line. */
  isMultiline?: () => boolean
}

/** Comments and pairs of signs, as the commands of the editor ask for them. Prose has quotes and parentheses of its own. */
const formulaSigns = EditorState.languageData.of((state) => [
  state.facet(formulaContext).isTemplate
    ? { closeBrackets: { brackets: ['[', '{'], before: ')]},; \n' } }
    : {
        closeBrackets: { brackets: ['(', '[', '{', '"'], before: ')]},; \n' },
        commentTokens: { block: { open: '/*', close: '*/' } },
      },
])

/** Writes the formula in its usual form. One that cannot be read, or that holds a comment, stays as it is, and so does prose. */
export function formatFormula({ state, dispatch }: Pick<EditorView, 'state' | 'dispatch'>): boolean {
  if (state.facet(formulaContext).isTemplate) return false
  const text = state.doc.toString()
  const { tree } = parseFormula(text)
  if (!tree || text.includes('/*')) return false
  const insert = printFormula(tree)
  dispatch({ changes: { from: 0, to: state.doc.length, insert }, selection: { anchor: insert.length } })
  return true
}

function keysOf({ onSave, onCancel, isMultiline = () => false }: FormulaCommands): KeyBinding[] {
  const save = (view: EditorView) => {
    onSave(view.state.doc.toString())
    return true
  }
  const cancel = () => {
    onCancel()
    return true
  }
  return [
    { key: 'Alt-Enter', run: takeNearestFix },
    { key: 'Enter', run: (view) => (isMultiline() ? insertNewline(view) : save(view)), shift: insertNewline },
    { key: 'Mod-Enter', run: save },
    { key: 'Escape', run: cancel },
    { key: 'Mod-/', run: toggleBlockComment },
    { key: 'Ctrl-Alt-ArrowUp', run: moveLineUp },
    { key: 'Ctrl-Alt-ArrowDown', run: moveLineDown },
    { key: 'Shift-Alt-k', run: deleteLine },
    { key: 'Shift-Alt-f', run: formatFormula },
  ]
}

/** Everything that makes an editor one of formulas. The list of choices takes its keys before saving and closing do. */
export function formulaExtensions(commands: FormulaCommands): Extension {
  return [
    formulaSigns,
    history(),
    closeBrackets(),
    bracketMatching({ brackets: '()[]{}' }),
    autocompletion({ override: [formulaCompletions], icons: true, closeOnBlur: true, maxRenderedOptions: 50 }),
    linter((view) => problemsOf(view.state).map((problem) => underlineOf(problem, view.state.doc.length)), {
      delay: problemsAfterMs,
    }),
    formulaColors,
    formulaTheme,
    EditorView.editorAttributes.compute(
      [formulaContext],
      (state): Record<string, string> => (state.facet(formulaContext).isTemplate ? { class: 'formula-prose' } : {}),
    ),
    formulaTips,
    EditorView.lineWrapping,
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
    keymap.of([...keysOf(commands), ...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap]),
  ]
}
