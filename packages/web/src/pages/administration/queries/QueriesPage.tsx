import type { QueryRun } from '@octavo/core/contract'
import { queryOutcomes } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { Button, Database, Message, X } from '../../../ui/index.ts'
import { useServerPages } from '../../data/server-pages.ts'
import { useAddressState } from '../../data/use-address-state.ts'
import { Page } from '../../frame/Page.tsx'
import { RefreshButton } from '../../frame/RefreshButton.tsx'
import { ServerList } from '../../frame/ServerList.tsx'
import { QueryDrawer } from './QueryDrawer.tsx'
import { QueryTable } from './QueryTable.tsx'
import { queryListing } from './query-runs.ts'

const scopes = ['mine', 'all'] as const

/** Running and finished queries on the data platforms: the member's own, and everybody's for administrators. */
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
    <Page title={t('sections.queries')} lead={t('queries.lead')} actions={<RefreshButton query={pages.query} />}>
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
        {(entries, isStale) => (
          <QueryTable runs={entries} nameOf={documentOrElement} hasPeople isStale={isStale} onShow={setShown} />
        )}
      </ServerList>
      {run && <QueryDrawer run={run} onClose={() => setShown(null)} />}
    </Page>
  )
}

const documentOrElement = ({ documentName, elementId }: QueryRun) => documentName ?? elementId
