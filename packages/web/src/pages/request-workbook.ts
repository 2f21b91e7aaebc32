import type { FileEntry } from '@octavo/core/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'
import { parseRawSearch } from '../raw-search.ts'
import { openWorkbook } from './open-view.ts'
import { type ViewQuery, viewInAddress, withPresentNames } from './view-address.ts'
import { urlIdOfSlug } from './workbook-address.ts'

/** A workbook as its page shows it. */
export const workbookQuery = (workbookId: string, asked: ViewQuery | undefined) =>
  queryOptions({
    queryKey: ['spec', workbookId, asked],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => openWorkbook(workbookId, asked, signal),
  })

/** Longer than the code of a page takes to load after its file was requested. */
const fileStaleMs = 5_000

export const fileQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['file', workbookId],
    staleTime: fileStaleMs,
    queryFn: ({ signal }) => call<FileEntry>(`/v2/files/${encodeURIComponent(workbookId)}`, { signal }),
  })

/** Requests what the page of a workbook needs, so that it arrives while the code of the page loads. The page reports failures. */
export function requestWorkbook(queries: QueryClient, slug: string, search: string): void {
  // The page first replaces the old names of views in an address.
  if (withPresentNames(search) !== null) return
  const workbookId = urlIdOfSlug(slug)
  void queries.prefetchQuery(workbookQuery(workbookId, viewInAddress(parseRawSearch(search))))
  void queries.prefetchQuery(fileQuery(workbookId))
}
