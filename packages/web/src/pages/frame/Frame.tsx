import '../../i18n/organization.ts'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from '../../forms/index.ts'
import { buttonLook, MenuLines } from '../../ui/index.ts'
import { FileMoves } from '../home/file-moves.tsx'
import { Shell } from '../Shell.tsx'
import { Navigation } from './Navigation.tsx'

/** Home and administration: the places at the left, or behind a button where the screen is narrow. */
export function Frame() {
  const { t } = useTranslation('organization')
  const [isOpen, setOpen] = useState(false)
  return (
    <FileMoves>
      <Shell
        title={
          <>
            <button
              type="button"
              aria-label={t('frame.openNavigation')}
              aria-expanded={isOpen}
              className={`${buttonLook('quiet', true)} -ml-1 lg:hidden`}
              onClick={() => setOpen(true)}
            >
              <MenuLines className="size-4.5" />
            </button>
            <span className="font-semibold">{t('product', { ns: 'translation' })}</span>
          </>
        }
        side={
          <div className="hidden w-56 shrink-0 overflow-auto border-r border-line bg-surface scroll-quiet lg:block">
            <Navigation />
          </div>
        }
      >
        <Outlet />
      </Shell>
      <Drawer
        title={t('product', { ns: 'translation' })}
        closeLabel={t('common.close', { ns: 'translation' })}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        side="left"
      >
        <Navigation onChoose={() => setOpen(false)} />
      </Drawer>
    </FileMoves>
  )
}
