import type { FileEntry } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session.ts'
import { Message, User } from '../../ui/index.ts'
import { fileQuery } from '../data/files.ts'
import { Card, Loaded, Page } from '../frame/Page.tsx'
import { grantsOfMemberQuery } from '../sharing/access.ts'
import { FileTable } from './FileTable.tsx'

/** Files shared with the reader or a team of the reader, without files shared with everybody. */
export function SharedWithMe() {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const memberId = useSession()?.member.memberId ?? ''
  const shared = useQuery(
    queryOptions({
      queryKey: ['files', 'shared', memberId],
      queryFn: async (): Promise<FileEntry[]> => {
        const { entries } = await queries.fetchQuery(grantsOfMemberQuery(memberId))
        const ids = [...new Set(entries.filter(({ inodeType }) => inodeType !== 'scope').map(({ inodeId }) => inodeId))]
        const files = await Promise.allSettled(ids.map((id) => queries.fetchQuery({ ...fileQuery(id), retry: false })))
        return files.flatMap((file) =>
          file.status === 'fulfilled' &&
          file.value.ownerId !== memberId &&
          file.value.type !== 'workspace' &&
          !file.value.isArchived
            ? [file.value]
            : [],
        )
      },
    }),
  )
  return (
    <Page title={t('sections.shared')} lead={t('home.sharedLead')}>
      <Loaded query={shared} title={t('home.failed')}>
        {(files) =>
          files.length === 0 ? (
            <Card>
              <Message icon={User} className="py-16" title={t('home.sharedEmpty')} text={t('home.sharedEmptyText')} />
            </Card>
          ) : (
            <FileTable files={files} label={t('sections.shared')} hasPath />
          )
        }
      </Loaded>
    </Page>
  )
}
