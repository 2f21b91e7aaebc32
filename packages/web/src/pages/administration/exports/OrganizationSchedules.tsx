import { type OrganizationSchedule, scheduleRunStates, scheduleStates } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../forms/index.ts'
import { Button, Calendar, Message, Search, X } from '../../../ui/index.ts'
import { useServerPages } from '../../data/server-pages.ts'
import { useAddressState } from '../../data/use-address-state.ts'
import { SelectionBar } from '../../frame/PagedTable.tsx'
import { RefreshButton } from '../../frame/RefreshButton.tsx'
import { ServerList } from '../../frame/ServerList.tsx'
import { DeleteSchedules } from './DeleteSchedules.tsx'
import { isUnderWay, schedulesKey } from './organization-schedule.ts'
import { ScheduleDrawer } from './ScheduleDrawer.tsx'
import { ScheduleTable } from './ScheduleTable.tsx'
import { useRetry } from './use-retry.ts'
import '../../../i18n/schedules.ts'

type Chosen = ReadonlyMap<string, OrganizationSchedule>

const soonMs = 5_000

/** All schedules of the organization. Several can be sent again or removed together. */
export function OrganizationSchedules({ onDelivery }: { onDelivery: (deliveryId: string) => void }) {
  const { t } = useTranslation(['organization', 'schedules'])
  const [lastRun, setLastRun] = useAddressState('lastRun')
  const [state, setState] = useAddressState('state')
  const [workbookId, setWorkbook] = useAddressState('workbook')
  const [ownerId, setOwner] = useAddressState('owner')
  const filter = Object.entries({ lastRun, state, workbookId, ownerId }).filter(([, value]) => value !== '')
  const listing = { path: '/v2/schedules', query: Object.fromEntries(filter) }
  // While something is being sent, the list is polled for its end.
  const pages = useServerPages<OrganizationSchedule>(schedulesKey, listing, (rows) => rows.some(isUnderWay) && soonMs)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [shown, setShown] = useState<OrganizationSchedule>()
  const [isDeleting, setDeleting] = useState(false)
  const rows = pages.query.data?.entries ?? []
  // A schedule that no longer matches the filter stays open unchanged.
  const opened = shown && (rows.find((each) => each.scheduledNotificationId === shown.scheduledNotificationId) ?? shown)
  const clear = () => setChosen(new Map())
  const retry = useRetry()
  const all = { value: '', label: t('common.all') }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Select
          label={t('exports.filterLastRun')}
          prefix={t('exports.lastRun')}
          className="!w-auto"
          value={lastRun}
          onChange={setLastRun}
          options={[all, ...scheduleRunStates.map((value) => ({ value, label: t(`schedules:runs.states.${value}`) }))]}
        />
        <Select
          label={t('exports.filterState')}
          prefix={t('exports.state')}
          className="!w-auto"
          value={state}
          onChange={setState}
          options={[all, ...scheduleStates.map((value) => ({ value, label: t(`exports.states.${value}`) }))]}
        />
        {workbookId !== '' && (
          <Only name={rows[0]?.workbookName} clear={t('exports.allWorkbooks')} onClear={() => setWorkbook('')} />
        )}
        {ownerId !== '' && (
          <Only name={rows[0]?.ownerName} clear={t('exports.allOwners')} onClear={() => setOwner('')} />
        )}
        <RefreshButton query={pages.query} className="ml-auto" />
      </div>
      <ServerList
        pages={pages}
        failed={t('exports.failed')}
        bar={() => (
          <SelectionBar count={chosen.size} onClear={clear}>
            <Button isBusy={retry.isBusy} onClick={() => retry.run([...chosen.values()], clear)}>
              {t('exports.retry')}
            </Button>
            <Button onClick={() => setDeleting(true)}>{t('exports.delete')}</Button>
          </SelectionBar>
        )}
        nothing={
          filter.length === 0 ? (
            <Message icon={Calendar} className="py-16" title={t('exports.none')} text={t('exports.noneText')} />
          ) : (
            <Message icon={Search} className="py-16" title={t('exports.noMatch')} text={t('exports.noMatchText')} />
          )
        }
      >
        {(entries, isStale) => (
          <ScheduleTable
            schedules={entries}
            isStale={isStale}
            chosen={chosen}
            onChoose={setChosen}
            onShow={setShown}
            onDelivery={onDelivery}
          />
        )}
      </ServerList>
      {opened && (
        <ScheduleDrawer
          schedule={opened}
          onOnly={(of) => {
            setShown(undefined)
            if (of === 'owner') setOwner(opened.ownerId)
            else setWorkbook(opened.workbookId)
          }}
          onClose={() => setShown(undefined)}
        />
      )}
      {isDeleting && (
        <DeleteSchedules
          schedules={[...chosen.values()]}
          onDone={() => {
            setDeleting(false)
            clear()
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

/** Shows that the list is filtered by a workbook or owner, and removes the filter. */
function Only({ name, clear, onClear }: { name: string | null | undefined; clear: string; onClear: () => void }) {
  const { t } = useTranslation('organization')
  return (
    <Button onClick={onClear}>
      <span className="max-w-64 truncate">{name ?? t('exports.oneOnly')}</span>{' '}
      <X className="size-4" aria-label={clear} />
    </Button>
  )
}
