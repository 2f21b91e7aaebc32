import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { Command } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Database, Folder, Notebook } from '../../ui/index.ts'
import { allDocumentsQuery, opensAsWorkbook, recentsQuery } from '../data/files.ts'
import { documentPathname } from '../document-pathname.ts'

/** Number of shown documents; typing sends a request. */
const shownDocuments = 8

/** Headings of the groups of documents. */
interface Groups {
  recent: string
  documents: string
}

/** Documents whose names match the search, for a palette; without a search text the most recently opened come first. */
export function useDocumentCommands(search: string, groups: Groups, { isWanted = true } = {}) {
  const name = useDeferredValue(search.trim())
  const session = useSession()
  const recents = useQuery({ ...recentsQuery(session?.member.memberId ?? ''), enabled: isWanted })
  const documents = useQuery({ ...allDocumentsQuery(name), enabled: isWanted, placeholderData: (before) => before })
  const navigate = useNavigate()
  const recent = name === '' ? (recents.data?.entries ?? []).slice(0, shownDocuments) : []
  const recentIds = new Set(recents.data?.entries.map(({ id }) => id))
  const others = (documents.data?.entries ?? [])
    .filter(({ id }) => name !== '' || !recentIds.has(id))
    .slice(0, shownDocuments)
  const found = isWanted ? [...recent, ...others] : []
  const commands = found.map((file, index): Command => {
    const address = documentPathname(session?.organization.slug ?? '', { ...file, id: file.urlId })
    return {
      id: file.id,
      label: file.name,
      group: index < recent.length ? groups.recent : groups.documents,
      icon: opensAsWorkbook(file) ? Notebook : file.type === 'folder' ? Folder : Database,
      hint: file.path.replaceAll('/', ' / '),
      run(inNewTab) {
        if (address === null) void navigate({ to: '/folder/$urlId', params: { urlId: file.parentId } })
        else if (inNewTab) open(address, '_blank', 'noopener')
        else void navigate({ href: address })
      },
    }
  })
  return { commands, isSearching: documents.isFetching }
}
