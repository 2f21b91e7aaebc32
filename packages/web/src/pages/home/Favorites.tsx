import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session.ts'
import { Message, Star } from '../../ui/index.ts'
import { Card, Loaded, Page } from '../frame/Page.tsx'
import { FileTable } from './FileTable.tsx'
import { favoritesQuery } from './use-favorites.ts'

/** The list of favorites, the last added first. */
export function Favorites() {
  const { t } = useTranslation('organization')
  const memberId = useSession()?.member.memberId ?? ''
  const favorites = useQuery(favoritesQuery(memberId))
  return (
    <Page title={t('sections.favorites')} lead={t('favorites.lead')}>
      <Loaded query={favorites} title={t('home.failed')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Card>
              <Message icon={Star} className="py-16" title={t('favorites.empty')} text={t('favorites.emptyText')} />
            </Card>
          ) : (
            <FileTable files={entries} label={t('sections.favorites')} hasPath isOrdered />
          )
        }
      </Loaded>
    </Page>
  )
}
