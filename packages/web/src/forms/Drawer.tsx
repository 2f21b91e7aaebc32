import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { buttonLook, classNames, X } from '../ui/index.ts'

interface DrawerProps {
  title: string
  closeLabel: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** The edge that it comes from. */
  side?: 'left' | 'right'
}

/** A panel over one edge of the page. */
export function Drawer({ title, closeLabel, isOpen, onClose, children, side = 'right' }: DrawerProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          className={classNames(
            'fixed inset-y-0 z-50 flex flex-col bg-surface text-ink shadow-raised outline-none transition-transform duration-150',
            side === 'left'
              ? 'left-0 w-72 max-w-[85vw] border-r border-line data-ending-style:-translate-x-full data-starting-style:-translate-x-full'
              : 'right-0 w-[30rem] max-w-full border-l border-line data-ending-style:translate-x-full data-starting-style:translate-x-full',
          )}
        >
          <header className="flex items-center gap-3 border-b border-line px-4 py-2.5">
            <Base.Title className="min-w-0 grow truncate font-semibold">{title}</Base.Title>
            <Base.Close aria-label={closeLabel} className={buttonLook('quiet', true)}>
              <X className="size-4" />
            </Base.Close>
          </header>
          <div className="min-h-0 grow overflow-auto scroll-quiet">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
