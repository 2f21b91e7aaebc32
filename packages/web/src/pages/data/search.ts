import type { SearchMatch, SearchResult, SearchResults } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { documentPathname } from '../document-pathname.ts'
import { documentKinds } from './files.ts'

export const searchedKinds = ['all', 'workbooks', 'templates', 'models'] as const
export type SearchedKind = (typeof searchedKinds)[number]

/** Documents by their content, the most used first. */
export const searchQuery = (text: string, kind: SearchedKind = 'all', most = 20) =>
  queryOptions({
    queryKey: ['search', text, kind, most],
    enabled: text !== '',
    // The previous results stay visible while a new search runs.
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      call<SearchResults>('/v2/search', {
        signal,
        query: { query: text, most, ...(kind === 'all' ? {} : { typeFilters: documentKinds[kind] }) },
      }),
  })

/** The address of a document, at the element or page of a match if there is one; null for a type without a page. */
export function addressOfMatch(organization: string, file: SearchResult, match?: SearchMatch): string | null {
  const pathname = documentPathname(organization, { ...file, id: file.urlId })
  const nodeId = match?.elementId ?? match?.pageId
  return pathname === null || nodeId === undefined ? pathname : `${pathname}?:nodeId=${encodeURIComponent(nodeId)}`
}
