import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { popupLook } from './Menu.tsx'

interface PopoverProps {
  label: string
  trigger: ReactNode
  triggerClass: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** A button that opens a small panel under it, as wide as the button or wider. */
export function Popover({ label, trigger, triggerClass, isOpen, onOpenChange, children }: PopoverProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Base.Trigger aria-label={label} className={triggerClass}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={label}
            className={popupLook('w-[max(var(--anchor-width),15rem)] max-w-[calc(100vw-1rem)]')}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
