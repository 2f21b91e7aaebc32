import { type ColumnHolder, columnsOnShelf, fieldAt, setElementField } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, Select } from '../../forms/index.ts'
import { ColorField } from '../inspector-fields/ColorField.tsx'

const colored = new Set(['bar-chart', 'line-chart', 'area-chart', 'combo-chart', 'scatter-chart'])

/** One colour for all marks, or how the column on the colour shelf gives them. */
export function ColorSection({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  if (!colored.has(element.kind)) return null
  const [column] = columnsOnShelf(element, 'color')
  const by = fieldAt(element, ['color', 'by'])
  const write = (value: unknown, gather?: string) =>
    editor.apply(
      t('word.color'),
      setElementField(editor.state.document, element.id, ['color'], value),
      gather ? { gather } : {},
    )
  return (
    <InspectorSection title={t('section.color')} storageKey="chart color">
      {column === undefined ? (
        <InspectorRow
          label={t('field.color')}
          onReset={by === 'single' ? { label: t('reset'), run: () => write(undefined) } : undefined}
        >
          {(id) => (
            <ColorField
              id={id}
              label={t('field.color')}
              value={by === 'single' ? fieldAt(element, ['color', 'value']) : undefined}
              onChange={(value) => write({ by: 'single', value }, `${element.id} color`)}
            />
          )}
        </InspectorRow>
      ) : (
        <InspectorRow label={t('field.colorBy')}>
          {(id) => (
            <Select
              id={id}
              isSmall
              value={by === 'scale' ? 'scale' : 'category'}
              options={['category', 'scale'].map((value) => ({ value, label: t(`option.${value as 'scale'}`) }))}
              onChange={(next) => write({ by: next, column })}
            />
          )}
        </InspectorRow>
      )}
    </InspectorSection>
  )
}
