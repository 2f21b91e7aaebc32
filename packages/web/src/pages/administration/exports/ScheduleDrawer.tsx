import type { OrganizationSchedule, ScheduleDetails } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Drawer } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { Button } from '../../../ui/index.ts'
import { documentPathname } from '../../document-pathname.ts'
import { dueTimeInWords } from '../../schedules/due-time-in-words.ts'
import { ScheduleRuns } from '../../schedules/ScheduleRuns.tsx'
import { isUnderWay, nameOfSchedule, schedulesKey, stateOfSchedule } from './organization-schedule.ts'
import { useRetry } from './use-retry.ts'

interface ScheduleDrawerProps {
  schedule: OrganizationSchedule
  /** Filters the list by its owner or its workbook. */
  onOnly: (of: 'owner' | 'workbook') => void
  onClose: () => void
}

/** A schedule with its history: each due time, and the result of each message. */
export function ScheduleDrawer({ schedule, onOnly, onClose }: ScheduleDrawerProps) {
  const { t } = useTranslation('organization')
  const path = `/v2/workbooks/${schedule.workbookId}/schedules/${schedule.scheduledNotificationId}`
  const retry = useRetry()
  return (
    <Drawer
      title={nameOfSchedule(schedule)}
      closeLabel={t('common.close', { ns: 'translation' })}
      width={640}
      isOpen
      onClose={onClose}
    >
      <div className="flex flex-col gap-6 p-4">
        <Facts schedule={schedule} path={path} />
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            isBusy={retry.isBusy}
            disabled={isUnderWay(schedule)}
            onClick={() => retry.run([schedule], () => undefined)}
          >
            {t('exports.retry')}
          </Button>
          <Button onClick={() => onOnly('workbook')}>{t('exports.onlyWorkbook')}</Button>
          <Button onClick={() => onOnly('owner')}>{t('exports.onlyOwner')}</Button>
        </div>
        <ScheduleRuns path={path} isUnderWay={isUnderWay(schedule)} isOwn />
      </div>
    </Drawer>
  )
}

function Facts({ schedule, path }: { schedule: OrganizationSchedule; path: string }) {
  const { t } = useTranslation('organization')
  const organization = useSession()?.organization
  const details = useQuery({
    queryKey: [schedulesKey, 'details', path],
    queryFn: ({ signal }) => call<ScheduleDetails>(path, { signal }),
  })
  const [next] = schedule.nextRuns
  const { cronSpec, timezone } = schedule.schedule
  const href = documentPathname(organization?.slug ?? '', {
    type: 'workbook',
    name: schedule.workbookName ?? '',
    id: schedule.workbookId,
  })
  return (
    <dl className="flex flex-col gap-3">
      <Fact name={t('exports.workbook')}>
        <a href={href ?? ''} className="rounded underline underline-offset-2">
          {schedule.workbookName ?? schedule.workbookId}
        </a>
      </Fact>
      <Fact name={t('exports.owner')}>{schedule.ownerName ?? schedule.ownerId}</Fact>
      <Fact name={t('exports.to')}>
        {details.data ? receiversOf(details.data).join(', ') || '–' : details.isError ? t('exports.failedOne') : '…'}
      </Fact>
      <Fact name={t('exports.times')}>
        <code className="font-mono text-xs">{cronSpec}</code> {timezone}
      </Fact>
      <Fact name={t('exports.state')}>{t(`exports.states.${stateOfSchedule(schedule)}`)}</Fact>
      <Fact name={t('exports.next')}>{next === undefined ? '–' : dueTimeInWords(next, timezone)}</Fact>
    </dl>
  )
}

/** For a webhook only the host of its address, because the rest may contain a secret. */
function receiversOf({ target }: ScheduleDetails): string[] {
  return target.flatMap((each) => {
    const { webhookUrl, workbookCloudExport, ...others } = each
    const host = webhookUrl === undefined ? undefined : URL.parse(webhookUrl)?.host
    const place = workbookCloudExport?.timestampedUri ?? workbookCloudExport?.uri
    return [...Object.values(others), host, place].filter((value) => value !== undefined)
  })
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_1fr] gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 tabular [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
