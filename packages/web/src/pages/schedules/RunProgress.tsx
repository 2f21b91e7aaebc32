import type { ScheduleRun } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { Progress } from '../../ui/index.ts'
import { progressOfRun } from '../export-progress.ts'
import '../../i18n/looks.ts'
import '../../i18n/schedules.ts'

/** The step of a run that has not ended; nothing afterwards. */
export function RunProgress({ run: { progress, state }, className }: { run: ScheduleRun; className?: string }) {
  const { t } = useTranslation(['translation', 'looks'])
  const words = useTranslation('schedules').t
  if (progress === null) return null
  return (
    <div className={className}>
      <Progress label={words(`runs.states.${state}`)} {...progressOfRun(progress, t)} isTextBelow />
    </div>
  )
}
