import { setControlFields } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { InspectorSection } from '../../../forms/index.ts'
import type { ControlPart } from './control-part.ts'
import { DateRangeFields } from './DateRangeFields.tsx'

/** The dates that a control starts with. */
export function DateRangeSection({ control, document, change }: ControlPart) {
  const { t } = useTranslation('inspectors')
  return (
    <InspectorSection title={t('section.values')} storageKey="control values">
      <DateRangeFields range={control} onChange={(fields) => change(setControlFields(document, control.id, fields))} />
    </InspectorSection>
  )
}
