import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField, Select } from '../../forms/index.ts'
import { fieldLookSmall, Switch } from '../../ui/index.ts'
import { ColorField } from './ColorField.tsx'
import { type FieldEditor, shownValue, writtenValue } from './field-editors.ts'

interface FieldInputProps {
  id: string
  label: string
  editor: FieldEditor
  value: unknown
  /**
   * Called with the new value of the field; undefined removes the field. With `isTyped`, consecutive changes are one
   * step of undo.
   */
  onChange: (value: unknown, isTyped?: boolean) => void
  /** Its text is selected when it appears, so that typing replaces it. */
  takesFocus?: boolean
}

/** What a field of an inspector is edited with. */
export function FieldInput({ id, label, editor, value, onChange, takesFocus = false }: FieldInputProps) {
  const { t } = useTranslation('inspectors')
  switch (editor.type) {
    case 'choice':
    case 'form': {
      const words = editor.type === 'choice' ? editor.options : Object.keys(editor.forms)
      return (
        <Select
          id={id}
          isSmall
          value={String(shownValue(editor, value))}
          options={words.map((option) => ({ value: option, label: t(`option.${option as 'auto'}`) }))}
          onChange={(next) => onChange(writtenValue(editor, next))}
        />
      )
    }
    case 'switch':
    case 'shown':
      return (
        <Switch
          id={id}
          label={label}
          isOn={shownValue(editor, value) === true}
          onChange={(next) => onChange(writtenValue(editor, next))}
        />
      )
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
          onChange={(next) => onChange(writtenValue(editor, next), true)}
        />
      )
    case 'color':
      return <ColorField id={id} label={label} value={value} onChange={(next) => onChange(next, true)} />
    case 'text':
    case 'formula':
      return (
        <WordsField
          id={id}
          value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
          isFormula={editor.type === 'formula'}
          takesFocus={takesFocus}
          onSave={(next) => onChange(writtenValue(editor, next))}
        />
      )
  }
}

/** Text is saved when the field loses the focus or Enter is pressed; Escape restores the previous text. */
export function WordsField({
  id,
  label,
  value,
  isFormula = false,
  takesFocus = false,
  placeholder,
  onSave,
}: {
  id?: string
  label?: string
  value: string
  isFormula?: boolean
  /** Its text is selected when it appears, so that typing replaces it. */
  takesFocus?: boolean
  /** The value that applies when the field is empty. */
  placeholder?: string
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
      placeholder={placeholder}
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
