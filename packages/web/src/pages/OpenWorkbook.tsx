import type { FileEntry } from '@octavo/core/contract'
import { findControl, type WorkbookDocument } from '@octavo/core/document'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type OpenPage, OpenPageProvider, visiblePages } from '../editor/index.ts'
import { parseRawSearch, writeRawSearch } from '../raw-search.ts'
import { readerOf, useSession } from '../session.ts'
import { Button, Calendar, classNames, EyeOff, RefreshCw, Share } from '../ui/index.ts'
import { openPageData } from './open-page-data.ts'
import { PageGrid } from './PageGrid.tsx'
import { Shell } from './Shell.tsx'
import { controlTextsOf, pageKey, useAddress } from './use-address.ts'
import { useIsNarrow } from './use-is-narrow.ts'

interface OpenWorkbookProps {
  workbookId: string
  name: string
  version: number
  document: WorkbookDocument
  canEdit: boolean
  /** The workbook as a file; absent where it could not be read. */
  file: FileEntry | undefined
}

const AccessDialog = lazy(async () => {
  const [{ AccessDialog }] = await Promise.all([
    import('./sharing/AccessDialog.tsx'),
    import('../i18n/organization.ts'),
  ])
  return { default: AccessDialog }
})

const SchedulesDialog = lazy(async () => {
  const [{ SchedulesDialog }] = await Promise.all([
    import('./schedules/SchedulesDialog.tsx'),
    import('../i18n/schedules.ts'),
    // Words of the pages whose parts it is made of.
    import('../i18n/organization.ts'),
  ])
  return { default: SchedulesDialog }
})

/** A workbook on screen: tabs of its pages, and the page that the address names. */
export function OpenWorkbook({ workbookId, name, version, document, canEdit, file }: OpenWorkbookProps) {
  const { t } = useTranslation()
  const isNarrow = useIsNarrow()
  const [isSharing, setSharing] = useState(false)
  const [isScheduling, setScheduling] = useState(false)
  const session = useSession()
  const navigate = useNavigate()
  const address = useAddress()
  const pages = visiblePages(document, readerOf(session, canEdit))
  const page = pages.find(({ id }) => id === address[pageKey]) ?? pages[0]
  const data = useMemo(() => page && openPageData(workbookId, document, page), [workbookId, document, page])
  const [drills, setDrills] = useState<{ document: WorkbookDocument; texts: Record<string, string> }>()
  const controlTexts = useMemo(
    () => ({ ...controlTextsOf(address, document), ...(drills?.document === document ? drills.texts : {}) }),
    [address, document, drills],
  )
  const controlKey = JSON.stringify(controlTexts)

  useEffect(() => {
    // The texts are compared as a whole: an equal set of values is no new question.
    data?.load(JSON.parse(controlKey) as Record<string, string>)
  }, [data, controlKey])
  useEffect(() => () => data?.dispose(), [data])
  const isBusy = useSyncExternalStore(
    (listener) => data?.subscribeToPage(listener) ?? (() => undefined),
    () => data?.isBusy() ?? false,
  )

  const open = useMemo((): OpenPage | undefined => {
    if (!data) return undefined
    return {
      workbookId,
      document,
      data,
      controlTexts,
      zone: session?.organization.zone ?? 'UTC',
      canExport: true,
      copiesOneCell: session?.organization.bulkCopy === false,
      setControl(controlId, text) {
        if (findControl(document, controlId)?.controlType === 'drill') {
          setDrills((before) => {
            const { [controlId]: _, ...others } = before?.document === document ? before.texts : {}
            return { document, texts: text === undefined ? others : { ...others, [controlId]: text } }
          })
          return
        }
        const next = { ...parseRawSearch(location.search), [controlId]: text }
        void navigate({ href: `${location.pathname}${writeRawSearch(next)}`, replace: true })
      },
    }
  }, [data, workbookId, document, controlTexts, session, navigate])

  function showPage(id: string) {
    const next = { ...parseRawSearch(location.search), [pageKey]: id }
    void navigate({ href: `${location.pathname}${writeRawSearch(next)}` })
  }

  if (!page || !open) return null
  return (
    <Shell
      title={
        <>
          <h1 className="truncate text-sm font-semibold" title={name}>
            {name}
          </h1>
          <span className="hidden shrink-0 rounded bg-sunken px-1.5 py-0.5 text-2xs text-muted sm:inline">
            {t('workbook.version', { version })}
          </span>
        </>
      }
      actions={
        <>
          <Button
            look="quiet"
            isIcon
            aria-label={t('workbook.schedule')}
            title={t('workbook.schedule')}
            onClick={() => setScheduling(true)}
          >
            <Calendar className="size-4" />
          </Button>
          {file && (
            <Button
              look="quiet"
              isIcon
              aria-label={t('workbook.share')}
              title={t('workbook.share')}
              onClick={() => setSharing(true)}
            >
              <Share className="size-4" />
            </Button>
          )}
          <Button
            look="quiet"
            isIcon
            aria-label={t('workbook.refresh')}
            title={t('workbook.refresh')}
            onClick={() => open.data.refresh()}
          >
            <RefreshCw className={classNames('size-4', isBusy && 'animate-spin')} aria-hidden />
          </Button>
        </>
      }
      below={pages.length > 1 && <PageTabs pages={pages} shownId={page.id} onShow={showPage} />}
    >
      <OpenPageProvider value={open}>
        <PageGrid key={page.id} document={document} page={page} isNarrow={isNarrow} />
      </OpenPageProvider>
      {isScheduling && (
        <Suspense>
          <SchedulesDialog
            workbookId={workbookId}
            name={name}
            document={document}
            canEdit={canEdit}
            onClose={() => setScheduling(false)}
          />
        </Suspense>
      )}
      {isSharing && file && (
        <Suspense>
          <AccessDialog target={file} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </Shell>
  )
}

interface PageTabsProps {
  pages: readonly { id: string; name: string; visibility?: unknown }[]
  shownId: string
  onShow: (id: string) => void
}

function PageTabs({ pages, shownId, onShow }: PageTabsProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('workbook.pages')} className="flex gap-1 overflow-x-auto px-3 scroll-quiet">
      {pages.map((page) => (
        <button
          key={page.id}
          type="button"
          aria-current={page.id === shownId ? 'page' : undefined}
          className={classNames(
            'flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-2.5 font-medium transition-colors focus-visible:-outline-offset-2',
            page.id === shownId ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
          onClick={() => onShow(page.id)}
        >
          {page.name}
          {page.visibility === 'hidden' && (
            <EyeOff className="size-3.5 text-faint" role="img" aria-label={t('workbook.hiddenPage')} />
          )}
        </button>
      ))}
    </nav>
  )
}
