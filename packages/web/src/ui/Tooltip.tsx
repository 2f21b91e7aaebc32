import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

interface TooltipProps {
  text: ReactNode
  shortcut?: string | undefined
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** The one element that the text is about; it takes the focus and the pointer. */
  children: ReactElement
}

/** Names a control that shows no text. A tooltip never contains actions, or facts that are not shown elsewhere. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root
      onOpenChange={(_isOpen, details) => {
        // A tooltip does not consume Escape: the same key press also closes the dialog or menu around it.
        if (details.reason === 'escape-key') details.allowPropagation()
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-(--z-tooltip)">
          <Base.Popup className="flex max-w-70 items-baseline gap-2 rounded-md bg-tooltip px-2 py-1 text-xs text-on-tooltip transition-opacity duration-(--t-fast) data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0">
            <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
            {shortcut && <kbd className="font-sans opacity-70">{shortcut}</kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Goes around the app: the first tooltip appears after a delay, the next ones along a bar immediately. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={400} closeDelay={0}>
      {children}
    </Base.Provider>
  )
}
