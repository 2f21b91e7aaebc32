import type { BaseElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { InspectorSection } from '../../forms/index.ts'
import { BaseStyleNote } from './BaseStyleNote.tsx'
import { FieldRows } from './FieldRow.tsx'
import { offeredSections } from './fields.ts'

/** The sections of the Format tab that apply to an element; only the first is open initially. */
export function FieldSections({ element }: { element: BaseElement }) {
  const { t } = useTranslation('inspectors')
  return offeredSections(element).map(({ title, fields }, index) => (
    <InspectorSection
      key={title}
      title={t(`section.${title as 'legend'}`)}
      storageKey={`${element.kind} ${title}`}
      isInitiallyOpen={index === 0}
    >
      <FieldRows element={element} fields={fields} />
      {title === 'map' && <BaseStyleNote element={element} />}
    </InspectorSection>
  ))
}
