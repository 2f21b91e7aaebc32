import type { FileEntry, Member, RecentFile } from '@octavo/core/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { listAll } from './list-all.ts'

/** Types that lists show; workspaces have a list of their own, and a shortcut appears only in its folder. */
const listed = ['workbook', 'template', 'folder', 'data-model', 'dataset', 'report', 'symlink'] as const

export const isHolder = (file: Pick<FileEntry, 'type'>) => file.type === 'folder' || file.type === 'workspace'

/** Documents that open in the same way as workbooks. */
export const opensAsWorkbook = ({ type }: { type: string }) => type === 'workbook' || type === 'template'

/** Whether the reader can add things to this folder or workspace. */
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

export const documentKinds = {
  all: ['workbook', 'template', 'data-model', 'dataset', 'report'],
  workbooks: ['workbook'],
  templates: ['template'],
  models: ['data-model', 'dataset'],
  folders: ['folder'],
} as const
export type DocumentKind = keyof typeof documentKinds

export const allDocumentsQuery = (name: string, kind: DocumentKind = 'all') =>
  queryOptions({
    queryKey: ['files', 'documents', kind, name],
    queryFn: ({ signal }) =>
      listAll<FileEntry>('/v2/files', {
        signal,
        query: { typeFilters: documentKinds[kind], ...(name ? { name } : {}) },
      }),
  })

/** Files that the member used recently, the last one first. */
export const recentsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['files', 'recents', memberId],
    // Includes documents that were opened since then.
    refetchOnMount: 'always',
    queryFn: ({ signal }) => listAll<RecentFile>(`/v2/members/${memberId}/files/recents`, { signal }, 200),
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

/** The folders that contain a file, the outermost first, without those that the reader cannot see. */
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

/** Reloads every list of files after a change. */
export const refreshFiles = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ['files'] })
