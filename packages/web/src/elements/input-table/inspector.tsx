import { type BaseElement, columnHolder } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, Select } from '../../forms/index.ts'
import type { ElementInspector } from '../element-inspector.ts'
import { FieldSections } from '../inspector-fields/FieldSections.tsx'
import { TitleSection } from '../inspector-fields/TitleSection.tsx'
import { useField } from '../inspector-parts/use-field.ts'
import { FiltersPanel } from '../table/inspector/FiltersPanel.tsx'
import { SortSection } from '../table/inspector/SortSection.tsx'
import { type InputMode, inputModeOf, inputModes } from './input-modes.ts'
import '../../i18n/columns.ts'
import '../../i18n/input-tables.ts'
import '../../i18n/inspectors.ts'

function Properties({ element }: { element: BaseElement }) {
  const { t } = useTranslation('inputTables')
  const holder = useEditorState(({ document }) => columnHolder(document, element.id))
  const mode = useField(element, 'inputMode')
  return (
    <>
      <InspectorSection title={t('entry')}>
        <InspectorRow label={t('permission')}>
          {(id) => (
            <Select
              id={id}
              label={t('whoEnters')}
              isSmall
              value={inputModeOf(element)}
              options={inputModes.map((value) => ({ value: value as InputMode, label: t(`mode.${value}`) }))}
              onChange={(next) => mode.set(next)}
            />
          )}
        </InspectorRow>
        <p className="text-xs text-muted">{t(`modeText.${inputModeOf(element)}`)}</p>
      </InspectorSection>
      {holder && <SortSection element={holder} />}
    </>
  )
}

function Format({ element: { id } }: { element: BaseElement }) {
  const element = useEditorState(({ document }) => columnHolder(document, id))
  if (!element) return null
  return (
    <>
      <TitleSection element={element} />
      <FieldSections element={element} />
    </>
  )
}

/** What the panel at the right offers for an input table. */
export const inputTableInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: Properties },
    { id: 'format', Panel: Format },
    { id: 'filters', Panel: FiltersPanel },
  ],
}
