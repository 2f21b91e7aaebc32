import type { Grant } from '@octavo/core/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { listAll } from '../data/list-all.ts'
import { carriedTagsQuery, tagsQuery } from '../data/tags.ts'
import { type Level, levelsOf, type Shared } from './levels.ts'

const isFolder = ({ type }: Shared): boolean => type === 'folder' || type === 'workspace'

/** The tags to which a share can be limited: those of a document, or for a folder all of them. */
export function useTagChoices(target: Shared): { id: string; name: string }[] {
  const isDocument = ['workbook', 'template', 'data-model'].includes(target.type)
  const carried = useQuery({ ...carriedTagsQuery(target), enabled: isDocument })
  const all = useQuery({ ...tagsQuery, enabled: isFolder(target) })
  if (isDocument) return carried.data ?? []
  return isFolder(target) ? (all.data?.entries ?? []).map(({ versionTagId: id, name }) => ({ id, name })) : []
}

/** Contributors of a folder see every version, and tagged versions cannot be edited. */
export const levelsOfVersion = (type: Shared['type']): readonly Level[] =>
  levelsOf(type).filter((level) => level === 'view' || level === 'explore')

/** Shares of single versions, which the list of full access does not contain. */
export const versionGrantsQuery = ({ id }: Shared) =>
  queryOptions({
    queryKey: ['grants', 'by-tag', id],
    queryFn: async ({ signal }) => {
      const query = { inodeId: id, directGrantsOnly: true }
      const { entries } = await listAll<Grant>('/v2/grants', { signal, query })
      return entries.filter(({ tagId }) => tagId !== undefined)
    },
  })
