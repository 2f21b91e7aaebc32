import { type BaseElement, fieldAt, hideField, setElementLook, showField } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorRow } from '../../forms/index.ts'
import { FieldInput } from './FieldInput.tsx'
import type { InspectorField } from './field-editors.ts'

/** One field of an element: shows what the document says, else the usual value, and can be put back to that. */
export function FieldRow({ element, field }: { element: BaseElement; field: InspectorField }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const { path } = field
  const label = t(`field.${field.label as 'size'}`)
  const value = fieldAt(element, path)
  const isHideable = field.editor.type === 'shown'
  function write(next: unknown, isTyped = false) {
    const { document } = editor.state
    const edits = !isHideable
      ? setElementLook(document, element.id, path, next)
      : next === undefined
        ? showField(document, element.id, path)
        : hideField(document, element.id, path, next)
    editor.apply(t('word.field', { field: label }), edits, isTyped ? { gather: `${element.id} ${path.join('.')}` } : {})
  }
  return (
    <InspectorRow
      label={label}
      onReset={value === undefined || isHideable ? undefined : { label: t('reset'), run: () => write(undefined) }}
    >
      {(id) => <FieldInput id={id} label={label} editor={field.editor} value={value} onChange={write} />}
    </InspectorRow>
  )
}
