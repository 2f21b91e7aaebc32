import type { PublicEmbed } from '@octavo/core/contract'
import type { WorkbookDocument } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { OpenPageProvider } from '../editor/index.ts'
import { embedParameters, hasHost } from '../embedded.ts'
import { EmbedShell } from '../embedding/EmbedShell.tsx'
import { sendErrorToHost } from '../embedding/embed-errors.ts'
import { PartAlone } from '../embedding/PartAlone.tsx'
import { explain } from '../explain.ts'
import { rememberLocale } from '../formats.ts'
import { loadWords } from '../load-part.ts'
import type { RawSearch } from '../raw-search.ts'
import { Button, CircleAlert, FileQuestion, lazyPart, Message, Skeleton } from '../ui/index.ts'
import { PageTabs } from './PageTabs.tsx'
import { PageWithPanels } from './PageWithPanels.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import { useReaderPage } from './use-reader-page.ts'

const Overlays = lazyPart(async () => ({ default: (await import('./Overlays.tsx')).Overlays }))
const PublicBridge = lazyPart(async () => ({
  default: (await import('../embedding/PublicBridge.tsx')).PublicBridge,
}))

interface OpenedEmbed extends Omit<PublicEmbed, 'document'> {
  document: WorkbookDocument
}

type Language = Readonly<Record<string, string>>

/** The locale and variant of translations that an address asks for, as requests name them. */
function languageIn(address: RawSearch): Language {
  return Object.fromEntries(
    ['lng', 'lng_variant'].flatMap((name) => {
      const raw = address[`:${name}`]
      return raw === undefined || raw === '' ? [] : [[name, decoded(raw)]]
    }),
  )
}

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

async function openEmbed(embedId: string, language: Language, signal: AbortSignal): Promise<OpenedEmbed> {
  const path = `/v2/embeds/${encodeURIComponent(embedId)}`
  const embed = await call<PublicEmbed>(path, { signal, query: language })
  rememberLocale(embed.locale)
  await loadWords()
  // The public embed comes from a server of the same release, so its shape is known.
  return { ...embed, document: embed.document as unknown as WorkbookDocument }
}

/** A public embed, for readers without an account and without the app's frame. */
export function Embed() {
  const { t } = useTranslation()
  const { embedId } = useParams({ from: '/embed/$embedId' })
  const { lng, lng_variant } = languageIn(useSearch({ strict: false }) as RawSearch)
  const language = useMemo(
    () => ({ ...(lng === undefined ? {} : { lng }), ...(lng_variant === undefined ? {} : { lng_variant }) }),
    [lng, lng_variant],
  )
  const opened = useQuery({
    queryKey: ['embed', embedId, language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => openEmbed(embedId, language, signal),
  })
  const name = opened.data?.name
  useEffect(() => {
    // Dynamic parts of a name are shown in its tile.
    document.title = name && !name.includes('{{') ? name : t('product')
  }, [name, t])

  if (opened.isError) return <NotOpened error={opened.error} onRetry={() => void opened.refetch()} />
  if (!opened.data) return <Skeleton className="m-3 h-64" />
  return <Opened embedId={embedId} embed={opened.data} language={language} />
}

interface OpenedProps {
  embedId: string
  embed: OpenedEmbed
  language: Language
}

function Opened({ embedId, embed, language }: OpenedProps) {
  const { t } = useTranslation()
  const isNarrow = useIsNarrow()
  const { document, zone } = embed
  const { pages } = document
  const { page, open, showPage, hasOverlay, isBusy } = useReaderPage({
    workbookId: embedId,
    isEmbed: true,
    language,
    document,
    pages,
    zone,
    contentHosts: embed.contentHosts,
    canExport: false,
    copiesOneCell: false,
  })
  if (page && !open) return null
  if (!page || !open) return <Message icon={FileQuestion} className="min-h-dvh" title={t('workbook.emptyPage')} />
  const hasTabs = pages.length > 1 && document.settings.navigation?.pageTabsInViewMode !== 'hidden'
  return (
    <OpenPageProvider value={open}>
      <EmbedShell below={hasTabs && <PageTabs pages={pages} shownId={page.id} onShow={showPage} />}>
        {embed.sourceType === 'element' && !embedParameters.hasResponsiveHeight ? (
          <PartAlone page={page} isNarrow={isNarrow} />
        ) : (
          <PageWithPanels page={page} isNarrow={isNarrow} />
        )}
      </EmbedShell>
      {hasHost && (
        <Suspense>
          <PublicBridge embedId={embedId} isBusy={isBusy} />
        </Suspense>
      )}
      {hasOverlay && (
        <Suspense>
          <Overlays />
        </Suspense>
      )}
    </OpenPageProvider>
  )
}

/** Explains why an embed does not open, without links into the app. */
function NotOpened({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  const { code, message, hint } = explain(error)
  useEffect(() => sendErrorToHost(error), [error])
  if (code === 'not_found' || code === 'forbidden') {
    const isOff = code === 'forbidden'
    return (
      <Message
        icon={FileQuestion}
        isAlert
        className="min-h-dvh"
        title={t(isOff ? 'embed.offTitle' : 'embed.goneTitle')}
        text={t(isOff ? 'embed.offText' : 'embed.goneText')}
      />
    )
  }
  return (
    <Message
      icon={CircleAlert}
      tone="danger"
      isAlert
      className="min-h-dvh"
      title={message}
      text={hint}
      actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    />
  )
}
