import type { ScheduleRun } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { Button, Progress } from '../../ui/index.ts'
import { progressOfRun } from '../export-progress.ts'
import { useCancelDelivery } from './use-cancel-delivery.ts'
import '../../i18n/looks.ts'
import '../../i18n/schedules.ts'

/** The step of a run that has not ended, with a button for those who may cancel it; nothing afterwards. */
export function RunProgress({
  run: { deliveryId, progress, state },
  canCancel,
  className,
}: {
  run: ScheduleRun
  canCancel: boolean
  className?: string
}) {
  const { t } = useTranslation(['translation', 'looks'])
  const words = useTranslation('schedules').t
  const cancel = useCancelDelivery(deliveryId)
  if (progress === null) return null
  return (
    <div className={className}>
      <Progress
        label={words(`runs.states.${state}`)}
        {...progressOfRun(progress, t)}
        isTextBelow
        action={
          canCancel && (
            <Button isSmall isBusy={cancel.isBusy} onClick={cancel.run}>
              {t('common.cancel')}
            </Button>
          )
        }
      />
      {cancel.failure !== undefined && (
        <p role="alert" className="text-danger">
          {cancel.failure}
        </p>
      )}
    </div>
  )
}
