import { type BaseElement, fieldAt } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { Remark } from '../../forms/index.ts'
import { outsideStyles } from './map-fields.ts'

/** Explains the replacement of a base style that needs an external service. */
export function BaseStyleNote({ element }: { element: BaseElement }) {
  const { t } = useTranslation('inspectors')
  const style = fieldAt(element, ['mapStyle', 'baseStyle'])
  if (typeof style !== 'string' || !outsideStyles.includes(style.toLowerCase())) return null
  return <Remark>{t('baseStyleNote')}</Remark>
}
