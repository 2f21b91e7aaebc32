import type { PolicyFinding } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { Remark } from '../../forms/index.ts'

/** Warnings about a row policy, each as a sentence. */
export function PolicyFindings({ findings }: { findings: readonly PolicyFinding[] }) {
  const { t } = useTranslation('models')
  return findings.map(({ code, name }) => (
    <Remark key={`${code} ${name}`} tone="warning">
      {t(`edit.security.findings.${code}`, { name: name ?? '' })}
    </Remark>
  ))
}
