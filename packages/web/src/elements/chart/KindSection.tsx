import type { ColumnHolder } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, Select } from '../../forms/index.ts'
import { applyKind } from '../apply-kind.ts'
import { chartKinds as kinds } from '../chart-kinds.ts'
import { FieldRows } from '../inspector-fields/FieldRow.tsx'
import { propertyFields } from '../inspector-fields/fields.ts'

/** The kind of the element, and settings of the whole chart. Settings that the new kind does not use apply again when the old kind is chosen. */
export function KindSection({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  return (
    <InspectorSection title={t('section.chart')} storageKey="chart kind">
      <InspectorRow label={t('field.kind')}>
        {(id) => (
          <Select
            id={id}
            isSmall
            value={element.kind}
            options={kinds.map((kind) => ({ value: kind as string, label: t(`kind.${kind}`) }))}
            onChange={(kind) =>
              applyKind(editor, element.id, kind, t('word.kind', { kind: t(`kind.${kind as 'bar-chart'}`) }))
            }
          />
        )}
      </InspectorRow>
      <FieldRows element={element} fields={propertyFields[element.kind] ?? []} />
    </InspectorSection>
  )
}
