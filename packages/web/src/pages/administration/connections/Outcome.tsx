import type { ConnectionTest } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { CircleAlert, CircleCheck } from '../../../ui/index.ts'

/** The result of a test: whether the platform can be read and written, and which step failed. */
export function Outcome({ test }: { test: ConnectionTest }) {
  const { t } = useTranslation('organization')
  const { read, write, platform, diagnosis, reason, warnings = [] } = test
  const isGood = read === 'SUCCESS' && write !== 'FAILED'
  const title =
    read === 'FAILED' ? 'connections.answersNot' : write === 'FAILED' ? 'connections.writesNot' : 'connections.answers'
  return (
    <div role="status" className="flex items-start gap-2.5">
      {isGood ? (
        <CircleCheck className="mt-0.5 size-4 shrink-0 text-accent-text" />
      ) : (
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" />
      )}
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-medium">{t(title)}</p>
        {platform && <p className="text-muted">{platform.label}</p>}
        {diagnosis ? (
          <p className="text-muted">
            {t(`connections.step.${diagnosis.step}`)}: {diagnosis.message} {diagnosis.hint}
          </p>
        ) : (
          reason && <p className="text-muted">{reason}</p>
        )}
        {write === 'SUCCESS' && <p className="text-muted">{t('connections.writes')}</p>}
        {warnings.map((warning) => (
          <p key={warning} className="text-muted">
            {warning}
          </p>
        ))}
      </div>
    </div>
  )
}
