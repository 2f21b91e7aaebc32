import type { SearchMatch, SearchResult, SearchResults } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { documentPathname } from '../document-pathname.ts'
import { documentKinds } from './files.ts'

export const searchedKinds = ['all', 'workbooks', 'templates', 'models'] as const
export type SearchedKind = (typeof searchedKinds)[number]

/** Documents by what is in them, the most used first. */
export const searchQuery = (text: string, kind: SearchedKind = 'all', most = 20) =>
  queryOptions({
    queryKey: ['search', text, kind, most],
    enabled: text !== '',
    // What was found a moment ago is shown while it is looked for again.
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      call<SearchResults>('/v2/search', {
        signal,
        query: { query: text, most, ...(kind === 'all' ? {} : { typeFilters: documentKinds[kind] }) },
      }),
  })

/** Where a document opens, at the element or page of a match where there is one; null for a kind that has no page. */
export function addressOfMatch(organization: string, file: SearchResult, match?: SearchMatch): string | null {
  const pathname = documentPathname(organization, { ...file, id: file.urlId })
  const nodeId = match?.elementId ?? match?.pageId
  return pathname === null || nodeId === undefined ? pathname : `${pathname}?:nodeId=${encodeURIComponent(nodeId)}`
}
