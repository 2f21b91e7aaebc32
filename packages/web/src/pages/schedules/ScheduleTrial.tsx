import type { ScheduleCheck, StartedSend } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { trackDelivery } from '../../elements/track-delivery.ts'
import { Remark } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { useProblemLine } from './problem-line.ts'
import { requestOf, type ScheduleForm } from './schedule-form.ts'

interface ScheduleTrialProps {
  workbookId: string
  form: ScheduleForm
}

/** Shows what the schedule of the form would do now, and can send it to the user as a test. */
export function ScheduleTrial({ workbookId, form }: ScheduleTrialProps) {
  const { t } = useTranslation('schedules')
  const session = useSession()
  const [outcome, setOutcome] = useState<{ of: ScheduleForm; check?: ScheduleCheck }>()
  const path = `/v2/workbooks/${workbookId}/schedules`
  const body = () => requestOf(form)
  const lineOf = useProblemLine(form.attachments.length)
  const check = useAction(
    async () => {
      setOutcome({ of: form, check: await call<ScheduleCheck>(`${path}/check`, { method: 'POST', body: body() }) })
    },
    [],
    lineOf,
  )
  const test = useAction(
    async () => {
      const { deliveryId } = await call<StartedSend>(`${path}/test`, { method: 'POST', body: body() })
      void trackDelivery(deliveryId, form.name)
      setOutcome({ of: form })
    },
    [],
    lineOf,
  )
  const failure = check.failure ?? test.failure
  // A result for other form values does not apply.
  const shown = outcome?.of === form ? outcome : undefined
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button isBusy={check.isBusy} onClick={check.run}>
          {t('trial.check')}
        </Button>
        {session?.sendsMail !== false && (
          <Button isBusy={test.isBusy} onClick={test.run}>
            {t('trial.test')}
          </Button>
        )}
      </div>
      <div role="status" className="flex flex-col gap-1 empty:hidden">
        {shown && (shown.check ? <CheckLines check={shown.check} zone={form.zone} /> : <p>{t('trial.sent')}</p>)}
      </div>
      {failure && <Remark tone="danger">{failure}</Remark>}
    </div>
  )
}

function CheckLines({ check: { nextRuns, isConditionMet, burst }, zone }: { check: ScheduleCheck; zone: string }) {
  const { t, i18n } = useTranslation('schedules')
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  return (
    <>
      {isConditionMet !== null && <p>{t(isConditionMet ? 'trial.met' : 'trial.notMet')}</p>}
      {burst && (
        <p>{t('trial.burst', { values: burst.valueCount, met: burst.metCount, addresses: burst.recipientCount })}</p>
      )}
      <p>{t('trial.next', { zone })}</p>
      <ul className="tabular-nums text-muted">
        {nextRuns.map((run) => (
          <li key={run}>{format.format(Date.parse(run))}</li>
        ))}
      </ul>
    </>
  )
}
