import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { buttonLook } from './Button.tsx'
import { classNames } from './class-names.ts'
import { X } from './icons.tsx'
import { popupLook } from './Menu.tsx'

const firstFocus = '[data-first-focus], input:not([type=checkbox]):not([type=hidden]), textarea'
const widths = {
  small: 'w-[min(28rem,calc(100vw-2rem))]',
  medium: 'w-[min(36rem,calc(100vw-2rem))]',
  large: 'w-[min(52rem,calc(100vw-2rem))]',
}

interface DialogProps {
  title: string
  description?: string
  closeLabel: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  size?: keyof typeof widths
  /** Makes the dialog a form: Enter in a field and the button of type `submit` come here. */
  onSubmit?: () => void
}

/** The first field has the focus, or what carries `data-first-focus`. */
export function Dialog({
  title,
  description,
  closeLabel,
  isOpen,
  onClose,
  children,
  actions,
  size = 'large',
  onSubmit,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const content = (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the dialog is scrolled by the keyboard too */}
      <div tabIndex={0} className="min-h-0 grow overflow-auto scroll-quiet focus-visible:-outline-offset-2">
        {children}
      </div>
      {actions && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
          {actions}
        </footer>
      )}
    </>
  )
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          initialFocus={() => popup.current?.querySelector<HTMLElement>(firstFocus) ?? true}
          className={popupLook(
            classNames(
              'fixed top-1/2 left-1/2 z-50 flex max-h-[min(44rem,calc(100dvh-2rem))] -translate-x-1/2 -translate-y-1/2 flex-col',
              widths[size],
            ),
          )}
        >
          <header className="flex items-start gap-4 border-b border-line px-5 py-4">
            <div className="min-w-0 grow">
              <Base.Title className="truncate text-base font-semibold">{title}</Base.Title>
              {description && <Base.Description className="mt-0.5 text-muted">{description}</Base.Description>}
            </div>
            <Base.Close aria-label={closeLabel} className={buttonLook('quiet', true)}>
              <X className="size-4" />
            </Base.Close>
          </header>
          {onSubmit ? (
            <form
              className="flex min-h-0 grow flex-col"
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                // React hands events of nested dialogs on to the form around them.
                event.stopPropagation()
                onSubmit()
              }}
            >
              {content}
            </form>
          ) : (
            content
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
