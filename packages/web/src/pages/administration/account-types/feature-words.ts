import type { FeaturePermission } from '@octavo/core/access'
import '../../../i18n/codes.ts'
import { useTranslation } from 'react-i18next'

/** The order of the groups in the matrix. */
export const groups = [
  'documents',
  'export',
  'sharing',
  'data',
  'modelling',
  'write-back',
  'organization',
  'ai',
] as const

/** Names and descriptions of permissions, in the language of the interface. */
export function useFeatureWords() {
  const { t } = useTranslation('codes')
  return {
    label: (name: FeaturePermission) => t(`feature.${name}`),
    text: (name: FeaturePermission) => t(`featureText.${name}`),
  }
}
