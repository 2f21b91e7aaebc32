import type { BaseElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { InspectorSection } from '../../forms/index.ts'
import { FieldRow } from './FieldRow.tsx'
import { formatSectionsOf } from './fields.ts'

/** The sections of the Format tab that a kind has; only the first is open at first. */
export function FieldSections({ element }: { element: BaseElement }) {
  const { t } = useTranslation('inspectors')
  return formatSectionsOf(element.kind).map(({ title, fields }, index) => (
    <InspectorSection
      key={title}
      title={t(`section.${title as 'legend'}`)}
      storageKey={`${element.kind} ${title}`}
      isInitiallyOpen={index === 0}
    >
      {fields.map((field) => (
        <FieldRow key={field.path.join('.')} element={element} field={field} />
      ))}
    </InspectorSection>
  ))
}
