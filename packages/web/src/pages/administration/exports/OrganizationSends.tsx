import { type OrganizationSend, sendStates } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../../formats.ts'
import { DataTable, Select, type TableColumn } from '../../../forms/index.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Mail, Message } from '../../../ui/index.ts'
import { useServerPages } from '../../data/server-pages.ts'
import { useAddressState } from '../../data/use-address-state.ts'
import { RefreshButton } from '../../frame/RefreshButton.tsx'
import { ServerList } from '../../frame/ServerList.tsx'
import { RunState } from '../../schedules/ScheduleRuns.tsx'
import { isUnderWay } from '../../schedules/SentEntry.tsx'
import { organizationSendsKey } from '../../schedules/use-send-again.ts'
import { SendDrawer } from './SendDrawer.tsx'
import '../../../i18n/schedules.ts'

const soonMs = 5_000

/** Single sends with their senders and results. */
export function OrganizationSends({ onDelivery }: { onDelivery: (deliveryId: string) => void }) {
  const { t } = useTranslation(['organization', 'schedules'])
  const [state, setState] = useAddressState('sent')
  const listing = { path: '/v2/sends', query: state === '' ? {} : { state } }
  const pages = useServerPages<OrganizationSend>(
    organizationSendsKey,
    listing,
    (rows) => rows.some(isUnderWay) && soonMs,
  )
  const [shown, setShown] = useState<OrganizationSend>()
  // A send that no longer matches the filter stays open unchanged.
  const opened = shown && (pages.query.data?.entries.find(({ sendId }) => sendId === shown.sendId) ?? shown)
  const columns: TableColumn<OrganizationSend>[] = [
    { id: 'what', label: t('exports.workbook'), cell: (each) => <What send={each} onShow={setShown} /> },
    {
      id: 'who',
      label: t('exports.sentBy'),
      width: 160,
      className: 'hidden truncate text-muted md:table-cell',
      cell: ({ createdByName }) => createdByName ?? '–',
    },
    {
      id: 'state',
      label: t('exports.state'),
      width: 120,
      cell: (each) => (
        <button
          type="button"
          className="rounded"
          aria-label={`${t(`schedules:runs.states.${each.state}`)}: ${t('schedules:runs.open')}`}
          onClick={() => onDelivery(each.deliveryId)}
        >
          <RunState state={each.state} />
        </button>
      ),
    },
    {
      id: 'time',
      label: t('audit.time'),
      width: 140,
      className: 'hidden whitespace-nowrap text-muted tabular sm:table-cell',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={new Date(createdAt).toLocaleString(localeName())}>
          {timeInWords(createdAt, Date.now())}
        </time>
      ),
    },
  ]
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Select
          label={t('exports.filterState')}
          prefix={t('exports.state')}
          className="!w-auto"
          value={state}
          onChange={setState}
          options={[
            { value: '', label: t('common.all') },
            ...sendStates.map((value) => ({ value, label: t(`schedules:runs.states.${value}`) })),
          ]}
        />
        <RefreshButton query={pages.query} className="ml-auto" />
      </div>
      <ServerList
        pages={pages}
        failed={t('exports.failedSends')}
        nothing={<Message icon={Mail} className="py-16" title={t('exports.noSends')} text={t('exports.noSendsText')} />}
      >
        {(entries, isStale) => (
          <DataTable
            label={t('exports.tabs.sent')}
            rows={entries}
            keyOf={({ sendId }) => sendId}
            nameOf={({ title, workbookName }) => title || (workbookName ?? '')}
            columns={columns}
            isStale={isStale}
          />
        )}
      </ServerList>
      {opened && <SendDrawer send={opened} onClose={() => setShown(undefined)} />}
    </>
  )
}

function What({ send, onShow }: { send: OrganizationSend; onShow: (send: OrganizationSend) => void }) {
  const { title, workbookName, reason, state } = send
  return (
    <span className="block min-w-0">
      <button
        type="button"
        data-row-main
        className="block max-w-full truncate rounded text-left font-medium"
        onClick={() => onShow(send)}
      >
        {workbookName}
      </button>
      <span
        className={`block truncate text-xs ${state === 'error' ? 'text-danger' : 'text-muted'}`}
        title={reason ?? undefined}
      >
        {reason ?? title}
      </span>
    </span>
  )
}
