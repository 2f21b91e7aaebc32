import type { Diagnostic } from '@octavo/core/formula'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useEditorState } from '../../../editor/index.ts'
import { classNames, lazyPart } from '../../../ui/index.ts'
import { actionScope } from './action-scope.ts'
import type { NamedColumn } from './effect-editor.ts'
import { useSequenceNames } from './sequence-names.ts'
import '@fontsource-variable/geist-mono'

const FormulaEditor = lazyPart(async () => ({
  default: (await import('../../../formula-editor/FormulaEditor.tsx')).FormulaEditor,
}))

interface FormulaLineProps {
  label: string
  value: unknown
  /** The columns whose selected values the formula can use. */
  columns: readonly NamedColumn[]
  onChange: (formula: string) => void
}

/** A field for a formula of an action with completion, saved while it is typed. Escape restores the text that it had when it got the focus. */
export function FormulaLine({ label, value, columns, onChange }: FormulaLineProps) {
  const text = typeof value === 'string' ? value : ''
  const document = useEditorState((state) => state.document)
  const names = useSequenceNames()
  /** The text before it was changed; undefined while it is not. */
  const before = useRef<string>(undefined)
  const [problems, setProblems] = useState<readonly Diagnostic[]>([])
  const context = useMemo(
    () => ({ scope: actionScope(document, columns, names), options: {} }),
    [document, columns, names],
  )
  const error = problems.find(({ severity }) => severity === 'error')
  const forget = () => {
    before.current = undefined
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div
        className={classNames(
          'formula-line min-h-small min-w-0 rounded-md border bg-surface focus-within:border-focus hover:border-muted',
          error ? 'border-danger' : 'border-field-line',
        )}
      >
        <Suspense fallback={<p className="truncate px-2 py-1 font-mono text-xs">{text}</p>}>
          <FormulaEditor
            value={text}
            context={context}
            label={label}
            placeholder={label}
            isInvalid={error !== undefined}
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
