import type { FileEntry, Member } from '@octavo/core/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { listAll } from './list-all.ts'

/** Kinds that lists show; workspaces have a list of their own, and a shortcut shows only where it lies. */
const listed = ['workbook', 'folder', 'data-model', 'dataset', 'report', 'symlink'] as const
const documents = ['workbook', 'data-model', 'dataset', 'report'] as const

export const isHolder = (file: Pick<FileEntry, 'type'>) => file.type === 'folder' || file.type === 'workspace'

/** May the reader put things into this folder or workspace. */
export const takesFiles = (file: FileEntry) =>
  isHolder(file) && (file.permission === 'edit' || file.permission === 'organize')

export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: ['files', 'one', id],
    queryFn: ({ signal }) => call<FileEntry>(`/v2/files/${id}`, { signal }),
  })

export const myHomeQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['members', 'home', memberId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await call<Member>(`/v2/members/${memberId}`, { signal })).homeFolderId,
  })

export const allDocumentsQuery = (name: string) =>
  queryOptions({
    queryKey: ['files', 'documents', name],
    queryFn: ({ signal }) =>
      listAll<FileEntry>('/v2/files', { signal, query: { typeFilters: documents, ...(name ? { name } : {}) } }),
  })

export const folderQuery = (folderId: string) =>
  queryOptions({
    queryKey: ['files', 'in', folderId],
    queryFn: ({ signal }) =>
      listAll<FileEntry>('/v2/files', {
        signal,
        query: { parentId: folderId, directChildFilter: true, typeFilters: listed },
      }),
  })

export const workspacesQuery = queryOptions({
  queryKey: ['files', 'workspaces'],
  queryFn: ({ signal }) => listAll<FileEntry>('/v2/files', { signal, query: { typeFilters: 'workspace' } }),
})

/** The folders around a file, the outermost first; those the reader may not see are left out. */
export async function holdersOf(queries: QueryClient, file: FileEntry): Promise<FileEntry[]> {
  const holders: FileEntry[] = []
  let parentId = file.parentId
  while (parentId !== '' && holders.length < 64) {
    const holder: FileEntry | null = await queries
      .fetchQuery({ ...fileQuery(parentId), staleTime: 30_000 })
      .catch(() => null)
    if (holder === null) break
    holders.unshift(holder)
    parentId = holder.parentId
  }
  return holders
}

/** After any change of files: every list of them is asked for again. */
export const refreshFiles = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ['files'] })
