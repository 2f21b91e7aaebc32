import type { FileEntry } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { explain } from '../../explain.ts'
import { useSession } from '../../session.ts'
import { notify } from '../../ui/index.ts'
import { listAll } from '../data/list-all.ts'

/** The favorites of a member, the last added first. */
export const favoritesQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['files', 'favorites', memberId],
    queryFn: ({ signal }) => listAll<FileEntry>(`/v2/favorites/member/${memberId}`, { signal }),
  })

/** The favorites of the reader, and functions to add and remove one. */
export function useFavorites() {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const memberId = useSession()?.member.memberId ?? ''
  const favorites = useQuery(favoritesQuery(memberId))
  const marked = new Set(favorites.data?.entries.map(({ id }) => id))
  return {
    isFavorite: (id: string) => marked.has(id),
    async toggle(file: FileEntry) {
      try {
        if (marked.has(file.id)) {
          await send(`/v2/favorites/member/${memberId}/file/${file.id}`, { method: 'DELETE' })
        } else {
          await send('/v2/favorites', { method: 'POST', body: { memberId, inodeId: file.id } })
        }
      } catch (error) {
        notify({ title: t('favorites.failed', { name: file.name }), text: explain(error).message, tone: 'danger' })
      }
      await queries.invalidateQueries({ queryKey: ['files', 'favorites'] })
    },
  }
}
