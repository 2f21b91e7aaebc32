import type { BaseElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { InspectorRow } from '../../forms/index.ts'
import { DocumentTextLine } from '../effects/editing/FormulaLine.tsx'
import { useField } from './use-field.ts'

/** The address of a picture or a page; formulas in braces are completed and checked. */
export function AddressRow({ element, path }: { element: BaseElement; path: readonly string[] }) {
  const { t } = useTranslation('editor')
  const { text, mixed, set } = useField(element, ...path)
  return (
    <InspectorRow label={t('field.address')} isLong>
      {() => (
        <div className="flex min-w-0 flex-col gap-1">
          <DocumentTextLine label={t('field.address')} placeholder={mixed ?? 'https://'} value={text} onChange={set} />
          <p className="text-xs text-muted">{t('addressHint', { hole: '{{[Control]}}' })}</p>
        </div>
      )}
    </InspectorRow>
  )
}
