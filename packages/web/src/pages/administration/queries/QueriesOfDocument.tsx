import type { QueryRun } from '@octavo/core/contract'
import { elementLabel, findElement } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenPage } from '../../../editor/index.ts'
import { Drawer } from '../../../forms/index.ts'
import { Database, Message } from '../../../ui/index.ts'
import { useServerPages } from '../../data/server-pages.ts'
import { RefreshButton } from '../../frame/RefreshButton.tsx'
import { ServerList } from '../../frame/ServerList.tsx'
import { QueryDrawer } from './QueryDrawer.tsx'
import { QueryTable } from './QueryTable.tsx'
import { queryListing } from './query-runs.ts'
import '../../../i18n/organization.ts'

/** The queries that the reader started from the open document, the newest first. */
export function QueriesOfDocument({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const { workbookId: documentId, document } = useOpenPage()
  const pages = useServerPages<QueryRun>('queryRuns', queryListing({ scope: 'mine', documentId }))
  const [shown, setShown] = useState<string>()
  const run = pages.query.data?.entries.find(({ queryRunId }) => queryRunId === shown)
  const nameOf = ({ elementId }: QueryRun) => {
    const element = findElement(document, elementId)
    return element ? elementLabel(element) : elementId
  }
  return (
    <Drawer
      title={t('queries.history')}
      closeLabel={t('common.close', { ns: 'translation' })}
      width={640}
      isOpen
      onClose={onClose}
    >
      <div className="flex flex-col gap-3 p-4">
        <p className="text-muted">{t('queries.historyLead')}</p>
        <RefreshButton query={pages.query} className="self-start" />
        <ServerList
          pages={pages}
          failed={t('queries.failed')}
          nothing={
            <Message icon={Database} className="py-16" title={t('queries.nothing')} text={t('queries.nothingText')} />
          }
        >
          {(entries, isStale) => <QueryTable runs={entries} nameOf={nameOf} isStale={isStale} onShow={setShown} />}
        </ServerList>
      </div>
      {run && <QueryDrawer run={run} name={nameOf(run)} onClose={() => setShown(undefined)} />}
    </Drawer>
  )
}
