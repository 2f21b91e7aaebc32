import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { classNames, type Ground, groundProps, IconButton, X } from '../ui/index.ts'

const widths = { 960: 'sm:w-240', 800: 'sm:w-200', 640: 'sm:w-160', 480: 'sm:w-120', 360: 'sm:w-90', 280: 'sm:w-70' }
export type DrawerWidth = keyof typeof widths

interface DrawerProps {
  title: string
  closeLabel: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** The edge at which it appears. */
  side?: 'left' | 'right'
  /** 480 for the details of one thing, 360 for a list beside the page, 280 for navigation. */
  width?: DrawerWidth
  /** Leaves the page usable, as comments in the editor do. */
  isNonModal?: boolean
  /** Beside the title. */
  actions?: ReactNode
  /** Closed by Escape and by a press beside it only. */
  hasNoClose?: boolean
  hasNoShadow?: boolean
  ground?: Ground | undefined
}

/**
 * A panel at one edge of the page. The focus starts at the element with `data-first-focus`, otherwise at the first
 * button.
 */
export function Drawer(props: DrawerProps) {
  const { title, closeLabel, isOpen, onClose, children, side = 'right', isNonModal = false, actions } = props
  const popup = useRef<HTMLDivElement>(null)
  const width = props.width ?? (side === 'left' ? 280 : 480)
  return (
    <Base.Root
      open={isOpen}
      modal={!isNonModal}
      disablePointerDismissal={isNonModal}
      onOpenChange={(open) => !open && onClose()}
    >
      <Base.Portal>
        {!isNonModal && (
          <Base.Backdrop className="fixed inset-0 z-(--z-drawer) bg-scrim transition-opacity duration-(--t-slow) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        )}
        <Base.Popup
          ref={popup}
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-first-focus]') ?? true}
          className={classNames(
            'fixed inset-y-0 z-(--z-drawer) flex max-w-full flex-col bg-surface text-ink outline-none transition-transform duration-(--t-slow)',
            !props.hasNoShadow && 'shadow-modal',
            widths[width],
            side === 'left'
              ? 'left-0 max-sm:w-[85vw] data-ending-style:-translate-x-full data-starting-style:-translate-x-full'
              : 'right-0 max-sm:w-full data-ending-style:translate-x-full data-starting-style:translate-x-full',
          )}
          {...groundProps(props.ground)}
        >
          <header className="flex h-header shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
            <Base.Title className="min-w-0 grow truncate text-base font-semibold">{title}</Base.Title>
            {actions}
            {!props.hasNoClose && <Base.Close render={<IconButton label={closeLabel} icon={X} />} />}
          </header>
          <div className="min-h-0 grow overflow-auto scroll-quiet">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
