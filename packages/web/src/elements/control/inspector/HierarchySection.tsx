import { allElements, columnHolder, elementLabel, takeHierarchyFrom } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { Combobox, InspectorRow, InspectorSection } from '../../../forms/index.ts'
import { type ControlPart, recordOf } from './control-part.ts'

/** The folder of a table that defines the levels of a hierarchy: its columns in order. */
export function HierarchySection({ control, document, change }: ControlPart) {
  const { t } = useTranslation('inspectors')
  const { source, columnId } = recordOf(control.source)
  const options = allElements(document).flatMap((table) =>
    (columnHolder(document, table.id)?.folders ?? []).map(({ id, name }) => ({
      value: JSON.stringify([table.id, id]),
      label: name,
      group: elementLabel(table),
    })),
  )
  return (
    <InspectorSection title={t('section.values')} storageKey="control values">
      <InspectorRow label={t('control.source')}>
        {() => (
          <Combobox
            label={t('control.source')}
            isSmall
            value={columnId === undefined ? null : JSON.stringify([recordOf(source).elementId, columnId])}
            options={options}
            placeholder={t('control.sourceNone')}
            onChange={(key) => {
              const [elementId = '', folderId = ''] = JSON.parse(key) as string[]
              change(takeHierarchyFrom(document, control.id, { elementId, columnId: folderId }))
            }}
          />
        )}
      </InspectorRow>
      {options.length === 0 && <p className="text-xs text-muted">{t('control.hierarchyNone')}</p>}
    </InspectorSection>
  )
}
