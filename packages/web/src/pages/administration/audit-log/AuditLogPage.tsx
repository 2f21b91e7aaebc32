import type { AuditLogEvent } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../../formats.ts'
import { Badge, DataTable, type TableColumn } from '../../../forms/index.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Button, Clock, Message, TabList, TabPanel, Tabs } from '../../../ui/index.ts'
import { useServerPages } from '../../data/server-pages.ts'
import { useAddressState } from '../../data/use-address-state.ts'
import { Page } from '../../frame/Page.tsx'
import { ServerList } from '../../frame/ServerList.tsx'
import { type AuditFilterChange, AuditFilters } from './AuditFilters.tsx'
import { type AuditFilter, actorName, auditListing, daysOfText, objectName, periods } from './audit-events.ts'
import { EventDrawer } from './EventDrawer.tsx'
import { TrailSettings } from './TrailSettings.tsx'
import { useEventWords } from './use-event-words.ts'

const tabs = ['events', 'trail'] as const

/** Lists who did what and when, as the server recorded it, and links to the connection with the same events. */
export function AuditLogPage() {
  const { t } = useTranslation('organization')
  const [tab, setTab] = useAddressState('tab')
  const shown = tabs.find((each) => each === tab) ?? 'events'
  return (
    <Page title={t('sections.auditLog')} lead={t('audit.lead')}>
      <Tabs value={shown} onChange={(value) => setTab(value === 'events' ? '' : value)}>
        <TabList
          label={t('sections.auditLog')}
          items={tabs.map((value) => ({ value, label: t(`audit.tabs.${value}`) }))}
          className="mb-4 border-b border-line"
        />
        <TabPanel value="events">
          <Events />
        </TabPanel>
        <TabPanel value="trail">
          <TrailSettings />
        </TabPanel>
      </Tabs>
    </Page>
  )
}

function Events() {
  const { t } = useTranslation('organization')
  const { filter, change } = useAuditFilter()
  const [openedAt] = useState(Date.now)
  const [shown, setShown] = useState<AuditLogEvent | null>(null)
  const pages = useServerPages<AuditLogEvent>('auditEvents', auditListing(filter, openedAt))
  const only = (part: 'memberId' | 'objectId') => (id: string) => {
    change[part](id)
    setShown(null)
  }
  return (
    <>
      <AuditFilters filter={filter} change={change} example={pages.query.data?.entries[0]} />
      <ServerList
        pages={pages}
        failed={t('audit.failed')}
        nothing={
          <Message
            icon={Clock}
            className="py-16"
            title={t('audit.nothing')}
            text={t('audit.nothingText')}
            actions={
              filter.period !== 'all' && <Button onClick={() => change.period('all')}>{t('audit.showAll')}</Button>
            }
          />
        }
      >
        {(events, isStale) => <EventTable events={events} isStale={isStale} onShow={setShown} />}
      </ServerList>
      {shown && (
        <EventDrawer
          event={shown}
          onClose={() => setShown(null)}
          onOnlyMember={only('memberId')}
          onOnlyObject={only('objectId')}
        />
      )}
    </>
  )
}

/** The filter in the address. */
function useAuditFilter(): { filter: AuditFilter; change: AuditFilterChange } {
  const [category, setCategory] = useAddressState('category')
  const [status, setStatus] = useAddressState('status')
  const [memberId, setMemberId] = useAddressState('member')
  const [objectId, setObjectId] = useAddressState('object')
  const [period, setPeriod] = useAddressState('period')
  const [days, setDays] = useAddressState('days')
  const filter: AuditFilter = {
    category,
    status,
    memberId,
    objectId,
    period: periods.find((each) => each === period) ?? 'week',
    days: daysOfText(days),
  }
  const change = {
    category: setCategory,
    status: setStatus,
    memberId: setMemberId,
    objectId: setObjectId,
    period: (value: string) => setPeriod(value === 'week' ? '' : value),
    days: setDays,
  }
  return { filter, change }
}

interface EventTableProps {
  events: readonly AuditLogEvent[]
  isStale: boolean
  onShow: (event: AuditLogEvent) => void
}

function EventTable({ events, isStale, onShow }: EventTableProps) {
  const { t } = useTranslation('organization')
  const words = useEventWords()
  const columns: TableColumn<AuditLogEvent>[] = [
    {
      id: 'event',
      label: t('audit.event'),
      cell: (event) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="min-w-0">
            <button
              type="button"
              data-row-main
              className="block max-w-full truncate rounded text-left font-medium"
              onClick={() => onShow(event)}
            >
              {words.event(event.eventType)}
            </button>
            <span className="block truncate text-xs text-muted">{t(`audit.categories.${event.category}`)}</span>
          </span>
          {event.status === 'failure' && <Badge tone="danger">{t('audit.statuses.failure')}</Badge>}
        </span>
      ),
    },
    {
      id: 'object',
      label: t('audit.object'),
      className: 'hidden truncate sm:table-cell',
      cell: (event) => objectName(event) ?? '–',
    },
    {
      id: 'actor',
      label: t('audit.actor'),
      width: 200,
      className: 'truncate text-muted',
      cell: (event) => actorName(event) ?? t('audit.server'),
    },
    {
      id: 'time',
      label: t('audit.time'),
      width: 130,
      className: 'hidden whitespace-nowrap text-muted tabular md:table-cell',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={new Date(createdAt).toLocaleString(localeName())}>
          {timeInWords(createdAt, Date.now())}
        </time>
      ),
    },
  ]
  return (
    <div className={isStale ? 'opacity-60' : ''}>
      <DataTable
        label={t('sections.auditLog')}
        rows={events}
        keyOf={({ eventId }) => eventId}
        nameOf={({ eventType }) => words.event(eventType)}
        columns={columns}
      />
    </div>
  )
}
