import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session.ts'
import { Clock, Message } from '../../ui/index.ts'
import { recentsQuery } from '../data/files.ts'
import { Card, Loaded, Page } from '../frame/Page.tsx'
import { FileTable } from './FileTable.tsx'

/** Files that the reader used recently. */
export function Recent() {
  const { t } = useTranslation('organization')
  const memberId = useSession()?.member.memberId ?? ''
  const recents = useQuery(recentsQuery(memberId))
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
