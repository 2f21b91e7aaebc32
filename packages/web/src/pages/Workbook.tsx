import type { FileEntry } from '@octavo/core/contract'
import { documentOfFormN } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { visiblePages } from '../editor/index.ts'
import { readerOf, useSession } from '../session.ts'
import { FileQuestion, Message, Skeleton } from '../ui/index.ts'
import { OpeningFailed } from './OpeningFailed.tsx'
import { OpenWorkbook } from './OpenWorkbook.tsx'
import { openWorkbook, type ShownWorkbook } from './open-view.ts'
import { Shell } from './Shell.tsx'
import { useAddress } from './use-address.ts'
import { viewInAddress, withPresentNames } from './view-address.ts'
import { urlIdOfSlug } from './workbook-address.ts'

/** Loads a workbook by the id in its address and opens it. */
export function Workbook() {
  const { t } = useTranslation()
  const { slug } = useParams({ from: '/inside/$org/workbook/$slug' })
  const urlId = urlIdOfSlug(slug)
  const path = encodeURIComponent(urlId)
  const session = useSession()
  const isRenaming = usePresentNames()
  const asked = viewInAddress(useAddress())
  const shown = useQuery<ShownWorkbook>({
    queryKey: ['spec', urlId, asked],
    enabled: !isRenaming,
    staleTime: Number.POSITIVE_INFINITY,
    // Another view of the same workbook replaces what is shown when it has come.
    placeholderData: (before, query) => (query?.queryKey[1] === urlId ? before : undefined),
    queryFn: ({ signal }) => openWorkbook(urlId, asked, signal),
  })
  const spec = shown.data?.spec
  const file = useQuery({
    queryKey: ['file', urlId],
    queryFn: ({ signal }) => call<FileEntry>(`/v2/files/${path}`, { signal }),
  })
  const content = useMemo(() => spec && documentOfFormN(spec), [spec])

  useEffect(() => {
    document.title = spec ? `${spec.name} · ${t('product')}` : t('product')
  }, [spec, t])

  if (shown.isError) {
    const missing = { title: t('workbook.notFoundTitle'), text: t('workbook.notFoundText') }
    return <OpeningFailed error={shown.error} missing={missing} inodeId={urlId} onRetry={() => void shown.refetch()} />
  }
  if (!spec || !content || file.isPending) return <Loading />
  const canEdit = file.data?.permission === 'edit'
  if (visiblePages(content, readerOf(session, canEdit)).length === 0) return <NoPages name={spec.name} />
  return (
    <OpenWorkbook
      workbookId={spec.workbookId}
      name={spec.name}
      version={spec.documentVersion}
      view={shown.data?.view}
      isViewGone={shown.data?.isViewGone ?? false}
      document={content}
      canEdit={canEdit}
      file={file.data}
    />
  )
}

/** Puts the present names of views into an old address. True until it has them. */
function usePresentNames(): boolean {
  const navigate = useNavigate()
  const { searchStr, pathname, hash } = useRouterState({ select: (state) => state.location })
  const renamed = withPresentNames(searchStr)
  useEffect(() => {
    if (renamed === null) return
    void navigate({ href: `${pathname}${renamed}${hash === '' ? '' : `#${hash}`}`, replace: true })
  }, [navigate, pathname, renamed, hash])
  return renamed !== null
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Shell title={<Skeleton className="h-4 w-40" />} isReady={false}>
      <div role="status" aria-label={t('common.loading')} className="page-grid grid-cols-4 gap-3 p-4 late">
        {Array.from({ length: 4 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity
          <Skeleton key={index} className="col-span-2 row-span-5 lg:col-span-1" />
        ))}
        <Skeleton className="col-span-4 row-span-12" />
      </div>
    </Shell>
  )
}

function NoPages({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <Shell title={<h1 className="truncate font-semibold">{name}</h1>}>
      <Message
        icon={FileQuestion}
        className="py-24"
        title={t('workbook.noPagesTitle')}
        text={t('workbook.noPagesText')}
      />
    </Shell>
  )
}
