import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, placeholder as placeholderText } from '@codemirror/view'
import { type Diagnostic, printReference } from '@octavo/core/formula'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { type FormulaContext, formulaContext } from './formula-context.ts'
import { formulaExtensions } from './formula-extensions.ts'
import { problemsOf } from './formula-fixes.ts'

export interface FormulaEditorHandle {
  /** Moves the focus to the field, with the caret after its text. */
  focus: () => void
  /** Writes a reference where the caret is, as a click on the header of a column does. */
  insertReference: (name: string) => void
  hasFocus: () => boolean
}

interface FormulaEditorProps {
  /** The stored text. What is being written stays until this changes. */
  value: string
  context: FormulaContext
  label: string
  placeholder?: string | undefined
  isReadOnly?: boolean
  isInvalid?: boolean
  /** Enter starts a new line instead of saving. */
  isMultiline?: boolean
  /** Places the caret at the end when the editor appears. */
  takesFocus?: boolean
  ref?: Ref<FormulaEditorHandle>
  onChange?: (text: string, problems: () => Diagnostic[]) => void
  onSave: (text: string) => void
  onCancel: () => void
  /** The focus went elsewhere on the page. */
  onLeave?: (text: string) => void
}

/** Marks the changes that come from outside, which are no typing. */
const isFromOutside = Annotation.define<true>()

/** A field for one formula, or for prose with formulas in braces, with completion, the signature of the call, and its problems underlined. */
export function FormulaEditor(props: FormulaEditorProps) {
  const { value, context, label, placeholder = '', isReadOnly = false, isInvalid = false, takesFocus, ref } = props
  const holder = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  latest.current = props
  const names = useRef(new Compartment())
  const attributes = useRef(new Compartment())

  useLayoutEffect(() => {
    if (!holder.current) return
    const fixed = [
      names.current.of(formulaContext.of(latest.current.context)),
      attributes.current.of([]),
      ...extensionsOf(() => latest.current),
    ]
    const state = EditorState.create({ doc: latest.current.value, extensions: fixed })
    const editor = new EditorView({ parent: holder.current, state })
    view.current = editor
    if (latest.current.takesFocus) {
      editor.focus()
      editor.dispatch({ selection: { anchor: editor.state.doc.length } })
    }
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [])

  useEffect(() => {
    if (takesFocus) view.current?.focus()
  }, [takesFocus])

  useEffect(() => {
    view.current?.dispatch({ effects: names.current.reconfigure(formulaContext.of(context)) })
  }, [context])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      selection: { anchor: value.length },
      annotations: isFromOutside.of(true),
    })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({
      effects: attributes.current.reconfigure(attributesOf({ label, isInvalid, isReadOnly, placeholder })),
    })
  }, [label, isInvalid, isReadOnly, placeholder])

  useImperativeHandle(ref, () => handleOf(view))

  return <div ref={holder} className="formula-editor" />
}

const handleOf = (view: RefObject<EditorView | null>): FormulaEditorHandle => ({
  focus() {
    const editor = view.current
    if (!editor || editor.hasFocus) return
    editor.focus()
    editor.dispatch({ selection: { anchor: editor.state.doc.length } })
  },
  hasFocus: () => view.current?.hasFocus ?? false,
  insertReference(name) {
    const editor = view.current
    if (!editor) return
    editor.dispatch(editor.state.replaceSelection(printReference([name])))
    editor.focus()
  },
})

/** Typing, keys and leaving, with the handlers of the last drawing. */
function extensionsOf(latest: () => FormulaEditorProps): Extension[] {
  return [
    formulaExtensions({
      onSave: (text) => latest().onSave(text),
      onCancel: () => latest().onCancel(),
      isMultiline: () => latest().isMultiline === true,
    }),
    EditorView.updateListener.of((update) => {
      const isOutside = update.transactions.some((transaction) => transaction.annotation(isFromOutside))
      if (!update.docChanged || isOutside) return
      latest().onChange?.(update.state.doc.toString(), () => problemsOf(update.state))
    }),
    EditorView.domEventHandlers({ blur: (_event, { state }) => latest().onLeave?.(state.doc.toString()) }),
  ]
}

type Attributes = Required<Pick<FormulaEditorProps, 'label' | 'isInvalid' | 'isReadOnly'>> & { placeholder: string }

function attributesOf({ label, isInvalid, isReadOnly, placeholder }: Attributes): Extension[] {
  return [
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-invalid': String(isInvalid),
      'aria-multiline': 'true',
      spellcheck: 'false',
    }),
    EditorView.editable.of(!isReadOnly),
    EditorState.readOnly.of(isReadOnly),
    placeholder === '' ? [] : placeholderText(placeholder),
  ]
}
