import type { WorkbookTag } from '@octavo/core/contract'
import { documentOfFormN } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '../api.ts'
import { visiblePages } from '../editor/index.ts'
import { loadViewsOf } from '../elements/index.tsx'
import type { WorkbookPart } from '../embedding/part-of-workbook.ts'
import { readerOf, useSession } from '../session.ts'
import { FileQuestion, Message, Skeleton } from '../ui/index.ts'
import { OpeningFailed } from './OpeningFailed.tsx'
import { OpenWorkbook } from './OpenWorkbook.tsx'
import { fileQuery, workbookQuery } from './request-workbook.ts'
import { Shell } from './Shell.tsx'
import { useAddress } from './use-address.ts'
import { viewInAddress, withPresentNames } from './view-address.ts'
import { urlIdOfSlug } from './workbook-address.ts'

/** Loads a workbook by the id in its address and opens it. */
export function Workbook() {
  const { t } = useTranslation()
  const { slug = '', pageId, elementId, tag } = useParams({ strict: false })
  const urlId = urlIdOfSlug(slug)
  const session = useSession()
  const isRenaming = usePresentNames()
  const asked = viewInAddress(useAddress())
  const tagged = useTagged(urlId, tag)
  const shownId = tagged.data ?? urlId
  const isKnown = tag === undefined || tagged.isSuccess
  const shown = useQuery({
    ...workbookQuery(shownId, asked),
    enabled: !isRenaming && isKnown,
    // Another view of the same workbook replaces what is shown when it has come.
    placeholderData: (before, query) => (query?.queryKey[1] === shownId ? before : undefined),
  })
  const spec = shown.data?.spec
  const file = useQuery({ ...fileQuery(shownId), enabled: isKnown })
  // While rendering: an effect would run after the page is prepared, which takes longer than loading this code.
  useMemo(() => spec && loadViewsOf(spec.pages ?? [], pageId), [spec, pageId])
  const content = useMemo(() => spec && documentOfFormN(spec), [spec])

  useEffect(() => {
    document.title = spec ? `${spec.name} · ${t('product')}` : t('product')
  }, [spec, t])

  const error = tagged.error ?? shown.error
  if (error) {
    const missing = { title: t('workbook.notFoundTitle'), text: t('workbook.notFoundText') }
    return <OpeningFailed error={error} missing={missing} inodeId={urlId} onRetry={() => void shown.refetch()} />
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
      tag={tag}
      part={partOf(pageId, elementId)}
    />
  )
}

/** The id of the workbook that a tagged version is stored as; nothing is requested without a tag. */
function useTagged(workbookId: string, tag: string | undefined) {
  return useQuery({
    queryKey: ['tagged', workbookId, tag],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: tag !== undefined,
    queryFn: async ({ signal }): Promise<string> => {
      const path = `/v2/workbooks/${encodeURIComponent(workbookId)}/tags`
      const { entries } = await call<{ entries: WorkbookTag[] }>(path, { signal, query: { limit: 1000 } })
      const found = entries.find(({ name }) => name === tag)
      if (!found) throw new ApiError(404, { code: 'not_found', message: `The workbook has no tag "${tag}".` })
      return found.taggedWorkbookId
    },
  })
}

function partOf(pageId: string | undefined, elementId: string | undefined): WorkbookPart | undefined {
  if (elementId !== undefined) return { type: 'element', id: elementId }
  return pageId === undefined ? undefined : { type: 'page', id: pageId }
}

/** Replaces the old names of views in an address with the present ones. True until that is done. */
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
