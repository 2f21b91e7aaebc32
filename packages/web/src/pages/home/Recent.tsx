import type { RecentFile } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session.ts'
import { Clock, Message } from '../../ui/index.ts'
import { listAll } from '../data/list-all.ts'
import { Card, Loaded, Page } from '../frame/Page.tsx'
import { FileTable } from './FileTable.tsx'

/** What the reader used lately, the last one first. */
export function Recent() {
  const { t } = useTranslation('organization')
  const memberId = useSession()?.member.memberId ?? ''
  const recents = useQuery({
    queryKey: ['files', 'recents', memberId],
    // Whatever was opened since then is part of it.
    refetchOnMount: 'always',
    queryFn: ({ signal }) => listAll<RecentFile>(`/v2/members/${memberId}/files/recents`, { signal }, 200),
  })
  const times = new Map(recents.data?.entries.map(({ id, lastInteractionAt }) => [id, lastInteractionAt]))
  return (
    <Page title={t('sections.recent')} lead={t('recent.lead')}>
      <Loaded query={recents} title={t('home.failed')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Card>
              <Message icon={Clock} className="py-16" title={t('recent.empty')} text={t('recent.emptyText')} />
            </Card>
          ) : (
            <FileTable
              files={entries}
              label={t('sections.recent')}
              hasPath
              isOrdered
              time={{ label: t('recent.opened'), of: (id) => times.get(id) }}
            />
          )
        }
      </Loaded>
    </Page>
  )
}
