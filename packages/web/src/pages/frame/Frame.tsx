import '../../i18n/organization.ts'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from '../../forms/index.ts'
import { IconButton, MenuLines, Search } from '../../ui/index.ts'
import { FileMoves } from '../home/file-moves.tsx'
import { NewDocument } from '../home/NewDocument.tsx'
import { SkipLink } from '../Shell.tsx'
import { ViewAsBanner } from '../ViewAsBanner.tsx'
import { BarProvider, BarTarget } from './bar.tsx'
import { Navigation } from './Navigation.tsx'
import { usePalette } from './use-palette.tsx'

/** The frame of home, data and administration: navigation at the left, or behind a button on a narrow screen. */
export function Frame() {
  const { t } = useTranslation('organization')
  const [isOpen, setOpen] = useState(false)
  const isAdministration = useLocation({ select: ({ pathname }) => pathname.startsWith('/administration') })
  const { openPalette, palette } = usePalette()
  return (
    <FileMoves>
      <BarProvider>
        <div className="flex h-dvh flex-col">
          <SkipLink />
          <ViewAsBanner />
          <div className="flex min-h-0 grow">
            <div className="hidden w-60 shrink-0 border-r border-line bg-surface lg:block">
              <Navigation isAdministration={isAdministration} />
            </div>
            <div className="flex min-w-0 grow flex-col">
              <header className="flex h-header shrink-0 items-center gap-2 border-b border-line bg-surface px-2 sm:px-4">
                <IconButton
                  label={t('frame.openNavigation')}
                  icon={MenuLines}
                  aria-expanded={isOpen}
                  className="lg:hidden"
                  onClick={() => setOpen(true)}
                />
                <BarTarget className="flex min-w-0 grow items-center" />
                <SearchButton onOpen={openPalette} />
                {!isAdministration && <NewDocument />}
              </header>
              <main
                id="content"
                tabIndex={-1}
                className="min-h-0 min-w-0 grow overflow-auto bg-canvas outline-none scroll-quiet"
              >
                <Outlet />
              </main>
            </div>
          </div>
        </div>
        <Drawer
          title={t('frame.navigation')}
          closeLabel={t('common.close', { ns: 'translation' })}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          side="left"
        >
          <Navigation isAdministration={isAdministration} onChoose={() => setOpen(false)} />
        </Drawer>
        {palette}
      </BarProvider>
    </FileMoves>
  )
}

function SearchButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('organization')
  return (
    <>
      <button
        type="button"
        className="hidden h-control w-60 shrink-0 items-center gap-2 rounded-md border border-field-line bg-surface px-2.5 text-left text-faint hover:border-muted xl:flex"
        onClick={onOpen}
      >
        <Search className="shrink-0" />
        <span className="grow">{t('frame.search')}</span>
        <kbd className="font-sans text-2xs">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <IconButton label={t('frame.search')} icon={Search} className="xl:hidden" onClick={onOpen} />
    </>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
