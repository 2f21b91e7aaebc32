import type { RunOfDelivery, ScheduleRun } from '@octavo/core/contract'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { trackDelivery } from '../../elements/track-delivery.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { documentPathname } from '../document-pathname.ts'
import { Deliveries } from './Deliveries.tsx'
import { RunProgress } from './RunProgress.tsx'
import { runsKey, soonMs, toTheSecond } from './run-lists.ts'
import { RunState, RunSteps } from './ScheduleRuns.tsx'
import '../../i18n/schedules.ts'

/** One delivery by its id, requested again until it has ended. */
export const useDelivery = (deliveryId: string): UseQueryResult<RunOfDelivery> =>
  useQuery({
    queryKey: [runsKey, 'delivery', deliveryId],
    queryFn: ({ signal }) => call<RunOfDelivery>(`/v2/deliveries/${encodeURIComponent(deliveryId)}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.progress ? soonMs : false),
  })

interface DeliveryDetailsProps {
  delivery: RunOfDelivery
  /** Shows the delivery that was started by sending it again. */
  onAgain: (deliveryId: string) => void
}

/** A run: what it is of, its steps, and each message with its recipients and files. */
export function DeliveryDetails({ delivery, onAgain }: DeliveryDetailsProps) {
  const { t } = useTranslation('schedules')
  const { workbookId, scheduleId, sendId, deliveryId, state, reason, progress } = delivery
  const of = `/v2/workbooks/${workbookId}/${scheduleId === null ? `sends/${sendId}` : `schedules/${scheduleId}`}`
  const queries = useQueryClient()
  const again = useAction(async () => {
    const run = await call<ScheduleRun>(`${of}/runs`, { method: 'POST' })
    void trackDelivery(run.deliveryId, delivery.name)
    await queries.invalidateQueries()
    onAgain(run.deliveryId)
  })
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-2">
        {progress === null && <RunState state={state} />}
        {reason !== null && (
          <p className={`[overflow-wrap:anywhere] ${state === 'error' ? 'text-danger' : 'text-muted'}`}>{reason}</p>
        )}
        <RunProgress run={delivery} canCancel className="w-full" />
      </div>
      <Facts delivery={delivery} />
      <div className="flex flex-col items-start gap-2">
        <Button look="primary" isBusy={again.isBusy} disabled={progress !== null} onClick={() => again.run()}>
          {t('delivery.again')}
        </Button>
        {again.failure !== undefined && (
          <p role="alert" className="text-danger">
            {again.failure}
          </p>
        )}
      </div>
      <section className="flex flex-col gap-2">
        <h3 className="font-medium">{t('delivery.steps')}</h3>
        <RunSteps run={delivery} />
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-medium">{t('delivery.messages')}</h3>
        <Deliveries path={`${of}/runs/${deliveryId}`} />
      </section>
    </div>
  )
}

function Facts({ delivery }: { delivery: RunOfDelivery }) {
  const { t } = useTranslation('schedules')
  const organization = useSession()?.organization
  const { workbookId, workbookName, scheduleId, ownerName, ownerId, dueAt, isManual } = delivery
  const about = { type: 'workbook' as const, name: workbookName ?? '', id: workbookId }
  return (
    <dl className="flex flex-col gap-3">
      <Fact name={t('delivery.workbook')}>
        <a
          href={documentPathname(organization?.slug ?? '', about) ?? ''}
          className="rounded underline underline-offset-2"
        >
          {workbookName ?? workbookId}
        </a>
      </Fact>
      <Fact name={t('delivery.kind')}>{t(scheduleId === null ? 'delivery.send' : 'delivery.schedule')}</Fact>
      <Fact name={t('delivery.owner')}>{ownerName ?? ownerId}</Fact>
      <Fact name={t(isManual ? 'delivery.started' : 'delivery.due')}>
        <time dateTime={dueAt}>{toTheSecond(dueAt)}</time>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_1fr] gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 tabular [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
