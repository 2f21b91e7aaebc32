import { acceptCompletion, autocompletion, type Completion, type CompletionContext } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { EditorState, type Extension, Prec, RangeSetBuilder } from '@codemirror/state'
import { Decoration, EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { formulaTheme } from '../../../formula-editor/index.ts'
import { coloredSql, placeOfError, type SqlChoice, type SqlNames, type SqlSpan, sqlChoices } from './sql-text.ts'

export interface SqlFieldHandle {
  /** Inserts a text at the caret. */
  insert: (text: string) => void
  /** Replaces the whole text, as one step of undo. */
  replace: (text: string) => void
  /** The selected text; empty without a selection. */
  selected: () => string
  focus: () => void
}

interface SqlFieldProps {
  value: string
  names: SqlNames
  label: string
  /** The completion for a control that does not exist yet. */
  newControlLabel: (name: string) => string
  /** The platform's error about the statement, which is underlined where it points. */
  error: string | undefined
  onChange: (text: string) => void
  onRun: () => void
  /** Creates a control with this name; returns its handle. */
  onNewControl: (written: string) => string
  ref?: Ref<SqlFieldHandle>
}

/** A field for one SQL statement: colours, completion of tables, columns, keywords and controls, and its error underlined. */
export function SqlField(props: SqlFieldProps) {
  const holder = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const pointed = useRef<SqlSpan>(null)
  const latest = useRef(props)
  latest.current = props
  const { error, ref } = props

  useLayoutEffect(() => {
    if (!holder.current) return
    const { value } = latest.current
    const state = EditorState.create({
      doc: value,
      selection: { anchor: value.length },
      extensions: extensionsOf(() => latest.current),
    })
    const editor = new EditorView({ parent: holder.current, state })
    view.current = editor
    editor.focus()
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const text = editor.state.doc.toString()
    const place = error === undefined ? null : placeOfError(text, error)
    const marks: Diagnostic[] = place ? [{ ...place, severity: 'error', message: error ?? '' }] : []
    editor.dispatch(setDiagnostics(editor.state, marks))
    pointed.current = place
    if (place) editor.dispatch({ selection: { anchor: place.from, head: place.to }, scrollIntoView: true })
  }, [error])

  useImperativeHandle(ref, () => ({
    insert(text) {
      const editor = view.current
      if (!editor) return
      editor.dispatch(editor.state.replaceSelection(text))
      editor.focus()
    },
    replace: (text) => void (view.current && replaceAll(view.current, text)),
    selected() {
      const { state } = view.current ?? {}
      if (!state) return ''
      const { from, to } = state.selection.main
      // An error selects the text that it points at, but the user did not choose to run only that text.
      const isPointed = from === pointed.current?.from && to === pointed.current.to
      return isPointed ? '' : state.sliceDoc(from, to)
    },
    focus: () => view.current?.focus(),
  }))

  return <div ref={holder} className="formula-editor h-full overflow-auto scroll-quiet" />
}

function replaceAll(editor: EditorView, text: string): void {
  const changes = { from: 0, to: editor.state.doc.length, insert: text }
  editor.dispatch({ changes, selection: { anchor: text.length }, scrollIntoView: true })
  editor.focus()
}

function extensionsOf(latest: () => SqlFieldProps): Extension[] {
  const run = () => {
    latest().onRun()
    return true
  }
  return [
    history(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': latest().label,
      'aria-multiline': 'true',
      spellcheck: 'false',
      'data-first-focus': '',
    }),
    autocompletion({ override: [(context) => completionsAt(context, latest)], icons: false, maxRenderedOptions: 100 }),
    colorsOf(() => latest().names),
    formulaTheme,
    sqlTheme,
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run },
        { key: 'Tab', run: acceptCompletion },
      ]),
    ),
    keymap.of([...historyKeymap, ...defaultKeymap, indentWithTab]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest().onChange(update.state.doc.toString())
    }),
  ]
}

function completionsAt({ state, pos, explicit }: CompletionContext, latest: () => SqlFieldProps) {
  const { names, newControlLabel } = latest()
  const found = sqlChoices(state.doc.toString(), pos, names, explicit)
  if (!found || found.choices.length === 0) return null
  return {
    from: found.from,
    filter: false,
    options: found.choices.map((choice): Completion => {
      const isNew = choice.kind === 'new-control'
      return {
        label: choice.label === '' ? ' ' : choice.label,
        displayLabel: isNew ? newControlLabel(choice.label) : choice.label,
        ...(choice.detail ? { detail: choice.detail } : {}),
        apply: (view, _completion, from, to) => write(view, choice, from, to, latest),
      }
    }),
  }
}

function write(view: EditorView, choice: SqlChoice, from: number, to: number, latest: () => SqlFieldProps) {
  let insert = choice.insert
  if (choice.kind === 'new-control') {
    const close = view.state.sliceDoc(to, to + 2) === '}}' ? '' : '}}'
    insert = latest().onNewControl(choice.label) + close
  }
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
}

const looks = {
  keyword: Decoration.mark({ class: 'sql-keyword' }),
  text: Decoration.mark({ class: 'formula-text' }),
  number: Decoration.mark({ class: 'formula-number' }),
  comment: Decoration.mark({ class: 'sql-comment' }),
  parameter: Decoration.mark({ class: 'formula-reference' }),
}

function colorsOf(names: () => SqlNames): Extension {
  const marksOf = (view: EditorView) => {
    const builder = new RangeSetBuilder<Decoration>()
    const spans = coloredSql(view.state.doc.toString(), names().dialect)
    for (const { from, to, look } of spans) builder.add(from, to, looks[look])
    return builder.finish()
  }
  return ViewPlugin.define(
    (view) => ({
      decorations: marksOf(view),
      update(update: ViewUpdate) {
        if (update.docChanged) this.decorations = marksOf(update.view)
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  )
}

const sqlTheme = EditorView.theme({
  '&': { maxHeight: 'none', minHeight: '100%' },
  '.sql-keyword': { color: 'var(--accent-text, var(--accent-strong))', fontWeight: '600' },
  '.sql-comment': { color: 'var(--muted)', fontStyle: 'italic' },
})
