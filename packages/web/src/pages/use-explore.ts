import type { FileEntry } from '@octavo/core/contract'
import type { WorkbookDocument } from '@octavo/core/document'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { OpenPage } from '../editor/index.ts'
import { loadPart } from '../load-part.ts'
import { parseRawSearch, writeRawSearch } from '../raw-search.ts'
import { useSession } from '../session.ts'
import type { ShownView } from './shown-view.ts'
import { customViewKey, savedViewKey } from './view-address.ts'

interface Explored {
  workbookId: string
  document: WorkbookDocument
  version: number
  view: ShownView | undefined
  file: FileEntry | undefined
}

/** Adds filters to the reader's custom view of a workbook; undefined for readers who cannot explore it. */
export function useExplore({ workbookId, document, version, view, file }: Explored): OpenPage['explore'] {
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const member = session?.viewAs ? undefined : session?.member
  const mayExplore =
    file !== undefined && (file.permission === 'explore' || file.permission === 'edit') && member !== undefined
  const memberId = member?.memberId ?? ''
  return useMemo(() => {
    if (!mayExplore) return undefined
    return (change) => {
      const edits = change(document)
      if (edits.length === 0) return
      void loadPart(() => import('./own-view.ts')).then(async ({ exploreOwnView }) => {
        const key = await exploreOwnView({ workbookId, document, version, view, memberId }, edits)
        if (key === undefined) return
        await queries.invalidateQueries({ queryKey: ['spec'] })
        const { [savedViewKey]: _, ...rest } = parseRawSearch(location.search)
        await navigate({ href: `${location.pathname}${writeRawSearch({ ...rest, [customViewKey]: key })}` })
      })
    }
  }, [mayExplore, workbookId, document, version, view, memberId, queries, navigate])
}
