import type { BaseElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { InspectorSection } from '../../forms/index.ts'
import { ColorRow } from './ColorRow.tsx'
import { ChoiceRow, NumberRow, SwitchRow } from './rows.tsx'

/** Background, padding, border and corners, which nearly every kind has. */
export function StyleSection({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  return (
    <InspectorSection title={t('field.style')} storageKey={`${element.kind} style`}>
      <ColorRow element={element} path={['style', 'backgroundColor']} label={t('field.background')} />
      <SwitchRow element={element} path={['style', 'padding']} label={t('field.padding')} on={undefined} off="none" />
      <NumberRow
        element={element}
        path={['style', 'borderWidth']}
        label={t('field.border')}
        min={0}
        max={3}
        unit="px"
      />
      <ColorRow element={element} path={['style', 'borderColor']} label={t('field.borderColor')} />
      <ChoiceRow
        element={element}
        path={['style', 'borderRadius']}
        label={t('field.corners')}
        options={[
          { value: 'round', label: t('field.round') },
          { value: 'square', label: t('field.square') },
          { value: 'pill', label: t('field.pill') },
        ]}
      />
    </InspectorSection>
  )
}
