import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { type Ground, groundProps } from './ground.ts'
import { IconButton } from './IconButton.tsx'
import { X } from './icons.tsx'

const firstFocus = '[data-first-focus], input:not([type=checkbox]):not([type=hidden]), textarea'
const widths = {
  confirm: 'sm:w-[min(400px,calc(100vw-2rem))]',
  form: 'sm:w-[min(560px,calc(100vw-2rem))]',
  wide: 'sm:w-[min(800px,calc(100vw-2rem))]',
  picker: 'sm:w-[min(1040px,calc(100vw-2rem))]',
  /** Nearly the whole window, for one element of a page. */
  full: 'sm:w-[calc(100vw-4rem)]',
}
export type DialogSize = keyof typeof widths

interface DialogProps {
  title: string
  description?: string
  closeLabel: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** At the right of the foot: the secondary button, then the primary one. */
  actions?: ReactNode
  /** At the left of the foot. */
  beside?: ReactNode
  size?: DialogSize
  /** Asks before something is destroyed. */
  isAlert?: boolean
  /** The content reaches the edges, as a table or an editor does. */
  isFlush?: boolean
  /** Closed by Escape and by a press beside it only. */
  hasNoClose?: boolean
  ground?: Ground | undefined
  /** Makes the dialog a form: Enter in a field, Ctrl+Enter anywhere and the button of type `submit` come here. */
  onSubmit?: () => void
}

/** The first field has the focus, or what carries `data-first-focus`. On a phone it is a sheet from below. */
export function Dialog(props: DialogProps) {
  const { title, description, closeLabel, isOpen, onClose, size = 'wide', isAlert = false, onSubmit } = props
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-(--z-drawer) bg-scrim transition-opacity duration-(--t-base) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          role={isAlert ? 'alertdialog' : 'dialog'}
          initialFocus={() => focusFirst(popup.current) ?? true}
          className={classNames(
            'fixed z-(--z-dialog) flex max-h-[85dvh] flex-col bg-raised text-ink shadow-modal outline-none transition-opacity duration-(--t-base) data-ending-style:opacity-0 data-starting-style:opacity-0',
            'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-xl sm:top-1/2 sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl',
            widths[size],
          )}
          {...groundProps(props.ground)}
        >
          <header className="flex min-h-14 shrink-0 items-center gap-4 py-3 pr-4 pl-6">
            <div className="min-w-0 grow">
              <Base.Title className="text-base font-semibold [overflow-wrap:anywhere]">{title}</Base.Title>
              {description && <Base.Description className="text-muted">{description}</Base.Description>}
            </div>
            {!props.hasNoClose && (
              <Base.Close render={<IconButton label={closeLabel} icon={X} className="self-start" />} />
            )}
          </header>
          {onSubmit ? (
            <form
              className="flex min-h-0 grow flex-col"
              noValidate
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
              }}
              onSubmit={(event) => {
                event.preventDefault()
                // React passes events of nested dialogs on to the form around them.
                event.stopPropagation()
                onSubmit()
              }}
            >
              <Content {...props} />
            </form>
          ) : (
            <Content {...props} />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Moves the focus now, not with the next frame: a letter typed before that would be lost. */
function focusFirst(popup: HTMLElement | null): HTMLElement | undefined {
  // A field that carries the mark has the focus even if other fields are above it; a button only if none is.
  const first =
    popup?.querySelector<HTMLElement>('[data-first-focus]:not(button)') ??
    popup?.querySelector<HTMLElement>(firstFocus) ??
    undefined
  first?.focus()
  return first
}

function Content({ children, actions, beside, isFlush = false }: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const isCut = useIsCut(body)
  return (
    <>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: what is longer than the dialog is scrolled by the keyboard too */}
      <div
        ref={body}
        tabIndex={isCut ? 0 : undefined}
        className={classNames(
          'min-h-0 grow overflow-auto scroll-quiet focus-visible:-outline-offset-2 sm:last:rounded-b-xl',
          !isFlush && (actions ? 'px-6 pt-1 pb-4' : 'px-6 pt-1 pb-6'),
        )}
      >
        {children}
      </div>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
      {(actions || beside) && (
        <footer
          className={classNames(
            'flex min-h-16 shrink-0 flex-wrap items-center justify-end gap-2 border-t px-6 py-3',
            isCut ? 'border-line' : 'border-transparent',
          )}
        >
          {beside && <div className="mr-auto flex gap-2">{beside}</div>}
          {actions}
        </footer>
      )}
    </>
  )
}

/** Whether some of the content is out of view. */
function useIsCut(place: React.RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [place])
  return isCut
}
