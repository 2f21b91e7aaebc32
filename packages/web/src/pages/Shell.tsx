import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmbedded } from '../embedded.ts'
import { EmbedShell } from '../embedding/EmbedShell.tsx'
import { lazyPart } from '../ui/index.ts'
import { ViewAsBanner } from './ViewAsBanner.tsx'

const AccountMenu = lazyPart(async () => ({ default: (await import('./AccountMenu.tsx')).AccountMenu }))

interface ShellProps {
  /** Right of the product's mark: the way to the page and its name. */
  title: ReactNode
  actions?: ReactNode
  /** In the frame of another product: its menu. */
  bar?: ReactNode
  /** One fact about the whole page, above its header. */
  banner?: ReactNode
  /** A second line of the header, such as tabs. */
  below?: ReactNode
  /** False while data is awaited: menus are loaded after it. */
  isReady?: boolean
  children: ReactNode
}

/** The frame around a workbook: one bar, no navigation. In the frame of another product there is neither. */
export function Shell({ title, actions, bar, banner, below, isReady = true, children }: ShellProps) {
  const { t } = useTranslation()
  if (isEmbedded) {
    return (
      <EmbedShell banner={banner} bar={bar} below={below}>
        {children}
      </EmbedShell>
    )
  }
  return (
    <div className="flex h-dvh flex-col">
      <SkipLink />
      <ViewAsBanner />
      {banner}
      <header className="shrink-0 border-b border-line bg-surface">
        <div className="flex h-header items-center gap-2 px-3">
          <Link to="/" aria-label={t('shell.home')} className="shrink-0 rounded-md pointer-coarse:p-2.5">
            <img src="/favicon.svg" alt="" className="size-6" />
          </Link>
          <div className="flex min-w-0 grow items-center gap-2">{title}</div>
          {actions}
          {isReady ? (
            <Suspense fallback={<span className="size-7" />}>
              <AccountMenu />
            </Suspense>
          ) : (
            <span className="size-7" />
          )}
        </div>
        {below}
      </header>
      <main id="content" tabIndex={-1} className="min-h-0 min-w-0 grow overflow-auto outline-none scroll-quiet">
        {children}
      </main>
    </div>
  )
}

/** A link that is the first stop of the Tab key. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a
      href="#content"
      className="sr-only z-(--z-tooltip) rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      {t('shell.skip')}
    </a>
  )
}
