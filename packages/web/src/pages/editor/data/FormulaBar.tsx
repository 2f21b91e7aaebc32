import { type ColumnHolder, columnHolder, findColumn, levelOfColumn, setFormula } from '@octavo/core/document'
import type { Diagnostic } from '@octavo/core/formula'
import { type Ref, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import {
  offerFormulaField,
  onFormulaFocus,
  takeFocusRequest,
  useColumnFacts,
} from '../../../elements/table/columns/index.ts'
import type { FormulaContext, FormulaEditorHandle } from '../../../formula-editor/index.ts'
import { Check, IconButton, lazyPart, X } from '../../../ui/index.ts'
import { FormulaPreview } from './FormulaPreview.tsx'
import { useFormulaContext } from './use-formula-context.ts'
import '@fontsource-variable/geist-mono'
import '../../../i18n/formulas.ts'

const FormulaEditor = lazyPart(async () => ({
  default: (await import('../../../formula-editor/FormulaEditor.tsx')).FormulaEditor,
}))

/** The formula of the selected column: its name and level, the field, and the problems of its text. */
export function FormulaBar() {
  const { t } = useTranslation('formulas')
  const draft = useEditorState((state) => state.document)
  const { elementIds, columnIds } = useEditorState((state) => state.selection)
  const [elementId = ''] = elementIds
  const element = elementIds.length === 1 ? columnHolder(draft, elementId) : undefined
  const [columnId] = columnIds
  if (element && columnIds.length === 1 && columnId !== undefined && findColumn(element, columnId)) {
    return <ColumnFormula key={`${elementId} ${columnId}`} element={element} columnId={columnId} />
  }
  return (
    <p className="flex min-h-10 items-center px-3 text-muted">
      {columnIds.length > 1 ? t('columns', { count: columnIds.length }) : t('choose')}
    </p>
  )
}

/** Reads what a formula of the element can name. Kept apart from the field, which is drawn again for each key. */
function ColumnFormula({ element, columnId }: { element: ColumnHolder; columnId: string }) {
  const name = useColumnFacts(element).name(columnId)
  return <FormulaField element={element} columnId={columnId} name={name} context={useFormulaContext(element)} />
}

interface FormulaFieldProps {
  element: ColumnHolder
  columnId: string
  name: string
  context: FormulaContext
}

function FormulaField({ element, columnId, name, context }: FormulaFieldProps) {
  const { t } = useTranslation('formulas')
  const editor = useEditor()
  // A new column has no formula yet.
  const stored = findColumn(element, columnId)?.formula ?? ''
  const saved = stored === 'Null' ? '' : stored
  const [text, setText] = useState(saved)
  const [takesFocus] = useState(takeFocusRequest)
  const [problems, setProblems] = useState<readonly Diagnostic[]>([])
  const field = useRef<FormulaEditorHandle>(null)
  const { noteField, waiting } = useFormulaCaret(field)
  const isGivenUp = useRef(false)
  const isChanged = text !== saved
  const error = problems.find(({ severity }) => severity === 'error')

  useEffect(() => {
    setText(saved)
    setProblems([])
  }, [saved])
  useEffect(
    () =>
      offerFormulaField({
        elementId: element.id,
        columnId,
        hasFocus: () => field.current?.hasFocus() ?? false,
        insert: (pressed) => field.current?.insertReference(pressed),
      }),
    [element.id, columnId],
  )

  function save(next: string) {
    const formula = next.trim()
    if (formula === '' || formula === saved) return restore()
    editor.apply(t('word', { name }), setFormula(editor.state.document, element.id, columnId, formula))
  }
  function restore() {
    setText(saved)
    setProblems([])
  }

  function leaveWith(next: string) {
    save(next)
    focusTable(element.id)
  }
  function giveUp() {
    restore()
    isGivenUp.current = true
    focusTable(element.id)
    isGivenUp.current = false
  }

  return (
    <div className="relative flex min-h-10 items-start">
      <div className="flex h-10 w-50 shrink-0 items-center gap-2 border-r border-line px-3">
        <span className="truncate font-medium" title={name}>
          {name}
        </span>
        <span className="ml-auto shrink-0 rounded-full bg-sunken px-2 text-2xs text-muted">
          {t(`level.${levelOfColumn(element, columnId).kind}`)}
        </span>
      </div>
      <span aria-hidden className="flex h-10 items-center pl-3 font-mono text-muted">
        =
      </span>
      <div className="min-w-0 grow py-1">
        <Suspense
          fallback={
            <WaitingField
              {...waiting}
              label={t('label', { name })}
              formula={text}
              onChange={setText}
              onSave={() => leaveWith(text)}
              onCancel={giveUp}
            />
          }
        >
          <FormulaEditor
            ref={noteField}
            value={text}
            context={context}
            label={t('label', { name })}
            placeholder={t('placeholder')}
            isInvalid={error !== undefined}
            takesFocus={takesFocus}
            onChange={(next, problemsOf) => {
              setText(next)
              setProblems(problemsOf())
            }}
            onSave={leaveWith}
            onCancel={giveUp}
            onLeave={(next) => {
              if (!isGivenUp.current && !problems.some(({ severity }) => severity === 'error')) save(next)
            }}
          />
        </Suspense>
        {error && isChanged && (
          <p role="alert" className="px-2 pb-1 text-xs text-danger">
            {error.message} {error.hint}
          </p>
        )}
      </div>
      {isChanged && (
        <div className="flex h-10 shrink-0 items-center gap-0.5 px-1">
          <FormulaPreview element={element} columnId={columnId} formula={error ? undefined : text} />
          <IconButton label={t('restore')} icon={X} size="small" onClick={restore} />
          <IconButton label={t('save')} icon={Check} size="small" onClick={() => save(text)} />
        </div>
      )}
    </div>
  )
}

/** The caret of the field, which may be requested, or used to type, before the code of the field is loaded. */
function useFormulaCaret(field: RefObject<FormulaEditorHandle | null>) {
  const waiting = useRef<HTMLInputElement>(null)
  const isTypedEarly = useRef(false)
  const noteField = useCallback(
    (handle: FormulaEditorHandle | null) => {
      field.current = handle
      if (!handle) return
      const isRequested = takeFocusRequest()
      if (isRequested || (isTypedEarly.current && document.activeElement === document.body)) handle.focus()
      isTypedEarly.current = false
    },
    [field],
  )
  useEffect(
    () =>
      onFormulaFocus(() => {
        if (!field.current) return waiting.current?.focus()
        takeFocusRequest()
        field.current.focus()
      }),
    [field],
  )
  const onFocus = useCallback(() => {
    isTypedEarly.current = true
  }, [])
  return { noteField, waiting: { ref: waiting, onFocus } }
}

interface WaitingFieldProps {
  ref: Ref<HTMLInputElement>
  label: string
  formula: string
  onChange: (formula: string) => void
  onFocus: () => void
  onSave: () => void
  onCancel: () => void
}

/** Stands in for the field while its code loads: what is typed meanwhile is in the formula and runs no command of the table. */
function WaitingField({ ref, label, formula, onChange, onFocus, onSave, onCancel }: WaitingFieldProps) {
  return (
    <input
      ref={ref}
      aria-label={label}
      value={formula}
      autoComplete="off"
      spellCheck={false}
      className="w-full bg-transparent px-2 py-1 font-mono focus-visible:-outline-offset-2"
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onSave()
        if (key === 'Escape') onCancel()
      }}
      onFocus={({ target }) => {
        target.setSelectionRange(target.value.length, target.value.length)
        onFocus()
      }}
    />
  )
}

/** Sends the keys back to the table, as spreadsheets do once a formula is written. */
function focusTable(elementId: string) {
  const table = document.querySelector<HTMLElement>(
    `[data-element="${CSS.escape(elementId)}"] :is([role=grid], [role=treegrid])`,
  )
  table?.focus({ preventScroll: true })
}
