import type { QueryRun } from '@octavo/core/contract'
import { queryOutcomes } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge, DataTable, Select, type TableColumn } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Button, Database, Message, RefreshCw, X } from '../../../ui/index.ts'
import { useServerPages } from '../../data/server-pages.ts'
import { useAddressState } from '../../data/use-address-state.ts'
import { Page } from '../../frame/Page.tsx'
import { ServerList } from '../../frame/ServerList.tsx'
import { QueryDrawer } from './QueryDrawer.tsx'
import { milliseconds, outcomeTone, queryListing, totalMs } from './query-runs.ts'

const scopes = ['mine', 'all'] as const

/** What ran and runs on the data platforms: own queries, and those of everybody for administrators. */
export function QueriesPage() {
  const { t } = useTranslation('organization')
  const isAdmin = useSession()?.member.isAdmin ?? false
  const [outcome, setOutcome] = useAddressState('outcome')
  const [connectionId, setConnection] = useAddressState('connection')
  const [given, setScope] = useAddressState('scope')
  const scope = scopes.find((each) => each === given) ?? (isAdmin ? 'all' : 'mine')
  const [shown, setShown] = useState<string | null>(null)
  const pages = useServerPages<QueryRun>('queryRuns', queryListing({ scope, outcome, connectionId }))
  const rows = pages.query.data?.entries ?? []
  const run = rows.find(({ queryRunId }) => queryRunId === shown)
  const all = { value: '', label: t('common.all') }
  return (
    <Page
      title={t('sections.queries')}
      lead={t('queries.lead')}
      actions={
        <Button onClick={() => void pages.query.refetch()} isBusy={pages.query.isFetching}>
          <RefreshCw className="size-4" /> {t('queries.refresh')}
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Select
          label={t('queries.filterScope')}
          prefix={t('queries.scope')}
          className="!w-auto"
          value={scope}
          onChange={setScope}
          options={scopes.map((value) => ({ value, label: t(`queries.scopes.${value}`) }))}
        />
        <Select
          label={t('queries.filterOutcome')}
          prefix={t('queries.outcome')}
          className="!w-auto"
          value={outcome}
          onChange={setOutcome}
          options={[all, ...queryOutcomes.map((value) => ({ value, label: t(`queries.outcomes.${value}`) }))]}
        />
        {connectionId !== '' && (
          <Button onClick={() => setConnection('')}>
            <span className="max-w-64 truncate">
              {t('queries.onlyOn', { name: rows[0]?.connectionName ?? t('queries.oneConnection') })}
            </span>{' '}
            <X className="size-4" aria-label={t('queries.allConnections')} />
          </Button>
        )}
      </div>
      <ServerList
        pages={pages}
        failed={t('queries.failed')}
        nothing={
          <Message icon={Database} className="py-16" title={t('queries.nothing')} text={t('queries.nothingText')} />
        }
      >
        {(entries, isStale) => <QueryTable runs={entries} isStale={isStale} onShow={setShown} />}
      </ServerList>
      {run && <QueryDrawer run={run} onClose={() => setShown(null)} />}
    </Page>
  )
}

interface QueryTableProps {
  runs: readonly QueryRun[]
  isStale: boolean
  onShow: (queryRunId: string) => void
}

function QueryTable({ runs, isStale, onShow }: QueryTableProps) {
  const { t } = useTranslation('organization')
  const nameOf = ({ documentName, elementId }: QueryRun) => documentName ?? elementId
  const columns: TableColumn<QueryRun>[] = [
    {
      id: 'query',
      label: t('queries.query'),
      cell: (run) => <What run={run} name={nameOf(run)} onShow={onShow} />,
    },
    {
      id: 'who',
      label: t('audit.actor'),
      width: 160,
      className: 'hidden truncate text-muted sm:table-cell',
      cell: ({ memberName }) => memberName ?? t('queries.public'),
    },
    {
      id: 'rows',
      label: t('queries.rows'),
      width: 90,
      className: 'hidden whitespace-nowrap text-right tabular md:table-cell',
      cell: ({ rows }) => rows?.toLocaleString() ?? '–',
    },
    {
      id: 'took',
      label: t('queries.took'),
      width: 110,
      className: 'whitespace-nowrap text-right tabular',
      cell: (run) => (run.isCached ? t('queries.cached') : milliseconds(totalMs(run))),
    },
    {
      id: 'time',
      label: t('audit.time'),
      width: 130,
      className: 'hidden whitespace-nowrap text-muted tabular md:table-cell',
      cell: ({ startedAt }) => (
        <time dateTime={startedAt} title={new Date(startedAt).toLocaleString()}>
          {timeInWords(startedAt, Date.now())}
        </time>
      ),
    },
  ]
  return (
    <div className={isStale ? 'opacity-60' : ''}>
      <DataTable
        label={t('sections.queries')}
        rows={runs}
        keyOf={({ queryRunId }) => queryRunId}
        nameOf={nameOf}
        columns={columns}
      />
    </div>
  )
}

interface WhatProps {
  run: QueryRun
  name: string
  onShow: (queryRunId: string) => void
}

/** What asked, for what, and what came of it. */
function What({ run, name, onShow }: WhatProps) {
  const { t } = useTranslation('organization')
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0">
        <button
          type="button"
          data-row-main
          className="block max-w-full truncate rounded text-left font-medium"
          onClick={() => onShow(run.queryRunId)}
        >
          {name}
        </button>
        <span className="block truncate text-xs text-muted">
          {t(`queries.purposes.${run.purpose}`)} · {run.connectionName ?? run.connectionId}
        </span>
      </span>
      <Badge tone={outcomeTone(run.outcome)}>{t(`queries.outcomes.${run.outcome}`)}</Badge>
    </span>
  )
}
