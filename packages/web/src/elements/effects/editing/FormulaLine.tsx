import type { BaseElement } from '@octavo/core/document'
import type { Diagnostic } from '@octavo/core/formula'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useEditorState } from '../../../editor/index.ts'
import { controlNames, elementNames } from '../../../formula-editor/document-names.ts'
import { namedScope } from '../../../formula-editor/named-scope.ts'
import { classNames, lazyPart } from '../../../ui/index.ts'
import { actionScope, rowProblems } from './action-scope.ts'
import type { NamedColumn } from './effect-editor.ts'
import { useSequenceNames } from './sequence-names.ts'
import '@fontsource-variable/geist-mono'

const FormulaEditor = lazyPart(async () => ({
  default: (await import('../../../formula-editor/FormulaEditor.tsx')).FormulaEditor,
}))

interface LineProps {
  label: string
  placeholder?: string
  value: unknown
  /** The columns whose selected values the formula can use. */
  columns: readonly NamedColumn[]
  onChange: (text: string) => void
}

interface FormulaLineProps extends LineProps {
  /** The table whose rows the formula selects. */
  table?: BaseElement
}

/** A field for a formula of an action with completion, saved while it is typed. Escape restores the text that it had when it got the focus. */
export function FormulaLine({ table, columns, ...props }: FormulaLineProps) {
  const document = useEditorState((state) => state.document)
  const names = useSequenceNames()
  const context = useMemo(() => {
    const scope = actionScope(document, columns, names, table)
    const check = table ? { check: (formula: string) => rowProblems(formula, scope) } : {}
    return { scope, options: {}, ...check }
  }, [document, columns, names, table])
  return <EditorLine {...props} context={context} className="formula-line min-h-small" />
}

interface TextLineProps extends LineProps {
  /** Enter starts a new line; without it, what is pasted becomes one line. */
  isMultiline?: boolean
}

/** A field for a text of an action, in which formulas in braces are completed and checked like those of a formula field. */
export function TextLine({ columns, isMultiline = false, onChange, ...props }: TextLineProps) {
  const document = useEditorState((state) => state.document)
  const names = useSequenceNames()
  const context = useMemo(
    () => ({ scope: actionScope(document, columns, names), options: {}, isTemplate: true as const }),
    [document, columns, names],
  )
  return (
    <EditorLine
      {...props}
      context={context}
      isMultiline={isMultiline}
      className={classNames('text-line', isMultiline ? 'min-h-20' : 'min-h-small')}
      onChange={(text) => onChange(isMultiline ? text : text.replaceAll(/\s*\n\s*/g, ' '))}
    />
  )
}

/** A field for a text or an address of an element, in which formulas in braces are completed and checked too. */
export function DocumentTextLine({ onChange, ...props }: Omit<LineProps, 'columns'>) {
  const document = useEditorState((state) => state.document)
  const context = useMemo(
    () => ({
      scope: namedScope([...controlNames(document), ...elementNames(document)]),
      options: {},
      isTemplate: true as const,
    }),
    [document],
  )
  return (
    <EditorLine
      {...props}
      context={context}
      className="text-line min-h-small w-full"
      onChange={(text) => onChange(text.replaceAll(/\s*\n\s*/g, ' '))}
    />
  )
}

interface EditorLineProps extends Omit<LineProps, 'columns'> {
  context: Parameters<typeof FormulaEditor>[0]['context']
  isMultiline?: boolean
  className: string
}

function EditorLine({ label, placeholder = label, value, context, isMultiline, className, onChange }: EditorLineProps) {
  const text = typeof value === 'string' ? value : ''
  /** The text before it was changed; undefined while it is not. */
  const before = useRef<string>(undefined)
  const [problems, setProblems] = useState<readonly Diagnostic[]>([])
  const error = problems.find(({ severity }) => severity === 'error')
  const forget = () => {
    before.current = undefined
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div
        className={classNames(
          className,
          'min-w-0 rounded-md border bg-surface focus-within:border-focus hover:border-muted',
          error ? 'border-danger' : 'border-field-line',
        )}
      >
        <Suspense fallback={<p className="truncate px-2 py-1 font-mono text-xs">{text}</p>}>
          <FormulaEditor
            value={text}
            context={context}
            label={label}
            placeholder={placeholder}
            isInvalid={error !== undefined}
            isMultiline={isMultiline === true}
            onChange={(next, problemsOf) => {
              before.current ??= text
              setProblems(problemsOf())
              onChange(next)
            }}
            onSave={forget}
            onLeave={forget}
            onCancel={() => {
              const { current = text } = before
              forget()
              setProblems([])
              if (current !== text) onChange(current)
            }}
          />
        </Suspense>
      </div>
      {error && (
        <p role="alert" className="text-xs text-danger">
          {error.message} {error.hint}
        </p>
      )}
    </div>
  )
}
