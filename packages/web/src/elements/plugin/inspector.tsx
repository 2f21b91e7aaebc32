import type { BaseElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { InspectorSection } from '../../forms/index.ts'
import type { ElementInspector } from '../element-inspector.ts'
import { ColorRow } from '../inspector-parts/ColorRow.tsx'
import { PlaceSection } from '../inspector-parts/PlaceSection.tsx'
import { TextRow } from '../inspector-parts/rows.tsx'

function Properties({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  return (
    <>
      <InspectorSection title={t('kind.plugin')}>
        <TextRow element={element} path={['displayName']} label={t('pluginFields.name')} />
        <TextRow element={element} path={['pluginId']} label={t('pluginFields.id')} isLong />
        <ColorRow element={element} path={['style', 'backgroundColor']} label={t('field.background')} />
        <p className="text-xs text-muted">{t('pluginFields.hint')}</p>
      </InspectorSection>
      <PlaceSection element={element} />
    </>
  )
}

/** The inspector of a plugin edits its name only; its settings are preserved unchanged. */
export const pluginInspector: ElementInspector = { tabs: [{ id: 'properties', Panel: Properties }] }
