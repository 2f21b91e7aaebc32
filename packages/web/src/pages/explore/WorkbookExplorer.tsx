import type { FileEntry } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { parseRawSearch, writeRawSearch } from '../../raw-search.ts'
import { useSession } from '../../session.ts'
import { Skeleton } from '../../ui/index.ts'
import { EditorFrame } from '../editor/EditorFrame.tsx'
import { useOpenEditor } from '../editor/use-open-editor.ts'
import { OpeningFailed } from '../OpeningFailed.tsx'
import { Shell } from '../Shell.tsx'
import { useAddress } from '../use-address.ts'
import { customViewKey, savedViewKey } from '../view-address.ts'
import { urlIdOfSlug } from '../workbook-address.ts'
import { ExploreHeader } from './ExploreHeader.tsx'
import { NewerVersion } from './NewerVersion.tsx'
import { openOwnView, type ViewStore } from './view-store.ts'

/** Exploring a workbook: the editor over a custom view of the reader. */
export function WorkbookExplorer() {
  const { t } = useTranslation('explore')
  const common = useTranslation().t
  const { slug } = useParams({ from: '/inside/$org/workbook/$slug/explore' })
  const urlId = urlIdOfSlug(slug)
  const navigate = useNavigate()
  const memberId = useSession()?.member.memberId ?? ''
  const asked = useAddress()[customViewKey]
  const file = useQuery({
    queryKey: ['file', urlId],
    queryFn: ({ signal }) => call<FileEntry>(`/v2/files/${encodeURIComponent(urlId)}`, { signal }),
  })
  const store = useQuery({
    queryKey: ['explore', urlId, asked],
    // The open view follows the server by itself; a second visit loads it again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => openOwnView(urlId, asked, memberId, signal),
  })
  const opened = store.data
  const isMoved = opened !== undefined && opened.exploreKey !== asked
  useEffect(() => {
    if (!isMoved) return
    const { [savedViewKey]: _, ...rest } = parseRawSearch(location.search)
    const search = writeRawSearch({ ...rest, [customViewKey]: opened.exploreKey })
    void navigate({ href: `${location.pathname}${search}`, replace: true })
  }, [isMoved, opened, navigate])
  useEffect(() => {
    document.title = file.data ? t('title', { name: file.data.name }) : common('product')
  }, [file.data, t, common])

  const error = store.error ?? file.error
  if (error) {
    const missing = { title: common('workbook.notFoundTitle'), text: common('workbook.notFoundText') }
    return <OpeningFailed error={error} missing={missing} inodeId={urlId} onRetry={() => void store.refetch()} />
  }
  if (!opened || isMoved || !file.data) return <Loading />
  return (
    <OpenExplorer
      key={`${opened.exploreKey} ${opened.draft.baseVersion}`}
      store={opened}
      file={file.data}
      onMoved={() => void store.refetch()}
    />
  )
}

interface OpenExplorerProps {
  store: ViewStore
  file: FileEntry
  /** The view now belongs to another version and has to be loaded again. */
  onMoved: () => void
}

function OpenExplorer({ store, file, onMoved }: OpenExplorerProps) {
  const { exploreKey, draft, transport } = store
  const editor = useOpenEditor({ draft, transport, stored: { exploreKey } })
  if (!editor) return <Loading />
  return (
    <EditorFrame
      editor={editor}
      header={(parts) => (
        <>
          <ExploreHeader {...parts} store={store} file={file} />
          <NewerVersion store={store} onMoved={onMoved} />
        </>
      )}
    />
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Shell title={<Skeleton className="h-4 w-40" />}>
      <div role="status" aria-label={t('common.loading')} className="page-grid grid-cols-4 gap-3 p-4">
        <Skeleton className="col-span-4 row-span-12" />
      </div>
    </Shell>
  )
}
