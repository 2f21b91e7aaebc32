import type { OrganizationSchedule } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../../formats.ts'
import { Badge, DataTable, type TableColumn } from '../../../forms/index.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { MenuItem } from '../../../ui/index.ts'
import { dueTimeInWords } from '../../schedules/due-time-in-words.ts'
import { RunState } from '../../schedules/ScheduleRuns.tsx'
import { RowMenu } from '../RowMenu.tsx'
import { isUnderWay, nameOfSchedule, stateOfSchedule } from './organization-schedule.ts'
import { useRetry } from './use-retry.ts'

interface ScheduleTableProps {
  schedules: readonly OrganizationSchedule[]
  isStale: boolean
  chosen: ReadonlyMap<string, OrganizationSchedule>
  onChoose: (chosen: ReadonlyMap<string, OrganizationSchedule>) => void
  onShow: (schedule: OrganizationSchedule) => void
  onDelivery: (deliveryId: string) => void
}

const keyOf = ({ scheduledNotificationId }: OrganizationSchedule) => scheduledNotificationId

/** Schedules with content, owner, last result and next due time. */
export function ScheduleTable(props: ScheduleTableProps) {
  const { schedules, isStale, chosen, onChoose, onShow, onDelivery } = props
  const { t } = useTranslation('organization')
  const here = new Map(schedules.map((schedule) => [keyOf(schedule), schedule]))
  const choose = (ids: ReadonlySet<string>) =>
    onChoose(
      new Map(
        [...ids].flatMap((id) => {
          const schedule = here.get(id) ?? chosen.get(id)
          return schedule ? [[id, schedule] as const] : []
        }),
      ),
    )
  return (
    <DataTable
      label={t('exports.tabs.schedules')}
      rows={schedules}
      keyOf={keyOf}
      nameOf={nameOfSchedule}
      columns={useColumns(onShow, onDelivery)}
      selection={new Set(chosen.keys())}
      onSelect={choose}
      selectLabel={(name) => t('files.select', { name })}
      selectAllLabel={t('files.selectAll')}
      isStale={isStale}
    />
  )
}

function useColumns(
  onShow: ScheduleTableProps['onShow'],
  onDelivery: ScheduleTableProps['onDelivery'],
): TableColumn<OrganizationSchedule>[] {
  const { t } = useTranslation('organization')
  return [
    { id: 'name', label: t('files.name'), cell: (schedule) => <Name schedule={schedule} onShow={onShow} /> },
    {
      id: 'owner',
      label: t('exports.owner'),
      width: 150,
      className: 'hidden truncate text-muted md:table-cell',
      cell: ({ ownerName }) => ownerName ?? '–',
    },
    {
      id: 'last',
      label: t('exports.lastRun'),
      width: 160,
      cell: (schedule) => <LastRun schedule={schedule} onDelivery={onDelivery} />,
    },
    {
      id: 'next',
      label: t('exports.next'),
      width: 170,
      className: 'hidden text-muted tabular lg:table-cell',
      cell: (schedule) => <Next schedule={schedule} />,
    },
    {
      id: 'menu',
      label: t('common.actions'),
      isBare: true,
      width: 56,
      className: '!py-0',
      cell: (schedule) => <ScheduleMenu schedule={schedule} onShow={onShow} />,
    },
  ]
}

type RowProps = Pick<ScheduleTableProps, 'onShow'> & { schedule: OrganizationSchedule }

function Name({ schedule, onShow }: RowProps) {
  return (
    <span className="block min-w-0">
      <button
        type="button"
        data-row-main
        className="block max-w-full truncate rounded text-left font-medium"
        onClick={() => onShow(schedule)}
      >
        {nameOfSchedule(schedule)}
      </button>
      <span className="block truncate text-xs text-muted">{schedule.workbookName}</span>
    </span>
  )
}

interface LastRunProps extends Pick<ScheduleTableProps, 'onDelivery'> {
  schedule: OrganizationSchedule
}

function LastRun({ schedule: { lastRun }, onDelivery }: LastRunProps) {
  const { t } = useTranslation(['organization', 'schedules'])
  if (lastRun === null) return <span className="text-muted">{t('exports.never')}</span>
  const at = lastRun.finishedAt ?? lastRun.dueAt
  return (
    <span className="flex flex-col items-start">
      <button
        type="button"
        className="rounded"
        aria-label={`${t(`schedules:runs.states.${lastRun.state}`)}: ${t('schedules:runs.open')}`}
        onClick={() => onDelivery(lastRun.deliveryId)}
      >
        <RunState state={lastRun.state} />
      </button>
      <time dateTime={at} title={new Date(at).toLocaleString(localeName())} className="text-xs text-muted">
        {timeInWords(at, Date.now())}
      </time>
    </span>
  )
}

function Next({ schedule }: { schedule: OrganizationSchedule }) {
  const { t } = useTranslation('organization')
  const state = stateOfSchedule(schedule)
  if (state !== 'active') {
    return <Badge tone={state === 'suspended' ? 'danger' : 'plain'}>{t(`exports.states.${state}`)}</Badge>
  }
  const [next] = schedule.nextRuns
  if (next === undefined) return '–'
  return <time dateTime={next}>{dueTimeInWords(next, schedule.schedule.timezone)}</time>
}

function ScheduleMenu({ schedule, onShow }: RowProps) {
  const { t } = useTranslation('organization')
  const retry = useRetry()
  return (
    <RowMenu label={t('files.menu', { name: nameOfSchedule(schedule) })}>
      <MenuItem onSelect={() => onShow(schedule)}>{t('exports.show')}</MenuItem>
      <MenuItem isDisabled={isUnderWay(schedule)} onSelect={() => retry.run([schedule], () => undefined)}>
        {t('exports.retry')}
      </MenuItem>
    </RowMenu>
  )
}
