import type { BaseElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { InspectorSection } from '../../forms/index.ts'
import { ColorRow } from '../inspector-parts/ColorRow.tsx'
import { PlaceSection } from '../inspector-parts/PlaceSection.tsx'
import { TextRow } from '../inspector-parts/rows.tsx'
import type { ElementInspector } from '../inspectors.ts'

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

/** What the panel at the right offers for a plugin: its name; what it is set to stays as it came. */
export const pluginInspector: ElementInspector = { tabs: [{ id: 'properties', Panel: Properties }] }
