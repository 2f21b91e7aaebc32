import { type BaseElement, fieldAt, setElementField } from '@octavo/core/document'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorRow, NumberField, Select } from '../../forms/index.ts'
import { fieldLookSmall, Switch } from '../../ui/index.ts'
import { ColorField } from './ColorField.tsx'
import { type InspectorField, writtenValue } from './fields.ts'

/** One field of an element: shows what the document says, else the usual value, and can be put back to that. */
export function FieldRow({ element, field }: { element: BaseElement; field: InspectorField }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const label = t(`field.${field.label as 'size'}`)
  const value = fieldAt(element, field.path)
  const write = (next: unknown, gather?: string) =>
    editor.apply(
      t('word.field', { field: label }),
      setElementField(editor.state.document, element.id, field.path, next),
      gather === undefined ? {} : { gather },
    )
  return (
    <InspectorRow
      label={label}
      onReset={value === undefined ? undefined : { label: t('reset'), run: () => write(undefined) }}
    >
      {(id) => <Editor id={id} label={label} field={field} value={value} onChange={write} elementId={element.id} />}
    </InspectorRow>
  )
}

interface EditorProps {
  id: string
  label: string
  field: InspectorField
  value: unknown
  elementId: string
  onChange: (value: unknown, gather?: string) => void
}

function Editor({ id, label, field, value, elementId, onChange }: EditorProps) {
  const { t } = useTranslation('inspectors')
  const { editor, path } = field
  const gather = `${elementId} ${path.join('.')}`
  switch (editor.type) {
    case 'choice': {
      const options = editor.options.map((option) => ({ value: option, label: t(`option.${option as 'auto'}`) }))
      const known = typeof value === 'string' && editor.options.includes(value) ? value : editor.usual
      return (
        <Select
          id={id}
          isSmall
          value={known}
          options={options}
          onChange={(next) => onChange(writtenValue(editor, next))}
        />
      )
    }
    case 'switch': {
      const isOn =
        value === undefined
          ? editor.isUsuallyOn
          : value === editor.on || (editor.on === undefined && value !== editor.off)
      return <Switch id={id} label={label} isOn={isOn} onChange={(next) => onChange(writtenValue(editor, next))} />
    }
    case 'number':
      return (
        <NumberField
          id={id}
          isSmall
          value={typeof value === 'number' ? value : null}
          placeholder={t('option.auto')}
          {...(editor.min === undefined ? {} : { min: editor.min })}
          {...(editor.max === undefined ? {} : { max: editor.max })}
          {...(editor.step === undefined ? {} : { step: editor.step })}
          onChange={(next) => onChange(writtenValue(editor, next), gather)}
        />
      )
    case 'color':
      return <ColorField id={id} label={label} value={value} onChange={(next) => onChange(next, gather)} />
    case 'text':
    case 'formula':
      return (
        <WordsField
          id={id}
          value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
          isFormula={editor.type === 'formula'}
          onSave={(next) => onChange(writtenValue(editor, next))}
        />
      )
  }
}

/** Words are written when the field is left or Enter is pressed; Escape takes them back. */
export function WordsField({
  id,
  label,
  value,
  isFormula = false,
  takesFocus = false,
  onSave,
}: {
  id?: string
  label?: string
  value: string
  isFormula?: boolean
  /** Ready to be typed over when it appears. */
  takesFocus?: boolean
  onSave: (value: string) => void
}) {
  const [typed, setTyped] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.select()
  }, [takesFocus])
  const save = () => {
    if (typed !== undefined && typed !== value) onSave(typed)
    setTyped(undefined)
  }
  return (
    <input
      ref={input}
      id={id}
      aria-label={label}
      className={`${fieldLookSmall} ${isFormula ? 'font-mono text-xs' : ''}`}
      value={typed ?? value}
      spellCheck={!isFormula}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setTyped(undefined)
      }}
    />
  )
}
