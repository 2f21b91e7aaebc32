import { type BaseElement, fieldAt, hideField, setElementLook, showField } from '@octavo/core/document'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorRow } from '../../forms/index.ts'
import { FieldInput } from './FieldInput.tsx'
import { type InspectorField, isOffered } from './field-editors.ts'

/** The fields that apply to an element, in their order. */
export function FieldRows({ element, fields }: { element: BaseElement; fields: readonly InspectorField[] }) {
  return fields
    .filter((field) => isOffered(element, field))
    .map((field) => (
      <FieldRow key={field.path.join('.')} elementId={element.id} field={field} value={fieldAt(element, field.path)} />
    ))
}

interface FieldRowProps {
  elementId: string
  field: InspectorField
  value: unknown
}

/**
 * One field of an element: shows the value in the document or the default, and can be reset to the default. A panel has
 * about forty fields with a list and a menu each, so a field renders again only when it changes.
 */
const FieldRow = memo(function FieldRow({ elementId, field, value }: FieldRowProps) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const { path } = field
  const label = t(`field.${field.label as 'size'}`)
  const isHideable = field.editor.type === 'shown'
  function write(next: unknown, isTyped = false) {
    const { document } = editor.state
    const edits = !isHideable
      ? setElementLook(document, elementId, path, next)
      : next === undefined
        ? showField(document, elementId, path)
        : hideField(document, elementId, path, next)
    editor.apply(t('word.field', { field: label }), edits, isTyped ? { gather: `${elementId} ${path.join('.')}` } : {})
  }
  return (
    <InspectorRow
      label={label}
      onReset={value === undefined || isHideable ? undefined : { label: t('reset'), run: () => write(undefined) }}
    >
      {(id) => <FieldInput id={id} label={label} editor={field.editor} value={value} onChange={write} />}
    </InspectorRow>
  )
})
