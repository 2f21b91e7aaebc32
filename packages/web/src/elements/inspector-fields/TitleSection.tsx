import { type BaseElement, setElementField, setElementTitle, shownTitle, titleText } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorRow, InspectorSection } from '../../forms/index.ts'
import { WordsField } from './FieldInput.tsx'
import { FieldRows } from './FieldRow.tsx'
import { titleFields } from './fields.ts'

/** Title, description and frame of an element with data. */
export function TitleSection({ element }: { element: BaseElement }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const write = (label: string, path: string[], value: unknown) =>
    editor.apply(t('word.field', { field: label }), setElementField(editor.state.document, element.id, path, value))
  const title = titleText(element.name) ?? ''
  const description = typeof element.description === 'string' ? element.description : textOf(element.description)
  return (
    <InspectorSection title={t('section.title')} storageKey="element title">
      <InspectorRow label={t('field.title')}>
        {(id) => (
          <WordsField
            id={id}
            value={title}
            placeholder={shownTitle(element)}
            onSave={(text) =>
              editor.apply(
                t('word.field', { field: t('field.title') }),
                setElementTitle(editor.state.document, element.id, text),
              )
            }
          />
        )}
      </InspectorRow>
      <InspectorRow label={t('field.description')}>
        {(id) => (
          <WordsField
            id={id}
            value={description}
            onSave={(text) =>
              write(
                t('field.description'),
                ['description'],
                text ? { ...record(element.description), text } : undefined,
              )
            }
          />
        )}
      </InspectorRow>
      <FieldRows element={element} fields={titleFields} />
    </InspectorSection>
  )
}

function textOf(value: unknown): string {
  const { text } = record(value)
  return typeof text === 'string' ? text : ''
}
function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
